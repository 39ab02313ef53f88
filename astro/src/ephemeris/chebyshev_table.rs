//! The Chebyshev ephemeris: apparent Sun and Moon without any series.
//!
//! Every four days hold coefficients of the rectangular coordinates of the true equator and equinox of date,
//! of the nutation in longitude and of the true obliquity; a position is eight sums of products.

use crate::Error;
use crate::ephemeris::{Body, Ephemerides, EphemerisArc, Places};
use crate::math::chebyshev::Fit;
use crate::math::vector::{self, Vector};
use crate::time::{Date, Tt};

/// Days that a segment spans.
pub const SEGMENT_DAYS: f64 = 4.0;
/// Coefficients of each coordinate of the Moon.
pub const MOON_COEFFICIENTS: usize = 12;
/// Coefficients of each coordinate of the Sun.
pub const SUN_COEFFICIENTS: usize = 6;
/// Coefficients of nutation and obliquity.
pub const NUTATION_COEFFICIENTS: usize = 8;

/// Points at which a segment is compared with its theory, −1 … 1: both ends, where neighbours meet, and four
/// points between nodes of the Moon's fit, near the extremes of its error.
const RESIDUAL_POINTS: [f64; 6] = [-1.0, -0.97, -0.5, 0.21, 0.8, 1.0];

/// Coefficients of one segment.
#[derive(Debug, Clone, PartialEq)]
pub struct ChebyshevSegment {
    /// x, y, z of the Sun, km.
    pub sun: [[f64; SUN_COEFFICIENTS]; 3],
    /// x, y, z of the Moon, km.
    pub moon: [[f64; MOON_COEFFICIENTS]; 3],
    /// Nutation in longitude, radians.
    pub nutation_longitude: [f64; NUTATION_COEFFICIENTS],
    /// True obliquity, radians.
    pub obliquity: [f64; NUTATION_COEFFICIENTS],
    /// Greatest error of the fit between its nodes: Sun and Moon, arcseconds of direction.
    pub residual_arcsec: f64,
    /// Greatest error of the Moon's distance, km.
    pub residual_moon_km: f64,
}

/// The fits that [`ChebyshevSegment::fit`] needs; make them once.
pub struct Fits {
    sun: Fit<SUN_COEFFICIENTS>,
    moon: Fit<MOON_COEFFICIENTS>,
    nutation: Fit<NUTATION_COEFFICIENTS>,
}

impl Default for Fits {
    fn default() -> Self {
        Self { sun: Fit::new(), moon: Fit::new(), nutation: Fit::new() }
    }
}

impl ChebyshevSegment {
    /// Fits the segment that begins at `start` and lasts [`SEGMENT_DAYS`], and measures it at six points,
    /// both ends among them.
    ///
    /// The arcs of `theories` must be good for two days on either side of their centre. Accuracy: within
    /// 0.001″ and 10 m of the theory for the Sun and Moon of the sky. Source: Press et al., *Numerical
    /// Recipes* (2007), section 5.8.
    pub fn fit<E: Ephemerides>(theories: &E, fits: &Fits, start: Tt) -> Self {
        Self::of_arc(&theories.arc(start.plus_days(SEGMENT_DAYS / 2.0)), fits)
    }

    fn of_arc(arc: &dyn EphemerisArc, fits: &Fits) -> Self {
        let half = SEGMENT_DAYS / 2.0;
        let (sun, moon, nutation) =
            (sampled(arc, &fits.sun), sampled(arc, &fits.moon), sampled(arc, &fits.nutation));
        let of_nutation = |f: fn(&Places) -> f64| fits.nutation.coefficients(&nutation.each_ref().map(f));
        let mut segment = Self {
            sun: [0, 1, 2].map(|k| fits.sun.coefficients(&sun.map(|p| p.sun_km[k]))),
            moon: [0, 1, 2].map(|k| fits.moon.coefficients(&moon.map(|p| p.moon_km[k]))),
            nutation_longitude: of_nutation(|p| p.nutation_longitude),
            obliquity: of_nutation(|p| p.obliquity),
            residual_arcsec: 0.0,
            residual_moon_km: 0.0,
        };
        for x in RESIDUAL_POINTS {
            let (truth, fitted) = (arc.places_after_days(x * half), segment.places(x));
            for (a, b) in [(truth.sun_km, fitted.sun_km), (truth.moon_km, fitted.moon_km)] {
                let angle = vector::norm(vector::sub(a, b)) / vector::norm(a) / crate::math::angle::ARCSEC;
                segment.residual_arcsec = segment.residual_arcsec.max(angle);
            }
            let km = (vector::norm(truth.moon_km) - vector::norm(fitted.moon_km)).abs();
            segment.residual_moon_km = segment.residual_moon_km.max(km);
        }
        segment
    }

    fn places(&self, x: f64) -> Places {
        Columns {
            start_jd_tt: 0.0,
            sun: self.sun.as_flattened(),
            moon: self.moon.as_flattened(),
            nutation_longitude: &self.nutation_longitude,
            obliquity: &self.obliquity,
        }
        .evaluate(0, x)
    }
}

/// The places at the nodes of a fit over a segment in whose middle the arc has its centre.
fn sampled<const N: usize>(arc: &dyn EphemerisArc, fit: &Fit<N>) -> [Places; N] {
    fit.nodes().map(|n| arc.places_after_days(n * SEGMENT_DAYS / 2.0))
}

/// One body of the table at an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BodyPlace {
    /// Apparent and geocentric, true equator and equinox of date, km.
    pub km: Vector,
    /// Nutation in longitude, radians.
    pub nutation_longitude: f64,
    /// True obliquity of the ecliptic, radians.
    pub obliquity: f64,
}

/// The columns of the table as slices, wherever they lie; all hold the same number of segments.
#[derive(Debug, Clone, Copy)]
pub struct Columns<'a> {
    /// Julian Date (TT) at which the first segment begins.
    pub start_jd_tt: f64,
    /// Coefficients of the Sun, segment after segment.
    pub sun: &'a [f64],
    /// Coefficients of the Moon.
    pub moon: &'a [f64],
    /// Coefficients of the nutation in longitude.
    pub nutation_longitude: &'a [f64],
    /// Coefficients of the true obliquity.
    pub obliquity: &'a [f64],
}

impl Columns<'_> {
    /// Number of segments.
    pub fn segments(&self) -> usize {
        self.moon.len() / (3 * MOON_COEFFICIENTS)
    }

    /// First and last instant that the table covers.
    pub fn range(&self) -> (Tt, Tt) {
        (Tt(self.start_jd_tt), Tt(self.start_jd_tt + SEGMENT_DAYS * self.segments() as f64))
    }

    /// Apparent Sun and Moon at `t`; within 0.001″ and 10 m of the series. Outside the table:
    /// [`Error::OutOfRange`].
    #[inline]
    pub fn places(&self, t: Tt) -> Result<Places, Error> {
        let (segment, x) = self.locate(t)?;
        Ok(self.evaluate(segment, x))
    }

    /// One body alone, with nutation in longitude and true obliquity: as [`Columns::places`], in half the
    /// time.
    #[inline]
    pub fn place(&self, body: Body, t: Tt) -> Result<BodyPlace, Error> {
        let (segment, x) = self.locate(t)?;
        let polynomials = chebyshev_polynomials(x);
        let km = match body {
            Body::Sun => self.sun_at(segment, &polynomials),
            Body::Moon => self.moon_at(segment, &polynomials),
        };
        let (nutation_longitude, obliquity) = self.orientation_at(segment, &polynomials);
        Ok(BodyPlace { km, nutation_longitude, obliquity })
    }

    #[inline]
    fn locate(&self, t: Tt) -> Result<(usize, f64), Error> {
        let position = (t.0 - self.start_jd_tt) / SEGMENT_DAYS;
        let segments = self.segments();
        if !(position >= 0.0 && position <= segments as f64) {
            let (from, to) = self.range();
            return Err(Error::OutOfRange { name: "jd_tt", value: t.0, from: from.0, to: to.0 });
        }
        let segment = (position as usize).min(segments - 1);
        Ok((segment, 2.0 * (position - segment as f64) - 1.0))
    }

    /// Sums with the Chebyshev polynomials made once for all eight quantities.
    #[inline]
    fn evaluate(&self, segment: usize, x: f64) -> Places {
        let t = chebyshev_polynomials(x);
        let (nutation_longitude, obliquity) = self.orientation_at(segment, &t);
        Places {
            sun_km: self.sun_at(segment, &t),
            moon_km: self.moon_at(segment, &t),
            nutation_longitude,
            obliquity,
        }
    }

    #[inline]
    fn sun_at(&self, segment: usize, t: &[f64; MOON_COEFFICIENTS]) -> Vector {
        let row = row::<{ 3 * SUN_COEFFICIENTS }>(self.sun, segment);
        std::array::from_fn(|k| sum(&row[k * SUN_COEFFICIENTS..][..SUN_COEFFICIENTS], t))
    }

    #[inline]
    fn moon_at(&self, segment: usize, t: &[f64; MOON_COEFFICIENTS]) -> Vector {
        let row = row::<{ 3 * MOON_COEFFICIENTS }>(self.moon, segment);
        std::array::from_fn(|k| sum(&row[k * MOON_COEFFICIENTS..][..MOON_COEFFICIENTS], t))
    }

    #[inline(always)]
    fn orientation_at(&self, segment: usize, t: &[f64; MOON_COEFFICIENTS]) -> (f64, f64) {
        (
            sum(row::<NUTATION_COEFFICIENTS>(self.nutation_longitude, segment), t),
            sum(row::<NUTATION_COEFFICIENTS>(self.obliquity, segment), t),
        )
    }
}

/// T₀ … T₁₁ at `x`, by Tₖ = 2x Tₖ₋₁ − Tₖ₋₂.
#[inline]
fn chebyshev_polynomials(x: f64) -> [f64; MOON_COEFFICIENTS] {
    let mut t = [1.0; MOON_COEFFICIENTS];
    t[1] = x;
    for k in 2..MOON_COEFFICIENTS {
        t[k] = 2.0 * x * t[k - 1] - t[k - 2];
    }
    t
}

/// The `N` coefficients of a segment in one column.
#[inline]
fn row<const N: usize>(column: &[f64], segment: usize) -> &[f64] {
    column
        .get(segment * N..(segment + 1) * N)
        .expect("all columns of the table hold the same number of segments")
}

/// Σ c_k T_k in two partial sums, smallest last.
#[inline]
fn sum(c: &[f64], t: &[f64; MOON_COEFFICIENTS]) -> f64 {
    let (mut even, mut odd) = (0.0, 0.0);
    for (c, t) in c.chunks_exact(2).zip(t.chunks_exact(2)) {
        even += c[0] * t[0];
        odd += c[1] * t[1];
    }
    even + odd
}

/// Beginning of the first segment, and number of the segments, that cover the whole of the years `from_year`
/// … `to_year` (proleptic Gregorian, last year included) and a day more at either end. Errors:
/// [`Error::OutOfRange`] if the last year comes before the first.
///
/// ```
/// // 2000 has 366 days; with a day on either side that is 92 times four days.
/// use astro::ephemeris::chebyshev_table::segments;
/// use astro::time::Tt;
/// assert_eq!(segments(2000, 2000)?, (Tt(2_451_543.5), 92));
/// assert!(segments(2000, 1999).is_err());
/// # Ok::<(), astro::Error>(())
/// ```
pub fn segments(from_year: i32, to_year: i32) -> Result<(Tt, usize), Error> {
    if to_year < from_year {
        let (from, to) = (f64::from(from_year), f64::from(i32::MAX));
        return Err(Error::OutOfRange { name: "to_year", value: f64::from(to_year), from, to });
    }
    let start = Tt(Date { year: from_year, month: 1, day: 1.0 }.gregorian_jd()).plus_days(-1.0).midnight();
    let end = Tt(Date { year: to_year.saturating_add(1), month: 1, day: 2.0 }.gregorian_jd());
    Ok((start, (end.days_since(start) / SEGMENT_DAYS).ceil() as usize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_shared_polynomials_give_the_clenshaw_sum(
            c in prop::collection::vec(-1e5f64..1e5, MOON_COEFFICIENTS),
            x in -1.0f64..=1.0,
        ) {
            let clenshaw = crate::math::chebyshev::value(&c, x);
            prop_assert!((sum(&c, &chebyshev_polynomials(x)) - clenshaw).abs() < 1e-8);
        }
    }

    #[test]
    fn an_instant_outside_is_an_error_that_names_the_range() {
        let zeros = vec![0.0; 3 * MOON_COEFFICIENTS];
        let columns = Columns {
            start_jd_tt: 100.0,
            sun: &zeros[..3 * SUN_COEFFICIENTS],
            moon: &zeros,
            nutation_longitude: &zeros[..NUTATION_COEFFICIENTS],
            obliquity: &zeros[..NUTATION_COEFFICIENTS],
        };
        assert!(columns.places(Tt(100.0)).is_ok() && columns.places(Tt(104.0)).is_ok());
        for t in [99.9, 104.1, f64::NAN] {
            assert!(matches!(columns.places(Tt(t)), Err(Error::OutOfRange { .. })));
        }
    }
}
