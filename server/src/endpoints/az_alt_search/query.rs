//! The parameters of `/az-alt-search`.

use super::angles::Angles;
use crate::api::number::MinMax;
use crate::endpoints::prelude::*;
use crate::vocabulary::accuracy::AccuracyAlways;
use astro::sky::passage::aim::Aim;
use astro::sky::passage::cap::Cap;

const DEFAULT_TOLERANCE_DEG: f64 = 0.5;
const MAX_DAYS: i64 = 3660;

/// Reference of azimuths and altitudes: apparent with refraction, topocentric without refraction, or
/// geocentric.
#[derive(Words)]
#[words(remote = Reference)]
pub(crate) enum ReferenceWord {
    Apparent,
    Parallax,
    True,
}

/// The parameters of `/az-alt-search`.
#[derive(Parameters)]
#[parameters(check = has_aim(), check = in_order(start_date, end_date))]
#[parameters(check = has_one_width(az, &Self::AZ_TOL), check = has_one_width(alt, &Self::ALT_TOL))]
pub(super) struct AzAltSearchQuery {
    /// Start of the search, Universal Time, in the years −1999 … +3000.
    #[param(path, example = "2026-07-01")]
    start_date: Instant,
    /// End of the search. The range is rounded up to days of 24 hours: at least 1, at most 3,660.
    #[param(path, example = "2026-08-01")]
    end_date: EndDate,
    #[param(flatten)]
    days_input: DaysInput,
    #[param(example = "40.7527,-73.9772,20", alias = "observer", meaning = OBSERVER)]
    pub(super) obs: Site,
    /// Comma-separated or repeated: `sun`, `moon`, `gc` (the Galactic Center).
    #[param(example = "sun")]
    pub(super) body: Vec<CelestialBody>,
    /// Azimuth to search for, degrees from north through east. You must give `az`, `alt` or both. A range
    /// such as `115..125`, or `350..10` through north, is its middle with half its width as `azTol`.
    #[param(example = "299.1", shown, min = 0.0, max = 360.0, null)]
    az: Option<Angles>,
    /// Altitude to search for, degrees. A range such as `3..8` is its middle with half its width as `altTol`.
    #[param(example = "0.6", shown, min = -90.0, max = 90.0, null)]
    alt: Option<Angles>,
    /// Tolerance of the azimuth, degrees; only with `az`. The default is 0.5.
    #[param(example = "1", min = 0.01, max = 45.0, null)]
    az_tol: Option<f64>,
    /// Tolerance of the altitude, degrees; only with `alt`. The default is 0.5.
    #[param(example = "0.6", min = 0.01, max = 45.0, null)]
    alt_tol: Option<f64>,
    /// Reference of azimuths and altitudes in the parameters and of `sunAltitude`: `apparent` (topocentric,
    /// with refraction; the default), `parallax` (topocentric, without refraction) or `true` (geocentric,
    /// without refraction). Twilights are conventionally defined without refraction.
    #[param(name = "ref", example = "apparent", default = Reference::Apparent)]
    pub(super) reference: Reference,
    /// Minimum altitude, degrees; only with `az` and without `alt`. The default is 0.
    #[param(example = "5", min = -90.0, max = 90.0, null)]
    min_alt: Option<f64>,
    /// `MIN,MAX`: range of the Moon's illuminated fraction at `date`, 0 … 1. It applies to every body.
    #[param(example = "0.95,1", min = 0.0, max = 1.0, null)]
    pub(super) ill: Option<MinMax>,
    /// `MIN,MAX`: range of the Sun's altitude at `date`, degrees.
    #[param(example = "-90,90", min = -90.0, max = 90.0, null)]
    pub(super) sun: Option<MinMax>,
    /// `precise` or `truncated`.
    #[param(computed)]
    pub(super) alg: TheoryOfEvents,
    #[param(flatten)]
    extras: AccuracyAlways,
    #[param(flatten)]
    pub(super) zone: ZoneInput,
    #[param(flatten)]
    pub(super) delta_t: DeltaTInput,
    /// The days from `start_date` to `end_date`.
    #[param(computed, silent)]
    pub(super) days: Days,
}

/// Rejects a search without `az` and `alt`, and parameters that depend on an absent one.
fn has_aim(input: &mut Input) {
    type Q = AzAltSearchQuery;
    let (has_az, has_alt) = (input.has(&Q::AZ), input.has(&Q::ALT));
    if !has_az && !has_alt {
        input.wrong(Q::AZ.name, "add az or alt, for example az=180");
    }
    if input.has(&Q::AZ_TOL) && !has_az {
        input.wrong(Q::AZ_TOL.name, "only with az");
    }
    if input.has(&Q::ALT_TOL) && !has_alt {
        input.wrong(Q::ALT_TOL.name, "only with alt");
    }
    if input.has(&Q::MIN_ALT) && has_alt {
        input.wrong(Q::MIN_ALT.name, "only with az alone; with alt, altTol bounds the altitude");
    }
}

/// Rejects a tolerance beside a range.
fn has_one_width(input: &mut Input, angles: &Option<Angles>, tolerance: &Parameter) {
    if angles.is_some_and(|angles| angles.tolerance_deg.is_some()) && input.has(tolerance) {
        input.wrong(tolerance.name, "only with a single angle; a range has its own width");
    }
}

impl AzAltSearchQuery {
    /// Reads a request and sets the defaults that depend on `az` and `alt`.
    pub(super) fn new(input: &mut Input) -> Result<Self, Problem> {
        let mut query: Self = input.parameters()?;
        query.days = Days::counted(query.start_date, *query.end_date, MAX_DAYS)?;
        let width = |angles: Option<Angles>, tolerance_deg: Option<f64>| {
            Some(angles?.tolerance_deg.or(tolerance_deg).unwrap_or(DEFAULT_TOLERANCE_DEG))
        };
        query.az_tol = width(query.az, query.az_tol);
        query.alt_tol = width(query.alt, query.alt_tol);
        query.min_alt = query.min_alt.or(query.alt.is_none().then_some(0.0));
        Ok(query)
    }

    /// Returns the observer's horizon with the reference of directions.
    pub(super) fn view(&self) -> PassageView {
        PassageView { horizon: Horizon::new(self.obs.observer()), reference: self.reference }
    }

    /// Returns the caps that bound the searched part of the sky.
    pub(super) fn caps(&self, view: &PassageView) -> Vec<Cap> {
        let airless = |altitude_deg: f64| view.airless_altitude(altitude_deg.to_radians());
        let azimuths = self.az.zip(self.az_tol).map(|(azimuth, tolerance_deg)| {
            Cap::about_azimuth(&view.horizon, azimuth.middle_deg.to_radians(), tolerance_deg.to_radians())
        });
        let altitudes = self.alt.zip(self.alt_tol).map(|(altitude, tolerance_deg)| {
            let altitude_deg = altitude.middle_deg;
            [
                Cap::above(&view.horizon, airless(altitude_deg - tolerance_deg)),
                Cap::below(&view.horizon, airless(altitude_deg + tolerance_deg)),
            ]
        });
        let least = self.min_alt.and_then(|least_deg| Cap::above(&view.horizon, airless(least_deg)));
        let altitudes = altitudes.into_iter().flatten().flatten();
        azimuths.into_iter().flatten().chain(altitudes).chain(least).collect()
    }

    /// Returns the azimuth, altitude or direction to search for.
    pub(super) fn aim(&self) -> Aim {
        match [self.az, self.alt].map(|angles| Some(angles?.middle_deg.to_radians())) {
            [Some(azimuth), Some(altitude)] => Aim::Direction(Horizontal { azimuth, altitude }),
            [Some(azimuth), None] => Aim::Azimuth(azimuth),
            [None, Some(altitude)] => Aim::Altitude(altitude),
            [None, None] => unreachable!("a request without both is rejected"),
        }
    }
}
