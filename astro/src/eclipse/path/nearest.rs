//! The point of the central line that is nearest to a place.

use super::centre::CentralLine;
use super::error::Error;
use super::frame::Shadow;
use super::sample::{Curve, Vertex};
use crate::eclipse::besselian::Polynomials;
use crate::math::search;
use crate::math::vector::{dot, sub};

/// The point of the central line on the day side that is nearest to a place on the ellipsoid, along a
/// straight line through the Earth; none if the axis misses the Earth.
///
/// `latitude`: geodetic; `longitude`: for ΔT = 0, as in [`Vertex`]; both radians. The point is found to about
/// a metre along the line. Along the surface it is nearest too, to 0.1 % of the distance: see the operation
/// that shows it. Errors: [`Error::NotFound`] if a search fails. Source: as the central line, *Explanatory
/// Supplement* (2013), section 11.3.
///
/// ```
/// use astro::eclipse::path::nearest_of_central_line;
/// use astro::eclipse::published::APRIL_2024;
///
/// // Greatest eclipse of 2024 April 8 at 25.3° N, 104.1° W (ΔT = 74.0 s) is on the line.
/// let turned = 74.0 * 1.002_738 * 15.0 / 3600.0;
/// let there = (25.3f64.to_radians(), (-104.1f64 - turned).to_radians());
/// let nearest = nearest_of_central_line(&APRIL_2024, there.0, there.1)?.expect("a central eclipse");
/// assert!((nearest.latitude - there.0).abs().to_degrees() < 0.1);
/// # Ok::<(), astro::eclipse::path::Error>(())
/// ```
pub fn nearest_of_central_line(
    elements: &Polynomials,
    latitude: f64,
    longitude: f64,
) -> Result<Option<Vertex>, Error> {
    /// Of a piece of the line, which is 600 km long: a metre.
    const TOLERANCE: f64 = 2e-6;
    let Some(line) = CentralLine::of(Shadow::new(elements))? else { return Ok(None) };
    let place = Vertex { t: 0.0, latitude, longitude }.place();
    let squared = |u: f64| {
        let aside = sub(line.place(u), place);
        dot(aside, aside)
    };
    let pieces = line.pieces();
    let nearest = (0..=pieces).map(|k| k as f64).map(|u| (squared(u), u));
    let (_, u) = nearest.min_by(|a, b| a.0.total_cmp(&b.0)).expect("a line has two ends at least");
    let (from, to) = ((u - 1.0).max(0.0), (u + 1.0).min(pieces as f64));
    let u = search::minimum(squared, from, to, TOLERANCE)
        .map_err(|_| Error::at("the nearest point of the central line", line.span().0))?;
    line.vertex(u).map(Some)
}
