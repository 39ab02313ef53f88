//! Reading profiles.

use super::format::{HEIGHT_BYTES, MAP, PROFILES, ROW_BYTES, UNIT_KM};
use super::manifest::{LimbManifest, StoredMap};
use super::node::LimbNode;
use crate::Error;
use crate::dataset::{Dataset, read_exact_at};
use crate::manifest::{FileAccess, sha256_hex};
use arrow_buffer::ScalarBuffer;
use astro::sky::limb::{DIRECTIONS, Grid, LunarViewpoint, Profile};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// An open dataset. It keeps the files with which it was opened, whatever is published later.
#[derive(Debug)]
pub struct LimbPack {
    manifest: LimbManifest,
    path: PathBuf,
    file: File,
    /// Rows that have been read and checked.
    rows: [OnceLock<Arc<[u8]>>; LimbNode::ROWS],
    access: FileAccess,
    /// The map, once it has been opened and checked.
    map: OnceLock<Grid<ScalarBuffer<i16>>>,
}

/// A profile and the libration for which it was made.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredProfile {
    /// The libration.
    pub node: LimbNode,
    /// The limb at that libration.
    pub profile: Profile,
}

impl LimbPack {
    /// Opens the current dataset of `root`. The sums of the profiles are checked on first use.
    /// Errors: [`Error::NoLimb`] if nothing is published there, [`Error::Limb`] if the manifest or the size
    /// of the profiles is wrong.
    pub fn current(root: &Path) -> Result<Self, Error> {
        Self::open(&LimbManifest::current(root)?)
    }

    /// Opens the dataset in `folder`.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        let manifest = LimbManifest::read(folder)?;
        let path = folder.join(PROFILES);
        let file = File::open(&path).map_err(Error::io(&path, "open"))?;
        let rows = [const { OnceLock::new() }; LimbNode::ROWS];
        Ok(Self { manifest, path, file, rows, access: FileAccess::Mapped, map: OnceLock::new() })
    }

    /// Sets whether the map is mapped or copied when it is needed.
    pub fn with_access(self, access: FileAccess) -> Self {
        Self { access, ..self }
    }

    /// Returns the manifest of the dataset.
    pub fn manifest(&self) -> &LimbManifest {
        &self.manifest
    }

    /// The profile of the libration nearest to one in degrees; `None` outside of ±9° and ±1.6°.
    /// [`Error::Limb`] if the profiles are damaged.
    pub fn nearest(&self, longitude_deg: f64, latitude_deg: f64) -> Result<Option<StoredProfile>, Error> {
        let node = LimbNode::nearest(longitude_deg, latitude_deg);
        node.map(|node| Ok(StoredProfile { node, profile: self.profile(node)? })).transpose()
    }

    /// The profile at a libration in degrees, between the four around it; `None` outside of ±9° and ±1.6°.
    /// [`Error::Limb`] if the profiles are damaged.
    pub fn between(&self, longitude_deg: f64, latitude_deg: f64) -> Result<Option<Profile>, Error> {
        let Some(corners) = LimbNode::around(longitude_deg, latitude_deg) else { return Ok(None) };
        let profiles = corners
            .into_iter()
            .filter(|(_, weight)| *weight > 0.0)
            .map(|(node, weight)| Ok((self.profile(node)?, weight)))
            .collect::<Result<Vec<_>, Error>>()?;
        let parts: Vec<_> = profiles.iter().map(|(profile, weight)| (profile, *weight)).collect();
        Ok(Some(Profile::mean(&parts)))
    }

    /// The limb from any viewpoint, directly from the map: heights at `count` axis angles, from 0° in equal
    /// steps, km over 1737.4 km; `None` if the dataset has no map. The first call reads the whole map.
    /// Calls `pause` after each height. [`Error::Damaged`] if the map is damaged.
    pub fn limb_km(
        &self,
        from: LunarViewpoint,
        count: usize,
        pause: fn(),
    ) -> Result<Option<Vec<f64>>, Error> {
        Ok(self.map()?.map(|map| map.limb_km(from, count, pause)))
    }

    /// The map, opened and checked the first time.
    pub(super) fn map(&self) -> Result<Option<&Grid<ScalarBuffer<i16>>>, Error> {
        let Some(StoredMap { lines, west_deg, unit_km, file }) = &self.manifest.map else { return Ok(None) };
        if self.map.get().is_none() {
            let path = self.path.with_file_name(MAP);
            let heights = ScalarBuffer::from(file.load(&path, self.access, true)?);
            let grid = Grid::new(*lines, *west_deg, *unit_km, heights)
                .map_err(|error| Error::Limb { path, problem: error.to_string() })?;
            return Ok(Some(self.map.get_or_init(|| grid)));
        }
        Ok(self.map.get())
    }

    /// The profile of a libration.
    pub fn profile(&self, node: LimbNode) -> Result<Profile, Error> {
        let row = self.row(node.row)?;
        let profile = &row[node.column * DIRECTIONS * HEIGHT_BYTES..][..DIRECTIONS * HEIGHT_BYTES];
        let (heights, _) = profile.as_chunks::<HEIGHT_BYTES>();
        let heights_km = heights.iter().map(|&bytes| f64::from(i16::from_le_bytes(bytes)) * UNIT_KM);
        Ok(Profile::new(heights_km.collect())?)
    }

    /// A row of profiles, read and checked the first time.
    fn row(&self, row: usize) -> Result<Arc<[u8]>, Error> {
        if let Some(known) = self.rows[row].get() {
            return Ok(known.clone());
        }
        let mut bytes = vec![0; ROW_BYTES];
        let at = (row * ROW_BYTES) as u64;
        read_exact_at(&self.file, &mut bytes, at).map_err(Error::io(&self.path, "read"))?;
        if sha256_hex(&bytes) != self.manifest.rows_sha256[row] {
            let problem = format!("the SHA-256 of row {row} is not that of the manifest");
            return Err(Error::Limb { path: self.path.clone(), problem });
        }
        Ok(self.rows[row].get_or_init(|| bytes.into()).clone())
    }
}
