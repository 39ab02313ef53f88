//! The skyline as a picture.

use crate::vocabulary::svg_path::PathText;
use geography::sight::{RAYS, Skyline, Viewpoint};
use maud::html;

/// Width of a degree of azimuth; a unit is a tenth of a pixel.
const WIDTH: f64 = 40.0;
/// Height of the picture without margins.
const HEIGHT: f64 = 3000.0;
const MARGIN: f64 = 500.0;
/// The top of the picture is at a multiple of this altitude, and at least there, degrees.
const TOP_DEG: f64 = 5.0;
const TICK: f64 = 80.0;
const LABEL: f64 = 220.0;
/// Most lines of equal altitude.
const MOST_LINES: f64 = 9.0;
/// Names of azimuths, 45° apart.
const NAMES: [&str; 9] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW", "N"];

/// A picture of a skyline from north through east, south and west to north.
pub(super) fn svg(skyline: &Skyline, eye: &Viewpoint) -> String {
    let [min_deg, max_deg] = skyline.bounds_deg();
    let bottom_deg = (min_deg.min(0.0) - 0.5).floor();
    let top_deg = TOP_DEG * ((max_deg / TOP_DEG).floor() + 1.0).max(1.0);
    let y = |altitude_deg: f64| HEIGHT * (top_deg - altitude_deg) / (top_deg - bottom_deg);
    let edge = (0..=RAYS).map(|k| {
        let x = Skyline::azimuth_deg(k) * WIDTH;
        (x, y(skyline.point(k % RAYS).altitude_deg))
    });
    let (mut ground, mut ticks, mut level) = (PathText::default(), PathText::default(), PathText::default());
    let right = 360.0 * WIDTH;
    ground.run(edge.chain([(right, HEIGHT), (0.0, HEIGHT)]), true);
    level.run([(0.0, y(0.0)), (right, y(0.0))], false);
    for k in 0..=36 {
        let x = f64::from(k) * 10.0 * WIDTH;
        ticks.run([(x, HEIGHT), (x, HEIGHT + TICK)], false);
    }
    let step_deg = [1.0, 2.0, 5.0, 10.0, 20.0].into_iter().find(|step| top_deg / step <= MOST_LINES);
    let step_deg = step_deg.unwrap_or(TOP_DEG * 2.0);
    let altitudes: Vec<f64> = (1..).map(|k| f64::from(k) * step_deg).take_while(|h| *h < top_deg).collect();
    for altitude_deg in &altitudes {
        ticks.run([(0.0, y(*altitude_deg)), (right, y(*altitude_deg))], false);
    }
    let text = |x: f64, y: f64, text: &str| {
        html! { text x=(format!("{x:.0}")) y=(format!("{y:.0}")) { (text) } }
    };
    let names = NAMES.iter().enumerate().map(|(k, name)| text(45.0 * WIDTH * k as f64, HEIGHT + LABEL, name));
    let labels = [0.0].iter().chain(&altitudes);
    let labels = labels.map(|deg| text(-LABEL, y(*deg), &format!("{deg}°")));
    let view_box =
        format!("{} {} {} {}", -MARGIN, -MARGIN / 2.0, right + 2.0 * MARGIN, HEIGHT + MARGIN * 1.5);
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(view_box) width="1440" role="img"
            aria-labelledby="title desc" {
            title id="title" { "Skyline" }
            desc id="desc" { (description(eye, [min_deg, max_deg])) }
            rect x=(-MARGIN) y=(-MARGIN / 2.0) width=(right + 2.0 * MARGIN) height=(HEIGHT + MARGIN * 1.5)
                fill="#fff" {}
            path d=(ticks.0) stroke="#bbb" stroke-width="6" {}
            path d=(ground.0) fill="#d8d8d8" stroke="#111" stroke-width="10" {}
            path d=(level.0) stroke="#0645ad" stroke-width="8" stroke-dasharray="40 30" {}
            g font-family="sans-serif" font-size="160" text-anchor="middle" dominant-baseline="central" {
                @for label in names.chain(labels) { (label) }
            }
        }
    };
    picture.into_string()
}

fn description(eye: &Viewpoint, [min_deg, max_deg]: [f64; 2]) -> String {
    format!(
        "The highest ground in every direction from {:.5}, {:.5}, from north through east, south and west. \
         The eye is {:.1} m above mean sea level. Apparent altitudes from {min_deg:.2} to {max_deg:.2} \
         degrees; the dashed line is level with the eye.",
        eye.place.latitude_deg, eye.place.longitude_deg, eye.elevation_m
    )
}
