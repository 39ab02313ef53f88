//! The table `outlines`: the vertices of the polygons of `places`.

use super::credits;

table! {
    name: "outlines",
    title: "Vertices of the polygons of places",
    notes: "Rings are closed: the last vertex repeats the first. Longitudes go beyond ±180 where a polygon \
           crosses the antimeridian; such a polygon appears twice, once on either side.",
    licence: credits::PUBLIC_DOMAIN,
    attribution: credits::PLACES,
    sorted_by: "polygon",
    ties: true,
    /// A vertex of a polygon.
    columns<'a>: Row {
        polygon: i32, "1", "number of the polygon in places", "counted";
        ring: i32, "1", "0 for the outer ring, 1 … for holes", "counted";
        longitude_deg: f64, "degree", "longitude, east positive", "as the polygon";
        latitude_deg: f64, "degree", "latitude", "as the polygon";
    }
}
