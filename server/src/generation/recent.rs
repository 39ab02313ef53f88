//! What was made lately, kept for whoever asks next.

use std::sync::{Arc, Mutex, PoisonError};

/// The values that were asked for last, up to a number of them. A value is never waited for: two who ask at
/// the same time may both make it.
#[derive(Debug)]
pub(crate) struct Recent<K, V> {
    most: usize,
    /// The one that was asked for last comes last.
    values: Mutex<Vec<(K, Arc<V>)>>,
}

impl<K: PartialEq, V> Recent<K, V> {
    /// Room for so many values, at least one.
    pub(crate) fn new(most: usize) -> Self {
        Self { most: most.max(1), values: Mutex::default() }
    }

    /// The value of a key, if it was made lately.
    pub(crate) fn get(&self, key: &K) -> Option<Arc<V>> {
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        let found = values.iter().position(|(of, _)| of == key)?;
        let value = values.remove(found);
        values.push(value);
        values.last().map(|(_, value)| Arc::clone(value))
    }

    /// The value of a key, if there is one; else the one that is made, which is kept from then on. Making it
    /// must be short: others wait for it.
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

    /// Keeps the value of a key in place of the one that nobody asked for the longest.
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
    fn what_nobody_asks_for_goes_first() {
        let recent = Recent::new(2);
        for n in [1, 2] {
            recent.keep(n, Arc::new(n * 10));
        }
        assert_eq!(recent.get(&1).as_deref(), Some(&10));
        recent.keep(3, Arc::new(30));
        recent.keep(3, Arc::new(31));
        assert_eq!([1, 2, 3].map(|n| recent.get(&n).map(|v| *v)), [Some(10), None, Some(31)]);
        assert_eq!([1, 4].map(|n| *recent.get_or_keep(n, || Arc::new(40))), [10, 40]);
        assert_eq!([1, 3, 4].map(|n| recent.get(&n).map(|v| *v)), [Some(10), None, Some(40)]);
    }
}
