//! The Moon as a picture, zenith up.

use crate::endpoints::prelude::*;
use almanac::AzAlt;
use astro::appearance::MoonAppearance;
use astro::constants::MOON_REFERENCE_RADIUS_KM;
use astro::eclipse::lunar::umbra_at;
use astro::math::vector::{cross, dot, sub, unit};
use astro::sky::libration::Selenographic;
use astro::sky::phase::is_waxing;
use maud::{Markup, html};

/// Radius of the disc, and half the width of the picture, units.
const RADIUS: f64 = 1000.0;
const HALF: f64 = 1250.0;
/// Distances of the ends of the Moon's poles and of the name of the north pole from the middle.
const POLE: f64 = 1080.0;
const NAME: f64 = 1160.0;

/// Round maria: name, latitude and longitude (east positive) of the middle, degrees, and diameter, km.
/// Source: IAU, *Gazetteer of Planetary Nomenclature* (USGS Astrogeology), Moon.
const MARIA: [(&str, f64, f64, f64); 11] = [
    ("Mare Imbrium", 34.72, -14.91, 1145.5),
    ("Mare Serenitatis", 27.29, 18.36, 674.3),
    ("Mare Tranquillitatis", 8.35, 30.84, 875.8),
    ("Mare Crisium", 16.18, 59.10, 555.9),
    ("Mare Fecunditatis", -7.84, 53.67, 840.4),
    ("Mare Nectaris", -15.19, 34.60, 339.4),
    ("Mare Nubium", -20.59, -17.29, 714.5),
    ("Mare Humorum", -24.48, -38.57, 419.7),
    ("Mare Cognitum", -10.53, -22.31, 350.0),
    ("Mare Insularum", 7.79, -30.64, 511.9),
    ("Mare Vaporum", 13.20, 4.09, 242.5),
];

/// Backgrounds of a picture of the Moon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub(super) enum MoonBackground {
    #[default]
    Dark,
    Light,
    Transparent,
}

/// The Moon over a place.
pub(super) struct MoonPicture {
    date: Instant,
    site: Site,
    moon: MoonAppearance,
    parallactic_angle: f64,
    apparent: AzAlt,
    is_up: bool,
    is_waxing: bool,
    /// The umbra if part of the Moon is in it: position angle and distance of its middle from that of the
    /// Moon, and its radius, in radii of the Moon.
    umbra: Option<[f64; 3]>,
}

impl MoonPicture {
    /// The Moon at an instant of UT, which is `tt`, for an observer.
    pub(super) fn new(sky: &Sky, date: Instant, tt: Tt, site: Site) -> Self {
        let seen = SunAndMoon::of(sky, date.ut1(), tt).expect("the theories have no limits");
        let (places, horizon) = (seen.places, Horizon::new(site.observer()));
        let observer_km = horizon.observer_km(seen.gast);
        let vector = horizon.topocentric(places.moon_km, seen.gast);
        let mut apparent = vector.direction();
        apparent.altitude += horizon.refraction(apparent.altitude);
        let direction = unit(sub(places.moon_km, observer_km));
        let east = unit(cross([0.0, 0.0, 1.0], direction));
        let axes = [east, cross(direction, east)];
        let umbra = umbra_at(&places).map(|(middle_km, radius_km)| {
            let [x, y] = axes.map(|axis| dot(middle_km, axis) / MOON_REFERENCE_RADIUS_KM);
            [x.atan2(y), x.hypot(y), radius_km / MOON_REFERENCE_RADIUS_KM]
        });
        let pole = [0.0, -places.obliquity.sin(), places.obliquity.cos()];
        Self {
            date,
            site,
            moon: seen.moon(observer_km),
            parallactic_angle: horizon.hour_and_parallactic_angle(places.moon_km, seen.gast).1,
            apparent: apparent.into(),
            is_up: Limb::moon(0.0).margin(vector) > 0.0,
            is_waxing: is_waxing(places.sun_km, places.moon_km, pole),
            umbra: umbra.filter(|[_, distance, radius]| distance < &(radius + 1.0)),
        }
    }

    /// The angle from the zenith, counter-clockwise, degrees, of a position angle in radians.
    fn zenith_angle_deg(&self, position_angle: f64) -> f64 {
        (position_angle - self.parallactic_angle).to_degrees().rem_euclid(360.0)
    }

    pub(super) fn svg(&self, size: u32, background: MoonBackground) -> String {
        let (ink, paper) = match background {
            MoonBackground::Dark => ("#e8e6df", Some("#0b0d12")),
            MoonBackground::Light => ("#1a1c22", Some("#fff")),
            MoonBackground::Transparent => ("#8a8d96", None),
        };
        let axis_deg = self.zenith_angle_deg(self.moon.facing.position_angle);
        let bright_deg = self.zenith_angle_deg(self.moon.bright_limb);
        let (name_x, name_y) = at(axis_deg, NAME);
        let Selenographic { latitude, longitude } = self.moon.facing.libration;
        let view_box = format!("{} {} {} {}", -HALF, -HALF, 2.0 * HALF, 2.0 * HALF);
        let picture = html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox=(view_box) width=(size) height=(size) role="img"
                aria-labelledby="title desc" {
                title id="title" { "The Moon, " (self.date.iso()) }
                desc id="desc" { (self.description(bright_deg, axis_deg)) }
                @if let Some(paper) = paper {
                    rect x=(-HALF) y=(-HALF) width=(2.0 * HALF) height=(2.0 * HALF) fill=(paper) {}
                }
                clipPath id="disc" { circle r=(RADIUS) {} }
                g clip-path="url(#disc)" opacity=[(!self.is_up).then_some("0.4")] {
                    circle r=(RADIUS) fill="#dedbd2" {}
                    g transform=(format!("rotate({:.2})", -axis_deg)) fill="#9b9992" {
                        @for mare in &MARIA { (ellipse(mare, latitude, longitude)) }
                        (cross_at(latitude, longitude))
                    }
                    path d=(night(self.moon.phase_angle)) fill="#14161c" fill-opacity="0.88"
                        transform=(format!("rotate({:.2})", -90.0 - bright_deg)) {}
                    @if let Some([angle, distance, radius]) = self.umbra {
                        @let (x, y) = at(self.zenith_angle_deg(angle), distance * RADIUS);
                        circle cx=(format!("{x:.0}")) cy=(format!("{y:.0}"))
                            r=(format!("{:.0}", radius * RADIUS)) fill="#5a1d12" fill-opacity="0.8" {}
                    }
                }
                g fill="none" stroke=(ink) stroke-width="8" {
                    circle r=(RADIUS) stroke-opacity="0.4" {}
                    path d=(format!("M0-{RADIUS}V-{POLE}M0 {RADIUS}V{POLE}"))
                        transform=(format!("rotate({:.2})", -axis_deg)) {}
                }
                g fill=(ink) font-family="sans-serif" font-size="110" text-anchor="middle"
                    dominant-baseline="central" {
                    text x=(format!("{name_x:.0}")) y=(format!("{name_y:.0}")) { "N" }
                    @if !self.is_up { text { "below the horizon" } }
                }
            }
        };
        picture.into_string()
    }

    fn description(&self, bright_deg: f64, axis_deg: f64) -> String {
        let (half, Selenographic { latitude, longitude }) =
            (self.moon.phase_angle / 2.0, self.moon.facing.libration);
        let compass = |degrees: f64, [plus, minus]: [&str; 2]| {
            format!("{:.1}° {}", degrees.abs(), if degrees < 0.0 { minus } else { plus })
        };
        format!(
            "The Moon at {:.4}, {:.4}, zenith up: {:.0} % lit, {}. Angles from the zenith, \
             counter-clockwise: bright limb {bright_deg:.0}°, north pole {axis_deg:.0}°. Libration {}, {}. \
             {} {:.1}°, azimuth {:.1}°.{}",
            self.site.lat,
            self.site.lng,
            100.0 * half.cos().powi(2),
            if self.is_waxing { "waxing" } else { "waning" },
            compass(latitude.to_degrees(), ["north", "south"]),
            compass(longitude.to_degrees(), ["east", "west"]),
            if self.is_up { "Altitude" } else { "Below the horizon: altitude" },
            self.apparent.altitude,
            self.apparent.azimuth,
            if self.umbra.is_some() { " The umbra of the Earth is red." } else { "" },
        )
    }
}

/// A point at an angle from the zenith, counter-clockwise, degrees.
fn at(angle_deg: f64, radius: f64) -> (f64, f64) {
    let (sin, cos) = angle_deg.to_radians().sin_cos();
    (0.0 - radius * sin, 0.0 - radius * cos)
}

/// The part of the disc in the dark, with the bright limb on the right: half of the limb, and the terminator,
/// half an ellipse with the axes 1 and cos i. Reference: Meeus, *Astronomical Algorithms* (1998), chapter 48.
fn night(phase_angle: f64) -> String {
    let cos = phase_angle.cos();
    let axis = (RADIUS * cos.abs()).round();
    format!(
        "M0-{RADIUS}A{RADIUS} {RADIUS} 0 0 0 0 {RADIUS}A{axis} {RADIUS} 0 0 {} 0-{RADIUS}",
        u8::from(cos > 0.0)
    )
}

/// A place of the Moon on the disc, north up, of radius 1: right, up, and towards the observer. Orthographic;
/// perspective moves it by less than 0.005.
fn on_disc(lat_deg: f64, lng_deg: f64, libration: (f64, f64)) -> [f64; 3] {
    let (sin, cos) = lat_deg.to_radians().sin_cos();
    let (sin_east, cos_east) = (lng_deg.to_radians() - libration.1).sin_cos();
    let (sin_b, cos_b) = libration.0.sin_cos();
    [cos * sin_east, sin * cos_b - cos * sin_b * cos_east, sin * sin_b + cos * cos_b * cos_east]
}

/// A circle on the Moon, foreshortened: an ellipse.
fn ellipse((name, lat_deg, lng_deg, km): &(&str, f64, f64, f64), latitude: f64, longitude: f64) -> Markup {
    let [x, y, z] = on_disc(*lat_deg, *lng_deg, (latitude, longitude));
    let (sin, cos) = (km / 2.0 / MOON_REFERENCE_RADIUS_KM).sin_cos();
    let whole = |part: f64| format!("{:.0}", part * RADIUS);
    html! {
        ellipse cx=(whole(x.hypot(y) * cos)) rx=(whole(sin * z)) ry=(whole(sin))
            transform=(format!("rotate({:.1})", (-y).atan2(x).to_degrees())) { title { (name) } }
    }
}

/// The middle of lunar maps, at latitude and longitude 0.
fn cross_at(latitude: f64, longitude: f64) -> Markup {
    let [x, y, _] = on_disc(0.0, 0.0, (latitude, longitude));
    let lines = format!("M{:.0} {:.0}m-25 0h50m-25-25v50", x * RADIUS, -y * RADIUS);
    html! { path d=(lines) stroke="#5a5852" stroke-width="8" {} }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terminator_bulges_into_the_dark_before_and_after_the_quarter() {
        // Crescent: the dark is more than half; the terminator goes back on the right.
        assert_eq!(night(120f64.to_radians()), "M0-1000A1000 1000 0 0 0 0 1000A500 1000 0 0 0 0-1000");
        assert_eq!(night(60f64.to_radians()), "M0-1000A1000 1000 0 0 0 0 1000A500 1000 0 0 1 0-1000");
    }

    #[test]
    fn maps_of_the_moon_have_crisium_on_the_right_and_libration_brings_it_nearer() {
        let [x, y, z] = on_disc(16.18, 59.10, (0.0, 0.0));
        assert!(x > 0.8 && y > 0.2 && z > 0.4);
        // Libration in longitude to the east shows more of the east.
        assert!(on_disc(16.18, 59.10, (0.0, 0.1))[2] > z);
        assert!(on_disc(60.0, 0.0, (0.1, 0.0))[2] > on_disc(60.0, 0.0, (0.0, 0.0))[2]);
    }
}
