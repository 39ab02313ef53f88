//! The parameters of a search, as read.

use super::parameters::{ALT, ALT_TOL, AZ, AZ_TOL, BODY, END, ILL, MIN_ALT, OBS, REF, START, SUN};
use crate::api::input::Input;
use crate::api::site::Site;
use crate::vocabulary::bodies::CelestialBody;
use crate::vocabulary::days::Days;
use crate::vocabulary::delta_t::AskedDeltaT;
use astro::sky::horizon::Horizon;
use astro::sky::horizontal::Horizontal;
use astro::sky::passage::aim::Aim;
use astro::sky::passage::cap::Cap;
use astro::sky::passage::view::{Reference, View};
use web::problem::Problem;

/// Tolerance where none is given, degrees.
const USUAL_TOLERANCE_DEG: f64 = 0.5;
/// Most days of a search.
const MOST_DAYS: i64 = 3660;

/// A quantity that is to be met, and how far it may be off; degrees.
#[derive(Debug, Clone, Copy)]
pub(super) struct Met {
    pub(super) value_deg: f64,
    pub(super) tolerance_deg: f64,
}

/// The parameters of a request.
pub(super) struct Request {
    pub(super) days: Days,
    pub(super) site: Site,
    pub(super) bodies: Vec<CelestialBody>,
    pub(super) az: Option<Met>,
    pub(super) alt: Option<Met>,
    pub(super) reference: Reference,
    /// Least altitude, degrees, where there is only an azimuth.
    pub(super) min_alt_deg: Option<f64>,
    /// Bounds of the Moon's illuminated fraction.
    pub(super) ill: Option<[f64; 2]>,
    /// Bounds of the Sun's altitude, degrees.
    pub(super) sun_deg: Option<[f64; 2]>,
    /// The ΔT that is asked for.
    pub(super) delta_t: AskedDeltaT,
}

impl Request {
    pub(super) fn read(input: &mut Input) -> Result<Self, Problem> {
        let (start, end) = (input.required(&START, Input::instant), input.required(&END, Input::instant));
        let (site, bodies) = (input.required(&OBS, Input::site), input.required(&BODY, Input::words));
        let (az_deg, alt_deg) = (input.number(&AZ), input.number(&ALT));
        let (az_tol, alt_tol) = (input.number(&AZ_TOL), input.number(&ALT_TOL));
        let reference = input.word(&REF).unwrap_or(Reference::Apparent);
        let min_alt = input.number(&MIN_ALT);
        let (ill, sun_deg) = (input.bounds(&ILL), input.bounds(&SUN));
        let delta_t = input.delta_t();
        let (has_az, has_alt) = (input.has(&AZ), input.has(&ALT));
        if !has_az && !has_alt {
            input.wrong(AZ.name, "this or alt is required; az=180 would be right");
        }
        if input.has(&AZ_TOL) && !has_az {
            input.wrong(AZ_TOL.name, "only with az");
        }
        if input.has(&ALT_TOL) && !has_alt {
            input.wrong(ALT_TOL.name, "only with alt");
        }
        if input.has(&MIN_ALT) && has_alt {
            input.wrong(MIN_ALT.name, "only with az alone; with alt, altTol bounds the altitude");
        }
        Days::check_order(input, (&START, &start), (&END, &end));
        let ((start, end), site, bodies) = input.check(((start, end), site, bodies))?;
        let met = |value: Option<f64>, tolerance: Option<f64>| {
            value.map(|value_deg| Met { value_deg, tolerance_deg: tolerance.unwrap_or(USUAL_TOLERANCE_DEG) })
        };
        let days = Days::counted(start, end, MOST_DAYS)?;
        let min_alt_deg = (!has_alt).then(|| min_alt.unwrap_or(0.0));
        let (az, alt) = (met(az_deg, az_tol), met(alt_deg, alt_tol));
        Ok(Self { days, site, bodies, az, alt, reference, min_alt_deg, ill, sun_deg, delta_t })
    }

    /// The observer's horizon with the direction that is meant.
    pub(super) fn view(&self) -> View {
        View { horizon: Horizon::new(self.site.observer()), reference: self.reference }
    }

    /// What bounds the part of the sky that is searched.
    pub(super) fn caps(&self, view: &View) -> Vec<Cap> {
        let airless = |altitude_deg: f64| view.airless_altitude(altitude_deg.to_radians());
        let azimuths =
            self.az.map(|az| Cap::about_azimuth(az.value_deg.to_radians(), az.tolerance_deg.to_radians()));
        let altitudes = self.alt.map(|alt| {
            let edges = [alt.value_deg - alt.tolerance_deg, alt.value_deg + alt.tolerance_deg].map(airless);
            [Cap::above(edges[0]), Cap::below(edges[1])]
        });
        let least = self.min_alt_deg.and_then(|least| Cap::above(airless(least)));
        let altitudes = altitudes.into_iter().flatten().flatten();
        azimuths.into_iter().flatten().chain(altitudes).chain(least).collect()
    }

    /// What is aimed at.
    pub(super) fn aim(&self) -> Aim {
        let [azimuth, altitude] = [self.az, self.alt].map(|met| met.map(|met| met.value_deg.to_radians()));
        match (azimuth, altitude) {
            (Some(azimuth), Some(altitude)) => Aim::Direction(Horizontal { azimuth, altitude }),
            (Some(azimuth), None) => Aim::Azimuth(azimuth),
            (None, Some(altitude)) => Aim::Altitude(altitude),
            (None, None) => unreachable!("a request without both is refused"),
        }
    }
}
