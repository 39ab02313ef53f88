//! The point of the central line that is nearest to a place.

use super::centre::CentralLine;
use super::error::Error;
use super::frame::Shadow;
use super::sample::{CurveVertex, ParametricCurve};
use crate::eclipse::besselian::Polynomials;
use crate::math::search;
use crate::math::vector::{Vector, dot, sub};

/// The central line of an eclipse on the day side as a row of points, made once, from which the nearest to a
/// place is quickly found.
#[derive(Debug, Clone)]
pub struct CentralWay {
    span: (f64, f64),
    /// Earth-fixed places, Earth radii, one at each end of a piece of the curve.
    points: Vec<Vector>,
}

impl CentralWay {
    /// The central line, or none if the axis misses the Earth. Errors: [`Error::NotFound`] if the search for
    /// its ends fails.
    pub fn of(elements: &Polynomials) -> Result<Option<Self>, Error> {
        let Some(line) = CentralLine::of(Shadow::new(elements))? else { return Ok(None) };
        let points = (0..=line.pieces()).map(|k| line.place(k as f64)).collect();
        Ok(Some(Self { span: line.span(), points }))
    }

    /// The point of the line that is nearest to a place on the ellipsoid, along a straight line through the
    /// Earth. `elements` are those from which the way was made.
    ///
    /// `latitude`: geodetic; `longitude`: for ΔT = 0, as in [`CurveVertex`]; both radians. The point is found
    /// to about a metre along the line. Errors: [`Error::NotFound`] if the search fails. Source: as the
    /// central line, *Explanatory Supplement* (2013), section 11.3.
    ///
    /// ```
    /// use astro::eclipse::path::CentralWay;
    /// use astro::eclipse::published::APRIL_2024;
    ///
    /// // Greatest eclipse of 2024 April 8 at 25.3° N, 104.1° W (ΔT = 74.0 s) is on the line.
    /// let turned = 74.0 * 1.002_738 * 15.0 / 3600.0;
    /// let there = (25.3f64.to_radians(), (-104.1f64 - turned).to_radians());
    /// let way = CentralWay::of(&APRIL_2024)?.expect("a central eclipse");
    /// let nearest = way.nearest(&APRIL_2024, there.0, there.1)?;
    /// assert!((nearest.latitude - there.0).abs().to_degrees() < 0.1);
    /// # Ok::<(), astro::eclipse::path::Error>(())
    /// ```
    pub fn nearest(
        &self,
        elements: &Polynomials,
        latitude: f64,
        longitude: f64,
    ) -> Result<CurveVertex, Error> {
        /// Tolerance of a piece of the line, which is 600 km long: a metre.
        const TOLERANCE: f64 = 2e-6;
        /// Half the step of the difference that approximates the slope.
        const HALF_STEP: f64 = 1e-4;
        let line = CentralLine::between(Shadow::new(elements), self.span);
        let place = CurveVertex { t: 0.0, latitude, longitude }.place();
        let squared = |point: Vector| {
            let aside = sub(point, place);
            dot(aside, aside)
        };
        let nearest = self.points.iter().enumerate().min_by(|a, b| squared(*a.1).total_cmp(&squared(*b.1)));
        let (index, _) = nearest.expect("a line has two ends at least");
        let most = line.pieces() as f64;
        let (from, to) = ((index as f64 - 1.0).max(0.0), (index as f64 + 1.0).min(most));
        let slope = |u: f64| squared(line.place(u + HALF_STEP)) - squared(line.place(u - HALF_STEP));
        let u = match (slope(from + HALF_STEP) < 0.0, slope(to - HALF_STEP) > 0.0) {
            // Nearer and nearer up to an end of the line.
            (true, false) => to,
            (false, _) => from,
            (true, true) => search::root(slope, from + HALF_STEP, to - HALF_STEP, TOLERANCE)
                .map_err(|_| Error::at("the nearest point of the central line", self.span.0))?,
        };
        line.vertex(u)
    }
}
