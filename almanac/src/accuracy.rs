//! Sources and uncertainties of what is computed from an eclipse: the block `accuracy` of the service.

use crate::eclipse::{Eclipse, Theory};
use astro::accuracy::{east_west_km, shadow_sigma};
use astro::earth::Observer;
use astro::eclipse::local::{Circumstances, LocalContacts, Shift};
use astro::ephemeris::residual::{TheoryName, elongation_sigma, kernel_sigma};
use astro::math::angle::ARCSEC;
use astro::math::portable::Portable;
use serde::Serialize;

/// Sources and uncertainties. Every `sigma` is one standard error.
#[derive(Debug, Clone, PartialEq, Serialize)]
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
    /// Theory of the elements: `canon` or `precise`.
    pub theory: &'static str,
    /// Source of Sun and Moon, `series` or `kernel`; only with the precise theory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ephemeris: Option<&'static str>,
    /// Standard error of the Moon's position relative to the Sun, arcseconds.
    pub theory_sigma_arcsec: f64,
    /// Shift east or west that corresponds to the error of ΔT, km; null for a given ΔT.
    pub east_west_km: Option<f64>,
    /// Standard errors of the contacts, in order of time; only if the eclipse is visible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contacts: Option<Vec<ContactSigma>>,
}

/// The uncertainty of the instant of a contact.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ContactSigma {
    /// 0 greatest, 1 … 4 contacts.
    pub contact: u8,
    /// Standard error of the instant, s, for a smooth limb of the Moon; null if the limbs nearly graze.
    pub sigma: Option<f64>,
}

impl EclipseAccuracy {
    pub(crate) fn new(eclipse: &Eclipse, observer: Observer) -> Self {
        let radii = eclipse.elements().radii;
        let source = if eclipse.basis.is_kernel { "kernel" } else { "series" };
        Self {
            delta_t: eclipse.delta_t_s,
            delta_t_sigma: eclipse.sigma_s,
            k1: radii.k1,
            k2: radii.k2,
            solar_radius_arcsec: radii.sun_semidiameter() / ARCSEC,
            theory: eclipse.theory.word(),
            ephemeris: (eclipse.theory == Theory::Precise).then_some(source),
            theory_sigma_arcsec: eclipse.theory_sigma_arcsec(),
            east_west_km: eclipse.east_west_km(observer),
            contacts: None,
        }
    }

    /// Adds the errors of the instants.
    pub(crate) fn with_contacts(self, eclipse: &Eclipse, found: &LocalContacts) -> Self {
        let shadow = shadow_sigma(eclipse.theory_sigma_arcsec() * ARCSEC, eclipse.elements().fit_residual);
        let sigma_s = |shift: Shift| {
            (eclipse.sigma_s.unwrap_or(0.0) * shift.per_delta_t).hypotenuse(shadow * shift.per_earth_radius)
        };
        let of =
            |contact, c: &Circumstances| ContactSigma { contact, sigma: Shift::of_contact(c).map(sigma_s) };
        let greatest = ContactSigma { contact: 0, sigma: Some(sigma_s(Shift::of_greatest(&found.greatest))) };
        let contacts = [
            Some(of(1, &found.first)),
            found.central.as_ref().map(|c| of(2, &c.second)),
            Some(greatest),
            found.central.as_ref().map(|c| of(3, &c.third)),
            Some(of(4, &found.fourth)),
        ];
        Self { contacts: Some(contacts.into_iter().flatten().collect()), ..self }
    }
}

impl Theory {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Canon => "canon",
            Self::Precise => "precise",
        }
    }
}

impl Eclipse {
    pub(crate) fn theory_sigma_arcsec(&self) -> f64 {
        let t = self.basis.t_max;
        let sigma = match (self.theory, self.basis.is_kernel) {
            (Theory::Canon, _) => elongation_sigma(TheoryName::Canon, t),
            (Theory::Precise, true) => kernel_sigma(t),
            (Theory::Precise, false) => elongation_sigma(TheoryName::Sky, t),
        };
        sigma / ARCSEC
    }

    pub(crate) fn east_west_km(&self, observer: Observer) -> Option<f64> {
        self.sigma_s.map(|sigma_s| east_west_km(sigma_s, observer))
    }
}
