//! Heights of the ground: the operator's data, and the grid of the generation elsewhere.

use artifacts::Error;
use artifacts::reader::Generation;
use artifacts::tables::elevation::{self, Heights};
use artifacts::terrain::{self, TerrainHeight, TerrainPack};
use geography::elevation::WorldGrid;
use geography::geodesic::longitude_within_half_turn_deg;
use geography::sight::{GroundPlace, HeightAt, Skyline, Terrain, Viewpoint};
use serde::Serialize;
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;
use utoipa::ToSchema;

/// Height of an eye above the ground, m.
pub(crate) const EYE_M: f64 = 1.7;

/// Heights of the ground above mean sea level.
#[derive(Default)]
pub struct Elevation {
    /// The grid of the whole Earth; none in tests.
    world: Option<Heights>,
    /// The operator's heights.
    terrain: Option<TerrainPack>,
}

/// The source of heights.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub(crate) struct ElevationSource {
    /// Name of the data.
    name: Cow<'static, str>,
    /// Distance between heights, arcseconds.
    resolution: f64,
    /// Zero level of the heights.
    datum: Cow<'static, str>,
    /// The licence of the data.
    licence: Cow<'static, str>,
    /// Accuracy of the heights.
    accuracy: Cow<'static, str>,
}

/// The grid of a generation.
const ETOPO5: ElevationSource = ElevationSource {
    name: Cow::Borrowed("ETOPO5"),
    resolution: 300.0,
    datum: Cow::Borrowed("mean sea level"),
    licence: Cow::Borrowed("public domain (NOAA National Geophysical Data Center, 1988)"),
    accuracy: Cow::Borrowed(
        "Right to tens of metres on plains, wrong by hundreds up to a thousand in mountains and by more on \
        summits: one height represents 9 km, and in parts of Asia, Africa and the Americas for up to 100 km.",
    ),
};
/// Maximum distance between heights for a line of sight or a skyline, m.
const MAX_FINE_M: f64 = 100.0;

/// Places that a request thread may read from disk: up to four blocks of 8 kB each.
const MAX_FROM_DISK: usize = 50;

/// A height of the ground with its source.
pub(crate) struct GroundHeight<'a> {
    /// Metres above mean sea level.
    pub(crate) height_m: f64,
    /// The finest grid of the operator with this height; none if it comes from the grid of the generation.
    own: Option<TerrainHeight<'a>>,
}

impl ElevationSource {
    /// Returns the name of the data.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the distance between heights, arcseconds.
    pub(crate) fn resolution_arcsec(&self) -> f64 {
        self.resolution
    }

    /// The grid of a generation, used where there is nothing finer.
    pub(crate) const WORLD: Self = ETOPO5;
}

impl GroundHeight<'_> {
    /// Distance between heights of the source, m.
    pub(crate) fn resolution_m(&self) -> f64 {
        self.own.map_or(WorldGrid::STEP_M, |own| own.resolution_m)
    }

    /// Returns whether the operator has this height.
    pub(crate) fn is_own(&self) -> bool {
        self.own.is_some()
    }

    /// Returns whether the source is fine enough for a line of sight: heights at most 100 m apart.
    pub(crate) fn is_fine(&self) -> bool {
        self.resolution_m() <= MAX_FINE_M
    }

    /// Standard error of a height of the grid of the generation, m; none for a finer grid of the operator.
    pub(crate) fn world_sigma_m(&self, cursor: &ElevationCursor, lat: f64, lng: f64) -> Option<f64> {
        if self.own.is_some() { None } else { Some(cursor.world.as_ref()?.sigma_m(lat, lng)) }
    }

    /// Metres above mean sea level, rounded to one decimal.
    pub(crate) fn rounded_m(&self) -> f64 {
        // Adding zero turns −0 into 0.
        (self.height_m * 10.0).round() / 10.0 + 0.0
    }

    /// Returns whether both have the same source and resolution.
    pub(crate) fn is_from_same(&self, other: &Self) -> bool {
        match (self.own, other.own) {
            (None, None) => true,
            (Some(a), Some(b)) => {
                // The resolution of similar files differs in the last digits.
                let is_as_fine = (a.resolution_arcsec / b.resolution_arcsec - 1.0).abs() < 1e-6;
                std::ptr::eq(a.source, b.source) && is_as_fine
            }
            _ => false,
        }
    }

    /// Returns whether the world grid has only sea around the place: its height is then exactly 0.
    pub(crate) fn is_open_sea(&self) -> bool {
        self.own.is_none() && self.height_m == 0.0
    }

    pub(crate) fn source(&self) -> ElevationSource {
        let Some(own) = self.own else { return ETOPO5 };
        let of = own.source;
        ElevationSource {
            name: Cow::Owned(of.name.clone()),
            resolution: own.resolution_arcsec,
            datum: Cow::Owned(of.datum.clone()),
            licence: Cow::Owned(of.licence.clone()),
            accuracy: Cow::Owned(format!(
                "Between heights {:.0} m apart; how far these may be wrong their publisher says.",
                own.resolution_m
            )),
        }
    }
}

/// The ground in a direction by a coarse grid, degrees, rounded to tenths.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct CoarseHorizon {
    pub(crate) altitude: f64,
    /// By how much it may be wrong.
    pub(crate) doubt: f64,
}

/// Finds heights at successive places.
pub(crate) struct ElevationCursor<'a> {
    world: Option<WorldGrid<'a>>,
    own: Option<terrain::Cursor<'a>>,
}

impl<'a> ElevationCursor<'a> {
    /// The height of the ground at a place with its source; see [`Elevation::height_m`].
    pub(crate) fn at(&mut self, latitude_deg: f64, longitude_deg: f64) -> Option<GroundHeight<'a>> {
        if let Some(own) = self.own.as_mut().and_then(|own| own.find(latitude_deg, longitude_deg)) {
            return Some(GroundHeight { height_m: own.height_m, own: Some(own) });
        }
        let height_m = self.world.as_ref()?.height_m(latitude_deg, longitude_deg)?;
        Some(GroundHeight { height_m, own: None })
    }
}

/// The ground of a skyline: heights at most 100 m apart, and the open sea. Gaps are not filled from the
/// world grid, which misses hills and valleys of 9 km.
pub(crate) struct FineGround(pub(crate) Arc<Elevation>);

impl Terrain for FineGround {
    fn along(&self) -> HeightAt<'_> {
        let mut cursor = self.0.cursor();
        Box::new(move |at: GroundPlace| {
            let ground = cursor.at(at.latitude_deg, at.longitude_deg)?;
            (ground.is_fine() || ground.is_open_sea()).then_some(ground.height_m)
        })
    }
}

/// Logs that a part of the terrain cannot be read.
fn report(error: &Error) {
    tracing::error!(%error, "a part of the terrain cannot be read; its heights are unknown");
}

impl Elevation {
    /// Opens the heights of a generation and of the operator's folder.
    pub(crate) fn open(generation: &Generation, terrain: Option<&Path>) -> Result<Self, Error> {
        let world = Some(elevation::open(generation)?);
        Ok(Self { world, terrain: terrain.map(|root| TerrainPack::current(root, report)).transpose()? })
    }

    /// Height of the ground in metres at a latitude within −90 … 90 and any longitude, degrees; 0 at sea.
    /// Uses the finest data at the place; none without data.
    pub fn height_m(&self, latitude_deg: f64, longitude_deg: f64) -> Option<f64> {
        self.at(latitude_deg, longitude_deg).map(|height| height.height_m)
    }

    /// Returns the height at a place with its source.
    pub(crate) fn at(&self, latitude_deg: f64, longitude_deg: f64) -> Option<GroundHeight<'_>> {
        self.cursor().at(latitude_deg, longitude_deg)
    }

    /// Height of the ground by the grid of the generation, m; 0 at sea. None without the grid.
    pub(crate) fn coarse_m(&self, latitude_deg: f64, longitude_deg: f64) -> Option<f64> {
        self.world.as_ref()?.grid().height_m(latitude_deg, longitude_deg)
    }

    /// Standard error of these heights between the nodes of the grid, m; 0 without the grid.
    pub(crate) fn coarse_sigma_m(&self, latitude_deg: f64, longitude_deg: f64) -> f64 {
        self.world().map_or(0.0, |world| world.sigma_m(latitude_deg, longitude_deg))
    }

    /// Returns an eye at a known height above mean sea level, or above the grid of the generation; none
    /// without the grid.
    pub(crate) fn coarse_eye(&self, place: GroundPlace, known_m: Option<f64>) -> Option<Viewpoint> {
        let ground_m = self.coarse_m(place.latitude_deg, place.longitude_deg)?;
        Some(Viewpoint { place, elevation_m: known_m.unwrap_or(ground_m + EYE_M) })
    }

    /// Returns the skyline of an eye by the grid of the generation, also where the operator has finer
    /// heights, so that every server returns the same. A ray takes about 50 µs.
    ///
    /// An eye below the grid is in a valley that the grid misses: around it the ground falls to the eye.
    pub(crate) fn coarse_skyline(self: &Arc<Self>, eye: Viewpoint) -> Skyline {
        let [ground, errors] = [(); 2].map(|()| Arc::clone(self));
        let GroundPlace { latitude_deg, longitude_deg } = eye.place;
        let over_eye_m = self.coarse_m(latitude_deg, longitude_deg).unwrap_or(0.0) + EYE_M - eye.elevation_m;
        let squeeze = latitude_deg.to_radians().cos();
        let ground = move |at: GroundPlace| {
            let height_m = ground.coarse_m(at.latitude_deg, at.longitude_deg)?;
            let north = at.latitude_deg - latitude_deg;
            let east = longitude_within_half_turn_deg(at.longitude_deg - longitude_deg) * squeeze;
            let part = 1.0 - north.hypot(east) * WorldGrid::PER_DEGREE as f64;
            Some(height_m - over_eye_m.max(0.0) * part.max(0.0))
        };
        let errors = move |at: GroundPlace| errors.coarse_sigma_m(at.latitude_deg, at.longitude_deg);
        Skyline::new(eye, Box::new(ground)).with_sigma(Box::new(errors))
    }

    /// Returns the apparent altitude of the ground in a direction, degrees from north through east, by the
    /// grid of the generation, and by how much it may be wrong; none if no height is known.
    pub(crate) fn coarse_horizon_deg(
        self: &Arc<Self>,
        place: GroundPlace,
        known_m: Option<f64>,
        azimuth_deg: f64,
    ) -> Option<CoarseHorizon> {
        let skyline = self.coarse_skyline(self.coarse_eye(place, known_m)?);
        let tenths = |degrees: f64| (degrees * 10.0).round() / 10.0;
        let (_, point) = skyline.nearest(azimuth_deg);
        let doubt = tenths(point.possible_deg[1] - point.altitude_deg);
        Some(CoarseHorizon { altitude: tenths(point.altitude_deg), doubt })
    }

    /// Returns an eye at `height_m` above mean sea level, or above the ground if that is higher; none if
    /// heights at the place are more than 100 m apart.
    pub(crate) fn fine_eye(&self, place: GroundPlace, height_m: f64) -> Option<Viewpoint> {
        let ground = self.at(place.latitude_deg, place.longitude_deg).filter(GroundHeight::is_fine)?;
        Some(Viewpoint { place, elevation_m: height_m.max(ground.height_m + EYE_M) })
    }

    /// Returns a cursor for heights at successive places. The operator's heights are much faster to find near
    /// the previous place.
    pub(crate) fn cursor(&self) -> ElevationCursor<'_> {
        ElevationCursor { world: self.world(), own: self.terrain.as_ref().map(TerrainPack::cursor) }
    }

    /// Returns the grid of the generation.
    fn world(&self) -> Option<WorldGrid<'_>> {
        self.world.as_ref().map(Heights::grid)
    }

    /// Limits the number of places in a short response, `max` if all heights are in memory. The operator's
    /// heights are read from disk, a block at a time.
    pub(crate) fn max_at_once(&self, max: usize) -> usize {
        if self.terrain.is_some() { max.min(MAX_FROM_DISK) } else { max }
    }

    /// Name of the operator's dataset.
    pub(crate) fn terrain_id(&self) -> Option<&str> {
        self.terrain.as_ref().map(TerrainPack::id)
    }
}
