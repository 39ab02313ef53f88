//! The entries of `/body-position`.

use crate::endpoints::prelude::*;
use almanac::{Ecliptic, Equatorial};
use astro::math::vector::{Vector, norm};
use astro::sky::fixed_direction::{FixedDirection, GALACTIC_CENTER};
use astro::sky::horizon::equatorial;
use astro::sky::phase;
use astro::sky::position::{Coordinates, LunarPosition, SolarPosition};

/// Computes the requested positions of an instant.
pub(crate) struct PositionFinder {
    pub(crate) theory: Theory,
    pub(crate) bodies: Vec<CelestialBody>,
    pub(crate) ra_decl: Option<FixedDirection>,
    pub(crate) site: Option<Site>,
    pub(crate) horizon: Option<Horizon>,
    /// The requested additional fields.
    pub(crate) extras: RequestedExtras,
    pub(crate) delta_t: DeltaTInForce,
}

/// The requested additional fields.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RequestedExtras {
    distance: bool,
    illuminated: bool,
    waxing: bool,
    accuracy: bool,
    pub(super) appearance: bool,
}

/// Additional values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
#[words(name = "ExtraWord")]
pub(crate) enum BodyPositionExtra {
    /// The distance from the Earth.
    #[word("distance-to-earth", short = "d")]
    Distance,
    /// The illuminated fraction of the Moon.
    #[word("illuminated-fraction", short = "ill")]
    IlluminatedFraction,
    /// The direction of the phase: waxing or waning.
    #[word("waxing", short = "w")]
    Waxing,
    /// The three values above.
    All,
    /// Accuracy of the position.
    Accuracy,
    /// The body as it is seen.
    Appearance,
}

impl RequestedExtras {
    /// Returns the additional fields for the parameter `extras`.
    pub(crate) fn of(extras: &[BodyPositionExtra]) -> Self {
        let has = |extra| extras.contains(&extra) || extras.contains(&BodyPositionExtra::All);
        Self {
            distance: has(BodyPositionExtra::Distance),
            illuminated: has(BodyPositionExtra::IlluminatedFraction),
            waxing: has(BodyPositionExtra::Waxing),
            accuracy: extras.contains(&BodyPositionExtra::Accuracy),
            appearance: extras.contains(&BodyPositionExtra::Appearance),
        }
    }
}

/// The requested positions at one instant.
#[derive(Serialize, ToSchema)]
pub(crate) struct BodyPositions {
    /// Local time in the zone of `tz`, ISO 8601 with the offset from UTC; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) local: Option<String>,
    /// The Sun; only if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    sun: Option<SunPosition>,
    /// The Moon; only if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    moon: Option<MoonPosition>,
    /// The Galactic Center; only if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    gc: Option<FixedPosition>,
    /// The direction given by `ra-decl`; only if requested.
    #[serde(rename = "ra-decl", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    ra_decl: Option<FixedPosition>,
}

/// Values of every body; angles in degrees.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Common {
    /// The instant in dynamical time, ISO 8601.
    #[serde(rename = "dateTD")]
    #[schema(value_type = String)]
    pub(super) date_td: Instant,
    /// Julian Ephemeris Day.
    pub(super) jde: f64,
    /// Ecliptic coordinates.
    pub(super) ecliptic_coordinates: Ecliptic,
    /// Apparent equatorial coordinates.
    pub(super) apparent_coordinates: Equatorial,
    /// Ecliptic longitude with nutation and aberration, degrees.
    pub(super) apparent_longitude: f64,
    /// Distance in astronomical units.
    pub(super) radius_vector: f64,
    /// Obliquity of the ecliptic, degrees.
    pub(super) obliquity_of_ecliptic: f64,
    /// Equatorial horizontal parallax, degrees.
    pub(super) equatorial_horizontal_parallax: f64,
}

/// Values for an observer and additional values.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Seen {
    /// Horizontal coordinates; only with `obs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) local_horizontal: Option<LocalHorizontal>,
    /// Distance from the centre of the Earth, km; only with `extras=distance-to-earth`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) distance_to_earth: Option<f64>,
    /// Accuracy of the position; only with `extras=accuracy`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) accuracy: Option<Accuracy>,
    /// The body as it is seen; only with `extras=appearance`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) appearance: Option<Appearance>,
}

/// The Sun.
#[derive(Serialize, ToSchema)]
pub(super) struct SunPosition {
    #[serde(flatten)]
    pub(super) common: Common,
    #[serde(flatten)]
    pub(super) seen: Seen,
}

/// The Moon.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MoonPosition {
    #[serde(flatten)]
    pub(super) common: Common,
    /// Ecliptic coordinates and distance from the centre of the Earth.
    pub(super) geocentric_spherical_coordinates: Spherical,
    /// Nutation in longitude, degrees.
    pub(super) nutation_in_longitude: f64,
    /// Nutation in obliquity, degrees.
    pub(super) nutation_in_obliquity: f64,
    /// Mean elongation of the Moon from the Sun, degrees.
    pub(super) mean_elongation: f64,
    /// Mean anomaly of the Sun, degrees.
    pub(super) mean_anomaly_sun: f64,
    /// Mean anomaly of the Moon, degrees.
    pub(super) mean_anomaly_moon: f64,
    /// The Moon's argument of latitude, degrees.
    pub(super) arg_of_latitude: f64,
    #[serde(flatten)]
    pub(super) seen: Seen,
    /// Illuminated fraction of the disc, 0 … 1; only with `extras=illuminated-fraction`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) illuminated_fraction: Option<f64>,
    /// `true` if the Moon is waxing; only with `extras=waxing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) waxing: Option<bool>,
}

/// A fixed direction.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FixedPosition {
    /// The instant in dynamical time, ISO 8601.
    #[serde(rename = "dateTD")]
    #[schema(value_type = String)]
    pub(super) date_td: Instant,
    /// Julian Ephemeris Day.
    pub(super) jde: f64,
    /// Equatorial coordinates of date.
    pub(super) apparent_coordinates: Equatorial,
    /// Horizontal coordinates; only with `obs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) local_horizontal: Option<LocalHorizontal>,
    /// Accuracy of the position; only with `extras=accuracy`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) accuracy: Option<Accuracy>,
    /// The body as it is seen; only with `extras=appearance`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) appearance: Option<Appearance>,
}

/// Ecliptic coordinates, degrees, and distance, km.
#[derive(Serialize, ToSchema)]
pub(super) struct Spherical {
    /// Ecliptic longitude, degrees.
    #[serde(rename = "λ")]
    pub(super) lambda: f64,
    /// Ecliptic latitude, degrees.
    #[serde(rename = "β")]
    pub(super) beta: f64,
    /// Distance from the centre of the Earth, km.
    #[serde(rename = "Δ")]
    pub(super) delta: f64,
}

/// One of the requested positions.
pub(super) enum BodyPosition {
    Sun(SunPosition),
    Moon(MoonPosition),
    /// The Galactic Center, or the direction of `ra-decl`.
    Fixed(&'static str, FixedPosition),
}

impl BodyPositions {
    /// Returns the positions in the order of the response.
    pub(super) fn bodies(self) -> impl Iterator<Item = BodyPosition> {
        let fixed = |word| move |position| BodyPosition::Fixed(word, position);
        let (sun, moon) = (self.sun.map(BodyPosition::Sun), self.moon.map(BodyPosition::Moon));
        [sun, moon, self.gc.map(fixed("gc")), self.ra_decl.map(fixed("ra-decl"))].into_iter().flatten()
    }
}

/// The fields of every position.
pub(super) struct PositionFields<'a> {
    pub(super) date_td: Instant,
    pub(super) jde: f64,
    pub(super) apparent: &'a Equatorial,
    pub(super) horizontal: Option<LocalHorizontal>,
    pub(super) accuracy: Option<Accuracy>,
    pub(super) appearance: Option<&'a Appearance>,
}

impl BodyPosition {
    pub(super) fn word(&self) -> &'static str {
        match self {
            Self::Sun(_) => "sun",
            Self::Moon(_) => "moon",
            Self::Fixed(word, _) => word,
        }
    }

    /// Returns the fields that only Sun and Moon have.
    pub(super) fn own(&self) -> Option<(&Common, &Seen)> {
        match self {
            Self::Sun(SunPosition { common, seen }) | Self::Moon(MoonPosition { common, seen, .. }) => {
                Some((common, seen))
            }
            Self::Fixed(..) => None,
        }
    }

    pub(super) fn moon(&self) -> Option<&MoonPosition> {
        if let Self::Moon(moon) = self { Some(moon) } else { None }
    }

    pub(super) fn fields(&self) -> PositionFields<'_> {
        match self {
            Self::Sun(SunPosition { common: of, seen })
            | Self::Moon(MoonPosition { common: of, seen, .. }) => PositionFields {
                date_td: of.date_td,
                jde: of.jde,
                apparent: &of.apparent_coordinates,
                horizontal: seen.local_horizontal,
                accuracy: seen.accuracy,
                appearance: seen.appearance.as_ref(),
            },
            Self::Fixed(_, of) => PositionFields {
                date_td: of.date_td,
                jde: of.jde,
                apparent: &of.apparent_coordinates,
                horizontal: of.local_horizontal,
                accuracy: of.accuracy,
                appearance: of.appearance.as_ref(),
            },
        }
    }
}

/// An instant in both time scales, TD to the millisecond.
struct PositionInstant {
    ut: Ut1,
    delta_t_s: f64,
    td_ms: i64,
    tt: Tt,
    /// The Sun and the Moon as they are seen, if requested.
    seen: Option<SunAndMoon>,
}

impl PositionFinder {
    pub(crate) fn at(&self, data: &Data, at: Instant) -> BodyPositions {
        let delta_t_s = self.delta_t.at_ut1(at.ut1());
        let td_ms = at.unix_ms + (delta_t_s * 1000.0).round() as i64;
        let (ut, tt) = (at.ut1(), Tt::from_unix_ms(td_ms));
        let seen = self
            .extras
            .appearance
            .then(|| SunAndMoon::of(&data.sky(self.theory.for_appearance()), ut, tt).expect(COVERED));
        let clock = PositionInstant { ut, delta_t_s, td_ms, tt, seen };
        let sky = data.sky(self.theory);
        let (has_sun, has_moon) = (self.includes(CelestialBody::Sun), self.includes(CelestialBody::Moon));
        // The phase also needs the Sun.
        let has_phase = has_moon && (self.extras.illuminated || self.extras.waxing);
        let sun = (has_sun || has_phase).then(|| sky.sun(clock.tt).expect(COVERED));
        let moon = has_moon.then(|| sky.moon(clock.tt).expect(COVERED));
        BodyPositions {
            local: None,
            sun: sun.as_ref().filter(|_| has_sun).map(|sun| self.sun_at(&clock, sun, moon.as_ref())),
            moon: moon.map(|moon| self.moon_at(&clock, &moon, sun.as_ref().filter(|_| has_phase))),
            gc: self.includes(CelestialBody::GalacticCenter).then(|| self.fixed_at(&clock, GALACTIC_CENTER)),
            ra_decl: self.ra_decl.map(|direction| self.fixed_at(&clock, direction)),
        }
    }

    fn includes(&self, body: CelestialBody) -> bool {
        self.bodies.contains(&body)
    }

    /// Returns the values for an observer. Without an observer, the sidereal time is not computed.
    fn seen(
        &self,
        clock: &PositionInstant,
        target: Target,
        body_km: Vector,
        place: impl FnOnce() -> ApparentPlace,
    ) -> Seen {
        let local_horizontal = self.horizon.as_ref().map(|h| LocalHorizontal::new(h, place()));
        Seen {
            local_horizontal,
            distance_to_earth: self.extras.distance.then(|| norm(body_km)),
            accuracy: self.accuracy(clock, target, local_horizontal),
            appearance: self.appearance(clock, target),
        }
    }

    /// Returns the appearance of a body, if requested.
    fn appearance(&self, clock: &PositionInstant, target: Target) -> Option<Appearance> {
        clock.seen.as_ref().map(|seen| Appearance::new(seen, target, self.horizon.as_ref()))
    }

    /// Returns the accuracy of a position, if requested.
    fn accuracy(
        &self,
        clock: &PositionInstant,
        target: Target,
        seen: Option<LocalHorizontal>,
    ) -> Option<Accuracy> {
        let delta_t = (clock.delta_t_s, self.delta_t.sigma_s(clock.ut));
        let basis = || AccuracyBasis::of(self.theory, target, clock.tt, delta_t);
        self.extras.accuracy.then(|| match self.site.zip(seen) {
            Some((site, seen)) => basis().of_sight(site, seen.refraction_sigma_arcsec()),
            None => basis().of_position(None),
        })
    }

    fn sun_at(
        &self,
        clock: &PositionInstant,
        sun: &SolarPosition,
        moon: Option<&LunarPosition>,
    ) -> SunPosition {
        let place = || match moon {
            Some(moon) => sun.place_beside(moon, clock.ut, clock.tt),
            None => sun.place(clock.ut, clock.tt),
        };
        SunPosition {
            common: clock.common(&sun.coordinates()),
            seen: self.seen(clock, Target::Sun, sun.body_km(), place),
        }
    }

    fn moon_at(
        &self,
        clock: &PositionInstant,
        moon: &LunarPosition,
        sun: Option<&SolarPosition>,
    ) -> MoonPosition {
        let (coordinates, nutation) = (moon.coordinates(), moon.nutation(clock.tt));
        let [d, m, mp, f] = moon.arguments(clock.tt).map(f64::to_degrees);
        let body_km = moon.body_km();
        let pole = [0.0, -coordinates.obliquity.sin(), coordinates.obliquity.cos()];
        let light = sun.map(SolarPosition::body_km).map(|sun_km| {
            (phase::illuminated_fraction(sun_km, body_km), phase::is_waxing(sun_km, body_km, pole))
        });
        MoonPosition {
            common: clock.common(&coordinates),
            geocentric_spherical_coordinates: Spherical {
                lambda: coordinates.longitude.to_degrees(),
                beta: coordinates.latitude.to_degrees(),
                delta: coordinates.distance_km,
            },
            nutation_in_longitude: nutation.longitude.to_degrees(),
            nutation_in_obliquity: nutation.obliquity.to_degrees(),
            mean_elongation: d,
            mean_anomaly_sun: m,
            mean_anomaly_moon: mp,
            arg_of_latitude: f,
            seen: self.seen(clock, Target::Moon, body_km, || moon.place(clock.ut, clock.tt)),
            illuminated_fraction: light.filter(|_| self.extras.illuminated).map(|l| l.0),
            waxing: light.filter(|_| self.extras.waxing).map(|l| l.1),
        }
    }

    fn fixed_at(&self, clock: &PositionInstant, direction: FixedDirection) -> FixedPosition {
        let (ra, decl) = equatorial(direction.of_date_km(clock.tt));
        let place = |h: &Horizon| LocalHorizontal::new(h, direction.place(clock.ut, clock.tt));
        let local_horizontal = self.horizon.as_ref().map(place);
        FixedPosition {
            date_td: clock.date_td(),
            jde: clock.tt.0,
            apparent_coordinates: Equatorial { ra: ra.to_degrees(), decl: decl.to_degrees() },
            local_horizontal,
            accuracy: self.accuracy(clock, Target::Fixed(direction), local_horizontal),
            appearance: self.appearance(clock, Target::Fixed(direction)),
        }
    }
}

impl PositionInstant {
    fn date_td(&self) -> Instant {
        Instant { unix_ms: self.td_ms }
    }

    fn common(&self, c: &Coordinates) -> Common {
        Common {
            date_td: self.date_td(),
            jde: self.tt.0,
            ecliptic_coordinates: c.into(),
            apparent_coordinates: c.into(),
            apparent_longitude: c.apparent_longitude.to_degrees(),
            radius_vector: c.distance_au,
            obliquity_of_ecliptic: c.obliquity.to_degrees(),
            equatorial_horizontal_parallax: c.parallax.to_degrees(),
        }
    }
}
