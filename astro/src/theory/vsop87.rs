//! VSOP87: the heliocentric Earth.

use crate::Error;
use crate::math::portable::Portable;
use crate::math::series::{Series, Term};
use crate::theory::rows;

/// One term of a table: which coordinate, power of the time, amplitude (radians or au), phase (radians), rate
/// (radians per Julian millennium).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// Longitude, latitude, distance: 0, 1, 2.
    pub coordinate: usize,
    /// Power of the time in Julian millennia.
    pub power: u8,
    /// Amplitude.
    pub amplitude: f64,
    /// Phase, radians.
    pub phase: f64,
    /// Rate, radians per millennium.
    pub rate: f64,
}

/// Heliocentric longitude, latitude (radians) and distance (au) of the Earth: ecliptic and equinox of J2000.0
/// (version B) or of date (version D).
///
/// Source: Bretagnon & Francou (1988), Astron. Astrophys. 202, 309. Accuracy 0.01″ in 1900–2100, 1″
/// over ±4000 years.
#[derive(Debug, Clone)]
pub struct Earth {
    coordinates: [Series; 3],
}

impl Earth {
    /// From a complete table; each coordinate must have terms.
    pub fn new(rows: &[Row]) -> Result<Self, Error> {
        let coordinate = |k| {
            let terms: Vec<_> = rows.iter().filter(|r| r.coordinate == k).map(term).collect();
            Series::new(&terms)
        };
        let coordinates = [coordinate(0), coordinate(1), coordinate(2)];
        if coordinates.iter().any(Series::is_empty) {
            return Err(Error::Table {
                table: "vsop87",
                problem: "longitude, latitude and distance must each have terms".into(),
            });
        }
        Ok(Self { coordinates })
    }

    /// The truncated theory: the terms of version D of 2e-7 (radians, au) and more, 168 of 2,425; powers of
    /// the time above the first count fourfold. Within 0.6″ of the whole in 1000–3000, 3.5″ from −2000 on.
    pub fn truncated() -> Self {
        Self::of_leading_terms(include_str!("vsop87d.csv"))
    }

    /// The truncated theory in the ecliptic and equinox of J2000.0: the terms of version B of 5e-8 radians
    /// and 2e-7 au and more two millennia from J2000.0, 326 of 2,564. Within 0.11″ of the whole in 0–3000,
    /// 0.35″ from −2000 on.
    pub fn truncated_j2000() -> Self {
        Self::of_leading_terms(include_str!("vsop87b.csv"))
    }

    fn of_leading_terms(table: &str) -> Self {
        let terms = rows(table).map(|[coordinate, power, amplitude, phase, rate]| Row {
            coordinate: coordinate as usize,
            power: power as u8,
            amplitude,
            phase,
            rate,
        });
        Self::new(&terms.collect::<Vec<_>>()).expect("the table has terms for each coordinate")
    }

    /// Longitude, latitude (radians) and distance (au) at `t` Julian centuries of TT since J2000.0. The
    /// longitude is not brought into one turn.
    ///
    /// ```
    /// // Meeus, Astronomical Algorithms (1998), example 25.b: L = −43.63484796 rad, B = −0.00000312 rad,
    /// // R = 0.99760775 au on 1992 October 13, 0h TD.
    /// let t = astro::time::Tt(2_448_908.5).centuries();
    /// let [longitude, latitude, distance_au] = astro::theory::vsop87::Earth::truncated().value(t);
    /// assert!((longitude - -43.634_847_96).abs() < 3e-6);
    /// assert!((latitude - -0.000_003_12).abs() < 5e-7);
    /// assert!((distance_au - 0.997_607_75).abs() < 1e-6);
    /// ```
    pub fn value(&self, t: f64) -> [f64; 3] {
        self.coordinates.each_ref().map(|c| c.value(t))
    }

    /// Taylor coefficients of longitude, latitude (radians) and distance (au) at `t` Julian centuries of TT
    /// since J2000.0, in units of `step` centuries; see [`Series::taylor`].
    pub fn taylor<const N: usize>(&self, t: f64, step: f64) -> [[f64; N]; 3] {
        [
            self.coordinates[0].taylor(t, step),
            self.coordinates[1].taylor(t, step),
            self.coordinates[2].taylor(t, step),
        ]
    }
}

/// A cos(B + C τ) τ^p with τ in millennia, rewritten in centuries with a sine.
fn term(row: &Row) -> Term {
    let scale = 10f64.integer_power(-i32::from(row.power));
    Term {
        power: row.power,
        amplitude: row.amplitude * scale,
        argument: [row.phase + std::f64::consts::FRAC_PI_2, row.rate / 10.0, 0.0, 0.0, 0.0],
    }
}
