//! The parameters `bbox` and `datetime`, as OGC API – Features, Part 1, sections 7.15.3 and 7.15.4, defines
//! them.

use crate::api::number::decimals;
use crate::api::place::Area;
use crate::api::value::Value;
use crate::endpoints::prelude::*;
use geography::cut::is_within;

/// A box with longitudes within ±180°. West is greater than east if it crosses the antimeridian.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bounds(Area);

impl Bounds {
    /// Returns whether the box and a geometry have a point in common.
    pub(super) fn meets(self, geometry: &Geometry) -> bool {
        let Self(area) = self;
        if let Geometry::Point(place) = geometry {
            return area.contains(place.latitude_deg, place.longitude_deg);
        }
        let Area([south, west, north, east]) = area;
        let parts = match west <= east {
            true => [Some((west, east)), None],
            false => [Some((west, 180.0)), Some((-180.0, east))],
        };
        parts.into_iter().flatten().any(|(west, east)| meets([west, south, east, north], geometry))
    }
}

/// Returns whether an edge of the geometry meets the box, or the box lies inside of it.
fn meets([west, south, east, north]: [f64; 4], geometry: &Geometry) -> bool {
    // A point is an edge without length.
    let edges = || geometry.runs().flat_map(|run| run.iter().zip(run.iter().skip(1).chain(run.last())));
    // The part of an edge between the sides of the box (Liang & Barsky 1984).
    let is_met = |(a, b): (&Vertex, &Vertex)| {
        let sides = [
            (a.longitude_deg, b.longitude_deg - a.longitude_deg, west, east),
            (a.latitude_deg, b.latitude_deg - a.latitude_deg, south, north),
        ];
        let mut part = (0.0f64, 1.0f64);
        for (start, step, least, greatest) in sides {
            if step == 0.0 && !(least..=greatest).contains(&start) {
                return false;
            }
            if step != 0.0 {
                let ends = [(least - start) / step, (greatest - start) / step];
                part = (part.0.max(ends[0].min(ends[1])), part.1.min(ends[0].max(ends[1])));
            }
        }
        part.0 <= part.1
    };
    // A corner inside is in an odd number of rings.
    let corner = Vertex { longitude_deg: west, latitude_deg: south, t: 0.0 };
    let is_around = |ring: &&[Vertex]| is_within(corner, ring);
    edges().any(is_met)
        || matches!(geometry, Geometry::Polygons(_)) && geometry.runs().filter(is_around).count() % 2 == 1
}

impl Value for Bounds {
    type Echo = [f64];

    fn accepted(_: &Parameter) -> Accepted {
        let words = "`WEST,SOUTH,EAST,NORTH`, degrees; heights after both corners are ignored";
        Accepted::described(words.to_owned())
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let parse = |text: &str| {
            let [west, south, east, north] = match decimals(text)?[..] {
                [west, south, east, north] | [west, south, _, east, north, _] => [west, south, east, north],
                _ => return None,
            };
            Area::of([south, west, north, east]).filter(|_| west.max(east) <= 180.0).map(Self)
        };
        let right = "must be WEST,SOUTH,EAST,NORTH in degrees, such as -10,36,4.5,44: west and east −180 … \
            180, west the greater if the box crosses the antimeridian, south and north −90 … 90, the lesser \
            first";
        input.parse(p, parse, |_| right.to_owned())
    }

    fn echo(&self) -> impl Serialize {
        let Area([south, west, north, east]) = self.0;
        [west, south, east, north]
    }
}

/// An instant or an interval, milliseconds since 1970, both ends included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Interval {
    from_ms: i64,
    to_ms: i64,
}

impl Interval {
    /// Returns whether an instant lies in it.
    pub(super) fn contains(self, at: Instant) -> bool {
        (self.from_ms..=self.to_ms).contains(&at.unix_ms)
    }

    /// Reads a time, or a date, which is the whole day.
    fn of(input: &Input, text: &str) -> Option<Self> {
        // GDAL 3.6 writes dates with a `T` at the end.
        let text = text.strip_suffix('T').unwrap_or(text);
        let date = text.split(['T', 't']).next()?;
        let is_rfc_3339 = date.get(1..)?.matches('-').count() == 2 && !date.contains(' ');
        let from_ms = input.parse_date(text).filter(|_| is_rfc_3339)?;
        Some(Self { from_ms, to_ms: if date == text { from_ms + MS_PER_DAY - 1 } else { from_ms } })
    }
}

impl Value for Interval {
    type Echo = [Option<String>];

    fn accepted(_: &Parameter) -> Accepted {
        let words = "A date or time, or two with `/` between; `..` for an open end, \
            `-000584-05-28T00:00:00Z` before the year 0";
        Accepted::described(words.to_owned())
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let text = input.text(p)?;
        let end = |text: &str, open| match text {
            "" | ".." => Some(open),
            text => Self::of(input, text),
        };
        let open = Self { from_ms: i64::MIN, to_ms: i64::MAX };
        let interval = match text.split_once('/') {
            None => Self::of(input, &text),
            Some((from, to)) => end(from, open).zip(end(to, open)).and_then(|(from, to)| {
                let both = Self { from_ms: from.from_ms, to_ms: to.to_ms };
                (both.from_ms <= both.to_ms).then_some(both)
            }),
        };
        let right = "must be a date or time, or an interval, the earlier first: 2026-08-12, \
            2020-01-01T00:00:00Z/2030-01-01T00:00:00Z, 2026-01-01/.. or ../-000001-12-31";
        input.parse(p, |_| interval, |_| right.to_owned())
    }

    fn echo(&self) -> impl Serialize {
        [self.from_ms, self.to_ms]
            .map(|unix_ms| (![i64::MIN, i64::MAX].contains(&unix_ms)).then(|| Instant { unix_ms }.iso()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(places: &[(f64, f64)]) -> Vec<Vertex> {
        places
            .iter()
            .map(|&(longitude_deg, latitude_deg)| Vertex { longitude_deg, latitude_deg, t: 0.0 })
            .collect()
    }

    #[test]
    fn a_box_meets_what_it_touches_crosses_or_lies_in() {
        let bounds = |[west, south, east, north]: [f64; 4]| Bounds(Area([south, west, north, east]));
        let line = Geometry::Lines(vec![run(&[(0.0, 0.0), (10.0, 10.0)])]);
        assert!(bounds([4.0, 4.5, 6.0, 5.5]).meets(&line), "crossed between the vertices");
        assert!(bounds([10.0, 10.0, 20.0, 20.0]).meets(&line), "touched");
        assert!(!bounds([5.0, 0.0, 10.0, 4.0]).meets(&line), "beside it, inside of its bounds");
        let (outer, hole) = (
            [(0., 0.), (9., 0.), (9., 9.), (0., 9.), (0., 0.)],
            [(3., 3.), (3., 6.), (6., 6.), (6., 3.), (3., 3.)],
        );
        let polygon = geography::cut::Polygon { outer: run(&outer), holes: vec![run(&hole)] };
        let region = Geometry::Polygons(vec![polygon]);
        assert!(bounds([1.0, 1.0, 2.0, 2.0]).meets(&region), "inside");
        assert!(!bounds([4.0, 4.0, 5.0, 5.0]).meets(&region), "in the hole");
        assert!(bounds([-5.0, -5.0, 20.0, 20.0]).meets(&region), "around it");
        let point = Geometry::Point(Vertex { longitude_deg: -179.5, latitude_deg: 1.0, t: 0.0 });
        assert!(bounds([170.0, 0.0, -170.0, 2.0]).meets(&point), "across the antimeridian");
        assert!(!bounds([-170.0, 0.0, 170.0, 2.0]).meets(&point), "the other side");
        let point = Geometry::Point(Vertex { longitude_deg: 180.0, latitude_deg: 1.0, t: 0.0 });
        assert!(bounds([-180.0, 0.0, -170.0, 2.0]).meets(&point), "on the antimeridian");
    }
}
