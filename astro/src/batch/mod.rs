//! Many observers of a solar eclipse at once: arrays in, arrays out.
//!
//! [`Places`] holds observers by column. [`local`] returns what all of them have of an eclipse, [`seen`] only
//! the rows of those who see something, and [`moments`] what is seen at given instants. Results are appended
//! to columns that the caller reuses, so that nothing is allocated once these have grown.
//!
//! Several observers are computed side by side, in vectors as wide as the machine has them. Every number has
//! the bits that [`crate::eclipse::local`] gives for the same observer, because both call the same functions.

mod columns;
mod kernel;
mod places;
mod quantities;

pub use columns::{LocalColumns, LocalType, MomentColumns, ViewColumns, VisibilityType};
pub use places::Places;
pub use quantities::QUANTITIES;

use crate::earth::rotation::angle_in_delta_t;
use crate::eclipse::besselian::Polynomials;
use crate::eclipse::local::{HourlyGrid, Reach};
use kernel::{Local, Moments};
use places::Eclipse;
use pulp::Arch;

/// Appends a row for each observer. `delta_t_s`: TT − UT1, seconds. Accuracy and sources as
/// [`crate::eclipse::local::ObservedEclipse::contacts`].
///
/// ```
/// use astro::batch::{LocalColumns, LocalType, Places, local};
/// use astro::eclipse::published::APRIL_2024;
///
/// // In Dallas all is seen, in Tokyo it is night.
/// let places = Places::from_degrees(&[32.8, 35.7], &[-96.8, 139.7], &[130.0, 0.0]);
/// let mut rows = LocalColumns::default();
/// local(&APRIL_2024, 69.2, &places, &mut rows);
/// assert_eq!(rows.local_type, [LocalType::Total, LocalType::None]);
/// assert!((rows.duration_s[0] - 231.0).abs() < 3.0 && rows.contacts[0].t_h[1].is_nan());
/// ```
pub fn local(elements: &Polynomials, delta_t_s: f64, places: &Places, rows: &mut LocalColumns) {
    Arch::new().dispatch(Local { eclipse: eclipse(elements, delta_t_s), places, reach: None, rows });
}

/// Appends a row for each observer who sees something of the eclipse. `reach` as of [`Reach::new`] of the
/// same elements; observers no higher than 1000 km.
pub fn seen(elements: &Polynomials, delta_t_s: f64, reach: &Reach, places: &Places, rows: &mut LocalColumns) {
    Arch::new().dispatch(Local { eclipse: eclipse(elements, delta_t_s), places, reach: Some(reach), rows });
}

/// Appends what each observer sees at their instant: `t_h` hours of TD from t0, one for each observer.
pub fn moments(
    elements: &Polynomials,
    delta_t_s: f64,
    places: &Places,
    t_h: &[f64],
    rows: &mut MomentColumns,
) {
    Arch::new().dispatch(Moments { eclipse: eclipse(elements, delta_t_s), places, t_h, rows });
}

fn eclipse(elements: &Polynomials, delta_t_s: f64) -> Eclipse<'_> {
    let (delta_t_correction, grid) = (angle_in_delta_t(delta_t_s), HourlyGrid::new(elements));
    Eclipse { elements, delta_t_correction, grid }
}

#[cfg(test)]
mod tests;
