//! The answer of `/solar-eclipse/local-circumstances/details`.

use super::limb::{BeadEntry, LimbContactEntry, LimbEntry};
use crate::api::instant::Instant;
use crate::endpoints::terrain_horizon::Obstacle;
use crate::generation::elements::EclipseElements;
use crate::generation::sky::AzAlt;
use crate::http::one_of::one_of;
use astro::eclipse::local::{
    Circumstances, Contact, LocalContacts, LocalEclipseType, ObservedEclipse, Visibility,
};
use astro::math::angle::ARCSEC;
use serde::Serialize;
use utoipa::ToSchema;

/// An observer, an eclipse, and ΔT with its error if it is the service's own.
pub(crate) struct Seen<'a> {
    /// The eclipse for the observer, as `astro` computes it.
    pub(crate) local: ObservedEclipse<'a>,
    /// ΔT in force, s.
    pub(crate) delta_t_s: f64,
    /// Standard error of ΔT, s; none for a given ΔT.
    pub(crate) sigma_s: Option<f64>,
}

/// What an observer sees.
#[derive(Serialize, ToSchema)]
#[schema(as = LocalCircumstances)]
pub(crate) struct Response {
    /// `EclipseType` of the whole eclipse: 4 partial, 5 not central, 6 annular, 7 hybrid, 8 total.
    #[serde(rename = "type")]
    #[schema(value_type = EclipseTypeCode)]
    kind: u8,
    /// Greatest magnitude for the observer; 0 if nothing is seen. With `horizon=terrain` also that of an
    /// eclipse that is hidden.
    magnitude: f64,
    /// In order of time.
    pub(super) contacts: Vec<ContactEntry>,
    /// What the mountains of the Moon change, with `limb=1` where the eclipse is total or annular.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    limb: Option<LimbEntry>,
    /// Baily's beads within 30 s of C2 and C3, with `limb=1` where the eclipse is total or annular.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    beads: Option<Vec<BeadEntry>>,
    pub(super) visibility: VisibilityEntry,
    accuracy: Accuracy,
}

/// The part of the eclipse above the horizon.
#[derive(Serialize, ToSchema)]
#[schema(as = Visibility)]
pub(crate) struct VisibilityEntry {
    /// First instant, ISO 8601, or null.
    pub(crate) from: Option<String>,
    /// Last instant, or null.
    pub(crate) to: Option<String>,
    /// What limits it.
    #[schema(value_type = VisibilityReason)]
    pub(crate) reason: &'static str,
}

/// What limits the part of an eclipse above the horizon.
const WHOLE: &str = "whole";
const SUNRISE: &str = "sunrise";
const SUNSET: &str = "sunset";
const SUNRISE_AND_SUNSET: &str = "sunrise-and-sunset";
const INTERRUPTED: &str = "interrupted";
const BELOW_HORIZON: &str = "below-horizon";
const NO_ECLIPSE: &str = "no-eclipse";
const TERRAIN: &str = "terrain";
const BEHIND_TERRAIN: &str = "behind-terrain";

one_of! {
    /// What limits the part of an eclipse above the horizon.
    VisibilityReason, String, [
        WHOLE, SUNRISE, SUNSET, SUNRISE_AND_SUNSET, INTERRUPTED, BELOW_HORIZON, NO_ECLIPSE, TERRAIN,
        BEHIND_TERRAIN
    ]
}

impl VisibilityEntry {
    /// The part of an eclipse that is seen; `iso` writes an instant.
    pub(crate) fn new(visibility: &Visibility, iso: impl Fn(f64) -> String) -> Self {
        let (from, to, reason) = match *visibility {
            Visibility::None => return Self::nothing(BELOW_HORIZON),
            Visibility::Interrupted { from, to, .. } => (from, to, INTERRUPTED),
            Visibility::Part { from, to, rises, sets } => {
                let reason = match (rises, sets) {
                    (false, false) => WHOLE,
                    (true, false) => SUNRISE,
                    (false, true) => SUNSET,
                    (true, true) => SUNRISE_AND_SUNSET,
                };
                (from, to, reason)
            }
        };
        Self { from: Some(iso(from)), to: Some(iso(to)), reason }
    }

    /// An eclipse that is seen until the Sun sets.
    pub(crate) fn until_sunset(from: Option<String>, to: Option<String>) -> Self {
        Self { from, to, reason: SUNSET }
    }

    /// An eclipse that is seen over a skyline, which hides a part of it if `is_cut`.
    pub(super) fn over_terrain(from: Option<String>, to: Option<String>, is_cut: bool) -> Self {
        let reason = match (&from, is_cut) {
            (None, _) => BEHIND_TERRAIN,
            (Some(_), true) => TERRAIN,
            (Some(_), false) => WHOLE,
        };
        Self { from, to, reason }
    }

    fn nothing(reason: &'static str) -> Self {
        Self { from: None, to: None, reason }
    }
}

/// On what the answer rests.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Accuracy {
    /// ΔT in force, s.
    delta_t: f64,
    /// Its standard error, s; null for a given ΔT.
    delta_t_sigma: Option<f64>,
    /// Radius of the Moon for the penumbra, Earth radii.
    k1: f64,
    /// Radius of the Moon for the umbra, Earth radii.
    k2: f64,
    /// Semidiameter of the Sun at 1 au, arcseconds.
    solar_radius_arcsec: f64,
}

impl Accuracy {
    fn new(elements: &EclipseElements, seen: &Seen) -> Self {
        let radii = elements.polynomials.radii;
        Self {
            delta_t: seen.delta_t_s,
            delta_t_sigma: seen.sigma_s,
            k1: radii.k1,
            k2: radii.k2,
            solar_radius_arcsec: radii.sun_semidiameter() / ARCSEC,
        }
    }
}

/// Words for greatest eclipse and the contacts, by their numbers.
pub(crate) const CONTACT_KEYS: [&str; 5] = [
    "sun_max_eclipse_time_local",
    "solar_eclipse_first_contact",
    "solar_eclipse_second_contact",
    "solar_eclipse_third_contact",
    "solar_eclipse_fourth_contact",
];

one_of! {
    /// `EclipseType` of the interface.
    EclipseTypeCode, Integer, 4..=8
}
one_of! {
    /// Numbers of greatest eclipse and the contacts.
    ContactNumber, Integer, 0..CONTACT_KEYS.len()
}
one_of! {
    /// Words for greatest eclipse and the contacts.
    ContactKey, String, CONTACT_KEYS
}

/// A contact, or greatest eclipse.
#[derive(Serialize, ToSchema)]
#[schema(as = EclipseContact)]
pub(super) struct ContactEntry {
    /// 0 greatest, 1 … 4 contacts.
    #[schema(value_type = ContactNumber)]
    contact: u8,
    /// The same in words.
    #[schema(value_type = ContactKey)]
    key: &'static str,
    pub(super) circumstances: Quantities,
    observational: Observational,
    /// UTC, ISO 8601.
    date: String,
    /// Whether the Sun's upper limb is above the horizon.
    pub(super) visible: bool,
    /// What stands highest in the Sun's direction; only with `horizon=terrain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) obstacle: Option<Obstacle>,
    /// The contact with the mountains of the limb: at C2 and C3 with `limb=1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    limb: Option<LimbContactEntry>,
}

/// Intermediate quantities: Earth radii, hours, degrees, and rates per hour.
#[derive(Serialize, ToSchema)]
#[schema(as = Circumstances)]
pub(super) struct Quantities {
    pub(super) t: f64,
    x: f64,
    #[serde(rename = "xʹ")]
    x_rate: f64,
    y: f64,
    #[serde(rename = "yʹ")]
    y_rate: f64,
    d: f64,
    #[serde(rename = "sinD")]
    sin_d: f64,
    #[serde(rename = "cosD")]
    cos_d: f64,
    #[serde(rename = "dʹ")]
    d_rate: f64,
    #[serde(rename = "μ")]
    mu: f64,
    #[serde(rename = "μʹ")]
    mu_rate: f64,
    l1: f64,
    l2: f64,
    #[serde(rename = "θ")]
    theta: f64,
    #[serde(rename = "θrad")]
    theta_rad: f64,
    #[serde(rename = "cosθ")]
    cos_theta: f64,
    #[serde(rename = "ξ")]
    xi: f64,
    #[serde(rename = "η")]
    eta: f64,
    #[serde(rename = "ζ")]
    zeta: f64,
    #[serde(rename = "ξʹ")]
    xi_rate: f64,
    #[serde(rename = "ηʹ")]
    eta_rate: f64,
    u: f64,
    v: f64,
    #[serde(rename = "uʹ")]
    u_rate: f64,
    #[serde(rename = "vʹ")]
    v_rate: f64,
    m: f64,
    n: f64,
    #[serde(rename = "L1")]
    penumbra: f64,
    #[serde(rename = "L2")]
    umbra: f64,
    #[serde(rename = "D")]
    approach: f64,
    #[serde(rename = "Δ")]
    delta: f64,
    #[serde(rename = "ψ1")]
    psi1: Option<f64>,
    #[serde(rename = "ψ2")]
    psi2: Option<f64>,
    f1: f64,
    f2: f64,
    #[serde(rename = "ΔTcorrection")]
    delta_t_correction: f64,
    #[serde(rename = "ρcosΦʹ")]
    rho_cos: f64,
    #[serde(rename = "ρsinΦʹ")]
    rho_sin: f64,
    #[schema(value_type = ContactNumber)]
    contact: u8,
}

/// What is seen; degrees, airless and topocentric.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Observational {
    /// Part of the Sun's diameter that is covered.
    magnitude: f64,
    /// Part of the Sun's disc that is covered.
    obscuration: f64,
    /// Between the centres.
    angular_separation: f64,
    sun_az_alt: AzAlt,
    moon_az_alt: AzAlt,
    sun_semidiameter: f64,
    moon_semidiameter: f64,
    /// km.
    moon_distance: f64,
    /// Position angle of the contact point from the north point of the limb through east.
    #[serde(rename = "P")]
    p: f64,
    /// Parallactic angle.
    #[serde(rename = "C")]
    c: f64,
    /// Position angle of the contact point from the vertex.
    #[serde(rename = "V")]
    v: f64,
}

impl Response {
    /// The answer for an observer of an eclipse over the level horizon.
    pub(crate) fn new(elements: &EclipseElements, seen: &Seen) -> Self {
        let Some(eclipse) = seen.local.contacts() else { return Self::no_eclipse(elements, seen) };
        let visibility = seen.local.visibility(&eclipse);
        let entry = VisibilityEntry::new(&visibility, |t| seen.iso(t));
        match visibility {
            Visibility::None => Self::nothing(elements, seen, entry),
            _ => Self::of(elements, seen, &eclipse, entry),
        }
    }

    /// The answer where the Moon does not meet the Sun.
    pub(super) fn no_eclipse(elements: &EclipseElements, seen: &Seen) -> Self {
        Self::nothing(elements, seen, VisibilityEntry::nothing(NO_ECLIPSE))
    }

    fn nothing(elements: &EclipseElements, seen: &Seen, visibility: VisibilityEntry) -> Self {
        Self {
            kind: elements.type_code,
            magnitude: 0.0,
            contacts: Vec::new(),
            limb: None,
            beads: None,
            visibility,
            accuracy: Accuracy::new(elements, seen),
        }
    }

    /// The answer with all contacts, also those below the level horizon.
    pub(super) fn of(
        elements: &EclipseElements,
        seen: &Seen,
        eclipse: &LocalContacts,
        visibility: VisibilityEntry,
    ) -> Self {
        let total = eclipse.kind == LocalEclipseType::Total;
        let entry = |contact: Contact, c: &Circumstances| seen.contact(elements, contact, c, total);
        let mut contacts = Vec::with_capacity(5);
        contacts.push(entry(Contact::First, &eclipse.first));
        contacts.extend(eclipse.central.as_ref().map(|c| entry(Contact::Second, &c.second)));
        contacts.push(entry(Contact::Greatest, &eclipse.greatest));
        contacts.extend(eclipse.central.as_ref().map(|c| entry(Contact::Third, &c.third)));
        contacts.push(entry(Contact::Fourth, &eclipse.fourth));
        Self {
            kind: elements.type_code,
            magnitude: seen.local.view(&eclipse.greatest).magnitude,
            contacts,
            limb: None,
            beads: None,
            visibility,
            accuracy: Accuracy::new(elements, seen),
        }
    }
}

impl Response {
    /// Whether there is something to see.
    pub(super) fn has_contacts(&self) -> bool {
        !self.contacts.is_empty()
    }

    /// Adds contacts with the limb's mountains, by the numbers of contacts.
    pub(super) fn with_limb(
        mut self,
        limb: LimbEntry,
        beads: Vec<BeadEntry>,
        limb_contacts: impl IntoIterator<Item = (u8, LimbContactEntry)>,
    ) -> Self {
        for (number, limb_contact) in limb_contacts {
            if let Some(entry) = self.contacts.iter_mut().find(|entry| entry.contact == number) {
                entry.limb = Some(limb_contact);
            }
        }
        (self.limb, self.beads) = (Some(limb), Some(beads));
        self
    }
}

impl Seen<'_> {
    pub(super) fn iso(&self, t: f64) -> String {
        Instant::from_ut1(self.local.instant(t).to_ut1(self.delta_t_s)).iso()
    }

    fn contact(
        &self,
        elements: &EclipseElements,
        contact: Contact,
        c: &Circumstances,
        total: bool,
    ) -> ContactEntry {
        let number: u8 = match contact {
            Contact::Greatest => 0,
            Contact::First => 1,
            Contact::Second => 2,
            Contact::Third => 3,
            Contact::Fourth => 4,
        };
        let view = self.local.view(c);
        // Inside the Moon's disc the Sun's limbs meet it on the far side.
        let opposite = total && matches!(contact, Contact::Second | Contact::Third);
        let p = (view.position_angle.to_degrees() + if opposite { 180.0 } else { 0.0 }) % 360.0;
        let parallactic = view.parallactic_angle.to_degrees();
        let degrees = f64::to_degrees;
        ContactEntry {
            contact: number,
            key: CONTACT_KEYS[usize::from(number)],
            circumstances: self.quantities(elements, c, number),
            observational: Observational {
                magnitude: exact_at_totality(view.magnitude, opposite),
                obscuration: view.obscuration,
                angular_separation: degrees(view.separation),
                sun_az_alt: view.sun.into(),
                moon_az_alt: view.moon.into(),
                sun_semidiameter: degrees(view.sun_semidiameter),
                moon_semidiameter: degrees(view.moon_semidiameter),
                moon_distance: view.moon_distance_km,
                p,
                c: parallactic,
                v: (p - parallactic).rem_euclid(360.0),
            },
            date: self.iso(c.t),
            visible: view.is_up(),
            obstacle: None,
            limb: None,
        }
    }

    fn quantities(&self, elements: &EclipseElements, c: &Circumstances, contact: u8) -> Quantities {
        let constants = self.local.constants();
        let degrees = f64::to_degrees;
        let turn = |angle: f64| angle.to_degrees().rem_euclid(360.0);
        Quantities {
            t: c.t,
            x: c.x,
            x_rate: c.x_rate,
            y: c.y,
            y_rate: c.y_rate,
            d: degrees(c.d),
            sin_d: c.sin_d,
            cos_d: c.cos_d,
            d_rate: degrees(c.d_rate),
            mu: turn(c.mu),
            mu_rate: degrees(c.mu_rate),
            l1: c.l1,
            l2: c.l2,
            theta: turn(c.theta),
            theta_rad: astro::math::angle::normalize(c.theta),
            cos_theta: c.cos_theta,
            xi: c.xi,
            eta: c.eta,
            zeta: c.zeta,
            xi_rate: c.xi_rate,
            eta_rate: c.eta_rate,
            u: c.u,
            v: c.v,
            u_rate: c.u_rate,
            v_rate: c.v_rate,
            m: c.m,
            n: c.n,
            penumbra: c.penumbra,
            umbra: c.umbra,
            approach: c.approach,
            delta: c.delta,
            psi1: c.psi1().map(degrees),
            psi2: c.psi2().map(degrees),
            f1: degrees(elements.polynomials.tan_f1.atan()),
            f2: degrees(elements.polynomials.tan_f2.atan()),
            delta_t_correction: degrees(constants.delta_t_correction),
            rho_cos: constants.rho_cos,
            rho_sin: constants.rho_sin,
            contact,
        }
    }
}

/// At C2 and C3 of a total eclipse the magnitude is one by definition; what the iteration leaves is below
/// 1e-8.
fn exact_at_totality(magnitude: f64, at_totality: bool) -> f64 {
    if at_totality && (magnitude - 1.0).abs() < 1e-6 { 1.0 } else { magnitude }
}
