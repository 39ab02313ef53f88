//! The cells of a block with a central eclipse, and the positions of the Sun.

use super::block::RasterBlock;
use super::eclipse::{MAX_SPACING_M, TerrainEclipse};
use artifacts::terrain::Cursor;
use astro::constants::EQUATORIAL_RADIUS_KM;
use astro::earth::Observer;
use astro::eclipse::local::{Circumstances, LocalContacts, ObservedEclipse};
use astro::sky::horizon::Horizon;
use geography::geodesic::{Ellipsoid, Route};
use geography::sight::{GroundPlace, Viewpoint};
use rayon::prelude::*;

/// Height of an eye above the ground, m; that of the skyline of the server too.
const EYE_M: f64 = 1.7;
/// The Sun's upper limb is always hidden below this altitude, degrees: from a height of 8900 m, the sea is
/// 2.8° below the level.
const LEAST_LIMB_DEG: f64 = -3.0;
/// Greatest effect of ground up to 8900 m and of a block's rounding on an observer, Earth radii.
const ROUNDING: f64 = 0.003;

/// A pixel in which the eclipse is central.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    /// Its number in the block, row by row.
    pub(super) number: usize,
    /// The eye over its middle.
    pub(super) eye: Viewpoint,
    /// The Sun at the begin of the central phase, at greatest eclipse and at the end.
    pub(super) suns: [SunOverCell; 3],
}

/// The Sun at an instant.
#[derive(Debug, Clone, Copy)]
pub(super) struct SunOverCell {
    /// From north through east, degrees.
    pub(super) azimuth_deg: f64,
    /// Altitude of the upper limb with refraction, degrees.
    pub(super) limb_deg: f64,
}

/// The cells of a block, row by row.
pub(super) fn cells(eclipse: &TerrainEclipse, block: &RasterBlock) -> Vec<Cell> {
    if !may_be_central(eclipse, block) {
        return Vec::new();
    }
    let of_row = |row: usize| {
        let mut heights = eclipse.terrain.cursor();
        let of_column = |column: usize| {
            let place = block.point(column as f64, row as f64).place();
            cell(eclipse, &mut heights, row * block.side() + column, place)
        };
        (0..block.side()).filter_map(of_column).collect::<Vec<_>>()
    };
    (0..block.side()).into_par_iter().flat_map_iter(of_row).collect()
}

/// Returns whether the umbra may reach the block: the least distance of its middle from the axis of the
/// shadow is at most half its diagonal longer than that of the nearest cell.
fn may_be_central(eclipse: &TerrainEclipse, block: &RasterBlock) -> bool {
    let middle = block.middle();
    let Some(LocalContacts { greatest, .. }) = contacts(eclipse, middle, 0.0).map(|(_, contacts)| contacts)
    else {
        return false;
    };
    let last = block.side() as f64 - 0.5;
    let corners =
        [(-0.5, -0.5), (last, -0.5), (-0.5, last), (last, last)].map(|(c, r)| block.point(c, r).place());
    let degrees = |place: GroundPlace| [place.latitude_deg, place.longitude_deg];
    let distance_m = |corner| Route::new(Ellipsoid::Wgs84, [middle, corner].map(degrees)).distance_m;
    let half_diagonal_m = corners.map(distance_m).into_iter().fold(0.0, f64::max);
    let reach = half_diagonal_m / (1000.0 * EQUATORIAL_RADIUS_KM);
    greatest.m - greatest.umbra.abs() < reach + ROUNDING
}

fn contacts<'a>(
    eclipse: &TerrainEclipse<'a>,
    place: GroundPlace,
    height_m: f64,
) -> Option<(ObservedEclipse<'a>, LocalContacts)> {
    let observer = Observer::from_degrees(place.latitude_deg, place.longitude_deg, height_m);
    let observed = ObservedEclipse::new(eclipse.elements, observer, eclipse.delta_t_s);
    observed.contacts().map(|contacts| (observed, contacts))
}

/// The cell of a place, if it has a height and the eclipse is central there with the Sun up.
fn cell(eclipse: &TerrainEclipse, heights: &mut Cursor, number: usize, place: GroundPlace) -> Option<Cell> {
    let ground_m = heights.fine_height_m(place.latitude_deg, place.longitude_deg, MAX_SPACING_M)?;
    let (observed, contacts) = contacts(eclipse, place, ground_m)?;
    let central = contacts.central?;
    let horizon = Horizon::new(observed.observer());
    let sun = |c: &Circumstances| {
        let view = observed.view(c);
        let limb = view.sun.altitude + view.sun_semidiameter;
        let limb_deg = (limb + horizon.refraction(limb)).to_degrees();
        SunOverCell { azimuth_deg: view.sun.azimuth.to_degrees(), limb_deg }
    };
    let suns = [&central.second, &contacts.greatest, &central.third].map(sun);
    let is_up = suns.iter().any(|sun| sun.limb_deg > LEAST_LIMB_DEG);
    is_up.then_some(Cell { number, eye: Viewpoint { place, elevation_m: ground_m + EYE_M }, suns })
}
