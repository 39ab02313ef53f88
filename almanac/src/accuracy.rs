//! Sources and uncertainties of results: the block `accuracy` of the service.

use crate::eclipse::{Eclipse, Theory};
use crate::words::words;
use astro::accuracy::{MOON_EARTH_RADII, east_west_km, edge_sigma_km, shadow_sigma};
use astro::constants::{EQUATORIAL_RADIUS_KM, SECONDS_PER_HOUR};
use astro::earth::Observer;
use astro::eclipse::besselian::{Polynomials, Radii};
use astro::eclipse::local::Shift;
use astro::ephemeris::residual::{TheoryName, elongation_sigma, kernel_sigma};
use astro::math::angle::ARCSEC;
use astro::math::portable::Portable;
use astro::time::Tt;
use serde::Serialize;

/// Sources and uncertainty of a response about a solar eclipse. Every `sigma` is one standard error.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "service", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "mobile", derive(uniffi::Record))]
#[serde(rename_all = "camelCase")]
pub struct EclipseAccuracy {
    /// ΔT of the computation, s.
    pub delta_t: f64,
    /// Standard error of ΔT, s; null for a given ΔT.
    pub delta_t_sigma: Option<f64>,
    /// Radius of the Moon for the penumbra, Earth radii.
    pub k1: f64,
    /// Radius of the Moon for the umbra, Earth radii.
    pub k2: f64,
    /// Semidiameter of the Sun at 1 au, arcseconds.
    pub solar_radius_arcsec: f64,
    /// Theory of the elements.
    pub theory: Theory,
    /// Source of Sun and Moon; only with `theory=precise`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "service", schema(nullable = false))]
    pub ephemeris: Option<PreciseEphemeris>,
    /// Standard error of the Moon's position relative to the Sun, arcseconds. It is measured against JPL's
    /// ephemerides in the century of the eclipse; with `ephemeris` = `kernel` it is the error of such an
    /// ephemeris, estimated as 0.002″ in 1551–2650.
    pub theory_sigma_arcsec: f64,
    /// Shift east or west that corresponds to the error of ΔT, km, on the parallel of the observer or of
    /// greatest eclipse; null for a given ΔT.
    #[serde(rename = "eastWestKm")]
    pub east_west_km: Option<f64>,
    /// Standard error of the instant of greatest eclipse, or of `max`, from ΔT and the theory together, s.
    /// Left out if `contacts` has the standard errors of all instants.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "service", schema(nullable = false))]
    pub sigma: Option<f64>,
    /// Standard errors of the contacts, in order of time; only in local circumstances.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "service", schema(nullable = false))]
    pub contacts: Option<Vec<ContactSigma>>,
}

/// Source of Sun and Moon in the precise theory: series, or a numerical ephemeris.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PreciseEphemeris {
    /// The series of the theory.
    Series,
    /// A numerical ephemeris.
    Kernel,
}

words!(PreciseEphemeris as "PreciseEphemeris",
    "Source of Sun and Moon in the precise theory: series, or the operator's numerical ephemeris.":
    Series = "series",
    Kernel = "kernel",
);

/// Accuracy of a result and its sources of uncertainty. Every `sigma` is one standard error: two out of three
/// values are within it, and 99 out of 100 within three times this value.
#[cfg(feature = "service")]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StandardErrors)]
pub struct Accuracy {
    /// ΔT used for the result, s.
    pub delta_t: f64,
    /// Standard error of ΔT, s; null for a given ΔT.
    pub delta_t_sigma: Option<f64>,
    /// Theory of the position: a value of `alg` such as `precise` or `standard`, `canon` for the theories of
    /// the eclipse canon, or `precession` for fixed directions.
    pub theory: &'static str,
    /// One standard error of directions by this theory, arcseconds, measured against the JPL ephemerides in
    /// the century of the instant.
    pub theory_sigma_arcsec: f64,
    /// One standard error of refraction, arcseconds; only if the result depends on refraction.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub refraction_sigma_arcsec: Option<f64>,
    /// East-west shift of the ground relative to the sky due to the error of ΔT, km, on the parallel of the
    /// observer, or on the equator without an observer. Null for a given ΔT.
    #[serde(rename = "eastWestKm")]
    pub east_west_km: Option<f64>,
    /// One standard error of an instant, s, from all sources: the effect of ΔT on the position of the body,
    /// the theory and, where it applies, refraction. Only for instants.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub sigma: Option<f64>,
}

/// The uncertainty of the instant of a contact.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "service", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "mobile", derive(uniffi::Record))]
pub struct ContactSigma {
    /// 0 greatest, 1 … 4 contacts.
    #[cfg_attr(feature = "service", schema(minimum = 0, maximum = 4))]
    pub contact: u8,
    /// Standard error of the instant from ΔT, the theory and a height that Umbra supplied, s, for a smooth
    /// limb of the Moon; null if the limbs nearly graze.
    pub sigma: Option<f64>,
}

/// The errors of an eclipse, from which the errors of its instants follow.
#[derive(Debug, Clone, Copy)]
pub struct EclipseErrors {
    /// ΔT of the computation, s.
    pub delta_t_s: f64,
    /// Standard error of ΔT, s; none for a given ΔT.
    pub delta_t_sigma_s: Option<f64>,
    theory: Theory,
    /// The source of Sun and Moon, with the precise theory.
    ephemeris: Option<PreciseEphemeris>,
    /// Standard error of the Moon's position relative to the Sun, radians.
    sigma: f64,
    /// Standard error of the position of the shadow on the fundamental plane, Earth radii.
    shadow: f64,
    radii: Radii,
}

impl EclipseErrors {
    /// The errors of elements with a greatest eclipse at `t_max`, by their theory and whether Sun and Moon
    /// come from a numerical ephemeris.
    pub fn new(
        elements: &Polynomials,
        t_max: Tt,
        (theory, is_kernel): (Theory, bool),
        (delta_t_s, delta_t_sigma_s): (f64, Option<f64>),
    ) -> Self {
        let (ephemeris, sigma) = match (theory, is_kernel) {
            (Theory::Canon, _) => (None, elongation_sigma(TheoryName::Canon, t_max)),
            (Theory::Precise, false) => {
                (Some(PreciseEphemeris::Series), elongation_sigma(TheoryName::Sky, t_max))
            }
            (Theory::Precise, true) => (Some(PreciseEphemeris::Kernel), kernel_sigma(t_max)),
        };
        let shadow = shadow_sigma(sigma, elements.fit_residual);
        Self { delta_t_s, delta_t_sigma_s, theory, ephemeris, sigma, shadow, radii: elements.radii }
    }

    /// Standard error of the Moon's position relative to the Sun, arcseconds.
    pub fn theory_sigma_arcsec(&self) -> f64 {
        self.sigma / ARCSEC
    }

    /// Standard error of the position of the shadow on the fundamental plane, without ΔT, km.
    pub fn shadow_km(&self) -> f64 {
        self.shadow * EQUATORIAL_RADIUS_KM
    }

    /// Standard error of the shadow with that of its edge from a Sun whose semidiameter at 1 au has an error,
    /// radians; km.
    pub fn shadow_km_with(&self, sun_sigma: f64) -> f64 {
        edge_sigma_km(self.shadow, sun_sigma)
    }

    /// Standard error of an instant for an observer, s.
    pub fn of_instant(&self, shift: Shift) -> f64 {
        let of_delta_t = self.delta_t_sigma_s.unwrap_or(0.0) * shift.per_delta_t;
        of_delta_t.hypotenuse(self.shadow * shift.per_earth_radius)
    }

    /// Standard error of a contact with the mountains of the limb, s, with a Sun whose semidiameter at 1 au
    /// has an error, radians. Without that of the map of heights.
    pub fn of_limb_contact(&self, shift: Shift, sun_sigma: f64) -> f64 {
        Self { shadow: self.shadow.hypotenuse(sun_sigma * MOON_EARTH_RADII), ..*self }.of_instant(shift)
    }

    /// Standard error of greatest eclipse for the whole Earth, s; it contains all of ΔT's.
    pub fn of_greatest(&self, elements: &Polynomials) -> f64 {
        let moving = elements.at(0.0);
        let speed = moving.x_rate.hypotenuse(moving.y_rate);
        self.delta_t_sigma_s.unwrap_or(0.0).hypotenuse(self.shadow / speed * SECONDS_PER_HOUR)
    }

    /// Shift of the path east or west by one standard error of ΔT on the parallel of an observer, km; none
    /// for a given ΔT.
    pub fn east_west_km(&self, observer: Observer) -> Option<f64> {
        self.delta_t_sigma_s.map(|sigma_s| east_west_km(sigma_s, observer))
    }

    /// The block of a response for an observer.
    pub fn block(&self, observer: Observer) -> EclipseAccuracy {
        EclipseAccuracy {
            delta_t: self.delta_t_s,
            delta_t_sigma: self.delta_t_sigma_s,
            k1: self.radii.k1,
            k2: self.radii.k2,
            solar_radius_arcsec: self.radii.sun_semidiameter() / ARCSEC,
            theory: self.theory,
            ephemeris: self.ephemeris,
            theory_sigma_arcsec: self.theory_sigma_arcsec(),
            east_west_km: self.east_west_km(observer),
            sigma: None,
            contacts: None,
        }
    }
}

impl Eclipse {
    /// The errors of the elements and of ΔT.
    pub(crate) fn errors(&self) -> EclipseErrors {
        let (origin, delta_t) = ((self.theory, self.basis.is_kernel), (self.delta_t_s, self.sigma_s));
        EclipseErrors::new(self.elements(), self.basis.t_max, origin, delta_t)
    }
}
