//! Data of an event in addition to its instant.

use crate::endpoints::celestial_events::key::CelestialEventKey as Key;
use crate::endpoints::celestial_events::search::{EventSearch, LunarFound, Occurrence};
use crate::endpoints::celestial_events::solar_term::{SOLAR_TERM_DEG, SolarTerm};
use crate::endpoints::prelude::*;
use astro::constants::{AU_KM, SECONDS_PER_DAY};
use astro::ephemeris::Body;

/// A full or new Moon closer than this is a supermoon, km.
pub(super) const SUPERMOON_KM: f64 = 360_000.0;

/// Data of an event, depending on its kind.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(super) enum CelestialEventData {
    /// A phase of the Moon.
    Phase(MoonPhaseData),
    /// An eclipse of the Sun.
    Solar(SolarEclipseData),
    /// An eclipse of the Moon.
    Lunar(LunarEclipseData),
    /// An extreme of declination.
    Declination(GreatestDeclinationData),
    /// An extreme of distance.
    Distance(ExtremeDistanceData),
    /// A longitude of the Sun.
    Longitude(LongitudeData),
    /// An elongation of the Moon.
    Elongation(ElongationData),
}

/// A longitude of the Sun.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LongitudeData {
    /// Apparent geocentric longitude, true equinox of date, degrees, 0 … 360.
    pub(super) longitude: f64,
    /// The solar term; only with `solar-longitude:15`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) term: Option<SolarTerm>,
}

/// An elongation of the Moon.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ElongationData {
    /// Apparent geocentric longitude of the Moon less that of the Sun, degrees, 0 … 360.
    pub(super) elongation: f64,
}

/// A phase of the Moon.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MoonPhaseData {
    /// Distance between the centres of the Earth and the Moon, km.
    pub(super) distance: f64,
    /// `true` if this is a full or new Moon closer than 360,000 km.
    pub(super) supermoon: bool,
}

/// An extreme of distance: km for the Moon, astronomical units for the Sun.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ExtremeDistanceData {
    /// Distance between the centres: km (perigee, apogee) or au (perihelion, aphelion).
    pub(super) distance: f64,
}

/// An extreme of the Moon's declination.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GreatestDeclinationData {
    /// Apparent geocentric declination, degrees.
    pub(super) declination: f64,
}

/// An eclipse of the Sun.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SolarEclipseData {
    /// Number in the catalog.
    #[schema(minimum = 1, maximum = 11898)]
    catalog: i32,
    /// Partial, annular, total or hybrid.
    #[serde(rename = "type")]
    pub(super) kind: EclipseTypePrimary,
    /// Magnitude as the canon defines it.
    pub(super) magnitude: f64,
    /// Saros number.
    #[schema(minimum = -100, maximum = 300)]
    saros: i16,
    /// Minimum distance of the shadow axis from the Earth's centre, Earth radii.
    gamma: f64,
    /// Julian Day that names the eclipse: 0h of its UT date.
    pub(super) jd: f64,
    /// Latitude of greatest eclipse, degrees.
    pub(super) lat: f64,
    /// Longitude of greatest eclipse, degrees.
    pub(super) lng: f64,
}

/// An eclipse of the Moon.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct LunarEclipseData {
    /// Number in the catalog.
    #[schema(minimum = 1, maximum = 12064)]
    catalog: i32,
    /// Penumbral, partial or total.
    #[serde(rename = "type")]
    #[schema(value_type = LunarEclipseTypePrimary)]
    pub(super) kind: char,
    /// Fraction of the Moon's diameter inside the penumbra at greatest eclipse.
    penumbral_magnitude: f64,
    /// Fraction of the Moon's diameter inside the umbra at greatest eclipse; negative if the Moon misses the
    /// umbra.
    pub(super) umbral_magnitude: f64,
    /// Time from first to last contact with the umbra, s; null for penumbral eclipses.
    partial_duration: Option<f64>,
    /// Duration of totality, s; null unless total.
    total_duration: Option<f64>,
}

impl EventSearch {
    /// Returns the data of an event; none for kinds with no data.
    pub(super) fn data_of(&self, o: &Occurrence) -> Option<CelestialEventData> {
        let course = self.course();
        let distance_km =
            |body| course.distance_km(body, o.t).expect("events lie in the ephemeris and its margin");
        if let Some(elements) = o.solar.map(|index| &self.choice.data.elements.all()[index]) {
            return Some(CelestialEventData::Solar(elements.into()));
        }
        if let Some(lunar) = &o.lunar {
            return Some(CelestialEventData::Lunar(lunar.into()));
        }
        match o.kind.key {
            Key::NewMoon | Key::FullMoon | Key::FirstQuarter | Key::LastQuarter => {
                let distance = distance_km(Body::Moon);
                let is_syzygy = matches!(o.kind.key, Key::NewMoon | Key::FullMoon);
                Some(CelestialEventData::Phase(MoonPhaseData {
                    distance,
                    supermoon: is_syzygy && distance < SUPERMOON_KM,
                }))
            }
            Key::LunarPerigee | Key::LunarApogee => {
                Some(CelestialEventData::Distance(ExtremeDistanceData { distance: distance_km(Body::Moon) }))
            }
            Key::Perihelion | Key::Aphelion => Some(CelestialEventData::Distance(ExtremeDistanceData {
                distance: distance_km(Body::Sun) / AU_KM,
            })),
            Key::LunarMaxNorth | Key::LunarMaxSouth => {
                let declination =
                    course.moon_declination(o.t).expect("events lie in the ephemeris").to_degrees();
                Some(CelestialEventData::Declination(GreatestDeclinationData { declination }))
            }
            Key::SolarLongitude => {
                let longitude = multiple(course.sun_longitude(o.t).expect(COVERED), o.kind.step_deg);
                let term = (o.kind.step_deg == SOLAR_TERM_DEG).then(|| SolarTerm::at(longitude));
                Some(CelestialEventData::Longitude(LongitudeData { longitude, term }))
            }
            Key::LunarElongation => {
                let elongation = multiple(course.elongation(o.t).expect(COVERED), o.kind.step_deg);
                Some(CelestialEventData::Elongation(ElongationData { elongation }))
            }
            _ => None,
        }
    }
}

/// The multiple of a step that is nearest to an angle, degrees, 0 … 360.
fn multiple(angle: f64, step_deg: u16) -> f64 {
    let step_deg = f64::from(step_deg);
    ((angle.to_degrees() / step_deg).round() * step_deg).rem_euclid(360.0)
}

impl From<&EclipseElements> for SolarEclipseData {
    fn from(elements: &EclipseElements) -> Self {
        let (lat, lng) = elements.greatest_deg();
        Self {
            catalog: elements.catalog_number,
            kind: elements.primary_type(),
            magnitude: elements.facts.magnitude,
            saros: elements.saros,
            gamma: elements.facts.gamma,
            jd: elements.midnight_ut,
            lat,
            lng,
        }
    }
}

impl From<&LunarFound> for LunarEclipseData {
    fn from(lunar: &LunarFound) -> Self {
        let course = &lunar.course;
        let at = |contact| course.moments.iter().find(|m| m.contact == contact).map(|m| m.t);
        let seconds = |first, last| Some(at(last)?.days_since(at(first)?) * SECONDS_PER_DAY);
        Self {
            catalog: lunar.catalog_number,
            kind: course.kind.letter(),
            penumbral_magnitude: course.penumbral_magnitude,
            umbral_magnitude: course.umbral_magnitude,
            partial_duration: seconds(LunarContact::UmbraFirst, LunarContact::UmbraFourth),
            total_duration: seconds(LunarContact::UmbraSecond, LunarContact::UmbraThird),
        }
    }
}
