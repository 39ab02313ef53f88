//! An angle to search for, or a range of them.

use crate::api::number::decimal;
use crate::api::value::Value;
use crate::endpoints::prelude::*;
use serde_json::json;

/// Between the ends of a range.
const TO: &str = "..";
/// Bounds of azimuths, which may have a range through north.
const AZIMUTHS: [f64; 2] = [0.0, 360.0];
/// Bounds of half the width of a range, degrees: those of a tolerance.
const TOLERANCES_DEG: [f64; 2] = [0.01, 45.0];

/// An angle, or the middle of a range with half its width, degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Angles {
    pub(super) middle_deg: f64,
    /// None for a single angle.
    pub(super) tolerance_deg: Option<f64>,
}

impl Angles {
    fn parse(text: &str, bounds: [f64; 2]) -> Option<Self> {
        let within = |text| decimal(text).filter(|deg| (bounds[0]..=bounds[1]).contains(deg));
        let Some((from, to)) = text.split_once(TO) else {
            return Some(Self { middle_deg: within(text)?, tolerance_deg: None });
        };
        let (from, to) = (within(from)?, within(to)?);
        let width = if bounds == AZIMUTHS && to < from { to + 360.0 - from } else { to - from };
        let [least, most] = TOLERANCES_DEG;
        // Differences of decimals differ in the last digits.
        let tolerance_deg = (width / 2.0 * 1e9).round() / 1e9;
        if !(least..=most).contains(&tolerance_deg) {
            return None;
        }
        let middle = from + tolerance_deg;
        let middle_deg = if bounds == AZIMUTHS { middle.rem_euclid(360.0) } else { middle };
        Some(Self { middle_deg, tolerance_deg: Some(tolerance_deg) })
    }
}

impl Value for Angles {
    type Echo = f64;

    fn accepted(p: &Parameter) -> Accepted {
        let [from, to] = p.bounds;
        let number = json!({ "type": "number", "minimum": from, "maximum": to });
        let words = format!("{}, or `FROM..TO`, at most 90° apart", f64::accepted(p).words);
        Accepted { schema: json!({ "anyOf": [number, Accepted::described(words.clone()).schema] }), words }
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let [from, to] = p.bounds;
        let right = |_: &str| {
            format!("must be a number from {from} to {to}, or a range of 0.02 to 90 degrees such as 10..20")
        };
        input.parse(p, |text| Self::parse(text, p.bounds), right)
    }

    fn echo(&self) -> impl Serialize {
        self.middle_deg
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_its_middle_with_half_its_width() {
        let azimuth = |text| Angles::parse(text, AZIMUTHS).map(|a| (a.middle_deg, a.tolerance_deg));
        assert_eq!(azimuth("299.1"), Some((299.1, None)));
        assert_eq!(azimuth("115..125"), Some((120.0, Some(5.0))));
        assert_eq!(azimuth("350..10"), Some((0.0, Some(10.0))));
        assert_eq!(azimuth("10..10.02").map(|(_, half)| half), Some(Some(0.01)));
        assert_eq!(azimuth("330..20"), Some((355.0, Some(25.0))));
        let altitude = |text| Angles::parse(text, [-90.0, 90.0]).map(|a| (a.middle_deg, a.tolerance_deg));
        assert_eq!(altitude("-3..8"), Some((2.5, Some(5.5))));
        for wrong in ["8..3", "3..3", "3..", "..", "3..8..9", "-90..90", "x..3"] {
            assert_eq!(altitude(wrong), None, "{wrong}");
        }
    }
}
