//! How sure an event of a day is.

use crate::api::accuracy::{Accuracy, Basis};
use crate::api::site::Site;
use crate::generation::sky::LocalHorizontal;
use astro::accuracy::{Rates, refraction_sigma_arcsec};
use astro::constants::HORIZON_REFRACTION;
use astro::sky::horizon::Horizon;
use astro::sky::theory::{Sky, Target};
use astro::time::{Tt, Ut1};

/// What decides an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decided {
    /// The altitude, and refraction of the level horizon with it.
    AtTheHorizon,
    /// The altitude, and the refraction with which the body stands over the skyline.
    AtTheSkyline,
    /// The altitude without air.
    ByAltitude,
    /// The meridian.
    ByTheMeridian,
}

/// A body over a horizon, by a theory.
pub(super) struct Seen<'a> {
    pub(super) sky: &'a Sky<'a>,
    pub(super) target: Target,
    pub(super) horizon: &'a Horizon,
    pub(super) site: Site,
    /// ΔT, s, and its standard error, none if it is given.
    pub(super) delta_t: (f64, Option<f64>),
}

impl Seen<'_> {
    /// How sure the instant of an event is.
    pub(super) fn accuracy(&self, decided: Decided, t: Ut1, seen: &LocalHorizontal) -> Accuracy {
        let tt = t.to_tt(self.delta_t.0);
        let refraction = match decided {
            Decided::AtTheHorizon => Some(refraction_sigma_arcsec(HORIZON_REFRACTION)),
            Decided::AtTheSkyline => seen.refraction_sigma_arcsec(),
            Decided::ByAltitude | Decided::ByTheMeridian => None,
        };
        let rates = Rates::of(|ut, tt| self.angle(decided, ut, tt), t, tt);
        let basis = Basis::of(self.sky.theory, self.target, tt, self.delta_t);
        basis.of_instant(Some(self.site), rates, refraction)
    }

    /// The angle that decides an event, radians.
    fn angle(&self, decided: Decided, ut: Ut1, tt: Tt) -> f64 {
        let place = self.sky.place(self.target, ut, tt);
        let place = place.expect("the ephemeris answers only if it covers all days and a margin");
        match decided {
            Decided::ByTheMeridian => {
                let [meridian, east, _] = self.horizon.turned(place.body_km, place.gast);
                let polar = self.horizon.geocentric(place.body_km, place.gast).distance_km();
                // At the lower transit the hour angle is counted from there.
                (east * meridian.signum() / polar).asin()
            }
            _ => self.horizon.topocentric(place.body_km, place.gast).direction().altitude,
        }
    }
}
