//! The Sun and the Moon as small pictures.

use super::words;
use crate::generation::elements::EclipseElements;
use astro::eclipse::local::LocalView;
use maud::{Markup, html};

/// A small disc that draws the kind of an eclipse: the Sun, and the Moon before it.
pub(crate) fn of_kind(eclipse: &EclipseElements) -> Markup {
    /// Radius of the Sun in units of the picture.
    const SUN: f64 = 10.0;
    let (radius, shift) = match words::kind(eclipse) {
        "Total" => (SUN * 1.02, 0.0),
        "Annular" => (SUN * 0.82, 0.0),
        "Hybrid" => (SUN * 0.96, 0.0),
        // So much of the Sun's diameter is covered.
        _ => (SUN, 2.0 * SUN * (1.0 - eclipse.facts.magnitude.clamp(0.05, 0.95))),
    };
    let side = shift * std::f64::consts::FRAC_1_SQRT_2;
    let is_total = words::kind(eclipse) == "Total";
    html! {
        svg.disc viewBox="-16 -16 32 32" aria-hidden="true" {
            @if is_total {
                circle.corona r="14.5" {}
                circle.corona.inner r="12.2" {}
            }
            circle.sun r=(SUN) {}
            circle.moon r=(radius) cx=(format!("{side:.2}")) cy=(format!("{:.2}", -side)) {}
        }
    }
}

/// The Sun and the Moon as an observer sees them, the zenith above.
pub(super) fn as_seen(view: &LocalView) -> Markup {
    const SUN: f64 = 100.0;
    let scale = SUN / view.sun_semidiameter;
    let moon = view.moon_semidiameter * scale;
    // Position angles run from north to the left; without the parallactic angle, from the zenith.
    let (sin, cos) = (view.position_angle - view.parallactic_angle).sin_cos();
    // The position angle is that of the Sun's limb that the Moon covers first, on the Moon's side.
    let distance = view.separation * scale;
    let (x, y) = (-distance * sin, -distance * cos);
    let is_total = view.obscuration >= 1.0;
    html! {
        svg.still.sky-view viewBox="-400 -240 800 480" role="img" aria-label="The Sun and the Moon at greatest eclipse" {
            @if is_total {
                circle.corona r=(SUN * 1.9) {}
                circle.corona r=(SUN * 1.5) {}
                circle.corona.inner r=(SUN * 1.2) {}
            }
            circle.sun r=(SUN) {}
            circle.moon r=(format!("{moon:.1}")) cx=(format!("{x:.1}")) cy=(format!("{y:.1}")) {}
        }
    }
}
