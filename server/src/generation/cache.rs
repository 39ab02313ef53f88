//! A least-recently-used cache.

use std::sync::{Arc, Mutex, PoisonError};

/// A least-recently-used cache. Callers do not wait for each other, so two may make the same value at the
/// same time.
#[derive(Debug)]
pub(crate) struct LruCache<K, V> {
    capacity: usize,
    /// The least recently used value first.
    values: Mutex<Vec<(K, Arc<V>)>>,
}

impl<K: PartialEq, V> LruCache<K, V> {
    /// Makes an empty cache for `capacity` values, at least one.
    pub(crate) fn new(capacity: usize) -> Self {
        Self { capacity: capacity.max(1), values: Mutex::default() }
    }

    pub(crate) fn get(&self, key: &K) -> Option<Arc<V>> {
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        let found = values.iter().position(|(of, _)| of == key)?;
        let value = values.remove(found);
        values.push(value);
        values.last().map(|(_, value)| Arc::clone(value))
    }

    /// Returns the value of a key, made and cached if absent. `make` must be short: it runs under the lock.
    pub(crate) fn get_or_keep(&self, key: K, make: impl FnOnce() -> Arc<V>) -> Arc<V> {
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        let found = values.iter().position(|(of, _)| *of == key);
        let value = found.map_or_else(|| (key, make()), |found| values.remove(found));
        if values.len() == self.capacity {
            values.remove(0);
        }
        let shared = Arc::clone(&value.1);
        values.push(value);
        shared
    }

    /// Caches the value of a key and evicts the least recently used value if the cache is full.
    pub(crate) fn keep(&self, key: K, value: Arc<V>) {
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        values.retain(|(of, _)| *of != key);
        if values.len() == self.capacity {
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
        let cache = LruCache::new(2);
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
