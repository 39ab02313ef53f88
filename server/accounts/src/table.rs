//! A table of shared entries by name, of which another state is made by copying little.

use hashbrown::HashTable;
use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::Arc;

/// Parts of a table, a power of two. A changed entry has one of them copied: some hundred references in a
/// table of 300,000.
const PARTS: usize = 1024;

/// An entry of a table, with a name.
pub trait Named {
    /// The type of the name.
    type Name: Hash + Eq + ?Sized;

    /// The name, which never changes.
    fn name(&self) -> &Self::Name;
}

/// Entries by their names. A clone shares all entries, and a change of one of the two copies only references
/// to those that lie in the same part.
pub struct Table<T> {
    parts: Box<[Arc<HashTable<Arc<T>>>]>,
    hasher: RandomState,
}

impl<T> Clone for Table<T> {
    fn clone(&self) -> Self {
        Self { parts: self.parts.clone(), hasher: self.hasher.clone() }
    }
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        let empty = Arc::new(HashTable::new());
        Self { parts: vec![empty; PARTS].into(), hasher: RandomState::new() }
    }
}

impl<T: Named> Table<T> {
    /// The entry with a name.
    pub fn get(&self, name: &T::Name) -> Option<&Arc<T>> {
        let hash = self.hasher.hash_one(name);
        self.parts[part_of(hash)].find(hash, |entry| entry.name() == name)
    }

    /// Adds an entry in place of the one with its name.
    pub fn insert(&mut self, entry: Arc<T>) {
        let hash = self.hasher.hash_one(entry.name());
        let part = Arc::make_mut(&mut self.parts[part_of(hash)]);
        match part.find_mut(hash, |other| other.name() == entry.name()) {
            Some(other) => *other = entry,
            None => drop(part.insert_unique(hash, entry, |other| self.hasher.hash_one(other.name()))),
        }
    }

    /// The entry with a name, to be changed; the table before keeps it as it was.
    pub fn get_mut(&mut self, name: &T::Name) -> Option<&mut T>
    where
        T: Clone,
    {
        let hash = self.hasher.hash_one(name);
        let part = Arc::make_mut(&mut self.parts[part_of(hash)]);
        part.find_mut(hash, |entry| entry.name() == name).map(Arc::make_mut)
    }

    /// Removes the entry with a name, and gives it.
    pub fn remove(&mut self, name: &T::Name) -> Option<Arc<T>> {
        self.get(name)?;
        let hash = self.hasher.hash_one(name);
        let part = Arc::make_mut(&mut self.parts[part_of(hash)]);
        part.find_entry(hash, |entry| entry.name() == name).ok().map(|found| found.remove().0)
    }

    /// All entries, in no particular order.
    pub fn values(&self) -> impl Iterator<Item = &Arc<T>> {
        self.parts.iter().flat_map(|part| part.iter())
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.parts.iter().map(|part| part.len()).sum()
    }

    /// Returns whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.parts.iter().all(|part| part.is_empty())
    }
}

/// The part for a hash, by bits that the parts themselves do not look at first.
fn part_of(hash: u64) -> usize {
    (hash >> 32) as usize % PARTS
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    #[derive(Debug, PartialEq, Eq)]
    struct Word(u16, u8);

    impl Named for Word {
        type Name = u16;

        fn name(&self) -> &u16 {
            &self.0
        }
    }

    /// Returns the entries of a table, and checks that each is found by its name.
    fn found(table: &Table<Word>) -> BTreeMap<u16, u8> {
        let all: BTreeMap<u16, u8> = table.values().map(|word| (word.0, word.1)).collect();
        let is_found = |(name, value): (&u16, &u8)| table.get(name).is_some_and(|word| word.1 == *value);
        assert!(all.iter().all(is_found) && all.len() == table.len() && all.is_empty() == table.is_empty());
        all
    }

    proptest! {
        #[test]
        fn a_table_is_a_map_and_its_clone_stays_as_it_was(
            steps in prop::collection::vec((0..300u16, any::<u8>(), any::<bool>(), 0..20u8), 0..400),
        ) {
            let (mut table, mut model) = (Table::<Word>::default(), BTreeMap::new());
            let mut before = (table.clone(), model.clone());
            for (name, value, is_removed, kept) in steps {
                if is_removed {
                    let removed = table.remove(&name).map(|word| word.1);
                    prop_assert_eq!(removed, model.remove(&name));
                } else {
                    table.insert(Arc::new(Word(name, value)));
                    model.insert(name, value);
                }
                if kept == 0 {
                    prop_assert_eq!(found(&before.0), before.1);
                    before = (table.clone(), model.clone());
                }
            }
            prop_assert_eq!(found(&before.0), before.1);
            prop_assert_eq!(found(&table), model);
        }
    }
}
