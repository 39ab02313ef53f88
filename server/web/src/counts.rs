//! Current counts by key.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Counts by key. A key with count 0 is removed, so that memory stays bounded.
#[derive(Debug)]
pub struct Counts<K: Eq + Hash>(Arc<Mutex<HashMap<K, usize>>>);

/// Adds to the count of its key until it is dropped.
#[derive(Debug)]
pub struct Counted<K: Eq + Hash> {
    of: Counts<K>,
    key: K,
    pub(crate) number: usize,
}

impl<K: Eq + Hash + Clone> Counts<K> {
    /// Nothing is counted yet.
    pub fn new() -> Self {
        Self(Arc::default())
    }

    /// Adds a number to the count of a key if `may_have_more` allows it for the current count.
    pub(crate) fn more(
        &self,
        key: K,
        number: usize,
        may_have_more: impl FnOnce(usize) -> bool,
    ) -> Option<Counted<K>> {
        let mut counts = self.counts();
        let count = counts.get(&key).copied().unwrap_or_default();
        if !may_have_more(count) {
            return None;
        }
        counts.insert(key.clone(), count + number);
        Some(Counted { of: Self(Arc::clone(&self.0)), key, number })
    }
}

impl<K: Eq + Hash> Counts<K> {
    /// The counts, locked for as long as they are held.
    pub(super) fn counts(&self) -> MutexGuard<'_, HashMap<K, usize>> {
        // Counting does not panic; if it did, the numbers would still be right.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash> Drop for Counted<K> {
    fn drop(&mut self) {
        let mut counts = self.of.counts();
        let count = counts.get_mut(&self.key).expect("the key is there while one of it is counted");
        *count -= self.number;
        if *count == 0 {
            counts.remove(&self.key);
        }
    }
}
