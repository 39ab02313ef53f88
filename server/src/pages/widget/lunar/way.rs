//! The Moon's way through the shadow of the Earth, north up and east to the left, as in the sky.

use crate::pages::widget::shared::picture::{Picture, Shape};
use astro::constants::{EQUATORIAL_RADIUS_KM, K_PENUMBRA};
use astro::eclipse::lunar::{LunarContact, LunarCourse, LunarMoment};
use astro::math::vector::{cross, dot, norm, unit};

/// Pixels of an Earth radius, and the middle of the picture.
const SCALE: f64 = 175.0;
const MIDDLE: f64 = 330.0;
/// Width and height.
const SIZE: u32 = 660;
/// Size of the letters.
const LETTERS: u32 = 26;

/// The Moon at every contact, with its key.
pub(super) fn way(course: &LunarCourse, key: &dyn Fn(LunarContact) -> &'static str, name: &str) -> Picture {
    let moon = K_PENUMBRA * SCALE;
    // The magnitudes at greatest eclipse contain the radii of the shadows.
    let radius = |magnitude: f64| (2.0 * K_PENUMBRA * magnitude - K_PENUMBRA + course.gamma.abs()) * SCALE;
    let disc = |class, centre, radius| Shape::Circle { class, centre, radius };
    let middle = (MIDDLE, MIDDLE);
    let places: Vec<_> = course.moments.iter().map(|moment| (moment.contact, place(moment))).collect();
    let mut shapes = vec![
        Shape::Panel { area: [0, 0, SIZE, SIZE], corner: 8, fill: "#0b1020" },
        disc("outer", middle, radius(course.penumbral_magnitude)),
        disc("inner", middle, radius(course.umbral_magnitude)),
    ];
    for (contact, at) in &places {
        let is_greatest = *contact == LunarContact::Greatest;
        shapes.push(disc(if is_greatest { "moon deepest" } else { "moon" }, *at, moon));
    }
    for (contact, (x, y)) in &places {
        let text = key(*contact);
        let (x, y) = (x - 8.0 * text.len() as f64, y + 9.0);
        let (x, y) = (x.max(0.0) as usize, y.max(0.0) as usize);
        shapes.push(Shape::Text { class: Some("key"), x, y, size: LETTERS, text: text.to_owned() });
    }
    Picture {
        class: "way".to_owned(),
        view: [0.0, 0.0, f64::from(SIZE), f64::from(SIZE)],
        label: format!("The Moon's way through the penumbra and the umbra, north up: {name}"),
        shapes,
    }
}

/// The Moon's centre in the picture.
fn place(moment: &LunarMoment) -> (f64, f64) {
    const POLE: [f64; 3] = [0.0, 0.0, 1.0];
    let places = &moment.places;
    let axis = unit(places.sun_km.map(|km| -km));
    let direction = unit(places.moon_km);
    let east = unit(cross(POLE, axis));
    let north = cross(axis, east);
    let length = norm(places.moon_km) / EQUATORIAL_RADIUS_KM * SCALE;
    (MIDDLE - dot(direction, east) * length, MIDDLE - dot(direction, north) * length)
}
