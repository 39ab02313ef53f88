//! How sure an answer about a solar eclipse is.

use crate::api::accuracy::Basis;
use crate::api::input::Word;
use crate::endpoints::eclipse_theory::ElementsTheoryWord;
use crate::generation::elements::{EclipseElements, ElementsTheory};
use astro::accuracy::east_west_km;
use astro::earth::Observer;
use astro::eclipse::local::Shift;
use astro::ephemeris::residual::{TheoryName, elongation_sigma};
use astro::math::angle::ARCSEC;
use serde::Serialize;
use utoipa::ToSchema;

/// Mean distance of the Moon, Earth radii: it changes by 7 %, which is of no account for an error.
const MOON_EARTH_RADII: f64 = 60.3;

/// On what an answer about a solar eclipse rests, and how sure it is. Every `sigma` is one standard error.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EclipseAccuracy {
    /// ΔT in force, s.
    pub(crate) delta_t: f64,
    /// Its standard error, s; null for a given ΔT.
    pub(crate) delta_t_sigma: Option<f64>,
    /// Radius of the Moon for the penumbra, Earth radii.
    pub(crate) k1: f64,
    /// Radius of the Moon for the umbra, Earth radii.
    pub(crate) k2: f64,
    /// Semidiameter of the Sun at 1 au, arcseconds.
    pub(crate) solar_radius_arcsec: f64,
    /// Where the elements come from.
    #[schema(value_type = ElementsTheoryWord)]
    pub(crate) theory: &'static str,
    /// Standard error of the Moon's place beside the Sun, arcseconds: measured against JPL's ephemerides in
    /// the century of the eclipse.
    pub(crate) theory_sigma_arcsec: f64,
    /// How far the error of ΔT moves everything east or west, km, on the parallel of the observer or of
    /// greatest eclipse; null for a given ΔT.
    #[serde(rename = "eastWestKm")]
    pub(crate) east_west_km: Option<f64>,
    /// Standard error of the instant of greatest eclipse, or of `max`, from ΔT and the theory together, s;
    /// where there are `contacts`, it stands with each of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) sigma: Option<f64>,
    /// The same for each contact, in order of time; only of local circumstances.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) contacts: Option<Vec<ContactSigma>>,
}

/// How sure the instant of a contact is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub(crate) struct ContactSigma {
    /// 0 greatest, 1 … 4 contacts.
    #[schema(minimum = 0, maximum = 4)]
    pub(crate) contact: u8,
    /// Standard error of its instant from ΔT and the theory, s, for a smooth limb of the Moon; null where the
    /// limbs nearly graze.
    pub(crate) sigma: Option<f64>,
}

/// The errors of an eclipse, from which those of its instants follow.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EclipseErrors {
    basis: Basis,
    /// Standard error of the place of the shadow on the fundamental plane, Earth radii.
    shadow: f64,
}

impl EclipseErrors {
    /// Those of elements with a ΔT and its standard error; none of a given one.
    pub(crate) fn new(elements: &EclipseElements, delta_t_s: f64, delta_t_sigma_s: Option<f64>) -> Self {
        let theory = match elements.theory {
            ElementsTheory::Canon => TheoryName::Canon,
            ElementsTheory::Precise => TheoryName::Sky,
        };
        let sigma = elongation_sigma(theory, elements.t_max);
        // A cubic is nowhere farther from the course than its residual, and half as far on the whole.
        let shadow = (sigma * MOON_EARTH_RADII).hypot(elements.polynomials.fit_residual / 2.0);
        let (theory, theory_sigma_arcsec) = (elements.theory.word(), sigma / ARCSEC);
        Self { basis: Basis { delta_t_s, delta_t_sigma_s, theory, theory_sigma_arcsec }, shadow }
    }

    /// Standard error of an instant for an observer, s.
    pub(crate) fn of_instant(&self, shift: Shift) -> f64 {
        let of_delta_t = self.basis.delta_t_sigma_s.unwrap_or(0.0) * shift.per_delta_t;
        of_delta_t.hypot(self.shadow * shift.per_earth_radius)
    }

    /// Standard error of greatest eclipse for the Earth as a whole, s: all of ΔT's is in it.
    pub(crate) fn of_greatest(&self, elements: &EclipseElements) -> f64 {
        const SECONDS_PER_HOUR: f64 = 3600.0;
        let moving = elements.polynomials.at(0.0);
        let speed = moving.x_rate.hypot(moving.y_rate);
        self.basis.delta_t_sigma_s.unwrap_or(0.0).hypot(self.shadow / speed * SECONDS_PER_HOUR)
    }

    /// The block of an answer for an observer; without one on the parallel of greatest eclipse.
    pub(crate) fn block(&self, elements: &EclipseElements, observer: Option<Observer>) -> EclipseAccuracy {
        let radii = elements.polynomials.radii;
        let at_greatest = || Observer::from_degrees(elements.greatest_deg().0, 0.0, 0.0);
        let observer = observer.unwrap_or_else(at_greatest);
        let Basis { delta_t_s, delta_t_sigma_s, theory, theory_sigma_arcsec } = self.basis;
        EclipseAccuracy {
            delta_t: delta_t_s,
            delta_t_sigma: delta_t_sigma_s,
            k1: radii.k1,
            k2: radii.k2,
            solar_radius_arcsec: radii.sun_semidiameter() / ARCSEC,
            theory,
            theory_sigma_arcsec,
            east_west_km: delta_t_sigma_s.map(|sigma_s| east_west_km(sigma_s, observer)),
            sigma: None,
            contacts: None,
        }
    }
}
