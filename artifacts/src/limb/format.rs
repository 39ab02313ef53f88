//! The layout of a dataset of limb profiles.

use super::node::Node;
use astro::sky::limb::DIRECTIONS;

/// Version of the layout of a dataset. A reader refuses any other.
pub const FORMAT_VERSION: u32 = 1;
/// From the Moon's centre to the observer whose profiles these are, km: the mean distance of the Earth.
pub const DISTANCE_KM: f64 = 384_400.0;
/// What one stands for in the file, km.
pub const UNIT_KM: f64 = 0.0005;

/// The file of the profiles.
pub(super) const PROFILES: &str = "profiles.bin";
/// Bytes of a height.
pub(super) const HEIGHT_BYTES: usize = 2;
/// Bytes of a row of profiles.
pub(super) const ROW_BYTES: usize = Node::COLUMNS * DIRECTIONS * HEIGHT_BYTES;
