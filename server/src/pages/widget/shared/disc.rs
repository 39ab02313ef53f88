//! The Sun and the Moon as small pictures.

use super::picture::{Picture, Shape};
use super::words;
use crate::pages::prelude::*;
use astro::eclipse::local::{LocalEclipseType, LocalView, Sight};
use std::f64::consts::FRAC_1_SQRT_2;

/// Radius of the Sun in the small picture.
const SUN: f64 = 10.0;

/// An icon of the kind of an eclipse: the Sun with the Moon in front of it.
pub(crate) fn of_kind(eclipse: &EclipseElements) -> Markup {
    match words::kind(eclipse) {
        "Partial" => partial(eclipse.facts.magnitude),
        kind => central(kind),
    }
}

/// An icon of the eclipse as a place sees it.
pub(crate) fn of_sight(sight: &Sight) -> Markup {
    match sight.kind {
        LocalEclipseType::Total => central("Total"),
        LocalEclipseType::Annular => central("Annular"),
        LocalEclipseType::Partial => partial(sight.maximum.magnitude()),
    }
}

/// A corona or a ring, with a ring wide enough for small icons; of a hybrid eclipse half of each.
fn central(kind: &str) -> Markup {
    let [outer, inner, total, annular] = [14.5, 12.2, SUN * 1.02, SUN * 0.68];
    let half = |r: f64| format!("M0-{r}A{r} {r} 0 0 0 0 {r}Z");
    html! {
        svg.disc viewBox="-16 -16 32 32" aria-hidden="true" {
            @match kind {
                "Total" => {
                    circle.corona r=(outer) {}
                    circle.corona.inner r=(inner) {}
                    circle.moon r=(total) {}
                },
                "Annular" => {
                    circle.sun r=(SUN) {}
                    circle.moon r=(annular) {}
                },
                _ => {
                    circle.sun r=(SUN) {}
                    circle.moon r=(annular) {}
                    path.corona d=(half(outer)) {}
                    path.corona.inner d=(half(inner)) {}
                    path.moon d=(half(total)) {}
                },
            }
        }
    }
}

/// The crescent that remains if a Moon of the Sun's size covers this fraction of the diameter from the upper
/// right.
fn partial(magnitude: f64) -> Markup {
    let middle = SUN * (1.0 - magnitude.clamp(0.05, 0.95));
    let half_chord = (SUN * SUN - middle * middle).sqrt();
    // The line of centres goes up to the right; y is down.
    let horn = |side: f64| {
        let (along, across) = (middle * FRAC_1_SQRT_2, side * half_chord * FRAC_1_SQRT_2);
        format!("{:.2} {:.2}", along + across, across - along)
    };
    let (first, last) = (horn(1.0), horn(-1.0));
    let crescent = format!("M{first}A{SUN} {SUN} 0 1 1 {last}A{SUN} {SUN} 0 0 0 {first}Z");
    html! {
        svg.disc viewBox="-16 -16 32 32" aria-hidden="true" {
            circle.moon r=(SUN) {}
            path.sun d=(crescent) {}
        }
    }
}

/// The Sun and the Moon at a place, zenith up.
pub(crate) fn as_seen(view: &LocalView) -> Picture {
    const SUN: f64 = 100.0;
    let scale = SUN / view.sun_semidiameter;
    let moon = view.moon_semidiameter * scale;
    // Position angle of the Moon's centre, from north to the left; minus the parallactic angle, from the
    // zenith.
    let (sin, cos) = (view.position_angle - view.parallactic_angle).sin_cos();
    let distance = view.separation * scale;
    let (x, y) = (0.0 - distance * sin, 0.0 - distance * cos);
    let mut shapes = Vec::new();
    if view.obscuration >= 1.0 {
        shapes.push(Shape::Corona { radius: SUN * 2.4 });
    }
    shapes.push(Shape::Disc { class: "sun", radius: SUN });
    shapes.push(Shape::Circle { class: "moon", centre: (x, y), radius: moon });
    Picture {
        class: "still sky-view".to_owned(),
        view: [-400.0, -240.0, 800.0, 480.0],
        label: "The Sun and the Moon at greatest eclipse".to_owned(),
        shapes,
    }
}

#[cfg(test)]
mod tests {
    use super::central;

    #[test]
    fn central_eclipses_have_different_icons() {
        let [total, annular, hybrid] = ["Total", "Annular", "Hybrid"].map(|kind| central(kind).into_string());
        assert!(total.contains("corona") && !total.contains("\"sun\""), "{total}");
        assert!(!annular.contains("corona") && annular.contains("\"sun\""), "{annular}");
        assert!(hybrid.contains("<path class=\"corona\"") && hybrid.contains("\"sun\""), "{hybrid}");
    }
}
