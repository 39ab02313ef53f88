//! Compares responses of the running server with published values: single cases from books and tables, each
//! with its source. They check the science where the reference tables are absent.

mod delta_t;
mod earth;
mod libration;
mod local;
mod lunar_eclipses;
mod meeus;
mod places;
mod rise_and_set;
mod solar_eclipses;

use crate::figures::PLACE_ARCSEC;
use crate::http::response as answer;
use astro::math::angle::normalize_signed;
use serde_json::Value;
use server::testing::date_time;

/// Sun and Moon against JPL, degrees.
const PLACE_TOLERANCE_DEG: f64 = PLACE_ARCSEC / 3600.0;

/// Asserts and prints the difference of a value from the published one.
fn agrees(what: &str, value: f64, published: f64, tolerance: f64) {
    let off = (value - published).abs();
    println!("{what}: {value} for {published}, {:.3} of the tolerance", off / tolerance);
    assert!(off <= tolerance, "{what}: {value}, published {published} ± {tolerance}");
}

/// Asserts and prints the difference of angles in degrees, whatever their turn.
fn agrees_deg(what: &str, value: f64, published: f64, tolerance: f64) {
    let apart = normalize_signed((value - published).to_radians()).to_degrees();
    agrees(what, published + apart, published, tolerance);
}

fn number(value: &Value, pointer: &str) -> f64 {
    value.pointer(pointer).and_then(Value::as_f64).unwrap_or_else(|| panic!("no number {pointer}: {value}"))
}

/// Seconds since 1970 of a date as text.
fn seconds(date: &str) -> f64 {
    date_time::parse(date).unwrap_or_else(|| panic!("{date} is no date")) as f64 / 1000.0
}

fn degrees(d: f64, m: f64, s: f64) -> f64 {
    d.signum() * (d.abs() + m / 60.0 + s / 3600.0)
}

fn hours(h: f64, m: f64, s: f64) -> f64 {
    15.0 * degrees(h, m, s)
}

/// A body at an instant of TD.
fn body(name: &str, theory: &str, td: &str) -> Value {
    let all = answer(&format!("/body-position/{td}?body={name}&alg={theory}&deltaT=0"));
    let first = all.as_object().and_then(|o| o.values().next()).expect("one instant");
    first[name].clone()
}
