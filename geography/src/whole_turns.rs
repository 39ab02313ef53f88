//! Whole turns in an angle.

/// The whole turns nearest to an angle, both in degrees.
pub(crate) fn whole_turns_deg(angle_deg: f64) -> f64 {
    (angle_deg / 360.0).round() * 360.0
}
