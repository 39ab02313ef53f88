//! The part of the sky that a skyline leaves.

use crate::math::portable::Portable;

/// Returns the part of the light of an evenly bright sky that a level surface receives, 0 … 1, from the
/// altitudes of the skyline in equally spaced directions, radians; 1 without any.
///
/// The mean of cos² h; altitudes below 0 count as 0. Exact for an evenly bright (isotropic) sky. Source:
/// Dozier & Frew (1990), IEEE Trans. Geosci. Remote Sensing 28, 963, eq. 7b with a level surface.
///
/// ```
/// use astro::sunlight::sky_view::sky_view;
/// // In a round valley with walls of 30°.
/// assert!((sky_view([30f64.to_radians(); 4].into_iter()) - 0.75).abs() < 1e-12);
/// ```
pub fn sky_view(altitudes: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for altitude in altitudes {
        let cosine = altitude.max(0.0).cosine();
        sum += cosine * cosine;
        count += 1.0;
    }
    if count > 0.0 { sum / count } else { 1.0 }
}
