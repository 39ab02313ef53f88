//! The image: lines of heights.

use crate::Error;
use crate::limb::label::{Label, Values};
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

/// Heights that the Moon has, km, with room to spare: −9.1 in Antoniadi, 10.8 near Engel'gardt. Beyond them
/// bytes are in the wrong order, or the image is of something else. Source: Smith et al. (2010), Geophys.
/// Res. Lett. 37, L18204.
const HEIGHTS_KM: std::ops::RangeInclusive<f64> = -12.0..=14.0;
/// A lower number means that the height is unknown.
const UNKNOWN: f32 = -1e30;

/// Reads an image as its label describes it, and calls `each` with the number of each line and its values;
/// NaN where the height is unknown.
pub(super) fn lines(path: &Path, label: &Label, mut each: impl FnMut(usize, &[f32])) -> Result<(), Error> {
    let wrong = |problem: String| Error::Lola { path: path.to_owned(), problem };
    let unreadable = |e| wrong(format!("cannot be read: {e}"));
    let Label { lines, samples, values, .. } = *label;
    let expected = lines * samples * values.bytes();
    let found = std::fs::metadata(path).map_err(unreadable)?.len();
    if found != expected as u64 {
        return Err(wrong(format!(
            "{found} bytes; its label says {lines} lines of {samples} samples, {expected} bytes"
        )));
    }
    let mut file = BufReader::new(File::open(path).map_err(unreadable)?);
    let (mut bytes, mut heights) = (vec![0; samples * values.bytes()], Vec::with_capacity(samples));
    for line in 0..lines {
        file.read_exact(&mut bytes).map_err(unreadable)?;
        heights.clear();
        let unit_km = match values {
            Values::Integers { is_least_first, scale_m } => {
                let order = if is_least_first { i16::from_le_bytes } else { i16::from_be_bytes };
                heights.extend(bytes.as_chunks().0.iter().map(|&bytes| f32::from(order(bytes))));
                scale_m / 1000.0
            }
            Values::Floats => {
                let known = |height: f32| if height > UNKNOWN { height } else { f32::NAN };
                heights.extend(bytes.as_chunks().0.iter().map(|&bytes| known(f32::from_le_bytes(bytes))));
                1.0
            }
        };
        let is_wrong = |height: &f32| {
            let height_km = f64::from(*height) * unit_km;
            !height.is_nan() && !HEIGHTS_KM.contains(&height_km)
        };
        if let Some(sample) = heights.iter().position(is_wrong) {
            return Err(wrong(format!(
                "line {}, sample {}: a height of {:.1} km; the Moon has {} … {} km; these are other data, or \
                 the bytes are not in the order that the label says",
                line + 1,
                sample + 1,
                f64::from(heights[sample]) * unit_km,
                HEIGHTS_KM.start(),
                HEIGHTS_KM.end()
            )));
        }
        each(line, &heights);
    }
    Ok(())
}
