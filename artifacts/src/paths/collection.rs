//! The curves of one eclipse together.

use super::about::Basis;
use super::clock::Clock;
use super::curves::{Curves, Cut, Options};
use super::error::Error;
use super::feature::Feature;
use astro::earth::rotation::angle_in_delta_t;
use astro::eclipse::besselian::Polynomials;
use astro::eclipse::path::{self, Central, Paths, SunPlace};
use geography::{BoundingBox, Geometry, cut};

/// Properties that may be added to features.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Extras {
    /// The instant of every vertex of lines and of the boundaries of areas.
    pub times: bool,
    /// Duration, width, the Sun and the ratio of diameters along the central line.
    pub centre: bool,
}

/// The curves of one eclipse as features.
pub struct Collection<'a> {
    /// The features, in the order in which they were asked for.
    pub features: Vec<Feature>,
    /// Universal Time of the instants, which are hours of TD from t0.
    pub clock: Clock,
    paths: Paths<'a>,
    /// What is added to longitudes for ΔT = 0, radians.
    turn: f64,
    cut: Cut,
    pub(super) basis: Basis,
}

impl<'a> Collection<'a> {
    /// The curves of an eclipse that the options name, for a ΔT in seconds. What does not exist is left out.
    ///
    /// Takes half a millisecond for an ordinary map. Errors: [`Error`]; counting stops with
    /// [`Error::TooMany`] as soon as a curve goes beyond the allowed number.
    pub fn new(elements: &'a Polynomials, delta_t_s: f64, options: &Options) -> Result<Self, Error> {
        let turn = angle_in_delta_t(delta_t_s);
        let least_altitude = options.least_altitude_deg.to_radians();
        let paths = Paths::new(elements, options.density.spacing(turn), least_altitude)?;
        let clock = Clock::new(elements.t0, delta_t_s).counting_from_day_of(paths.greatest());
        let features = Curves::features(&paths, clock, turn, options)?;
        let (cut, basis) = (options.cut, Basis::new(elements, options));
        Ok(Self { features, clock, paths, turn, cut, basis })
    }

    /// Number of vertices of all features.
    pub fn vertices(&self) -> usize {
        self.features.iter().map(|feature| feature.geometry.vertices()).sum()
    }

    /// The box around all features; none if there are none. As for [`Self::bounding_box_of`].
    pub fn bounding_box(&self) -> Option<BoundingBox> {
        let boxes = self.features.iter().filter_map(|f| self.bounding_box_of(&f.geometry));
        match self.cut {
            Cut::Antimeridian => BoundingBox::union(boxes),
            Cut::None => BoundingBox::union_in_the_plane(boxes),
        }
    }

    /// The box around the geometry of a feature: across the antimeridian west is greater than east if curves
    /// are cut there; if they run on, so does the box, and west is less than east.
    pub fn bounding_box_of(&self, geometry: &Geometry) -> Option<BoundingBox> {
        match self.cut {
            Cut::Antimeridian => BoundingBox::of(geometry),
            Cut::None => BoundingBox::in_the_plane(geometry),
        }
    }

    /// The curves themselves, for what is not drawn.
    pub fn paths(&self) -> &Paths<'a> {
        &self.paths
    }

    /// Where the Sun stands at a vertex of a feature.
    pub fn sun_at(&self, vertex: &cut::Vertex) -> SunPlace {
        self.paths.sun_at(&self.place(vertex))
    }

    /// Duration, width and ratio at a vertex of the central line.
    pub fn central_at(&self, vertex: &cut::Vertex) -> Result<Option<Central>, Error> {
        Ok(self.paths.central_at(&self.place(vertex))?)
    }

    fn place(&self, vertex: &cut::Vertex) -> path::Vertex {
        path::Vertex {
            t: vertex.t,
            latitude: vertex.latitude_deg.to_radians(),
            longitude: vertex.longitude_deg.to_radians() - self.turn,
        }
    }

    /// Longitude and latitude of a place of [`Collection::paths`], degrees.
    pub fn place_deg(&self, place: &path::Vertex) -> (f64, f64) {
        let longitude = astro::math::angle::normalize_signed(place.longitude + self.turn);
        (longitude.to_degrees(), place.latitude.to_degrees())
    }
}
