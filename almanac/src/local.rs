//! What a place sees of a solar eclipse: the response of `/solar-eclipse/local-circumstances/details`.

use crate::accuracy::EclipseAccuracy;
use crate::eclipse::Eclipse;
use crate::instant::Instant;
use crate::place::Place;
use astro::eclipse::local::{Circumstances, LocalEclipseType, LocalView, ObservedEclipse, Visibility};
use astro::sky::horizontal::Horizontal;
use serde::Serialize;

/// Keys of greatest eclipse and of the contacts, by their numbers.
const KEYS: [&str; 5] = [
    "sun_max_eclipse_time_local",
    "solar_eclipse_first_contact",
    "solar_eclipse_second_contact",
    "solar_eclipse_third_contact",
    "solar_eclipse_fourth_contact",
];

/// A solar eclipse for a place.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LocalCircumstances {
    /// `EclipseType` of the whole eclipse: 4 partial, 5 not central, 6 annular, 7 hybrid, 8 total.
    #[serde(rename = "type")]
    pub kind: u8,
    /// Magnitude at greatest eclipse for the observer, also if the Sun is down then; 0 if nothing is visible.
    pub magnitude: f64,
    /// Apparent diameter of the Moon over that of the Sun at greatest eclipse: the magnitude that catalogs
    /// give for total and annular eclipses; null if nothing is visible.
    #[serde(rename = "moonSunRatio")]
    pub moon_sun_ratio: Option<f64>,
    /// In order of time; empty if nothing is visible.
    pub contacts: Vec<Contact>,
    /// The part above the horizon.
    pub visibility: Visible,
    /// Sources and uncertainties.
    pub accuracy: EclipseAccuracy,
}

/// A contact, or greatest eclipse.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Contact {
    /// 0 greatest, 1 … 4 contacts.
    pub contact: u8,
    /// Its key.
    pub key: &'static str,
    /// Hours of TD from t0 of the elements.
    #[serde(skip)]
    pub t: f64,
    /// What is seen.
    pub observational: Observational,
    /// UTC.
    pub date: Instant,
    /// Whether the Sun's upper limb is above the horizon.
    pub visible: bool,
}

/// Azimuth from north through east, and altitude; degrees.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct AzAlt {
    /// Azimuth from north through east, degrees.
    pub azimuth: f64,
    /// Altitude above the horizon, degrees.
    pub altitude: f64,
}

impl From<Horizontal> for AzAlt {
    fn from(direction: Horizontal) -> Self {
        Self { azimuth: direction.azimuth.to_degrees(), altitude: direction.altitude.to_degrees() }
    }
}

/// Visible quantities; degrees, airless and topocentric.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Observational {
    /// Part of the Sun's diameter that is covered.
    pub magnitude: f64,
    /// Part of the Sun's disc that is covered, 0 … 1.
    pub obscuration: f64,
    /// Angle between the centres of Sun and Moon, degrees.
    pub angular_separation: f64,
    /// Direction of the Sun.
    pub sun_az_alt: AzAlt,
    /// Direction of the Moon.
    pub moon_az_alt: AzAlt,
    /// Semidiameter of the Sun, degrees.
    pub sun_semidiameter: f64,
    /// Semidiameter of the Moon, degrees.
    pub moon_semidiameter: f64,
    /// Distance of the Moon, km, by the cones of the shadow: within 16 km. The server's is that of its
    /// ephemeris.
    pub moon_distance: f64,
    /// Position angle of the contact point from the north point of the limb through east, degrees.
    #[serde(rename = "P")]
    pub p: f64,
    /// Parallactic angle, degrees.
    #[serde(rename = "C")]
    pub c: f64,
    /// Position angle of the contact point from the vertex, degrees.
    #[serde(rename = "V")]
    pub v: f64,
}

/// The part of an eclipse above the horizon.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Visible {
    /// First instant, or null.
    pub from: Option<Instant>,
    /// Last instant, or null.
    pub to: Option<Instant>,
    /// `whole`, `sunrise`, `sunset`, `sunrise-and-sunset`, `interrupted`, `below-horizon`, `no-eclipse`.
    pub reason: &'static str,
}

impl Visible {
    pub(crate) fn new(visibility: &Visibility, instant: impl Fn(f64) -> Instant) -> Self {
        let (from, to, reason) = match *visibility {
            Visibility::None => return Self { from: None, to: None, reason: "below-horizon" },
            Visibility::Interrupted { from, to, .. } => (from, to, "interrupted"),
            Visibility::Part { from, to, rises, sets } => match (rises, sets) {
                (false, false) => (from, to, "whole"),
                (true, false) => (from, to, "sunrise"),
                (false, true) => (from, to, "sunset"),
                (true, true) => (from, to, "sunrise-and-sunset"),
            },
        };
        Self { from: Some(instant(from)), to: Some(instant(to)), reason }
    }
}

impl Eclipse {
    /// What a place sees. A microsecond's work, and some more for the text of instants.
    pub fn local(&self, place: Place) -> LocalCircumstances {
        let local = self.seen_from(place);
        let accuracy = EclipseAccuracy::new(self, local.observer());
        let nothing = |visibility, accuracy| LocalCircumstances {
            kind: self.basis.type_code,
            magnitude: 0.0,
            moon_sun_ratio: None,
            contacts: Vec::new(),
            visibility,
            accuracy,
        };
        let Some(found) = local.contacts() else {
            return nothing(Visible { from: None, to: None, reason: "no-eclipse" }, accuracy);
        };
        let visibility = local.visibility(&found);
        let visible = Visible::new(&visibility, |t| self.instant(t));
        if visibility == Visibility::None {
            return nothing(visible, accuracy);
        }
        let is_total = found.kind == LocalEclipseType::Total;
        let central = found.central.as_ref();
        let all = [
            (1, Some(&found.first)),
            (2, central.map(|c| &c.second)),
            (0, Some(&found.greatest)),
            (3, central.map(|c| &c.third)),
            (4, Some(&found.fourth)),
        ];
        let contacts =
            all.into_iter().filter_map(|(number, c)| Some(self.contact(&local, number, c?, is_total)));
        let greatest = local.view(&found.greatest);
        LocalCircumstances {
            kind: self.basis.type_code,
            magnitude: greatest.magnitude,
            moon_sun_ratio: Some(greatest.moon_semidiameter / greatest.sun_semidiameter),
            contacts: contacts.collect(),
            visibility: visible,
            accuracy: accuracy.with_contacts(self, &found),
        }
    }

    fn contact(&self, local: &ObservedEclipse, number: u8, c: &Circumstances, is_total: bool) -> Contact {
        let view = local.view(c);
        Contact {
            contact: number,
            key: KEYS[usize::from(number)],
            t: c.t,
            observational: Observational::new(&view, is_total && (number == 2 || number == 3)),
            date: self.instant(c.t),
            visible: view.is_up(),
        }
    }
}

impl Observational {
    /// `is_inner`: at the second or third contact of a total eclipse the limbs meet on the far side, and the
    /// magnitude is one by definition.
    fn new(view: &LocalView, is_inner: bool) -> Self {
        let p = (view.position_angle.to_degrees() + if is_inner { 180.0 } else { 0.0 }) % 360.0;
        let parallactic = view.parallactic_angle.to_degrees();
        let is_one = is_inner && (view.magnitude - 1.0).abs() < 1e-6;
        Self {
            magnitude: if is_one { 1.0 } else { view.magnitude },
            obscuration: view.obscuration,
            angular_separation: view.separation.to_degrees(),
            sun_az_alt: view.sun.into(),
            moon_az_alt: view.moon.into(),
            sun_semidiameter: view.sun_semidiameter.to_degrees(),
            moon_semidiameter: view.moon_semidiameter.to_degrees(),
            moon_distance: view.moon_distance_km,
            p,
            c: parallactic,
            v: (p - parallactic).rem_euclid(360.0),
        }
    }
}
