//! Points on the ground, lists of them, and areas.

use super::Input;
use super::read::decimal;
use super::shortened::shortened;
use crate::api::parameter::{Kind, Parameter};
use crate::api::point::Point;
use web::problem::ParameterProblem;

/// What is right for a point.
const POINT: &str = "must be LAT,LNG in degrees: −90 … 90 and −180 … 360, negative south and west";

impl Input<'_> {
    /// Reads a parameter as a point on the ground.
    pub(crate) fn point(&mut self, p: &Parameter) -> Option<Point> {
        let text = self.text_of(p)?;
        let point = point(&text);
        if point.is_none() {
            self.wrong(p.name, format!("\"{}\" {POINT}", shortened(&text)));
        }
        point
    }

    /// Reads a parameter as a list of points; each wrong one is named by its number, counted from 0.
    pub(crate) fn points(&mut self, p: &Parameter) -> Option<Vec<Point>> {
        let Kind::Points { most } = p.kind else {
            unreachable!("{} is read as points, but its kind is {:?}", p.name, p.kind)
        };
        let text = self.text_of(p)?;
        let count = text.split([';', '|']).count();
        if count > most {
            self.wrong(p.name, format!("a list of {count} points; the maximum is {most}"));
            return None;
        }
        let mut points = Vec::with_capacity(count);
        for (number, part) in text.split([';', '|']).enumerate() {
            match point(part) {
                Some(point) => points.push(point),
                None => self.note(ParameterProblem {
                    parameter: format!("{}[{number}]", p.name).into(),
                    detail: format!("\"{}\" {POINT}", shortened(part)),
                }),
            }
        }
        Some(points)
    }

    /// Reads a parameter as an area: south, west, north and east in degrees, as given.
    pub(crate) fn area(&mut self, p: &Parameter) -> Option<[f64; 4]> {
        let text = self.text_of(p)?;
        let parts: Vec<_> = text.split(',').map(decimal).collect();
        let latitudes = -90.0..=90.0;
        let longitudes = -180.0..=360.0;
        match parts[..] {
            [Some(south), Some(west), Some(north), Some(east)]
                if latitudes.contains(&south)
                    && latitudes.contains(&north)
                    && longitudes.contains(&west)
                    && longitudes.contains(&east)
                    && south <= north =>
            {
                Some([south, west, north, east])
            }
            _ => {
                let detail = "must be SOUTH,WEST,NORTH,EAST in degrees: south and north −90 … 90, the lesser \
                    first, west and east −180 … 360";
                self.wrong(p.name, format!("\"{}\" {detail}", shortened(&text)));
                None
            }
        }
    }
}

fn point(text: &str) -> Option<Point> {
    let (lat, lng) = text.split_once(',')?;
    Point::new(decimal(lat)?, decimal(lng)?)
}
