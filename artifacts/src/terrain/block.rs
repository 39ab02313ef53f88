//! A block of samples as it lies in the file: 16 bytes of header, and 64 × 64 numbers of two bytes.
//!
//! | bytes | meaning |
//! |---|---|
//! | 0–3 | CRC-32 of the numbers of grid and block, and of everything that follows |
//! | 4–7 | 0: samples follow; 1: no height is known in the block, and what follows means nothing |
//! | 8–11 | height of the sample 0, m, a 32-bit float |
//! | 12–15 | height from one number to the next, m, a 32-bit float |
//! | 16– | samples row by row; 65535 is unknown |
//!
//! All numbers are little-endian.

use std::sync::Arc;

/// Samples along a side of a block.
pub const SIDE: usize = 64;
pub(super) const SAMPLES: usize = SIDE * SIDE;
const HEADER_BYTES: usize = 16;
/// Bytes of a block in the file.
pub(super) const BYTES: usize = HEADER_BYTES + 2 * SAMPLES;

/// The number of an unknown height.
const UNKNOWN: u16 = u16::MAX;
/// Steps between the least and the greatest number of a height.
#[cfg(feature = "write")]
const STEPS: f32 = 65_534.0;
/// Minimum step of heights that are not whole metres, m: finer than any survey of land.
#[cfg(feature = "write")]
const FINEST_M: f32 = 0.01;

/// The address of a block: the number of its grid, and its own in the grid, row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct BlockKey {
    pub(super) grid: u32,
    pub(super) block: u32,
}

#[derive(Debug)]
pub(super) enum HeightBlock {
    /// None is known.
    Unknown,
    /// Some are.
    Known { base_m: f32, step_m: f32, numbers: Box<[u16; SAMPLES]> },
}

/// The block that was used last.
pub(super) type LastBlock = Option<(BlockKey, Arc<HeightBlock>)>;

impl HeightBlock {
    #[inline]
    pub(super) fn height_m(&self, column: usize, row: usize) -> Option<f64> {
        let Self::Known { base_m, step_m, numbers } = self else { return None };
        let number = numbers[row * SIDE + column];
        (number != UNKNOWN).then(|| f64::from(*base_m) + f64::from(*step_m) * f64::from(number))
    }

    /// Reads a block, if its sum is right.
    pub(super) fn read(key: BlockKey, bytes: &[u8; BYTES]) -> Option<Self> {
        let word = |at: usize| [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
        let is_unknown = u32::from_le_bytes(word(4)) == 1;
        let summed = if is_unknown { &bytes[4..8] } else { &bytes[4..] };
        if u32::from_le_bytes(word(0)) != sum(key, summed) {
            return None;
        }
        if is_unknown {
            return Some(Self::Unknown);
        }
        let mut numbers = Box::new([0; SAMPLES]);
        for (number, pair) in numbers.iter_mut().zip(bytes[HEADER_BYTES..].as_chunks::<2>().0) {
            *number = u16::from_le_bytes(*pair);
        }
        let [base_m, step_m] = [word(8), word(12)].map(f32::from_le_bytes);
        Some(Self::Known { base_m, step_m, numbers })
    }
}

/// The checksum of a block: it is right at its own place alone.
fn sum(key: BlockKey, bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&key.grid.to_le_bytes());
    hasher.update(&key.block.to_le_bytes());
    hasher.update(bytes);
    hasher.finalize()
}

/// Writes the heights of a block, m; NaN where they are unknown. Whole metres are kept exactly, other heights
/// to 0.005 m in a block of less than 655 m from its lowest to its highest point, and to 0.1 m in any.
#[cfg(feature = "write")]
pub(super) fn write(key: BlockKey, heights_m: &[f32; SAMPLES]) -> Vec<u8> {
    let known = || heights_m.iter().copied().filter(|h| !h.is_nan());
    let (least, greatest) =
        (known().fold(f32::INFINITY, f32::min), known().fold(f32::NEG_INFINITY, f32::max));
    let mut bytes = vec![0; 4];
    if least > greatest {
        bytes.extend(1u32.to_le_bytes());
    } else {
        let are_whole = known().all(|h| h.fract() == 0.0) && greatest - least <= STEPS;
        let step_m = if are_whole { 1.0 } else { ((greatest - least) / STEPS).max(FINEST_M) };
        bytes.extend(0u32.to_le_bytes());
        bytes.extend(least.to_le_bytes());
        bytes.extend(step_m.to_le_bytes());
        for height_m in heights_m {
            let steps = ((height_m - least) / step_m).round().min(STEPS);
            let number = if height_m.is_nan() { UNKNOWN } else { steps as u16 };
            bytes.extend(number.to_le_bytes());
        }
    }
    let sum = sum(key, &bytes[4..]);
    bytes[..4].copy_from_slice(&sum.to_le_bytes());
    bytes
}
