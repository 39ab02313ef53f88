//! The Sun as seen by an observer, and its irradiance.

use super::query::InsolationSurface;
use crate::api::place::Site;
use crate::vocabulary::coverage::{COVERED, Choice};
use astro::constants::AU_KM;
use astro::math::vector::{norm, sub};
use astro::sky::apparent_place::ApparentPlace;
use astro::sky::horizon::Horizon;
use astro::sky::horizontal::Horizontal;
use astro::sky::passage::view::{Reference, View};
use astro::sunlight::SOLAR_CONSTANT_W_M2;
use astro::sunlight::clear_sky::Air;
use astro::sunlight::day::Light;
use astro::sunlight::eclipsed::part_taken;
use astro::sunlight::surface::Surface;
use astro::time::Ut1;

impl InsolationSurface {
    fn surface(&self) -> Surface {
        let [tilt, azimuth] = [self.tilt, self.azimuth].map(f64::to_radians);
        Surface { tilt, azimuth, albedo: self.albedo }
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
    pub(super) view: View,
    pub(super) air: Air,
    pub(super) surface: Surface,
    pub(super) with_eclipse: bool,
}

impl Sunlight {
    pub(super) fn new(choice: Choice, site: Site, surface: InsolationSurface, with_eclipse: bool) -> Self {
        let view = View { horizon: Horizon::new(site.observer()), reference: Reference::Apparent };
        let air = Air { height_m: site.height, turbidity: surface.turbidity };
        Self { choice, view, air, surface: surface.surface(), with_eclipse }
    }

    /// Returns the Sun's geocentric position at an instant.
    pub(super) fn place(&self, t: Ut1) -> ApparentPlace {
        let tt = self.choice.tt(t);
        self.choice.sky().sun(tt).expect(COVERED).place(t, tt)
    }

    /// Returns the Sun at an instant.
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
        part_taken(sub(sun.body_km, observer_km), sub(moon_km, observer_km))
    }

    /// Returns whether the Moon is close enough to the Sun for an eclipse within a day.
    pub(super) fn is_near_new_moon(&self, t: Ut1) -> bool {
        /// Cosine of 20°: the Moon moves by 15.4° a day at most, and an eclipse needs less than 1.6°.
        const COS_NEAR: f64 = 0.94;
        let moon_km = self.choice.sky().moon(self.choice.tt(t)).expect(COVERED).body_km();
        let sun_km = self.place(t).body_km;
        astro::math::vector::dot(sun_km, moon_km) > COS_NEAR * norm(sun_km) * norm(moon_km)
    }

    /// Returns the clear-sky irradiance for a position of the Sun.
    pub(super) fn light(&self, sun: &SunSeen) -> Light {
        let sine = sun.apparent.altitude.sin().max(0.0);
        let ground = self.air.irradiance(sun.apparent.altitude, sun.above_air_w_m2);
        Light {
            above_air_w_m2: sun.above_air_w_m2 * sine,
            direct_level_w_m2: ground.global_w_m2 - ground.diffuse_w_m2,
            ground,
            surface_w_m2: self.surface.irradiance_w_m2(ground, sun.apparent),
        }
    }
}
