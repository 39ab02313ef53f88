//! Compares the eclipses by a kernel with those by the series.

use crate::Error;
use crate::compute::Precise;
use crate::sources::Sources;
use artifacts::tables::theory::TheoryKind;
use astro::eclipse::besselian::{self, Radii};
use astro::ephemeris::{Ephemerides, EphemerisArc};
use rayon::prelude::*;

/// Maximum distance between the axis by the kernel and by the series, Earth radii: 1.3 km. By DE440
/// it is 6e-6, 36 m; around 1500 kernels with another tidal acceleration of the Moon differ by 0.8 km.
const APART_EARTH_RADII: f64 = 2e-4;

/// Rejects a kernel whose axis of the shadow differs from that of the series at greatest eclipse. This finds
/// damage that the file's structure does not show. [`Error::Kernel`] names the first such eclipse.
pub fn near_series(sources: &Sources, eclipses: &[Precise]) -> Result<(), Error> {
    let Some(kernel) = &sources.kernel else { return Ok(()) };
    let of_kernel = eclipses.par_iter().filter(|e| e.theory == TheoryKind::Kernel);
    let far = of_kernel.map(|e| (e, apart(sources, e))).find_first(|(_, apart)| {
        // NaN counts as far.
        !(0.0..=APART_EARTH_RADII).contains(apart)
    });
    let Some((Precise { catalog_number, eclipse, .. }, apart)) = far else { return Ok(()) };
    let problem = format!(
        "puts the shadow of eclipse {catalog_number} (JD {:.1}) {apart:.5} Earth radii from its position by \
         the series; expected are at most {APART_EARTH_RADII}: the file is damaged, or not an ephemeris of \
         the sky; fetch it again",
        eclipse.greatest.0
    );
    Err(Error::Kernel { path: kernel.input.file.clone().into(), problem })
}

/// Returns the distance of an eclipse's axis from that of the series at greatest eclipse, Earth radii.
fn apart(sources: &Sources, Precise { eclipse, .. }: &Precise) -> f64 {
    let elements = &eclipse.elements;
    let here = elements.at(eclipse.greatest.days_since(elements.t0) * 24.0).at;
    let arc = sources.apparent.arc(eclipse.greatest);
    let there = besselian::at(&arc.places(0.0), arc.ephemeris_sidereal_time(0.0), &Radii::CANON);
    (here.x - there.x).hypot(here.y - there.y)
}
