//! Blocks that were read lately.

use super::block::{BlockKey, HeightBlock};
use std::sync::{Arc, Mutex, PoisonError};

/// Blocks that are kept: 16 MB of heights.
const PLACES: usize = 1 << PLACES_BITS;
const PLACES_BITS: u32 = 11;
/// 2⁶⁴ divided by the golden ratio. Source: Knuth, *The Art of Computer Programming* 3 (1998), section 6.4:
/// multiplied by it, numbers in a row come to places far apart.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A bounded number of blocks, each at a place that its key decides. Two who want the same block at the same
/// time may both read it.
pub(super) struct BlockCache {
    places: Vec<CachedBlock>,
}

/// A block and what tells it apart from the others of its place.
type CachedBlock = Mutex<Option<(BlockKey, Arc<HeightBlock>)>>;

impl BlockCache {
    pub(super) fn new() -> Self {
        Self { places: (0..PLACES).map(|_| Mutex::default()).collect() }
    }

    /// The block of a key, from the cache or as `read` gives it.
    #[inline]
    pub(super) fn get(&self, key: BlockKey, read: impl FnOnce() -> HeightBlock) -> Arc<HeightBlock> {
        let number = u64::from(key.grid) << 32 | u64::from(key.block);
        let place = &self.places[(number.wrapping_mul(GOLDEN) >> (64 - PLACES_BITS)) as usize];
        let lock = || place.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, block)) = &*lock()
            && *of == key
        {
            return Arc::clone(block);
        }
        let block = Arc::new(read());
        *lock() = Some((key, Arc::clone(&block)));
        block
    }
}
