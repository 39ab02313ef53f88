//! The label of an image: NASA's Planetary Data System, version 3.
//!
//! Source: *Planetary Data System Standards Reference* 3.8 (2009), chapter 12 (Object Description Language).

use crate::Error;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Radius from which the heights must be counted, metres.
const RADIUS_M: f64 = 1_737_400.0;

/// Most pixels in a degree that are kept, 237 m: the heights of the whole Moon then take 2.1 GB. A profile
/// has a height every 6 km along the limb, so finer maps would not make it better.
pub(super) const MAX_PIXELS_PER_DEG: usize = 128;

/// The label of a map of the Moon's heights.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Label {
    pub(super) path: PathBuf,
    /// Name and version of the product.
    pub(super) product: String,
    pub(super) version: String,
    /// Rows of latitude, and values in each.
    pub(super) lines: usize,
    pub(super) samples: usize,
    pub(super) pixels_per_deg: usize,
    /// Latitude of the northern edge and longitude of the western one, degrees.
    pub(super) north_deg: f64,
    pub(super) west_deg: f64,
    pub(super) values: Values,
}

/// The encoding of heights.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Values {
    /// 16-bit integers: the order of their bytes, and the metres of one unit.
    Integers { is_least_first: bool, scale_m: f64 },
    /// 32-bit numbers in kilometres, the least byte first.
    Floats,
}

impl Values {
    /// Bytes of a height.
    pub(super) fn bytes(self) -> usize {
        match self {
            Self::Integers { .. } => 2,
            Self::Floats => 4,
        }
    }
}

impl Label {
    /// Reads the label next to an image of LOLA's gridded data records. Rejects a label that describes
    /// anything but heights of the whole Moon in a simple cylindrical map of 16-bit integers.
    pub(super) fn of_moon(image: &Path) -> Result<Self, Error> {
        Self::beside(image, Self::moon)
    }

    /// Reads the label next to an image of SLDEM2015. Rejects a label that describes anything but heights of
    /// a part of the Moon in a simple cylindrical map of 32-bit numbers.
    pub(super) fn of_part(image: &Path) -> Result<Self, Error> {
        Self::beside(image, Self::part)
    }

    /// Reads the label next to an image: the same name with the extension LBL.
    fn beside(image: &Path, read: fn(&Statements) -> Result<Self, String>) -> Result<Self, Error> {
        let path = ["LBL", "lbl"].map(|ending| image.with_extension(ending));
        let path = path.iter().find(|path| path.exists()).unwrap_or(&path[0]);
        let text = std::fs::read(path).map_err(|source| Error::Lola {
            path: path.clone(),
            problem: format!("cannot be read: {source}; put the label next to its image"),
        })?;
        let name = image.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let label = Statements::parse(&String::from_utf8_lossy(&text));
        let label = label.and_then(|statements| {
            statements.must_be_map(&name)?;
            read(&statements)
        });
        label
            .map(|label| Self { path: path.clone(), ..label })
            .map_err(|problem| Error::Lola { path: path.clone(), problem })
    }

    fn moon(label: &Statements) -> Result<Self, String> {
        label.must_be("IMAGE.UNIT", "METER")?;
        for (name, value) in [
            ("IMAGE.SAMPLE_BITS", 16.0),
            ("IMAGE.OFFSET", RADIUS_M),
            ("IMAGE_MAP_PROJECTION.MAXIMUM_LATITUDE", 90.0),
            ("IMAGE_MAP_PROJECTION.MINIMUM_LATITUDE", -90.0),
        ] {
            label.must_equal(name, value)?;
        }
        let is_least_first = match label.text("IMAGE.SAMPLE_TYPE")? {
            "LSB_INTEGER" => true,
            "MSB_INTEGER" => false,
            other => return Err(format!("SAMPLE_TYPE is {other}; must be LSB_INTEGER or MSB_INTEGER")),
        };
        let scale_m = label.number("IMAGE.SCALING_FACTOR")?;
        if !(scale_m > 0.0 && scale_m <= 1.0) {
            return Err(format!("SCALING_FACTOR is {scale_m}; must be above 0 and at most 1 m"));
        }
        let west_deg = label.number("IMAGE_MAP_PROJECTION.WESTERNMOST_LONGITUDE")?;
        label.must_equal("IMAGE_MAP_PROJECTION.EASTERNMOST_LONGITUDE", west_deg + 360.0)?;
        label.must_equal("IMAGE_MAP_PROJECTION.CENTER_LONGITUDE", west_deg + 180.0)?;
        let found = Self::of_values(label, Values::Integers { is_least_first, scale_m })?;
        match found.pixels_per_deg {
            ..=MAX_PIXELS_PER_DEG => Ok(found),
            other => Err(format!("MAP_RESOLUTION is {other}; must be at most {MAX_PIXELS_PER_DEG}")),
        }
    }

    fn part(label: &Statements) -> Result<Self, String> {
        label.must_be("IMAGE.UNIT", "KILOMETER")?;
        label.must_be("IMAGE.SAMPLE_TYPE", "PC_REAL")?;
        label.must_equal("IMAGE.SAMPLE_BITS", 32.0)?;
        label.must_equal("IMAGE.OFFSET", RADIUS_M / 1000.0)?;
        if label.text("IMAGE.SCALING_FACTOR").is_ok() {
            label.must_equal("IMAGE.SCALING_FACTOR", 1.0)?;
        }
        Self::of_values(label, Values::Floats)
    }

    /// The extent of the map, with what else is common to both kinds.
    fn of_values(label: &Statements, values: Values) -> Result<Self, String> {
        let edge = |name: &str| label.number(&format!("IMAGE_MAP_PROJECTION.{name}"));
        let (north_deg, south_deg) = (edge("MAXIMUM_LATITUDE")?, edge("MINIMUM_LATITUDE")?);
        let (west_deg, east_deg) = (edge("WESTERNMOST_LONGITUDE")?, edge("EASTERNMOST_LONGITUDE")?);
        if !(north_deg <= 90.0 && south_deg >= -90.0 && west_deg.abs() <= 360.0) {
            return Err(format!("its edges, {north_deg}, {south_deg} and {west_deg}°, are not on the Moon"));
        }
        let pixels_per_deg = label.count("IMAGE_MAP_PROJECTION.MAP_RESOLUTION")?;
        let (lines, samples) = (label.count("IMAGE.LINES")?, label.count("IMAGE.LINE_SAMPLES")?);
        let pixels = |deg: f64| deg * pixels_per_deg as f64;
        label.must_equal("IMAGE.LINES", pixels(north_deg - south_deg))?;
        label.must_equal("IMAGE.LINE_SAMPLES", pixels(east_deg - west_deg))?;
        let (product, version) = (label.text("PRODUCT_ID")?.into(), label.text("PRODUCT_VERSION_ID")?.into());
        let path = PathBuf::new();
        Ok(Self { path, product, version, lines, samples, pixels_per_deg, north_deg, west_deg, values })
    }
}

/// The statements of a label, `KEY = VALUE`, by their objects and keys: `IMAGE.LINES`. Objects that merely
/// hold others (`UNCOMPRESSED_FILE`) are left out where another lies in them.
struct Statements(BTreeMap<String, String>);

impl Statements {
    fn parse(text: &str) -> Result<Self, String> {
        let mut found = BTreeMap::new();
        let mut objects: Vec<String> = Vec::new();
        let mut lines = text.lines().map(str::trim).enumerate();
        while let Some((k, line)) = lines.next() {
            if line.is_empty() || line.starts_with("/*") {
                continue;
            }
            if line == "END" {
                return Ok(Self(found));
            }
            let statement = line.split_once('=').map(|(key, value)| (key.trim(), value.trim().to_owned()));
            let (key, mut value) =
                statement.ok_or_else(|| format!("line {}: {line:?} is not KEY = VALUE", k + 1))?;
            // A text in quotes and a list in braces may go on over lines.
            while value.matches('"').count() % 2 == 1 || (value.starts_with('{') && !value.ends_with('}')) {
                let (_, more) = lines.next().ok_or_else(|| format!("line {}: {key} never ends", k + 1))?;
                value = value + " " + more;
            }
            match key {
                "OBJECT" | "GROUP" => objects.push(value),
                "END_OBJECT" | "END_GROUP" => {
                    objects.pop();
                }
                _ => {
                    let name = objects.last().map_or_else(|| key.into(), |object| format!("{object}.{key}"));
                    found.insert(name, value);
                }
            }
        }
        Err("it has no END: it is truncated, or not a label of the Planetary Data System".into())
    }

    /// A value without quotes and without its unit.
    fn text(&self, name: &str) -> Result<&str, String> {
        let value = self.0.get(name).ok_or_else(|| format!("{name} is missing"))?;
        let value = value.split('<').next().unwrap_or_default();
        Ok(value.trim().trim_matches(['"', '\'']).trim())
    }

    fn number(&self, name: &str) -> Result<f64, String> {
        let text = self.text(name)?;
        let number = text.parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| format!("{name} is {text:?}; must be a number"))
    }

    /// A number of lines or pixels; at most 184,320, the samples of a line of 512 pixels a degree.
    fn count(&self, name: &str) -> Result<usize, String> {
        let number = self.number(name)?;
        let is_count = number.fract() == 0.0 && (1.0..=184_320.0).contains(&number);
        if is_count { Ok(number as usize) } else { Err(format!("{name} is {number}; must be 1 … 184320")) }
    }

    /// Rejects what is not the label of an image with a simple cylindrical map of the Moon.
    fn must_be_map(&self, image: &str) -> Result<(), String> {
        self.must_be("PDS_VERSION_ID", "PDS3")?;
        self.must_be("TARGET_NAME", "MOON")?;
        let pointer = self.text("UNCOMPRESSED_FILE.^IMAGE").or_else(|_| self.text("^IMAGE"))?;
        if !pointer.eq_ignore_ascii_case(image) {
            return Err(format!("^IMAGE is {pointer:?}: it is the label of another file than {image}"));
        }
        self.must_be("IMAGE_MAP_PROJECTION.MAP_PROJECTION_TYPE", "SIMPLE CYLINDRICAL")?;
        self.must_be("IMAGE_MAP_PROJECTION.POSITIVE_LONGITUDE_DIRECTION", "EAST")?;
        self.must_equal("IMAGE_MAP_PROJECTION.CENTER_LATITUDE", 0.0)?;
        self.must_equal("IMAGE_MAP_PROJECTION.MAP_PROJECTION_ROTATION", 0.0)
    }

    fn must_be(&self, name: &str, expected: &str) -> Result<(), String> {
        let found = self.text(name)?;
        if found == expected { Ok(()) } else { Err(format!("{name} is {found:?}; must be {expected:?}")) }
    }

    fn must_equal(&self, name: &str, expected: f64) -> Result<(), String> {
        let found = self.number(name)?;
        if found == expected { Ok(()) } else { Err(format!("{name} is {found}; must be {expected}")) }
    }
}
