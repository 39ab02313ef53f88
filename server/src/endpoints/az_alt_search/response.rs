//! The entries of `/az-alt-search`.

use super::criteria::Criteria;
use crate::api::number::MinMax;
use crate::endpoints::prelude::*;
use astro::sky::passage::aim::{Aim, separation};
use astro::sky::passage::finder::Passage;
use astro::sky::phase;

/// Half of the interval over which the altitude is compared to tell whether a body rises.
const RISING_S: f64 = 1.0;

/// A period during which a body meets the search conditions.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AzAltMatch {
    /// The body.
    body: CelestialBody,
    /// The instant of `date`.
    #[serde(skip)]
    pub(super) at: Instant,
    /// Instant of closest approach to the requested direction, azimuth or altitude, ISO 8601.
    date: String,
    /// Local time of `date` in the zone of `tz`, ISO 8601 with the offset from UTC; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    local: Option<String>,
    /// Start of the period, ISO 8601.
    from: String,
    /// End of the period, ISO 8601.
    to: String,
    /// Position of the body at `date`.
    az_alt: LocalHorizontal,
    /// Angular distance from the requested direction at `date`, degrees; null unless both `az` and `alt` are
    /// given.
    separation: Option<f64>,
    /// `true` if the altitude is increasing at `date`.
    rising: bool,
    /// Altitude of the Sun's centre at `date`, degrees, as defined by `ref`.
    sun_altitude: f64,
    /// Illuminated fraction of the Moon's disc at `date`, 0 … 1; only for the Moon.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    illuminated_fraction: Option<f64>,
    /// Accuracy of `date`.
    accuracy: Accuracy,
}

fn is_within(value: f64, bounds: Option<MinMax>) -> bool {
    bounds.is_none_or(|MinMax([least, greatest])| (least..=greatest).contains(&value))
}

impl AzAltMatch {
    /// Returns the match of a passage with closest approach at `t`, if `t` is in the range and the other
    /// conditions are met.
    pub(super) fn at(criteria: &Criteria, body: CelestialBody, passage: Passage, t: Ut1) -> Option<Self> {
        let (query, at) = (&criteria.query, Instant::from_ut1(t));
        if at < query.days.start || at >= query.days.last() {
            return None;
        }
        let (ut, sky) = (at.ut1(), criteria.choice.sky());
        let tt = criteria.choice.tt(ut);
        let (sun, moon) = (sky.sun(tt).expect(COVERED), sky.moon(tt).expect(COVERED));
        let illuminated_fraction = phase::illuminated_fraction(sun.body_km(), moon.body_km());
        let sun_altitude =
            criteria.view.direction(criteria.view.airless(sun.place(ut, tt))).altitude.to_degrees();
        if !is_within(illuminated_fraction, query.ill) || !is_within(sun_altitude, query.sun) {
            return None;
        }
        let airless = criteria.airless(body);
        let up = |seconds: f64| airless(ut.plus_seconds(seconds))[2];
        let separation = match criteria.aim {
            Aim::Direction(aim) => Some(separation(criteria.view.direction(airless(ut)), aim).to_degrees()),
            Aim::Azimuth(_) | Aim::Altitude(_) => None,
        };
        let place = sky.place(body.target(), ut, tt).expect(COVERED);
        let az_alt = LocalHorizontal::new(&criteria.view.horizon, place);
        Some(Self {
            body,
            at,
            date: at.iso(),
            local: criteria.zone.as_ref().and_then(|zone| zone.iso(at)),
            from: Instant::from_ut1(passage.from).iso(),
            to: Instant::from_ut1(passage.to).iso(),
            az_alt,
            separation,
            rising: up(RISING_S) > up(-RISING_S),
            sun_altitude,
            illuminated_fraction: (body == CelestialBody::Moon).then_some(illuminated_fraction),
            accuracy: criteria.accuracy(body, ut, &az_alt),
        })
    }
}
