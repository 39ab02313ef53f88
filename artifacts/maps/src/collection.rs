//! The curves of one eclipse.

use crate::clock::EclipseClock;
use crate::curves::{CurveCollector, CurveOptions, Cut};
use crate::edge::Edge;
use crate::error::Error;
use crate::feature::Feature;
use crate::word::PathWord;
use astro::earth::rotation::angle_in_delta_t;
use astro::eclipse::besselian::Polynomials;
use astro::eclipse::path::{self, Central, Paths, Side, SunPlace};
use geography::{BoundingBox, Geometry, cut};

/// Additional properties of features.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Extras {
    /// The instant of every vertex of lines and of the boundaries of areas.
    pub times: bool,
    /// Duration, width, the Sun and the ratio of diameters along the central line.
    pub centre: bool,
}

/// The curves of one eclipse as features.
pub struct Collection<'a> {
    /// The features, in the order of [`CurveOptions::words`].
    pub features: Vec<Feature>,
    /// Universal Time of the instants, which are hours of TD from t0.
    pub clock: EclipseClock,
    paths: Paths<'a>,
    /// The rotation of the Earth during ΔT, radians: the elements are for ΔT = 0.
    turn: f64,
    cut: Cut,
    pause: fn(),
}

impl<'a> Collection<'a> {
    /// Computes the curves that the options name, for a ΔT in seconds. Curves that the eclipse does not have
    /// are left out.
    ///
    /// An ordinary map takes half a millisecond. The computation stops with [`Error::TooMany`] at the curve
    /// that exceeds the limit of vertices.
    pub fn new(elements: &'a Polynomials, delta_t_s: f64, options: &CurveOptions) -> Result<Self, Error> {
        let turn = angle_in_delta_t(delta_t_s);
        let least_altitude = options.least_altitude_deg.to_radians();
        let side =
            match [PathWord::NorthernEqual, PathWord::SouthernEqual].map(|w| options.words.contains(&w)) {
                [true, false] => Some(Side::North),
                [false, true] => Some(Side::South),
                _ => None,
            };
        let paths = Paths::new(elements, options.density.spacing(turn), least_altitude)?
            .on_side(side)
            .with_pause(options.limits.pause);
        let clock = EclipseClock::new(elements.t0, delta_t_s).counting_from_day_of(paths.greatest());
        let edge = Edge::or_smooth((options.edge.as_ref(), options.limits), elements, delta_t_s);
        let features = CurveCollector::features(&paths, edge, clock, turn, options)?;
        Ok(Self { features, clock, paths, turn, cut: options.cut, pause: options.limits.pause })
    }

    /// The features, for writers: pauses before each.
    pub(crate) fn features(&self) -> impl Iterator<Item = &Feature> {
        self.features.iter().inspect(|_| (self.pause)())
    }

    /// The number of vertices of all features.
    pub fn vertices(&self) -> usize {
        self.features.iter().map(|feature| feature.geometry.vertices()).sum()
    }

    /// The box around all features; none without features. See [`Self::bounding_box_of`].
    pub fn bounding_box(&self) -> Option<BoundingBox> {
        let boxes = self.features.iter().filter_map(|f| self.bounding_box_of(&f.geometry));
        match self.cut {
            Cut::Antimeridian => BoundingBox::union(boxes),
            Cut::None => BoundingBox::union_in_the_plane(boxes),
        }
    }

    /// The box around the geometry of a feature. West is greater than east if curves are cut at the
    /// antimeridian and the box crosses it. Uncut curves run on beyond ±180, and so does their box.
    pub fn bounding_box_of(&self, geometry: &Geometry) -> Option<BoundingBox> {
        match self.cut {
            Cut::Antimeridian => BoundingBox::of(geometry),
            Cut::None => BoundingBox::in_the_plane(geometry),
        }
    }

    /// The curves as `astro` computes them.
    pub fn paths(&self) -> &Paths<'a> {
        &self.paths
    }

    /// Returns the Sun's position at a vertex of a feature.
    pub fn sun_at(&self, vertex: &cut::Vertex) -> SunPlace {
        self.paths.sun_at(&self.place(vertex))
    }

    /// Returns duration, width and ratio at a vertex of the central line; none where the axis misses the
    /// ground.
    pub fn central_at(&self, vertex: &cut::Vertex) -> Result<Option<Central>, Error> {
        Ok(self.paths.central_at(&self.place(vertex))?)
    }

    fn place(&self, vertex: &cut::Vertex) -> path::CurveVertex {
        path::CurveVertex {
            t: vertex.t,
            latitude: vertex.latitude_deg.to_radians(),
            longitude: vertex.longitude_deg.to_radians() - self.turn,
        }
    }

    /// Returns longitude and latitude of a vertex of [`Collection::paths`], degrees.
    pub fn place_deg(&self, place: &path::CurveVertex) -> (f64, f64) {
        let longitude = astro::math::angle::normalize_signed(place.longitude + self.turn);
        (longitude.to_degrees(), place.latitude.to_degrees())
    }
}
