//! Appearance of a body: the field `appearance` of responses.

use astro::appearance::{SunAndMoon, illuminance_lux};
use astro::math::angle::normalize;
use astro::sky::horizon::Horizon;
use astro::sky::libration::Selenographic;
use astro::sky::theory::Target;
use astro::sky::zenith::place_below;
use serde::Serialize;
use utoipa::ToSchema;

/// A body as it is seen from the place, or from the centre of the Earth without `obs`; angles in degrees.
/// Fields are null where a body has no such value, and without `obs` where they need a place.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Appearance {
    /// Position angle of the middle of the Moon's bright limb, from celestial north through east, 0 … 360;
    /// null for other bodies.
    pub bright_limb_angle: Option<f64>,
    /// Position angle of the zenith at the body, the parallactic angle, degrees, −180 … 180, positive west
    /// of the meridian; null without `obs`.
    pub parallactic_angle: Option<f64>,
    /// Angle of the middle of the Moon's bright limb from the zenith, counter-clockwise, 0 … 360:
    /// `brightLimbAngle` − `parallacticAngle`; null for other bodies and without `obs`.
    pub bright_limb_zenith_angle: Option<f64>,
    /// Angle at the Moon between the Sun and the observer, degrees: 0 is full, 180 new; null for other
    /// bodies.
    pub phase_angle: Option<f64>,
    /// Visual magnitude above the air. Null for the Moon at phase angles over 150° and in the Earth's shadow,
    /// for the Sun in a total eclipse, and for fixed directions.
    pub magnitude: Option<f64>,
    /// Light that falls from the body on level ground under a clear sky, without that of the sky, lux; 0 if
    /// the centre is not above the horizon. Null where the Moon has no magnitude, for fixed directions, and
    /// without `obs`.
    pub illuminance: Option<f64>,
    /// The point of the Moon below the observer, in the axes of lunar maps (`frame=mean-earth`); null for
    /// other bodies.
    pub libration: Option<SelenographicPoint>,
    /// Position angle of the Moon's axis, from celestial north through east, 0 … 360; null for other bodies.
    pub axis_position_angle: Option<f64>,
    /// The place of the Earth that has the body in its zenith.
    pub sub_point: ZenithPlace,
    /// Hour angle of the body as seen, without refraction, −180 … 180, positive west of the meridian; null
    /// without `obs`.
    pub hour_angle: Option<f64>,
    /// Local apparent sidereal time, hours, 0 … 24; null without `obs`.
    pub apparent_sidereal_time: Option<f64>,
    /// Local mean sidereal time, hours, 0 … 24; null without `obs`.
    pub mean_sidereal_time: Option<f64>,
    /// Apparent less mean solar time, s; null for other bodies than the Sun.
    pub equation_of_time: Option<f64>,
    /// Apparent solar time, the time of a sundial, hours, 0 … 24; null for other bodies than the Sun, and
    /// without `obs`.
    pub apparent_solar_time: Option<f64>,
}

/// Selenographic latitude and longitude, degrees.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct SelenographicPoint {
    /// Latitude, degrees, north positive.
    pub lat: f64,
    /// Longitude, degrees, east positive.
    pub lng: f64,
}

impl From<Selenographic> for SelenographicPoint {
    fn from(s: Selenographic) -> Self {
        Self { lat: s.latitude.to_degrees(), lng: s.longitude.to_degrees() }
    }
}

/// The place that has the body in its zenith, degrees.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct ZenithPlace {
    /// Latitude, degrees, north positive.
    pub lat: f64,
    /// Longitude, degrees, east positive.
    pub lng: f64,
}

impl From<(f64, f64)> for ZenithPlace {
    fn from((latitude, longitude): (f64, f64)) -> Self {
        Self { lat: latitude.to_degrees(), lng: longitude.to_degrees() }
    }
}

impl Appearance {
    /// The appearance of a body for the observer of `horizon`, or from the centre of the Earth.
    pub fn new(sky: &SunAndMoon, target: Target, horizon: Option<&Horizon>) -> Self {
        let (body_km, gast) = match target {
            Target::Sun => (sky.places.sun_km, sky.gast),
            Target::Moon => (sky.places.moon_km, sky.gast),
            Target::Fixed(direction) => {
                let place = direction.place(sky.ut, sky.tt);
                (place.body_km, place.gast)
            }
        };
        let observer_km = horizon.map_or([0.0; 3], |at| at.observer_km(sky.gast));
        let moon = (target == Target::Moon).then(|| sky.moon(observer_km));
        let is_sun = target == Target::Sun;
        let magnitude =
            if is_sun { sky.sun_magnitude(observer_km) } else { moon.and_then(|moon| moon.magnitude) };
        let angles = horizon.map(|at| at.hour_and_parallactic_angle(body_km, gast));
        let illuminance = horizon.filter(|_| is_sun || moon.is_some()).and_then(|at| {
            let altitude = at.topocentric(body_km, gast).direction().altitude;
            let altitude = altitude + at.refraction(altitude);
            // The Sun without a magnitude is covered.
            let none = (is_sun || altitude <= 0.0).then_some(0.0);
            magnitude.map(|magnitude| illuminance_lux(magnitude, altitude)).or(none)
        });
        let hours = |angle: f64| angle.to_degrees() / 15.0;
        let local = |greenwich: f64| horizon.map(|at| at.sidereal_time(greenwich));
        let sidereal_time = local(sky.gast);
        let zenith_angle = moon.zip(angles).map(|(moon, (_, q))| normalize(moon.bright_limb - q));
        Self {
            bright_limb_angle: moon.map(|moon| moon.bright_limb.to_degrees()),
            parallactic_angle: angles.map(|(_, q)| q.to_degrees()),
            bright_limb_zenith_angle: zenith_angle.map(f64::to_degrees),
            phase_angle: moon.map(|moon| moon.phase_angle.to_degrees()),
            magnitude,
            illuminance,
            libration: moon.map(|moon| moon.facing.libration.into()),
            axis_position_angle: moon.map(|moon| moon.facing.position_angle.to_degrees()),
            sub_point: place_below(body_km, gast).into(),
            hour_angle: angles.map(|(hour_angle, _)| hour_angle.to_degrees()),
            apparent_sidereal_time: sidereal_time.map(hours),
            mean_sidereal_time: local(sky.gmst()).map(hours),
            equation_of_time: is_sun.then(|| sky.equation_of_time_s()),
            apparent_solar_time: sidereal_time.filter(|_| is_sun).map(|t| hours(sky.apparent_solar_time(t))),
        }
    }
}
