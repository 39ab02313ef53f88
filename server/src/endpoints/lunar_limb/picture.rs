//! The limb as a picture.

use super::response::ObservedLimb;
use crate::vocabulary::svg_path::PathText;
use maud::html;

/// Radius of the mean circle; a unit is a tenth of a pixel of an 800-pixel picture.
const RADIUS: f64 = 3000.0;
/// Lengths of ticks beyond the highest mountain, position of labels, and margin.
const GAP: f64 = 120.0;
const TICK: f64 = 100.0;
const LONG_TICK: f64 = 200.0;
const LABEL: f64 = 420.0;
const MARGIN: f64 = 280.0;
/// The mark of the Moon's north, inside of the deepest valley, and its name.
const AXIS: [f64; 2] = [0.64 * RADIUS, 0.74 * RADIUS];
const AXIS_NAME: f64 = 0.57 * RADIUS;

/// A picture of a limb with heights `ve` times as large: north up and east on the left, as in the sky; lunar
/// north is up without a date.
pub(super) fn svg(limb: &ObservedLimb, ve: f64) -> String {
    let scale = ve * RADIUS / limb.semidiameter_arcsec();
    let turn_deg = limb.axis_position_angle_deg.unwrap_or(0.0);
    let radii: Vec<_> = limb.heights_arcsec().map(|height| (RADIUS + scale * height).max(0.0)).collect();
    let edge = radii.iter().copied().fold(RADIUS, f64::max) + GAP;
    let half = (edge + LABEL + MARGIN).round();
    let points =
        radii.iter().enumerate().map(|(k, radius)| at(turn_deg + k as f64 * limb.step_deg(), *radius));
    let (mut outline, mut ticks) = (PathText::default(), PathText::default());
    outline.run(points, true);
    for k in 0..36 {
        let length = if k % 3 == 0 { LONG_TICK } else { TICK };
        let angle_deg = f64::from(k) * 10.0;
        ticks.run([at(angle_deg, edge), at(angle_deg, edge + length)], false);
    }
    let mut axis = PathText::default();
    axis.run(AXIS.map(|radius| at(turn_deg, radius)), false);
    let view_box = format!("{} {} {} {}", -half, -half, 2.0 * half, 2.0 * half);
    let text = |(x, y): (f64, f64), text: &str| {
        html! { text x=(format!("{x:.0}")) y=(format!("{y:.0}")) { (text) } }
    };
    let numbers = (0..12).map(|k| f64::from(k) * 30.0);
    let is_celestial = limb.axis_position_angle_deg.is_some();
    let labels: Vec<_> = numbers.map(|deg| text(at(deg, edge + LABEL), &label(deg, is_celestial))).collect();
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(view_box) width="800" height="800" role="img"
            aria-labelledby="title desc" {
            title id="title" { "Limb of the Moon" }
            desc id="desc" { (description(limb, ve)) }
            rect x=(-half) y=(-half) width=(2.0 * half) height=(2.0 * half) fill="#fff" {}
            path d=(outline.0) fill="#d8d8d8" stroke="#111" stroke-width="8" {}
            circle r=(RADIUS) fill="none" stroke="#0645ad" stroke-width="6" stroke-dasharray="40 30" {}
            path d=(ticks.0) stroke="#555" stroke-width="10" {}
            path d=(axis.0) stroke="#b00020" stroke-width="30" {}
            g font-family="sans-serif" font-size="190" text-anchor="middle" dominant-baseline="central" {
                @for label in &labels { (label) }
                g fill="#b00020" { (text(at(turn_deg, AXIS_NAME), "lunar north")) }
            }
        }
    };
    picture.into_string()
}

/// The label of an angle from celestial north (`N`) or from the Moon's north (no letter).
fn label(angle_deg: f64, is_celestial: bool) -> String {
    match angle_deg as u16 {
        0 if is_celestial => "N".to_owned(),
        90 => "E".to_owned(),
        degrees => format!("{degrees}°"),
    }
}

/// A point at a position angle, degrees; east is on the left.
fn at(angle_deg: f64, radius: f64) -> (f64, f64) {
    let (sin, cos) = angle_deg.to_radians().sin_cos();
    (-radius * sin, -radius * cos)
}

fn description(limb: &ObservedLimb, ve: f64) -> String {
    // Stored profiles have a decimal.
    let degrees = |x: f64| {
        let short = format!("{x:.1}");
        if short.parse() == Ok(x) { short } else { format!("{x:.3}") }
    };
    let ([l, b], km) = (limb.profile.map(degrees), limb.distance_km);
    let axis = limb
        .axis_position_angle_deg
        .map_or_else(String::new, |deg| format!(" The Moon's north is at position angle {deg:.2} degrees."));
    format!(
        "Profile of the Moon's limb for the libration l = {l}, b = {b} degrees from {km:.0} km, \
         heights exaggerated {ve} times. The dashed circle has the radius 1737.4 km, {:.2} arcseconds. East \
         is on the left; there is a tick every 10 degrees, and the red mark is the Moon's north.{axis}",
        limb.semidiameter_arcsec()
    )
}
