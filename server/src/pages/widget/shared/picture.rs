//! Pictures as lists of shapes, of which SVG and pixels are made.

use maud::{Markup, Render, html};

pub(crate) const CORONA_COLOUR: &str = "#fff3d6";
/// Brightness of the corona outwards: fraction of its radius, opacity.
pub(crate) const CORONA: [(f64, f64); 4] = [(0.4, 1.0), (0.48, 0.6), (0.65, 0.2), (1.0, 0.0)];

/// Shapes in the order in which they are drawn.
pub(crate) struct Picture {
    /// Classes in the style sheet, separated by spaces.
    pub(crate) class: String,
    /// The part of the plane that is shown: left, top, width, height.
    pub(crate) view: [f64; 4],
    /// Description for people who cannot see it.
    pub(crate) label: String,
    pub(crate) shapes: Vec<Shape>,
}

/// A shape, whose colours the style sheet defines by its classes.
pub(crate) enum Shape {
    /// A circle around the origin.
    Disc { class: &'static str, radius: f64 },
    /// A circle to a tenth of a unit.
    Circle { class: &'static str, centre: (f64, f64), radius: f64 },
    /// A path in the syntax of SVG.
    Line { class: &'static str, path: String },
    /// A path that is filled by the rule `evenodd`.
    Region { class: &'static str, path: String },
    /// A dot at a whole point, as wide as its line in the style sheet.
    Mark { class: &'static str, at: (f64, f64) },
    /// The corona of the Sun around the origin.
    Corona { radius: f64 },
    /// A line of text from a point of its baseline.
    Text { class: Option<&'static str>, x: usize, y: usize, size: u32, text: String },
    /// A rectangle (left, top, width, height) with round corners.
    Panel { area: [u32; 4], corner: u32, fill: &'static str },
    /// A picture, as large as possible in the middle of a rectangle (left, top, width, height).
    Inset { area: [u32; 4], picture: Picture },
}

impl Picture {
    pub(crate) fn view_box(&self) -> String {
        let [left, top, width, height] = self.view;
        format!("{left} {top} {width} {height}")
    }
}

impl Render for Picture {
    fn render(&self) -> Markup {
        html! {
            svg class=(self.class) viewBox=(self.view_box()) role="img" aria-label=(self.label) {
                @for shape in &self.shapes { (shape) }
            }
        }
    }
}

impl Render for Shape {
    fn render(&self) -> Markup {
        match self {
            Self::Disc { class, radius } => html! { circle class=(class) r=(radius) {} },
            Self::Circle { class, centre: (x, y), radius } => html! {
                circle class=(class) r=(format!("{radius:.1}"))
                    cx=(format!("{x:.1}")) cy=(format!("{y:.1}")) {}
            },
            Self::Line { class, path } => html! { path class=(class) d=(path) {} },
            Self::Region { class, path } => html! { path class=(class) fill-rule="evenodd" d=(path) {} },
            // A line of zero length with round ends has the same size at every scale.
            Self::Mark { class, at: (x, y) } => html! {
                path class=(class) d={ "M" (x.round()) " " (y.round()) "h0" } {}
            },
            Self::Corona { radius } => html! {
                defs {
                    radialGradient #corona {
                        @for (offset, opacity) in CORONA {
                            stop offset=(offset) stop-opacity=(opacity) stop-color=(CORONA_COLOUR) {}
                        }
                    }
                }
                circle r=(radius) fill="url(#corona)" {}
            },
            Self::Text { class, x, y, size, text } => html! {
                text class=[class] x=(x) y=(y) font-size=(size) { (text) }
            },
            Self::Panel { area: [x, y, width, height], corner, fill } => html! {
                rect x=(x) y=(y) width=(width) height=(height) rx=(corner) fill=(fill) {}
            },
            Self::Inset { area: [x, y, width, height], picture } => html! {
                svg x=(x) y=(y) width=(width) height=(height) { (picture) }
            },
        }
    }
}
