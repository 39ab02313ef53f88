//! Whole turns in an angle.

/// The whole turns nearest to an angle, both in degrees.
pub(crate) fn whole_turns_deg(angle_deg: f64) -> f64 {
    (angle_deg / 360.0).round() * 360.0
}

/// An angle brought into 0 … 360 degrees, the latter excluded; never −0.
pub(crate) fn positive_deg(angle_deg: f64) -> f64 {
    // A negative angle next to nothing comes out as 360.
    Some(angle_deg.rem_euclid(360.0)).filter(|angle| *angle < 360.0).unwrap_or(0.0) + 0.0
}
