//! The manifest of a dataset of limb profiles.

use super::{FORMAT_VERSION, Node, PROFILES, ROW_BYTES};
use crate::Error;
use crate::layout::MANIFEST;
use crate::manifest::sha256_hex;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The map of heights from which profiles were made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Source {
    /// What its label calls the product, such as `LDEM_4`.
    pub product: String,
    /// Version of the product, such as `V3.0`.
    pub version: String,
    /// Pixels in a degree.
    pub pixels_per_deg: f64,
    /// SHA-256 of the image, in hexadecimal.
    pub image_sha256: String,
    /// SHA-256 of the label, in hexadecimal.
    pub label_sha256: String,
}

/// Contents of `manifest.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Name of the dataset: the hash of everything that follows.
    pub id: String,
    /// Version of the layout.
    pub format_version: u32,
    /// Version of the builder.
    pub engine_version: String,
    /// The map of heights.
    pub source: Source,
    /// From the Moon's centre to the observer, km.
    pub distance_km: f64,
    /// SHA-256 of each row of profiles, in hexadecimal.
    pub rows_sha256: Vec<String>,
}

impl Manifest {
    /// The name that follows from the contents: the first 16 hexadecimal digits of their SHA-256.
    pub(super) fn expected_id(&self) -> Result<String, Error> {
        let text = serde_json::to_string(&Self { id: String::new(), ..self.clone() })
            .map_err(|e| Error::encoding(Path::new(MANIFEST))(&e))?;
        Ok(sha256_hex(text.as_bytes())[..16].to_owned())
    }

    /// Reads the manifest of the dataset in `folder`, and checks it and the size of the profiles.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(MANIFEST);
        let text = std::fs::read_to_string(&path).map_err(Error::io(&path, "read"))?;
        let damaged = |problem: String| Error::Limb { path: path.clone(), problem };
        let value: serde_json::Value = serde_json::from_str(&text).map_err(|e| damaged(e.to_string()))?;
        let found = value["format_version"].as_u64();
        if found != Some(u64::from(FORMAT_VERSION)) {
            let found = found.map_or_else(|| "none".to_owned(), |f| f.to_string());
            return Err(damaged(format!("format {found}, this program reads {FORMAT_VERSION}")));
        }
        let manifest: Self = serde_json::from_value(value).map_err(|e| damaged(e.to_string()))?;
        if manifest.expected_id()? != manifest.id {
            return Err(damaged("the id does not follow from the contents".to_owned()));
        }
        if manifest.rows_sha256.len() != Node::ROWS || manifest.distance_km != super::DISTANCE_KM {
            return Err(damaged("it is not that of 17 rows of profiles at 384,400 km".to_owned()));
        }
        let profiles = folder.join(PROFILES);
        let bytes = std::fs::metadata(&profiles).map_err(Error::io(&profiles, "find"))?.len();
        let expected = (Node::ROWS * ROW_BYTES) as u64;
        if bytes != expected {
            return Err(Error::Limb { path: profiles, problem: format!("{bytes} bytes, not {expected}") });
        }
        Ok(manifest)
    }
}
