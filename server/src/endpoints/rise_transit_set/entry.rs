//! The events of a day.

use super::extra::{RequestedEvents, keys, lower_transit};
use super::over_terrain;
use crate::endpoints::prelude::*;
use crate::vocabulary::terrain_horizon::Obstacle;
use crate::vocabulary::zone::Zone;
use almanac::schema::one_of;
use astro::accuracy::{AngularRates, refraction_sigma_arcsec};
use astro::constants::HORIZON_REFRACTION;
use astro::sky::horizon::Horizon;
use astro::sky::riseset::{BodyWatch, Event, Limb};
use astro::sky::theory::{Sky, Target};
use astro::time::{Tt, Ut1};
use geography::sight::{SIGMAS, Skyline};
use std::sync::Arc;
use utoipa::PartialSchema;
use utoipa::openapi::schema::Type;
use utoipa::openapi::{RefOr, Schema};

/// An event, or a body that stays above or below the horizon.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RiseTransitSetEvent {
    /// Kind of event.
    #[schema(value_type = RiseTransitSetKey)]
    pub(crate) key: &'static str,
    /// The instant; none for a state that lasts all day.
    #[serde(skip)]
    pub(crate) at: Option<Instant>,
    /// Instant, ISO 8601; null if the body stays above or below the horizon.
    date: Option<String>,
    /// Local time in the zone of `tz`, ISO 8601 with the offset from UTC; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) local: Option<String>,
    /// Position of the centre of the body; only for events with an instant.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) az_alt: Option<LocalHorizontal>,
    /// Terrain at which the body rises or sets; only for rises and sets with `horizon=terrain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) obstacle: Option<Obstacle>,
    /// Accuracy of the instant; only with `extras=accuracy` and for events with an instant. Refraction does
    /// not affect twilights and meridian passages.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) accuracy: Option<Accuracy>,
}

/// Words for rise, transit, set, and for staying above or below the horizon.
type Keys = [&'static str; 5];
const SUN: Keys = ["sunrise", "solar_transit", "sunset", "sun_always_above", "sun_always_below"];
const MOON: Keys = ["moonrise", "lunar_transit", "moonset", "moon_always_above", "moon_always_below"];
const GALACTIC_CENTER: Keys = ["gc_rise", "gc_transit", "gc_set", "gc_always_above", "gc_always_below"];

/// The keys of all events and states.
enum RiseTransitSetKey {}

impl PartialSchema for RiseTransitSetKey {
    fn schema() -> RefOr<Schema> {
        let all = [&SUN[..], &MOON, &GALACTIC_CENTER, &keys()].concat();
        one_of(Type::String, all, "Kinds of events, and bodies that stay above or below the horizon.")
    }
}

impl ToSchema for RiseTransitSetKey {}

/// A body and its limb.
#[derive(Clone, Copy)]
pub(crate) struct BodyCourse {
    pub(crate) body: CelestialBody,
    pub(crate) limb: Limb,
}

impl BodyCourse {
    fn keys(&self) -> Keys {
        match self.body {
            CelestialBody::Sun => SUN,
            CelestialBody::Moon => MOON,
            CelestialBody::GalacticCenter => GALACTIC_CENTER,
        }
    }
}

/// Finds the events of a day.
pub(crate) struct EventFinder {
    pub(crate) horizon: Horizon,
    pub(crate) courses: Vec<BodyCourse>,
    pub(crate) extras: Option<RequestedEvents>,
    pub(crate) zone: Option<Zone>,
    /// The skyline that replaces the level horizon.
    pub(crate) skyline: Option<Arc<Skyline>>,
    /// The place of the observer, only with `extras=accuracy`.
    pub(crate) accuracy_site: Option<Site>,
}

impl EventFinder {
    /// Returns the events from an instant (included) to another (excluded) in chronological order, after the
    /// states that last all day. `delta_t` is ΔT and its standard error, none for a given ΔT.
    pub(crate) fn entries(
        &self,
        sky: &Sky,
        from: Instant,
        to: Instant,
        delta_t: (f64, Option<f64>),
    ) -> Vec<RiseTransitSetEvent> {
        let mut found: Vec<(Option<Ut1>, RiseTransitSetEvent)> = self
            .courses
            .iter()
            .flat_map(|course| self.of_body(sky, course, from.ut1(), to.ut1(), delta_t))
            .collect();
        found.sort_by(|a, b| a.0.map_or(f64::MIN, |t| t.0).total_cmp(&b.0.map_or(f64::MIN, |t| t.0)));
        found.into_iter().map(|e| e.1).collect()
    }

    fn of_body(
        &self,
        sky: &Sky,
        course: &BodyCourse,
        from: Ut1,
        to: Ut1,
        delta_t: (f64, Option<f64>),
    ) -> Vec<(Option<Ut1>, RiseTransitSetEvent)> {
        let place = |t: Ut1| sky.place(course.body.target(), t, t.to_tt(delta_t.0)).expect(COVERED);
        let watch = BodyWatch::new(place, &self.horizon, from, to);
        let day = match &self.skyline {
            None => watch.day(&course.limb),
            Some(skyline) => {
                let (radius_km, transits) = (course.limb.radius_km, watch.transits());
                over_terrain::day(skyline, &self.horizon, radius_km, place, transits, [from, to])
            }
        };
        let [rise, transit, set, above, below] = course.keys();
        let mut found = Vec::new();
        if day.events.iter().all(|e| e.0 == Event::Transit) {
            found.push((if day.starts_above { above } else { below }, None));
        }
        found.extend(day.events.into_iter().map(|(event, t)| match event {
            Event::Rise => (rise, Some(t)),
            Event::Transit => (transit, Some(t)),
            Event::Set => (set, Some(t)),
        }));
        found.extend(self.extras.iter().flat_map(|extras| extras.of(course.body, &watch)));
        let entry = |(key, t): (&'static str, Option<Ut1>)| {
            let at = t.map(Instant::from_ut1);
            let local = at.and_then(|at| self.zone.as_ref()?.iso(at));
            let az_alt = t.map(|t| LocalHorizontal::new(&self.horizon, place(t)));
            let skyline = self.skyline.as_ref().filter(|_| key == rise || key == set);
            let obstacle = skyline.zip(az_alt).map(|(skyline, seen)| over_terrain::obstacle(skyline, &seen));
            let criterion = match key {
                _ if key == rise || key == set => match self.skyline {
                    Some(_) => Criterion::Skyline,
                    None => Criterion::LevelHorizon,
                },
                _ if key == transit || key == lower_transit(course.body).word() => Criterion::Meridian,
                _ => Criterion::AirlessAltitude,
            };
            let accuracy = self.accuracy_site.zip(t).zip(az_alt).map(|((site, t), az_alt)| {
                let observed =
                    ObservedBody { sky, target: course.body.target(), horizon: &self.horizon, site, delta_t };
                let doubt_deg = obstacle.and_then(|obstacle| obstacle.doubt);
                observed.accuracy(criterion, t, &az_alt, doubt_deg)
            });
            (
                t,
                RiseTransitSetEvent {
                    key,
                    at,
                    date: at.map(Instant::iso),
                    local,
                    az_alt,
                    obstacle,
                    accuracy,
                },
            )
        };
        found.into_iter().map(entry).collect()
    }
}

/// The quantity that defines the instant of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Criterion {
    /// The altitude with refraction at the level horizon.
    LevelHorizon,
    /// The altitude with refraction at the skyline.
    Skyline,
    /// The altitude without refraction.
    AirlessAltitude,
    /// The hour angle.
    Meridian,
}

/// A body above the horizon of an observer, by a theory.
struct ObservedBody<'a> {
    sky: &'a Sky<'a>,
    target: Target,
    horizon: &'a Horizon,
    site: Site,
    /// ΔT, s, and its standard error, none for a given ΔT.
    delta_t: (f64, Option<f64>),
}

impl ObservedBody<'_> {
    /// Returns the accuracy of the instant of an event behind an obstacle whose altitude may be wrong by
    /// `doubt_deg`, three standard errors.
    fn accuracy(
        &self,
        criterion: Criterion,
        t: Ut1,
        seen: &LocalHorizontal,
        doubt_deg: Option<f64>,
    ) -> Accuracy {
        let tt = t.to_tt(self.delta_t.0);
        let refraction = match criterion {
            Criterion::LevelHorizon => Some(refraction_sigma_arcsec(HORIZON_REFRACTION)),
            Criterion::Skyline => seen.refraction_sigma_arcsec(),
            Criterion::AirlessAltitude | Criterion::Meridian => None,
        };
        let rates = AngularRates::of(|ut, tt| self.angle(criterion, ut, tt), t, tt);
        let basis = AccuracyBasis::of(self.sky.theory, self.target, tt, self.delta_t);
        let skyline_arcsec = doubt_deg.map(|doubt| doubt / SIGMAS * 3600.0);
        let sight = [refraction, skyline_arcsec].into_iter().flatten().reduce(f64::hypot);
        let accuracy = basis.of_instant(Some(self.site), rates, sight);
        Accuracy { refraction_sigma_arcsec: refraction, ..accuracy }
    }

    /// Returns the angle of a criterion, radians.
    fn angle(&self, criterion: Criterion, ut: Ut1, tt: Tt) -> f64 {
        let place = self.sky.place(self.target, ut, tt).expect(COVERED);
        match criterion {
            Criterion::Meridian => {
                let [meridian, east, _] = self.horizon.turned(place.body_km, place.gast);
                let polar = self.horizon.geocentric(place.body_km, place.gast).distance_km();
                // At the lower transit the hour angle is measured from the lower meridian.
                (east * meridian.signum() / polar).asin()
            }
            _ => self.horizon.topocentric(place.body_km, place.gast).direction().altitude,
        }
    }
}
