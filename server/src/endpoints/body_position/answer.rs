//! The entries of `/body-position`.

use crate::api::input::Word;
use crate::api::instant::Instant;
use crate::generation::Data;
use crate::generation::sky::{LocalHorizontal, Sky, Target, Theory, fixed};
use astro::earth::EQUATORIAL_RADIUS_KM;
use astro::earth::precession;
use astro::earth::rotation;
use astro::ephemeris::canon::AU_KM;
use astro::ephemeris::sun;
use astro::math::vector::{Vector, about_x, from_spherical, norm, rotate, to_spherical};
use astro::sky::horizon::{Horizon, equatorial};
use astro::sky::phase;
use astro::sky::riseset::Place;
use astro::theory::meeus;
use astro::time::{SECONDS_PER_DAY, Tt, UNIX_EPOCH_JD, Ut1};
use serde::Serialize;
use utoipa::ToSchema;

/// What is to be computed for each instant.
pub(crate) struct Wanted {
    /// By which theory.
    pub(crate) theory: Theory,
    /// The Sun.
    pub(crate) sun: bool,
    /// The Moon.
    pub(crate) moon: bool,
    /// The Galactic Center, J2000.0, radians.
    pub(crate) galactic_center: Option<[f64; 2]>,
    /// A direction, J2000.0, radians.
    pub(crate) ra_decl: Option<[f64; 2]>,
    /// The observer's frame.
    pub(crate) horizon: Option<Horizon>,
    /// Which extra fields are asked for.
    pub(crate) extras: Extras,
    /// ΔT in place of the table's.
    pub(crate) delta_t_s: Option<f64>,
}

/// Extra fields.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Extras {
    distance: bool,
    illuminated: bool,
    waxing: bool,
}

/// A value of the parameter `extras`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extra {
    /// The distance from the Earth.
    Distance,
    /// The illuminated fraction of the Moon.
    IlluminatedFraction,
    /// Whether the Moon is waxing.
    Waxing,
    /// All of them.
    All,
}

impl Word for Extra {
    const WORDS: &'static [&'static str] =
        &["distance-to-earth:d", "illuminated-fraction:ill", "waxing:w", "all"];
    const VALUES: &'static [Self] = &[Self::Distance, Self::IlluminatedFraction, Self::Waxing, Self::All];
}

impl Extras {
    /// Those that were asked for.
    pub(crate) fn of(asked: &[Extra]) -> Self {
        let has = |extra| asked.contains(&extra) || asked.contains(&Extra::All);
        Self {
            distance: has(Extra::Distance),
            illuminated: has(Extra::IlluminatedFraction),
            waxing: has(Extra::Waxing),
        }
    }
}

/// Positions at one instant, those that were asked for.
#[derive(Serialize, ToSchema)]
#[schema(as = BodyPositions)]
pub(crate) struct Bodies {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    sun: Option<SunPosition>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    moon: Option<MoonPosition>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    gc: Option<FixedPosition>,
    #[serde(rename = "ra-decl", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    ra_decl: Option<FixedPosition>,
}

/// What every body has; degrees.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Common {
    /// The instant in dynamical time, ISO 8601.
    #[serde(rename = "dateTD")]
    date_td: String,
    /// Julian Ephemeris Day.
    jde: f64,
    ecliptic_coordinates: Ecliptic,
    apparent_coordinates: Equatorial,
    /// Longitude with nutation and aberration.
    apparent_longitude: f64,
    /// Distance in astronomical units.
    radius_vector: f64,
    /// Obliquity of the ecliptic.
    obliquity_of_ecliptic: f64,
    equatorial_horizontal_parallax: f64,
}

/// What an observer and the extras add.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Seen {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    local_horizontal: Option<LocalHorizontal>,
    /// Distance from the centre of the Earth, km.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    distance_to_earth: Option<f64>,
}

/// The Sun.
#[derive(Serialize, ToSchema)]
struct SunPosition {
    #[serde(flatten)]
    common: Common,
    #[serde(flatten)]
    seen: Seen,
}

/// The Moon.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MoonPosition {
    #[serde(flatten)]
    common: Common,
    geocentric_spherical_coordinates: Spherical,
    nutation_in_longitude: f64,
    nutation_in_obliquity: f64,
    mean_elongation: f64,
    mean_anomaly_sun: f64,
    mean_anomaly_moon: f64,
    arg_of_latitude: f64,
    #[serde(flatten)]
    seen: Seen,
    /// Illuminated part of the disc, 0 … 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    illuminated_fraction: Option<f64>,
    /// Whether it is on its way from new to full.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    waxing: Option<bool>,
}

/// A direction that does not move.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FixedPosition {
    /// The instant in dynamical time, ISO 8601.
    #[serde(rename = "dateTD")]
    date_td: String,
    /// Julian Ephemeris Day.
    jde: f64,
    apparent_coordinates: Equatorial,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    local_horizontal: Option<LocalHorizontal>,
}

/// Ecliptic coordinates, degrees.
#[derive(Serialize, ToSchema)]
struct Ecliptic {
    #[serde(rename = "λ")]
    lambda: f64,
    #[serde(rename = "β")]
    beta: f64,
}

/// Equatorial coordinates, degrees.
#[derive(Serialize, ToSchema)]
struct Equatorial {
    ra: f64,
    decl: f64,
}

/// Ecliptic coordinates, degrees, and distance, km.
#[derive(Serialize, ToSchema)]
struct Spherical {
    #[serde(rename = "λ")]
    lambda: f64,
    #[serde(rename = "β")]
    beta: f64,
    #[serde(rename = "Δ")]
    delta: f64,
}

impl Equatorial {
    fn new((ra, decl): (f64, f64)) -> Self {
        Self { ra: ra.to_degrees(), decl: decl.to_degrees() }
    }
}

/// An instant in both time scales, TD to the millisecond.
struct Clock {
    ut: Ut1,
    td_ms: i64,
    tt: Tt,
}

impl Clock {
    fn common(
        &self,
        (longitude, latitude): (f64, f64),
        equatorial: (f64, f64),
        apparent_longitude: f64,
        distance_au: f64,
        obliquity: f64,
        parallax: f64,
    ) -> Common {
        Common {
            date_td: Instant { unix_ms: self.td_ms }.iso(),
            jde: self.tt.0,
            ecliptic_coordinates: Ecliptic { lambda: longitude.to_degrees(), beta: latitude.to_degrees() },
            apparent_coordinates: Equatorial::new(equatorial),
            apparent_longitude: apparent_longitude.to_degrees(),
            radius_vector: distance_au,
            obliquity_of_ecliptic: obliquity.to_degrees(),
            equatorial_horizontal_parallax: parallax.to_degrees(),
        }
    }
}

/// A body before it is written.
struct Computed {
    common: Common,
    place: Place,
}

impl Wanted {
    /// Everything at an instant.
    pub(crate) fn at(&self, data: &Data, at: Instant) -> Bodies {
        let delta_t_s = self.delta_t_s.or_else(|| data.delta_t.at_ut1(at.ut1()).ok()).unwrap_or(0.0);
        let td_ms = at.unix_ms + (delta_t_s * 1000.0).round() as i64;
        let clock =
            Clock { ut: at.ut1(), td_ms, tt: Tt(UNIX_EPOCH_JD + td_ms as f64 / (1000.0 * SECONDS_PER_DAY)) };
        // The phase needs the Sun too.
        let phase = self.moon && (self.extras.illuminated || self.extras.waxing);
        let sun = (self.sun || phase).then(|| self.sun_at(data, &clock));
        let moon = self.moon.then(|| self.moon_at(data, &clock, sun.as_ref()));
        Bodies {
            sun: sun.filter(|_| self.sun).map(|s| SunPosition { seen: self.seen(s.place), common: s.common }),
            moon,
            gc: self.galactic_center.map(|direction| self.fixed_at(data, &clock, direction)),
            ra_decl: self.ra_decl.map(|direction| self.fixed_at(data, &clock, direction)),
        }
    }

    fn seen(&self, place: Place) -> Seen {
        Seen {
            local_horizontal: self.horizon.as_ref().map(|h| LocalHorizontal::new(h, place)),
            distance_to_earth: self.extras.distance.then(|| norm(place.body_km)),
        }
    }

    /// Sidereal time, if anybody asks for it.
    fn gast(&self, clock: &Clock, psi: f64, true_obliquity: f64) -> f64 {
        if self.horizon.is_some() { rotation::gast(clock.ut, clock.tt, psi, true_obliquity) } else { 0.0 }
    }

    fn sun_at(&self, data: &Data, clock: &Clock) -> Computed {
        if self.theory == Theory::Precise
            && let Ok(p) = data.ephemeris.columns().places(clock.tt)
        {
            let (longitude, latitude, km) = ecliptic(p.sun, p.obliquity);
            let common = clock.common(
                (longitude, latitude),
                equatorial(p.sun),
                longitude,
                km / AU_KM,
                p.obliquity,
                (EQUATORIAL_RADIUS_KM / km).asin(),
            );
            return Computed {
                common,
                place: Place { body_km: p.sun, gast: self.gast(clock, p.nutation_longitude, p.obliquity) },
            };
        }
        if self.theory == Theory::Truncated {
            let s = sun::apparent(&data.truncated_sun, clock.tt);
            let (ra, dec) = meeus::equatorial(s.longitude, s.latitude, s.true_obliquity);
            let ra = astro::math::angle::normalize(ra);
            let parallax = (8.794 / 3600.0 / s.radius_vector_au).to_radians();
            let common = clock.common(
                (s.longitude, s.latitude),
                (ra, dec),
                s.longitude,
                s.radius_vector_au,
                s.true_obliquity,
                parallax,
            );
            let gast = self.gast(clock, s.nutation_longitude, s.true_obliquity);
            return Computed {
                common,
                place: Place { body_km: from_spherical(ra, dec, s.radius_vector_au * AU_KM), gast },
            };
        }
        let s = meeus::sun(clock.tt);
        let direction = (s.right_ascension, s.declination);
        let common = clock.common(
            (s.longitude, 0.0),
            direction,
            s.longitude,
            s.radius_vector_au,
            s.mean_obliquity,
            s.parallax,
        );
        let gast = if self.horizon.is_some() { Sky::standard_gast(clock.ut, clock.tt) } else { 0.0 };
        Computed {
            common,
            place: Place {
                body_km: from_spherical(direction.0, direction.1, s.radius_vector_au * AU_KM),
                gast,
            },
        }
    }

    fn moon_at(&self, data: &Data, clock: &Clock, sun: Option<&Computed>) -> MoonPosition {
        let precise = if self.theory == Theory::Precise {
            data.ephemeris.columns().places(clock.tt).ok()
        } else {
            None
        };
        let (common, place, spherical, nutation, obliquity) = match precise {
            Some(p) => {
                let (apparent_longitude, latitude, km) = ecliptic(p.moon, p.obliquity);
                let longitude = astro::math::angle::normalize(apparent_longitude - p.nutation_longitude);
                let parallax = (EQUATORIAL_RADIUS_KM / km).asin();
                let common = clock.common(
                    (longitude, latitude),
                    equatorial(p.moon),
                    apparent_longitude,
                    km / AU_KM,
                    p.obliquity,
                    parallax,
                );
                let nutation =
                    (p.nutation_longitude, p.obliquity - precession::obliquity_2006(clock.tt.centuries()));
                let gast = self.gast(clock, p.nutation_longitude, p.obliquity);
                (common, Place { body_km: p.moon, gast }, (longitude, latitude, km), nutation, p.obliquity)
            }
            None => {
                let m = meeus::moon(clock.tt);
                let direction = (m.right_ascension, m.declination);
                let au = m.distance_km / AU_KM;
                let common = clock.common(
                    (m.longitude, m.latitude),
                    direction,
                    m.apparent_longitude,
                    au,
                    m.true_obliquity,
                    m.parallax,
                );
                let gast = self.gast(clock, m.nutation_longitude, m.true_obliquity);
                let place = Place { body_km: from_spherical(direction.0, direction.1, m.distance_km), gast };
                (
                    common,
                    place,
                    (m.longitude, m.latitude, m.distance_km),
                    (m.nutation_longitude, m.nutation_obliquity),
                    m.true_obliquity,
                )
            }
        };
        let [d, m, mp, f] = meeus::moon_arguments(clock.tt).map(f64::to_degrees);
        let pole = [0.0, -obliquity.sin(), obliquity.cos()];
        let light = sun.map(|s| {
            (
                phase::illuminated_fraction(s.place.body_km, place.body_km),
                phase::is_waxing(s.place.body_km, place.body_km, pole),
            )
        });
        MoonPosition {
            common,
            geocentric_spherical_coordinates: Spherical {
                lambda: spherical.0.to_degrees(),
                beta: spherical.1.to_degrees(),
                delta: spherical.2,
            },
            nutation_in_longitude: nutation.0.to_degrees(),
            nutation_in_obliquity: nutation.1.to_degrees(),
            mean_elongation: d,
            mean_anomaly_sun: m,
            mean_anomaly_moon: mp,
            arg_of_latitude: f,
            seen: self.seen(place),
            illuminated_fraction: light.filter(|_| self.extras.illuminated).map(|l| l.0),
            waxing: light.filter(|_| self.extras.waxing).map(|l| l.1),
        }
    }

    fn fixed_at(&self, data: &Data, clock: &Clock, direction: [f64; 2]) -> FixedPosition {
        let sky = Sky { data, theory: self.theory };
        FixedPosition {
            date_td: Instant { unix_ms: clock.td_ms }.iso(),
            jde: clock.tt.0,
            apparent_coordinates: Equatorial::new(equatorial(fixed(direction, clock.tt))),
            local_horizontal: self
                .horizon
                .as_ref()
                .map(|h| LocalHorizontal::new(h, sky.place(Target::Fixed(direction), clock.ut, clock.tt))),
        }
    }
}

/// Longitude and latitude of the true ecliptic of date, and distance.
fn ecliptic(body_km: Vector, true_obliquity: f64) -> (f64, f64, f64) {
    to_spherical(rotate(&about_x(true_obliquity), body_km))
}
