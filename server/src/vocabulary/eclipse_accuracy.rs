//! The accuracy of responses about solar eclipses.

use crate::api::value::Words;
use crate::generation::elements::{EclipseElements, ElementsTheory};
use crate::vocabulary::accuracy::AccuracyBasis;
use crate::vocabulary::eclipse_theory::ElementsTheoryWord;
use astro::accuracy::{MOON_EARTH_RADII, east_west_km, edge_sigma_km, shadow_sigma};
use astro::constants::{EQUATORIAL_RADIUS_KM, SECONDS_PER_HOUR};
use astro::earth::Observer;
use astro::eclipse::local::Shift;
use astro::math::angle::ARCSEC;
use astro::math::portable::Portable;
use serde::Serialize;
use utoipa::ToSchema;

/// Source of Sun and Moon in the precise theory: series, or the operator's numerical ephemeris.
#[derive(Clone, Copy, PartialEq, Words)]
enum PreciseEphemeris {
    Series,
    Kernel,
}

/// Sources and uncertainty of a response about a solar eclipse. Every `sigma` is one standard error.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EclipseAccuracy {
    /// ΔT of the computation, s.
    pub(crate) delta_t: f64,
    /// Standard error of ΔT, s; null for a given ΔT.
    pub(crate) delta_t_sigma: Option<f64>,
    /// Radius of the Moon for the penumbra, Earth radii.
    pub(crate) k1: f64,
    /// Radius of the Moon for the umbra, Earth radii.
    pub(crate) k2: f64,
    /// Semidiameter of the Sun at 1 au, arcseconds.
    pub(crate) solar_radius_arcsec: f64,
    /// Theory of the elements.
    #[schema(value_type = ElementsTheoryWord)]
    pub(crate) theory: &'static str,
    /// Source of Sun and Moon; only with `theory=precise`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<PreciseEphemeris>)]
    pub(crate) ephemeris: Option<&'static str>,
    /// Standard error of the Moon's position relative to the Sun, arcseconds. It is measured against JPL's
    /// ephemerides in the century of the eclipse; with `ephemeris` = `kernel` it is the error of such an
    /// ephemeris, estimated as 0.002″ in 1551–2650.
    pub(crate) theory_sigma_arcsec: f64,
    /// Shift east or west that corresponds to the error of ΔT, km, on the parallel of the observer or of
    /// greatest eclipse; null for a given ΔT.
    #[serde(rename = "eastWestKm")]
    pub(crate) east_west_km: Option<f64>,
    /// Standard error of the instant of greatest eclipse, or of `max`, from ΔT and the theory together, s.
    /// Left out if `contacts` has the standard errors of all instants.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) sigma: Option<f64>,
    /// Standard errors of the contacts, in order of time; only in local circumstances.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) contacts: Option<Vec<ContactSigma>>,
}

/// The uncertainty of the instant of a contact.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub(crate) struct ContactSigma {
    /// 0 greatest, 1 … 4 contacts.
    #[schema(minimum = 0, maximum = 4)]
    pub(crate) contact: u8,
    /// Standard error of the instant from ΔT, the theory and a height that Umbra supplied, s, for a smooth
    /// limb of the Moon; null if the limbs nearly graze.
    pub(crate) sigma: Option<f64>,
}

/// The errors of an eclipse, from which the errors of its instants follow.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EclipseErrors {
    basis: AccuracyBasis,
    /// Standard error of the position of the shadow on the fundamental plane, Earth radii.
    shadow: f64,
}

impl EclipseErrors {
    /// Returns the errors of elements with a ΔT and its standard error, which a given ΔT does not have.
    pub(crate) fn new(elements: &EclipseElements, delta_t_s: f64, delta_t_sigma_s: Option<f64>) -> Self {
        let sigma = elements.source.sigma(elements.t_max);
        let shadow = shadow_sigma(sigma, elements.polynomials.fit_residual);
        let (theory, theory_sigma_arcsec) = (elements.theory.word(), sigma / ARCSEC);
        Self { basis: AccuracyBasis { delta_t_s, delta_t_sigma_s, theory, theory_sigma_arcsec }, shadow }
    }

    /// Returns the standard error of the position of the shadow on the fundamental plane, without ΔT, km.
    pub(crate) fn shadow_km(&self) -> f64 {
        self.shadow * EQUATORIAL_RADIUS_KM
    }

    /// The same with that of the edge from a Sun whose semidiameter at 1 au has an error, radians.
    pub(crate) fn shadow_km_with(&self, sun_sigma: f64) -> f64 {
        edge_sigma_km(self.shadow, sun_sigma)
    }

    /// Returns the standard error of an instant for an observer, s.
    pub(crate) fn of_instant(&self, shift: Shift) -> f64 {
        let of_delta_t = self.basis.delta_t_sigma_s.unwrap_or(0.0) * shift.per_delta_t;
        of_delta_t.hypotenuse(self.shadow * shift.per_earth_radius)
    }

    /// Returns the standard error of a contact with the mountains of the limb, s, with a Sun whose
    /// semidiameter at 1 au has an error, radians. Without that of the map of heights.
    pub(crate) fn of_limb_contact(&self, shift: Shift, sun_sigma: f64) -> f64 {
        Self { shadow: self.shadow.hypotenuse(sun_sigma * MOON_EARTH_RADII), ..*self }.of_instant(shift)
    }

    /// Returns the standard error of greatest eclipse for the whole Earth, s; it contains all of ΔT's.
    pub(crate) fn of_greatest(&self, elements: &EclipseElements) -> f64 {
        let moving = elements.polynomials.at(0.0);
        let speed = moving.x_rate.hypot(moving.y_rate);
        self.basis.delta_t_sigma_s.unwrap_or(0.0).hypot(self.shadow / speed * SECONDS_PER_HOUR)
    }

    /// Returns the shift of the path east or west by one standard error of ΔT, km: on the parallel of an
    /// observer, or of greatest eclipse without one; none for a given ΔT.
    pub(crate) fn east_west_km(&self, elements: &EclipseElements, observer: Option<Observer>) -> Option<f64> {
        let at_greatest = || Observer::from_degrees(elements.greatest_deg().0, 0.0, 0.0);
        let observer = observer.unwrap_or_else(at_greatest);
        self.basis.delta_t_sigma_s.map(|sigma_s| east_west_km(sigma_s, observer))
    }

    /// Returns the block of a response for an observer, or without one for the parallel of greatest eclipse.
    pub(crate) fn block(&self, elements: &EclipseElements, observer: Option<Observer>) -> EclipseAccuracy {
        let radii = elements.polynomials.radii;
        let AccuracyBasis { delta_t_s, delta_t_sigma_s, theory, theory_sigma_arcsec } = self.basis;
        EclipseAccuracy {
            delta_t: delta_t_s,
            delta_t_sigma: delta_t_sigma_s,
            k1: radii.k1,
            k2: radii.k2,
            solar_radius_arcsec: radii.sun_semidiameter() / ARCSEC,
            theory,
            ephemeris: (elements.theory == ElementsTheory::Precise).then(|| elements.source.word()),
            theory_sigma_arcsec,
            east_west_km: self.east_west_km(elements, observer),
            sigma: None,
            contacts: None,
        }
    }
}
