//! The layout of a dataset of limb profiles.

use super::node::LimbNode;
use astro::sky::limb::DIRECTIONS;

/// Version of the layout of a dataset with a map. Readers reject later versions.
pub const FORMAT_VERSION: u32 = 2;
/// Version of the layout of a dataset without a map, the oldest that can be read.
pub const OLDEST_FORMAT_VERSION: u32 = 1;
/// Distance of the observer from the Moon's centre, km: the mean distance of the Earth.
pub const DISTANCE_KM: f64 = 384_400.0;
/// The unit of heights in the file, km.
pub const UNIT_KM: f64 = 0.0005;

/// The file of the profiles.
pub(super) const PROFILES: &str = "profiles.bin";
/// The file of the map.
pub(super) const MAP: &str = "heights.bin";
pub(super) const HEIGHT_BYTES: usize = 2;
pub(super) const ROW_BYTES: usize = LimbNode::COLUMNS * DIRECTIONS * HEIGHT_BYTES;
