//! Time zones of the whole Earth as runs along rows of latitude, so that a lookup needs no polygons.

use crate::zones::Zones;
use geography::zone_grid::{CELL_DEG, CELLS, NAUTICAL, ROW_DEG, ROWS, cell, nautical_zone};
use std::collections::BTreeSet;

/// The zones of all cells of [`geography::zone_grid`], run-length encoded row by row.
pub struct ZoneRuns {
    /// Names of the zones; a zone's number is its index.
    pub names: Vec<String>,
    /// The first cell of each run in ascending order, and the number of its zone. A run ends where the next
    /// begins.
    pub runs: Vec<(i32, i16)>,
}

/// A crossing of the middle of a row with the outline of a polygon.
struct Crossing {
    longitude_deg: f64,
    polygon: usize,
}

impl ZoneRuns {
    /// Finds the zones along the middle of each row.
    pub fn new(zones: &Zones) -> Self {
        let boundaries = zones.boundaries();
        let mut names = Vec::new();
        // The zone of each polygon, by the number of the polygon.
        let mut zone_of = Vec::new();
        let mut rows: Vec<Vec<Crossing>> = (0..ROWS).map(|_| Vec::new()).collect();
        for (name, polygons) in boundaries {
            let is_nautical = name.starts_with("Etc/GMT");
            let zone = if is_nautical { NAUTICAL } else { names.len() as i16 };
            for rings in polygons {
                let pairs = rings.iter().flat_map(|ring| ring.windows(2));
                pairs.for_each(|pair| cross(&mut rows, [pair[0], pair[1]], zone_of.len()));
                zone_of.push(zone);
            }
            if !is_nautical {
                names.push(name);
            }
        }
        let mut runs = vec![(0, NAUTICAL)];
        for (row, crossings) in (0..).zip(&mut rows) {
            append_row(&mut runs, row * CELLS, crossings, &zone_of);
        }
        Self { names, runs }
    }

    /// Returns the zone at a latitude within −90 … 90 and a longitude within −180 … 180, in degrees.
    pub fn at(&self, latitude_deg: f64, longitude_deg: f64) -> &str {
        let cell = cell(latitude_deg, longitude_deg);
        let next = self.runs.partition_point(|run| run.0 <= cell);
        let zone = self.runs[next - 1].1;
        usize::try_from(zone).map_or_else(|_| nautical_zone(longitude_deg), |zone| &self.names[zone])
    }
}

/// Records where an edge of a polygon crosses the middles of rows.
fn cross(rows: &mut [Vec<Crossing>], ends: [[f64; 2]; 2], polygon: usize) {
    let [[x1, y1], [x2, y2]] = ends;
    // The range starts at the first middle that is not below the lower end and excludes the upper end, so a
    // vertex exactly on a middle counts once for its two edges.
    let first_from = |latitude_deg: f64| ((latitude_deg + 90.0) / ROW_DEG - 0.5).ceil().max(0.0) as usize;
    let (from, to) = (first_from(y1.min(y2)), first_from(y1.max(y2)).min(rows.len()));
    for (row, crossings) in rows.iter_mut().enumerate().take(to).skip(from) {
        let middle_deg = (row as f64 + 0.5) * ROW_DEG - 90.0;
        let longitude_deg = x1 + (middle_deg - y1) / (y2 - y1) * (x2 - x1);
        crossings.push(Crossing { longitude_deg, polygon });
    }
}

/// Appends the runs of the row whose first cell is `start`.
fn append_row(runs: &mut Vec<(i32, i16)>, start: i32, crossings: &mut [Crossing], zone_of: &[i16]) {
    crossings.sort_by(|a, b| a.longitude_deg.total_cmp(&b.longitude_deg));
    // The polygons that contain the current place; the lowest number wins where zones overlap.
    let mut inside = BTreeSet::new();
    push(runs, start, NAUTICAL);
    for Crossing { longitude_deg, polygon } in crossings {
        if !inside.remove(polygon) {
            inside.insert(*polygon);
        }
        let zone = inside.first().map_or(NAUTICAL, |polygon| zone_of[*polygon]);
        // The first cell whose middle lies east of the crossing.
        let column = ((*longitude_deg + 180.0) / CELL_DEG - 0.5).ceil() as i32;
        if column < CELLS {
            push(runs, start + column.max(0), zone);
        }
    }
}

/// Begins a run unless the previous one continues.
fn push(runs: &mut Vec<(i32, i16)>, cell: i32, zone: i16) {
    if runs.last().is_some_and(|last| last.0 == cell) {
        runs.pop();
    }
    if runs.last().is_none_or(|last| last.1 != zone) {
        runs.push((cell, zone));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points of a low-discrepancy sequence, the same in every run.
    #[test]
    fn of_points_at_random_few_differ_and_these_lie_near_a_border() {
        let (zones, mut shares) = (Zones::default(), [0.5f64; 2]);
        let runs = ZoneRuns::new(&zones);
        let (mut compared, mut differing, mut worst_deg) = (0, 0, 0.0f64);
        while compared < 100_000 {
            shares = [
                (shares[0] + 0.754_877_666_246_692_7).fract(),
                (shares[1] + 0.569_840_290_998_053_3).fract(),
            ];
            let (latitude_deg, longitude_deg) =
                ((2.0 * shares[0] - 1.0).asin().to_degrees(), shares[1] * 360.0 - 180.0);
            let exact = zones.at(latitude_deg, longitude_deg);
            if exact.starts_with("Etc/") {
                continue;
            }
            compared += 1;
            if runs.at(latitude_deg, longitude_deg) != exact {
                differing += 1;
                worst_deg = worst_deg.max(distance_deg(&zones, &runs, latitude_deg, longitude_deg));
            }
        }
        let worst_km = worst_deg * 111.2;
        println!("{differing} of {compared} points differ, at most {worst_km:.2} km from a border");
        assert!(f64::from(differing) < 0.003 * f64::from(compared) && worst_km < 1.5 * 1.1);
        assert_eq!(runs.at(0.0, -30.0), "Etc/GMT+2");
        let corners = [(-90.0, -180.0), (-90.0, 180.0), (90.0, -180.0), (90.0, 180.0)];
        assert!(corners.iter().all(|(latitude, longitude)| !runs.at(*latitude, *longitude).is_empty()));
    }

    /// Returns the distance that a point must move north, south, east or west until the polygons there
    /// include the zone that was found for it, degrees. Disputed areas are in two zones.
    fn distance_deg(zones: &Zones, runs: &ZoneRuns, latitude_deg: f64, longitude_deg: f64) -> f64 {
        let found = runs.at(latitude_deg, longitude_deg);
        let steps = (1..1000).map(|n| f64::from(n) * 0.0005);
        let mut agreeing = steps.filter(|by| {
            let around = [(*by, 0.0), (-*by, 0.0), (0.0, *by), (0.0, -*by)];
            around.iter().any(|(north, east)| {
                let longitude_deg = (longitude_deg + east).clamp(-180.0, 180.0);
                zones.all_at((latitude_deg + north).clamp(-90.0, 90.0), longitude_deg).contains(&found)
            })
        });
        agreeing.next().unwrap_or(f64::INFINITY)
    }
}
