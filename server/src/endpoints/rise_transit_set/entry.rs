//! The events of a day.

use super::extra::{RequestedEvents, lower_transit};
use super::over_terrain;
use crate::endpoints::prelude::*;
use astro::accuracy::refraction_sigma_arcsec;
use astro::constants::HORIZON_REFRACTION;
use astro::sky::riseset::BodyWatch;
use geography::sight::SIGMAS;

/// A body and its limb.
#[derive(Clone, Copy)]
pub(crate) struct BodyCourse {
    pub(crate) body: CelestialBody,
    pub(crate) limb: Limb,
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
    ) -> Vec<RiseSetEvent> {
        let of_body = |course| self.of_body(sky, course, from.ut1(), to.ut1(), delta_t);
        let mut found: Vec<_> = self.courses.iter().flat_map(of_body).collect();
        found.sort_by_key(|event| event.date);
        found
    }

    fn of_body(
        &self,
        sky: &Sky,
        course: &BodyCourse,
        from: Ut1,
        to: Ut1,
        delta_t: (f64, Option<f64>),
    ) -> Vec<RiseSetEvent> {
        let place = |t: Ut1| sky.place(course.body.target(), t, t.to_tt(delta_t.0)).expect(COVERED);
        let watch = BodyWatch::new(place, &self.horizon, from, to);
        let day = match &self.skyline {
            None => watch.day(&course.limb),
            Some(skyline) => {
                let (radius_km, transits) = (course.limb.radius_km, watch.transits());
                over_terrain::day(skyline, &self.horizon, radius_km, place, transits, [from, to])
            }
        };
        let [rise, transit, set, ..] = course.body.rise_set_keys();
        let mut found = course.body.keyed(day);
        found.extend(self.extras.iter().flat_map(|extras| extras.of(course.body, &watch)));
        let entry = |(key, t): (&'static str, Option<Ut1>)| {
            let mut event = RiseSetEvent::new(key, t, &self.horizon, place);
            event.local = event.date.and_then(|at| self.zone.as_ref()?.iso(at));
            let skyline = self.skyline.as_ref().filter(|_| key == rise || key == set);
            event.obstacle =
                skyline.zip(event.az_alt).map(|(skyline, seen)| over_terrain::obstacle(skyline, &seen));
            let criterion = match key {
                _ if key == rise || key == set => match self.skyline {
                    Some(_) => Criterion::Skyline,
                    None => Criterion::LevelHorizon,
                },
                _ if key == transit || key == lower_transit(course.body).word() => Criterion::Meridian,
                _ => Criterion::AirlessAltitude,
            };
            event.accuracy = self.accuracy_site.zip(t).zip(event.az_alt).map(|((site, t), az_alt)| {
                let observed =
                    ObservedBody { sky, target: course.body.target(), horizon: &self.horizon, site, delta_t };
                let doubt_deg = event.obstacle.and_then(|obstacle| obstacle.doubt);
                observed.accuracy(criterion, t, &az_alt, doubt_deg)
            });
            event
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
