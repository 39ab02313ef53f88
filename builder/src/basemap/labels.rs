//! Names on the base map and their positions.

use crate::sources::countries::CountryLabel;
use crate::sources::natural_earth::Town;
use geo::{Area, BoundingRect, Contains, Coord, Point, Polygon};
use places::tiles::{PropertyValue, TileFeature, TileShape};
use rayon::prelude::*;

/// Least area of the greatest polygon of a country of rank 0, 1, …, square degrees of the equator.
const AREAS: [f64; 6] = [150.0, 40.0, 10.0, 2.0, 0.2, 0.0];
/// Columns and rows of the grid for finding the best position of a name.
const GRID: u32 = 16;

/// Names of countries, the largest first. Each is placed in the country's largest polygon, at the point
/// farthest from the border.
pub(super) fn countries(countries: &[CountryLabel]) -> Vec<TileFeature> {
    let placed = countries.par_iter().filter_map(|country| {
        let greatest = country.polygons.iter().max_by(|a, b| area(a).total_cmp(&area(b)))?;
        Some((country, area(greatest), middle(greatest)))
    });
    let mut placed: Vec<_> = placed.collect();
    placed.sort_by(|a, b| b.1.total_cmp(&a.1));
    let feature = |(country, area, at): (&CountryLabel, f64, Point<f64>)| {
        let rank = AREAS.iter().position(|least| area >= *least).unwrap_or(AREAS.len() - 1) as u8;
        let mut tags = vec![("name", PropertyValue::Text(country.name.clone()))];
        if let Some([alpha_2, alpha_3]) = &country.codes {
            tags.push(("iso_a2", PropertyValue::Text(alpha_2.clone())));
            tags.push(("iso_a3", PropertyValue::Text(alpha_3.clone())));
        }
        tags.push(("rank", PropertyValue::Number(u64::from(rank))));
        TileFeature { tags, least_zoom: rank, shape: TileShape::Point([at.x(), at.y()]) }
    };
    placed.into_iter().map(feature).collect()
}

/// Names of towns, in the order of the source, from the most important.
pub(super) fn towns(towns: &[Town]) -> Vec<TileFeature> {
    let feature = |town: &Town| {
        let mut tags = vec![
            ("name", PropertyValue::Text(town.name.clone())),
            ("rank", PropertyValue::Number(u64::from(town.rank))),
        ];
        if town.is_capital {
            tags.push(("capital", PropertyValue::Flag(true)));
        }
        // Ranks 0 and 1 are on the map of the world, all at zoom 6.
        let least_zoom = town.rank.saturating_sub(1).min(6);
        TileFeature { tags, least_zoom, shape: TileShape::Point(town.at_deg) }
    };
    towns.iter().map(feature).collect()
}

/// Area of a polygon, in square degrees of the equator.
fn area(polygon: &Polygon<f64>) -> f64 {
    let latitude_deg = polygon.bounding_rect().map_or(0.0, |r| r.center().y);
    polygon.unsigned_area() * latitude_deg.to_radians().cos()
}

/// Returns the point of a grid that is within a polygon and farthest from its outer ring.
fn middle(polygon: &Polygon<f64>) -> Point<f64> {
    let extent = polygon.bounding_rect().expect("a polygon in the plane has vertices");
    let shrink = extent.center().y.to_radians().cos();
    let room = |point: &Point<f64>| {
        let distance = |c: &Coord<f64>| ((c.x - point.x()) * shrink).powi(2) + (c.y - point.y()).powi(2);
        polygon.exterior().0.iter().map(distance).fold(f64::INFINITY, f64::min)
    };
    let share = |n: u32| (f64::from(n) + 0.5) / f64::from(GRID);
    let points = (0..GRID * GRID).map(|n| {
        let (column, row) = (n % GRID, n / GRID);
        Point::new(
            extent.min().x + share(column) * extent.width(),
            extent.min().y + share(row) * extent.height(),
        )
    });
    let inside = points.filter(|point| polygon.contains(point)).map(|point| (room(&point), point));
    let best = inside.reduce(|best, next| if next.0 > best.0 { next } else { best });
    // A polygon that is narrower than the grid is so small that any of its points will do.
    best.map_or_else(|| Point::from(polygon.exterior().0[0]), |(_, point)| point)
}
