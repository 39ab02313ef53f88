//! How a curve is drawn unless somebody chooses otherwise.

use super::kind::Kind;
use super::word::PathWord;

/// Colours and widths as simplestyle 1.1 names them; fills belong to polygons.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// Red, green and blue of the line.
    pub stroke: [u8; 3],
    /// Width of the line, pixels.
    pub stroke_width: f64,
    /// Red, green and blue of the area.
    pub fill: [u8; 3],
    /// Opacity of the area, 0 … 1.
    pub fill_opacity: f64,
}

impl Style {
    /// The style of a curve of a kind.
    pub fn of(path: PathWord, kind: Option<Kind>) -> Self {
        let central = if kind == Some(Kind::Annular) { [0xe6, 0x51, 0x00] } else { [0x1a, 0x23, 0x7e] };
        let (stroke, stroke_width, fill_opacity) = match path {
            PathWord::Centre => ([0xc6, 0x28, 0x28], 2.0, 0.0),
            PathWord::NorthernLimit | PathWord::SouthernLimit => (central, 2.0, 0.0),
            PathWord::NorthernPartial | PathWord::SouthernPartial => ([0x45, 0x5a, 0x64], 2.0, 0.0),
            PathWord::NorthernEqual | PathWord::SouthernEqual => ([0x78, 0x90, 0x9c], 1.0, 0.0),
            PathWord::Area => (central, 1.0, 0.3),
            PathWord::Region => ([0x60, 0x7d, 0x8b], 1.0, 0.15),
            PathWord::RiseSet => ([0xef, 0x6c, 0x00], 1.5, 0.0),
            PathWord::MaximumOnHorizon => ([0x6a, 0x1b, 0x9a], 1.5, 0.0),
            PathWord::Isochrones => ([0x2e, 0x7d, 0x32], 1.0, 0.0),
            PathWord::Outlines => ([0x21, 0x21, 0x21], 1.0, 0.5),
            PathWord::Points => ([0xc6, 0x28, 0x28], 1.0, 0.0),
        };
        Self { stroke, stroke_width, fill: stroke, fill_opacity }
    }
}
