//! A cache of the values used last.

use std::sync::{Arc, Mutex, PoisonError};

/// The values used last, up to a number of them. No caller waits for another to make a value: two may make
/// the same one at the same time.
#[derive(Debug)]
pub(crate) struct Cache<K, V> {
    most: usize,
    /// In the order of their last use.
    values: Mutex<Vec<(K, Arc<V>)>>,
}

impl<K: PartialEq, V> Cache<K, V> {
    /// An empty cache for `most` values, at least one.
    pub(crate) fn new(most: usize) -> Self {
        Self { most: most.max(1), values: Mutex::default() }
    }

    /// The value of a key, if it is kept.
    pub(crate) fn get(&self, key: &K) -> Option<Arc<V>> {
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        let found = values.iter().position(|(of, _)| of == key)?;
        let value = values.remove(found);
        values.push(value);
        values.last().map(|(_, value)| Arc::clone(value))
    }

    /// The value of a key, made and kept if there is none. `make` must be short: it holds the lock.
    pub(crate) fn get_or_keep(&self, key: K, make: impl FnOnce() -> Arc<V>) -> Arc<V> {
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        let found = values.iter().position(|(of, _)| *of == key);
        let value = found.map_or_else(|| (key, make()), |found| values.remove(found));
        if values.len() == self.most {
            values.remove(0);
        }
        let shared = Arc::clone(&value.1);
        values.push(value);
        shared
    }

    /// Keeps the value of a key and drops the one unused for the longest time.
    pub(crate) fn keep(&self, key: K, value: Arc<V>) {
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        values.retain(|(of, _)| *of != key);
        if values.len() == self.most {
            values.remove(0);
        }
        values.push((key, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_unused_for_longest_is_dropped() {
        let cache = Cache::new(2);
        for n in [1, 2] {
            cache.keep(n, Arc::new(n * 10));
        }
        assert_eq!(cache.get(&1).as_deref(), Some(&10));
        cache.keep(3, Arc::new(30));
        cache.keep(3, Arc::new(31));
        assert_eq!([1, 2, 3].map(|n| cache.get(&n).map(|v| *v)), [Some(10), None, Some(31)]);
        assert_eq!([1, 4].map(|n| *cache.get_or_keep(n, || Arc::new(40))), [10, 40]);
        assert_eq!([1, 3, 4].map(|n| cache.get(&n).map(|v| *v)), [Some(10), None, Some(40)]);
    }
}
