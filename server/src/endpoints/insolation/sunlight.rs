//! The Sun as seen by an observer, its irradiance, and irradiation of a day or a part of it.

use super::query::{InsolationLight, InsolationQuery, InsolationRange, InsolationSurface};
use crate::endpoints::prelude::*;
use crate::vocabulary::horizon_profile::HorizonProfile;
use astro::constants::{AU_KM, SECONDS_PER_DAY};
use astro::math::vector::{norm, sub};
use astro::sky::passage::cap::Cap;
use astro::sky::passage::finder::{Finder, InCaps, Passage};
use astro::sky::riseset;
use astro::sunlight::SOLAR_CONSTANT_W_M2;
use astro::sunlight::clear_sky::{Air, Irradiance};
use astro::sunlight::day::{Light, Peak, Sum, daylight_s, sum};
use astro::sunlight::eclipsed::part_hidden;
use astro::sunlight::surface::Surface;

/// Maximum step if an eclipse is possible: 2 minutes, days.
const ECLIPSE_STEP_DAYS: f64 = 1.0 / 720.0;
/// Margin around a day in which sunrise and sunset are searched.
const MARGIN_DAYS: f64 = 0.1;

impl InsolationSurface {
    fn surface(&self) -> Surface {
        let [tilt, azimuth] = [self.tilt, self.azimuth].map(f64::to_radians);
        Surface { tilt, azimuth, albedo: self.albedo }
    }
}

impl InsolationLight {
    /// Returns the sunlight at a place, and sets the theory of the echo.
    pub(super) fn sunlight(&mut self, choice: Choice, site: Site) -> Sunlight {
        self.alg = choice.theory.into();
        Sunlight::new(choice, site, self.surface, self.eclipse.0)
    }
}

impl InsolationQuery {
    /// Returns the sunlight of all days, and whether a day takes little because the ephemeris covers it.
    pub(super) fn sunlight(&mut self, context: &Context) -> Result<(Sunlight, bool), Problem> {
        let ends = [self.days.start, self.days.last()];
        let choice = Choice::new(context, ends, MARGIN_DAYS, self.light.delta_t, InsolationRange::NAMES)?;
        let are_short = choice.is_precise();
        Ok((self.light.sunlight(choice, self.range.obs), are_short))
    }
}

/// The Sun as an observer sees it.
#[derive(Debug, Clone, Copy)]
pub(super) struct SunSeen {
    /// Its geocentric position.
    pub(super) place: ApparentPlace,
    /// Its apparent direction, with refraction.
    pub(super) apparent: Horizontal,
    /// Fraction of its light blocked by an eclipse, 0 … 1; none if eclipses are ignored.
    pub(super) eclipsed: Option<f64>,
    /// Extraterrestrial irradiance on a surface that faces it, W/m².
    pub(super) above_air_w_m2: f64,
}

impl SunSeen {
    /// Returns the fraction of light that an eclipse leaves, 0 … 1.
    pub(super) fn left(&self) -> f64 {
        1.0 - self.eclipsed.unwrap_or(0.0)
    }
}

/// Sunlight at the observer's place.
pub(super) struct Sunlight {
    choice: Choice,
    pub(super) view: PassageView,
    pub(super) air: Air,
    pub(super) surface: Surface,
    pub(super) with_eclipse: bool,
    /// Hills and houses; none for the level horizon.
    profile: Option<HorizonProfile>,
}

impl Sunlight {
    pub(super) fn new(choice: Choice, site: Site, surface: InsolationSurface, with_eclipse: bool) -> Self {
        let view = PassageView { horizon: Horizon::new(site.observer()), reference: Reference::Apparent };
        let air = Air { height_m: site.height, turbidity: surface.turbidity };
        Self { choice, view, air, surface: surface.surface(), with_eclipse, profile: None }
    }

    /// Returns the same sunlight behind hills and houses.
    pub(super) fn behind(self, profile: Option<HorizonProfile>) -> Self {
        Self { profile, ..self }
    }

    /// Returns whether hills or houses hide the Sun's centre; none for the level horizon.
    pub(super) fn is_hidden(&self, sun: &SunSeen) -> Option<bool> {
        self.profile.as_ref().map(|profile| profile.hides(sun.apparent))
    }

    /// Returns the Sun's geocentric position at an instant.
    pub(super) fn place(&self, t: Ut1) -> ApparentPlace {
        let tt = self.choice.tt(t);
        self.choice.sky().sun(tt).expect(COVERED).place(t, tt)
    }

    pub(super) fn sun(&self, t: Ut1) -> SunSeen {
        let place = self.place(t);
        let apparent = self.view.direction(self.view.airless(place));
        let eclipsed = self.with_eclipse.then(|| self.eclipsed(t, place));
        let distance_au = norm(place.body_km) / AU_KM;
        let above_air_w_m2 = SOLAR_CONSTANT_W_M2 / distance_au.powi(2) * (1.0 - eclipsed.unwrap_or(0.0));
        SunSeen { place, apparent, eclipsed, above_air_w_m2 }
    }

    /// Returns the fraction of sunlight that the Moon blocks for the observer.
    fn eclipsed(&self, t: Ut1, sun: ApparentPlace) -> f64 {
        let moon_km = self.choice.sky().moon(self.choice.tt(t)).expect(COVERED).body_km();
        let observer_km = self.view.horizon.observer_km(sun.gast);
        part_hidden(sub(sun.body_km, observer_km), sub(moon_km, observer_km))
    }

    /// Returns whether the Moon is close enough to the Sun for an eclipse within a day.
    pub(super) fn is_near_new_moon(&self, t: Ut1) -> bool {
        /// Cosine of 20°: the Moon moves by 15.4° a day at most, and an eclipse needs less than 1.6°.
        const COS_NEAR: f64 = 0.94;
        let moon_km = self.choice.sky().moon(self.choice.tt(t)).expect(COVERED).body_km();
        let sun_km = self.place(t).body_km;
        astro::math::vector::dot(sun_km, moon_km) > COS_NEAR * norm(sun_km) * norm(moon_km)
    }

    /// Returns the light that hills and houses leave.
    pub(super) fn left_of(&self, light: Irradiance, sun: &SunSeen) -> Irradiance {
        self.profile.as_ref().map_or(light, |profile| profile.left_of(light, sun.apparent))
    }

    /// Returns the clear-sky irradiance for a position of the Sun.
    pub(super) fn light(&self, sun: &SunSeen) -> Light {
        let sine = sun.apparent.altitude.sin().max(0.0);
        let ground = self.air.irradiance(sun.apparent.altitude, sun.above_air_w_m2);
        let ground = self.left_of(ground, sun);
        Light {
            above_air_w_m2: sun.above_air_w_m2 * sine,
            direct_level_w_m2: ground.global_w_m2 - ground.diffuse_w_m2,
            ground,
            surface_w_m2: self.surface.irradiance_w_m2(ground, sun.apparent),
        }
    }

    /// Returns the irradiation between two instants, at most a day apart, and the maximum irradiance.
    pub(super) fn sum(&self, from: Instant, to: Instant, step_s: f64) -> (Sum, Option<Peak>) {
        let (from, to) = (from.ut1(), to.ut1());
        let may_be_eclipsed = self.with_eclipse && self.is_near_new_moon(from);
        let step_days = step_s / SECONDS_PER_DAY;
        let step_days = if may_be_eclipsed { step_days.min(ECLIPSE_STEP_DAYS) } else { step_days };
        let light = |t: Ut1| self.light(&self.sun(t));
        let (mut total, mut peak): (Sum, Option<Peak>) = (Sum::default(), None);
        for stretch in self.stretches(from, to) {
            let (part, greatest) = sum(light, stretch, step_days);
            total += part;
            peak = peak.filter(|p| p.global_w_m2 >= greatest.global_w_m2).or(Some(greatest));
        }
        (total, peak)
    }

    /// Returns the periods with the Sun's apparent centre above the level horizon, split where it crosses the
    /// plane of the surface or the edge of hills and houses.
    fn stretches(&self, from: Ut1, to: Ut1) -> Vec<(Ut1, Ut1)> {
        let within = |caps: Vec<Cap>| {
            let mut found: Vec<Passage> = Vec::new();
            let direction = |t: Ut1| self.view.airless(self.place(t));
            Finder::new(from, to).search(&InCaps { caps: &caps, direction }, to, &mut found);
            found
        };
        // A horizontal surface faces the Sun whenever it is up.
        let is_tilted = self.surface.tilt > 0.0;
        let front = || within(vec![Cap::half_about(&self.view.horizon, self.surface.perpendicular())]);
        let front = if is_tilted { front() } else { Vec::new() };
        let mut cuts = front.iter().flat_map(|p| [p.from, p.to]).collect::<Vec<_>>();
        if let Some(profile) = &self.profile {
            let passages = profile.rim(&self.view.horizon, 0.0).passages(|t| self.place(t), from, to);
            cuts.extend(passages.crossings.iter().map(|(_, t)| *t));
        }
        cuts.sort_by(|a, b| a.0.total_cmp(&b.0));
        let up =
            within(Cap::above(&self.view.horizon, self.view.airless_altitude(0.0)).into_iter().collect());
        let cut = |p: &Passage| {
            let (first, last) = (p.from, p.to);
            let inside = cuts.iter().copied().filter(move |t| *t > first && *t < last);
            [first].into_iter().chain(inside).chain([last]).collect::<Vec<_>>()
        };
        up.iter()
            .map(cut)
            .flat_map(|ends| ends.windows(2).map(|e| (e[0], e[1])).collect::<Vec<_>>())
            .collect()
    }

    /// Returns the time from sunrise to sunset, as defined by `/rise-transit-set`, s; behind hills and
    /// houses, the time with the upper limb above them.
    pub(super) fn daylight_s(&self, from: Instant, to: Instant) -> f64 {
        let (from, to) = (from.ut1(), to.ut1());
        let (horizon, sun) = (&self.view.horizon, Limb::sun(0.0));
        let day = match &self.profile {
            None => riseset::events(|t| self.place(t), horizon, &sun, from, to),
            Some(profile) => profile.rim(horizon, sun.radius_km).passages(|t| self.place(t), from, to).into(),
        };
        daylight_s(&day, from, to)
    }
}
