//! The mathematics of Sun, Moon and Earth for scripts of pages, as WebAssembly.
//!
//! Functions take numbers. Results are numbers in a buffer of the module: each function returns how many, and
//! [`numbers`] where. Angles are degrees, heights metres above the ellipsoid, instants milliseconds of UT
//! since 1970; NaN means that there is none. `eclipse.js` and `geometry.js` give the numbers their
//! names.

mod curve;
mod eclipse;
mod sphere;
mod sun;

use astro::sunlight::air_mass::kasten_young;
use astro::sunlight::eclipsed::{intensity, part_covered};
use curve::Way;
use eclipse::Eclipse;
use std::cell::RefCell;

/// A twentieth of the size of the usual allocator.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: lol_alloc::AssumeSingleThreaded<lol_alloc::FreeListAllocator> =
    // SAFETY: the module has no threads.
    unsafe { lol_alloc::AssumeSingleThreaded::new(lol_alloc::FreeListAllocator::new()) };

thread_local! {
    static NUMBERS: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
    static ECLIPSES: RefCell<Vec<Eclipse>> = const { RefCell::new(Vec::new()) };
}

/// The address of the numbers.
#[unsafe(no_mangle)]
pub extern "C" fn numbers() -> *mut f64 {
    NUMBERS.with_borrow_mut(Vec::as_mut_ptr)
}

/// Makes room for numbers of the caller; returns where.
#[unsafe(no_mangle)]
pub extern "C" fn room(count: usize) -> *mut f64 {
    NUMBERS.with_borrow_mut(|numbers| numbers.resize(count, f64::NAN));
    numbers()
}

/// Takes the elements in the buffer, in the order of [`Eclipse::new`]; returns the number of the eclipse,
/// which stays until the page is closed.
#[unsafe(no_mangle)]
pub extern "C" fn eclipse() -> usize {
    let eclipse = NUMBERS.with_borrow(|numbers| Eclipse::new(numbers));
    ECLIPSES.with_borrow_mut(|eclipses| {
        eclipses.push(eclipse);
        eclipses.len() - 1
    })
}

/// Computes the view of a place: see [`Eclipse::local`].
#[unsafe(no_mangle)]
pub extern "C" fn local(eclipse: usize, latitude: f64, longitude: f64, height: f64) -> usize {
    answer(eclipse, |eclipse, numbers| eclipse.local([latitude, longitude, height], numbers))
}

/// Sun and Moon at an instant: see [`Eclipse::view`].
#[unsafe(no_mangle)]
pub extern "C" fn view(eclipse: usize, ms: f64, latitude: f64, longitude: f64, height: f64) -> usize {
    answer(eclipse, |eclipse, numbers| eclipse.view(ms, [latitude, longitude, height], numbers))
}

/// The place where the axis meets the ground: latitude and longitude.
#[unsafe(no_mangle)]
pub extern "C" fn axis(eclipse: usize, ms: f64) -> usize {
    answer(eclipse, |eclipse, numbers| numbers.extend(eclipse.axis(ms)))
}

/// The shadow on the Earth: see [`Eclipse::shadow`].
#[unsafe(no_mangle)]
pub extern "C" fn shadow(eclipse: usize, ms: f64) -> usize {
    answer(eclipse, |eclipse, numbers| eclipse.shadow(ms, numbers))
}

/// Finds the points where a way meets a curve: see [`Eclipse::meets`].
#[unsafe(no_mangle)]
pub extern "C" fn meets(
    eclipse: usize,
    curve: u32,
    magnitude: f64,
    latitude: f64,
    longitude: f64,
    height_m: f64,
    direction_deg: f64,
    low_km: f64,
    high_km: f64,
) -> f64 {
    let way = Way { from: [latitude, longitude], height_m, direction_deg };
    ECLIPSES.with_borrow(|eclipses| {
        eclipses.get(eclipse).map_or(f64::NAN, |e| e.meets(curve, magnitude, way, [low_km, high_km]))
    })
}

/// The nearest point of the central line: latitude, longitude and distance in km; see
/// [`Eclipse::nearest_central`].
#[unsafe(no_mangle)]
pub extern "C" fn nearest_central(eclipse: usize, middle_ms: f64, latitude: f64, longitude: f64) -> usize {
    answer(eclipse, |eclipse, numbers| {
        let found = eclipse.nearest_central(middle_ms, [latitude, longitude]);
        numbers.extend(found.into_iter().flat_map(|([latitude, longitude], km)| [latitude, longitude, km]));
    })
}

/// The nearest point of the lines in the buffer: see [`sphere::nearest`].
#[unsafe(no_mangle)]
pub extern "C" fn nearest(latitude: f64, longitude: f64) -> usize {
    let found = NUMBERS.with_borrow(|numbers| sphere::nearest(numbers, [latitude, longitude]));
    put(found.into_iter().flat_map(|([latitude, longitude], km)| [latitude, longitude, km]))
}

/// The place some way off, latitude and longitude: see [`sphere::destination`].
#[unsafe(no_mangle)]
pub extern "C" fn destination(latitude: f64, longitude: f64, direction_deg: f64, km: f64) -> usize {
    put(sphere::destination([latitude, longitude], direction_deg, km))
}

/// Direction from a place to another: see [`sphere::bearing`].
#[unsafe(no_mangle)]
pub extern "C" fn bearing(latitude: f64, longitude: f64, to_latitude: f64, to_longitude: f64) -> f64 {
    sphere::bearing([latitude, longitude], [to_latitude, to_longitude])
}

/// Computes the distance at which a line of sight reaches a height: see [`sphere::ground_distance_km`].
#[unsafe(no_mangle)]
pub extern "C" fn ground_distance(altitude_deg: f64, height_km: f64) -> f64 {
    sphere::ground_distance_km(altitude_deg, height_km)
}

/// Part of the Sun's light that the Moon leaves: see [`part_covered`]. Semidiameters and separation in the
/// same unit.
#[unsafe(no_mangle)]
pub extern "C" fn light_left(sun: f64, moon: f64, separation: f64) -> f64 {
    1.0 - part_covered(moon / sun, separation / sun)
}

/// Brightness of the Sun's disc at a part of its radius from the centre, 1 there: see [`intensity`].
#[unsafe(no_mangle)]
pub extern "C" fn brightness(radius: f64) -> f64 {
    intensity(radius)
}

/// Refraction of a true altitude, degrees: see [`sun::refraction_deg`].
#[unsafe(no_mangle)]
pub extern "C" fn refraction(altitude_deg: f64) -> f64 {
    sun::refraction_deg(altitude_deg)
}

/// Air mass at an apparent altitude in degrees: see [`kasten_young`].
#[unsafe(no_mangle)]
pub extern "C" fn air_mass(altitude_deg: f64) -> f64 {
    kasten_young(altitude_deg.to_radians())
}

/// Position angle of the Sun's north pole, degrees: see [`sun::axis_deg`].
#[unsafe(no_mangle)]
pub extern "C" fn solar_axis(ms: f64) -> f64 {
    sun::axis_deg(ms)
}

fn put(values: impl IntoIterator<Item = f64>) -> usize {
    NUMBERS.with_borrow_mut(|numbers| {
        numbers.clear();
        numbers.extend(values);
        numbers.len()
    })
}

fn answer(eclipse: usize, compute: impl FnOnce(&Eclipse, &mut Vec<f64>)) -> usize {
    ECLIPSES.with_borrow(|eclipses| {
        NUMBERS.with_borrow_mut(|numbers| {
            numbers.clear();
            if let Some(eclipse) = eclipses.get(eclipse) {
                compute(eclipse, numbers);
            }
            numbers.len()
        })
    })
}
