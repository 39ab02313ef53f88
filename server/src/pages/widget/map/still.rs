//! The map of an eclipse as an SVG picture: on a plane, or as a globe if the path comes near a pole.

use super::globe::{Globe, RADIUS};
use super::land;
use super::plane::Plane;
use crate::endpoints::prelude::*;
use crate::pages::widget::shared::picture::{Picture, Shape};
use crate::pages::widget::shared::request::curves_failed;
use crate::pages::widget::shared::words;
use crate::vocabulary::svg_path::PathText;
use maps::{Collection, CurveOptions, Cut, Kind, PathWord};
use maud::{Markup, Render, html};

/// Beyond this latitude the distortion of a plane map is too large.
const MAX_PLANE_DEG: f64 = 75.0;
/// Maximum deviation of drawn curves from the exact ones, m.
const TOLERANCE_M: f64 = 8000.0;

/// Longitudes and latitudes along a line or a ring, degrees.
pub(crate) type Run = Vec<(f64, f64)>;

/// The curves of an eclipse, ready to be drawn.
pub(crate) struct Curves {
    features: Vec<(PathWord, Option<Kind>, Vec<Run>)>,
    /// Longitude and latitude of greatest eclipse.
    greatest: (f64, f64),
    name: String,
}

impl Curves {
    /// Computes the curves of an eclipse. Takes about a millisecond.
    pub(crate) fn of(eclipse: &EclipseElements) -> Result<Self, Problem> {
        const WORDS: [PathWord; 5] = [
            PathWord::NorthernPartial,
            PathWord::SouthernPartial,
            PathWord::RiseSet,
            PathWord::Area,
            PathWord::Centre,
        ];
        let options = CurveOptions { cut: Cut::None, ..CurveOptions::of(WORDS.to_vec(), TOLERANCE_M) };
        let collection = Collection::new(&eclipse.polynomials, eclipse.delta_t_s, &options)
            .map_err(|error| curves_failed(eclipse, &error))?;
        let runs = |feature: &maps::Feature| {
            let places = |run: &[geography::cut::Vertex]| {
                run.iter().map(|vertex| (vertex.longitude_deg, vertex.latitude_deg)).collect()
            };
            (feature.path, feature.kind, feature.geometry.runs().map(places).collect())
        };
        let (latitude, longitude) = eclipse.greatest_deg();
        Ok(Self {
            features: collection.features.iter().map(runs).collect(),
            greatest: (longitude, latitude),
            name: words::name(eclipse),
        })
    }

    fn runs(&self, path: PathWord) -> impl Iterator<Item = &Run> {
        self.features.iter().filter(move |(of, ..)| *of == path).flat_map(|(.., runs)| runs)
    }

    /// Outlines of the annular parts of the path, or of all others.
    fn areas(&self, is_annular: bool) -> impl Iterator<Item = &Run> {
        let areas = self.features.iter().filter(|(of, ..)| *of == PathWord::Area);
        let areas = areas.filter(move |(_, kind, _)| (*kind == Some(Kind::Annular)) == is_annular);
        areas.flat_map(|(.., runs)| runs)
    }

    /// Returns whether a globe shows the eclipse better: its path comes near a pole, or it has no path.
    pub(crate) fn is_for_globe(&self) -> bool {
        let mut latitudes =
            self.runs(PathWord::Area).flatten().map(|(_, latitude)| latitude.abs()).peekable();
        latitudes.peek().is_none() || latitudes.any(|latitude| latitude > MAX_PLANE_DEG)
    }

    /// The map with a mark at a place.
    pub(crate) fn picture(&self, place: Option<Site>) -> Markup {
        let place = place.map(|site| (site.lng, site.lat));
        if self.is_for_globe() { self.globe("still", place).render() } else { self.plane(place) }
    }

    /// A globe centred on greatest eclipse.
    pub(crate) fn globe(&self, class: &str, place: Option<(f64, f64)>) -> Picture {
        // Shifted towards the equator, so that the pole is not on the limb.
        let globe = Globe::new((self.greatest.1 * 0.8).clamp(-75.0, 75.0), self.greatest.0);
        let line = |text: &mut PathText, run: &[(f64, f64)]| globe.line(text, run.iter().copied());
        let region = |text: &mut PathText, run: &[(f64, f64)]| globe.region(text, run);
        let mut graticule = PathText::default();
        globe.graticule(&mut graticule);
        let mut shapes = vec![
            Shape::Disc { class: "sea", radius: RADIUS },
            Shape::Line { class: "graticule", path: graticule.0 },
            Shape::Region { class: "land", path: drawn(land::RINGS.iter(), region) },
        ];
        shapes.extend(self.curves(&line, &region));
        shapes.push(Shape::Disc { class: "limb", radius: RADIUS });
        shapes.extend(globe.point(self.greatest).map(|at| Shape::Mark { class: "mark greatest", at }));
        let place = place.and_then(|place| globe.point(place));
        shapes.extend(place.map(|at| Shape::Mark { class: "mark place", at }));
        let (edge, width) = (-RADIUS - 16.0, 2.0 * RADIUS + 32.0);
        Picture {
            class: format!("{class} globe"),
            view: [edge, edge, width, width],
            label: format!("The Earth and the path: {}", self.name),
            shapes,
        }
    }

    fn plane(&self, place: Option<(f64, f64)>) -> Markup {
        let area = self.runs(PathWord::Area).flatten().copied();
        let plane = Plane::around(self.greatest.0, area.chain(place));
        let line = |text: &mut PathText, run: &[(f64, f64)]| plane.curve(text, run, false);
        let region = |text: &mut PathText, run: &[(f64, f64)]| plane.curve(text, run, true);
        let land = drawn(land::RINGS.iter(), |text, ring| plane.land(text, ring));
        let mut graticule = PathText::default();
        plane.graticule(&mut graticule);
        let turn = plane.turn().round();
        html! {
            svg.still.plane viewBox=(plane.view_box()) role="img"
                aria-label={ "Map with the path: " (self.name) } {
                g #world {
                    path.graticule d=(graticule.0) {}
                    path.land fill-rule="evenodd" d=(land) {}
                }
                use href="#world" x=(turn) {}
                use href="#world" x=(-turn) {}
                @for curve in self.curves(&line, &region) { (curve) }
                (Shape::Mark { class: "mark greatest", at: plane.point(self.greatest) })
                @if let Some(place) = place { (Shape::Mark { class: "mark place", at: plane.point(place) }) }
            }
        }
    }

    /// The curves, given functions that draw lines and regions.
    fn curves(&self, line: &Draw, region: &Draw) -> [Shape; 6] {
        let line = |class, word| Shape::Line { class, path: drawn(self.runs(word), line) };
        let area = |class, is_annular| Shape::Region { class, path: drawn(self.areas(is_annular), region) };
        [
            line("penumbra", PathWord::NorthernPartial),
            line("penumbra", PathWord::SouthernPartial),
            line("horizon", PathWord::RiseSet),
            area("area", false),
            area("area annular", true),
            line("centre", PathWord::Centre),
        ]
    }
}

/// Draws a run of longitudes and latitudes.
type Draw<'a> = dyn Fn(&mut PathText, &[(f64, f64)]) + 'a;

/// The path of all runs.
fn drawn<'a>(
    runs: impl Iterator<Item = &'a Vec<(f64, f64)>>,
    draw: impl Fn(&mut PathText, &[(f64, f64)]),
) -> String {
    let mut text = PathText::default();
    runs.for_each(|run| draw(&mut text, run));
    text.0
}
