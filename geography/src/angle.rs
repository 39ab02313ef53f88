//! Angles reduced by whole turns.

/// Returns the multiple of 360° nearest to an angle in degrees.
///
/// ```
/// assert_eq!([179.0, -181.0, 700.0].map(geography::whole_turns_deg), [0.0, -360.0, 720.0]);
/// ```
pub fn whole_turns_deg(angle_deg: f64) -> f64 {
    (angle_deg / 360.0).round() * 360.0
}

/// Returns an angle reduced to 0 … 360 degrees, excluding 360; never −0.
pub(crate) fn positive_deg(angle_deg: f64) -> f64 {
    // A tiny negative angle would round to 360, and adding zero turns −0 into 0.
    Some(angle_deg.rem_euclid(360.0)).filter(|angle| *angle < 360.0).unwrap_or(0.0) + 0.0
}
