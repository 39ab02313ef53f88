//! The kind of an observer's direction to a body: from the centre of the Earth, from the place, or with air.

use crate::math::search;
use crate::math::vector::Vector;
use crate::sky::apparent_place::ApparentPlace;
use crate::sky::horizon::Horizon;
use crate::sky::horizontal::Horizontal;

/// Tolerance of an altitude without air, radians: 0.00002″.
const ALTITUDE_TOLERANCE: f64 = 1e-10;
/// More than refraction is anywhere, radians: 2.9°; at the horizon, 12 km below the sea, it is 2.3°.
const MAX_REFRACTION: f64 = 0.05;

/// The kind of a direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reference {
    /// The direction as seen: topocentric, with refraction.
    Apparent,
    /// Topocentric, without air.
    Parallax,
    /// From the centre of the Earth, without air.
    True,
}

/// An observer's horizon with the direction that is meant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PassageView {
    /// The horizon of the observer.
    pub horizon: Horizon,
    /// The kind of the direction.
    pub reference: Reference,
}

impl PassageView {
    /// Direction to a body without air: north, east and up, of length one.
    #[inline]
    pub fn airless(&self, place: ApparentPlace) -> Vector {
        let seen = match self.reference {
            Reference::True => self.horizon.geocentric(place.body_km, place.gast),
            Reference::Apparent | Reference::Parallax => self.horizon.topocentric(place.body_km, place.gast),
        };
        let per_km = 1.0 / seen.distance_km();
        [seen.north_km * per_km, seen.east_km * per_km, seen.up_km * per_km]
    }

    /// Azimuth and altitude that are meant; `airless` as of [`PassageView::airless`].
    pub fn direction(&self, airless: Vector) -> Horizontal {
        let [north, east, up] = airless;
        let seen = Horizontal::from_parts(north, east, up);
        match self.reference {
            Reference::Apparent => {
                Horizontal { altitude: seen.altitude + self.horizon.refraction(seen.altitude), ..seen }
            }
            Reference::Parallax | Reference::True => seen,
        }
    }

    /// The altitude without air that belongs to one that is meant, radians: the inverse of
    /// [`Horizon::refraction`], to 0.00002″. Refraction grows less fast than altitude falls, so there is one.
    pub fn airless_altitude(&self, altitude: f64) -> f64 {
        if self.reference != Reference::Apparent {
            return altitude;
        }
        let excess = |airless: f64| airless + self.horizon.refraction(airless) - altitude;
        let found = search::root(excess, altitude - MAX_REFRACTION, altitude, ALTITUDE_TOLERANCE);
        // Without refraction, above all air, the altitude is itself the root.
        found.unwrap_or(altitude)
    }
}
