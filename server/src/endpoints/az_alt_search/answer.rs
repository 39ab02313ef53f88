//! The entries of `/az-alt-search`.

use super::sought::Sought;
use crate::api::input::Word;
use crate::api::instant::Instant;
use crate::vocabulary::accuracy::Accuracy;
use crate::vocabulary::bodies::{CelestialBody, CelestialBodyWord};
use crate::vocabulary::coverage::COVERED;
use crate::vocabulary::horizontal::LocalHorizontal;
use astro::sky::passage::aim::{Aim, separation};
use astro::sky::passage::finder::Passage;
use astro::sky::phase;
use astro::time::Ut1;
use serde::Serialize;
use utoipa::ToSchema;

/// Half of the time in which it is seen whether a body rises.
const RISING_S: f64 = 1.0;

/// A stretch of time in which a body is where it was looked for.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AzAltMatch)]
pub(super) struct Match {
    /// The body.
    #[schema(value_type = CelestialBodyWord)]
    body: &'static str,
    /// When it is closest to what was aimed at.
    #[serde(skip)]
    pub(super) at: Instant,
    /// When it is closest to what was aimed at, ISO 8601.
    date: String,
    /// When the conditions begin to hold, ISO 8601.
    from: String,
    /// When they cease to hold, ISO 8601.
    to: String,
    /// Where the body stands at `date`.
    az_alt: LocalHorizontal,
    /// Angle from the direction that was asked for at `date`, degrees; null unless both quantities were.
    separation: Option<f64>,
    /// Whether the altitude grows at `date`.
    rising: bool,
    /// Altitude of the Sun's centre at `date`, degrees, by `ref`.
    sun_altitude: f64,
    /// Illuminated part of the Moon's disc at `date`, 0 … 1; only of the Moon.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    illuminated_fraction: Option<f64>,
    /// How sure `date` is.
    accuracy: Accuracy,
}

fn is_within(value: f64, bounds: Option<[f64; 2]>) -> bool {
    bounds.is_none_or(|[least, greatest]| (least..=greatest).contains(&value))
}

impl Match {
    /// The match of a passage whose instant is `t`, if that is in the range and the other conditions hold.
    pub(super) fn at(sought: &Sought, body: CelestialBody, passage: Passage, t: Ut1) -> Option<Self> {
        let (request, at) = (&sought.request, Instant::from_ut1(t));
        if at < request.days.start || at >= request.days.last() {
            return None;
        }
        let (ut, sky) = (at.ut1(), sought.choice.sky());
        let tt = sought.choice.tt(ut);
        let (sun, moon) = (sky.sun(tt).expect(COVERED), sky.moon(tt).expect(COVERED));
        let illuminated_fraction = phase::illuminated_fraction(sun.body_km(), moon.body_km());
        let sun_altitude =
            sought.view.direction(sought.view.airless(sun.place(ut, tt))).altitude.to_degrees();
        if !is_within(illuminated_fraction, request.ill) || !is_within(sun_altitude, request.sun_deg) {
            return None;
        }
        let airless = sought.airless(body);
        let up = |seconds: f64| airless(ut.plus_seconds(seconds))[2];
        let separation = match sought.aim {
            Aim::Direction(aim) => Some(separation(sought.view.direction(airless(ut)), aim).to_degrees()),
            Aim::Azimuth(_) | Aim::Altitude(_) => None,
        };
        let place = sky.place(body.target(), ut, tt).expect(COVERED);
        let az_alt = LocalHorizontal::new(&sought.view.horizon, place);
        Some(Self {
            body: body.word(),
            at,
            date: at.iso(),
            from: Instant::from_ut1(passage.from).iso(),
            to: Instant::from_ut1(passage.to).iso(),
            az_alt,
            separation,
            rising: up(RISING_S) > up(-RISING_S),
            sun_altitude,
            illuminated_fraction: (body == CelestialBody::Moon).then_some(illuminated_fraction),
            accuracy: sought.accuracy(body, ut, &az_alt),
        })
    }
}
