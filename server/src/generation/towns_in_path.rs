//! The towns from which an eclipse is total or annular.

use crate::generation::cache::LruCache;
use crate::generation::elements::{EclipseElements, ElementsTheory};
use crate::generation::towns::Towns;
use almanac::EclipseTypePrimary;
use astro::earth::Observer;
use astro::eclipse::local::{LocalEclipseType, ObservedEclipse, Reach};
use web::turns::pause;

/// The towns of recent eclipses, by catalog number and theory.
pub(crate) type TownsInPaths = LruCache<(i32, ElementsTheory), Vec<TownInPath>>;

/// Towns that are looked at without a pause: at most a millisecond.
const TOWNS_AT_ONCE: usize = 500;

/// A town from which an eclipse is total or annular.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TownInPath {
    /// Its row in the table of towns.
    pub(crate) row: usize,
    /// Total or annular.
    pub(crate) kind: LocalEclipseType,
    /// Visible duration of totality or annularity, s.
    pub(crate) duration_s: f64,
    /// First contact, second contact, maximum, third and fourth contact, TD hours from t0; none while the Sun
    /// is down.
    pub(crate) hours: [Option<f64>; 5],
    /// Altitude of the Sun at maximum, radians.
    pub(crate) sun_altitude: f64,
}

/// Returns the `largest` towns with totality or annularity, the longest first. All take about 25 ms.
pub(super) fn in_path(
    towns: &Towns,
    eclipse: &EclipseElements,
    delta_t_s: f64,
    largest: usize,
) -> Vec<TownInPath> {
    if eclipse.primary_type() == EclipseTypePrimary::Partial {
        return Vec::new();
    }
    let (rows, reach) = (towns.rows(), Reach::of_umbra(&eclipse.polynomials));
    let (latitudes, longitudes) = (rows.latitude_deg.values(), rows.longitude_deg.values());
    let mut found = Vec::new();
    // The largest town is the first row.
    for row in 0..rows.count() {
        if found.len() == largest {
            break;
        }
        if row.is_multiple_of(TOWNS_AT_ONCE) {
            pause();
        }
        let height_m = f64::from(rows.height_m.value(row));
        let observer = Observer::from_degrees(latitudes[row], longitudes[row], height_m);
        let local = ObservedEclipse::new(&eclipse.polynomials, observer, delta_t_s);
        if !reach.may_include(&local.constants(), observer.longitude) {
            continue;
        }
        let Some(sight) = local.sight().filter(|sight| sight.kind != LocalEclipseType::Partial) else {
            continue;
        };
        let contacts = &sight.contacts;
        let central = contacts.central.as_ref();
        let instants = [
            Some(contacts.first.t),
            central.map(|c| c.second.t),
            Some(sight.maximum.t),
            central.map(|c| c.third.t),
            Some(contacts.fourth.t),
        ];
        found.push(TownInPath {
            row,
            kind: sight.kind,
            duration_s: sight.central_s,
            hours: instants.map(|t| t.filter(|t| sight.visibility.includes(*t))),
            sun_altitude: local.view(&sight.maximum).sun.altitude,
        });
    }
    found.sort_by(|a, b| b.duration_s.total_cmp(&a.duration_s));
    found
}
