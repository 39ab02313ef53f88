//! The operation `/terminator/{instant}`: day, twilights, night, and the half of the Earth that sees the
//! Moon.

use crate::endpoints::prelude::*;
use crate::vocabulary::formats::Feature;
use astro::constants::EQUATORIAL_RADIUS_KM;
use astro::math::vector::norm;
use astro::sky::horizon::equatorial;
use astro::sky::terminator::Terminator;
use geography::cut::{self, Polygon};
use std::cell::OnceCell;

const COST: f64 = 5.0;
const DEFAULT_TOLERANCE_M: f64 = 1000.0;
/// Altitudes of the Sun's centre at the ends of the twilights, degrees.
const TWILIGHTS_DEG: [f64; 3] = [-6.0, -12.0, -18.0];

pub(crate) const OPERATION: Operation =
    Operation::with::<TerminatorQuery>("terminator", &["/terminator/{instant}"], prepare)
        .documented(Group::SunAndMoon, include_str!("terminator.md"))
        .cost(COST)
        .form(&GEOJSON)
        .describe(|| Shape::Plain(described::<TerminatorCollection>()));

/// The parameters of `/terminator`.
#[derive(Parameters)]
struct TerminatorQuery {
    /// The instant, Universal Time, in the years −1999 … +3000.
    #[param(path, example = "2026-06-21T12:00Z")]
    instant: Instant,
    /// Regions to return, comma-separated or repeated: `day`, `civil`, `nautical`, `astronomical`, `night`,
    /// `moon`. The default is all.
    #[param(example = "day,moon", default = TerminatorRegion::VALUES.to_vec())]
    features: Vec<TerminatorRegion>,
    /// Maximum distance in metres between a boundary and its edges, which are straight in longitude and
    /// latitude; the default is 1000.
    #[param(example = "1000", min = 100.0, max = 100_000.0, default = DEFAULT_TOLERANCE_M)]
    tolerance: f64,
    #[param(flatten)]
    delta_t: DeltaTInput,
}

/// Regions of the Earth by the altitude of the Sun or the Moon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
enum TerminatorRegion {
    Day,
    Civil,
    Nautical,
    Astronomical,
    Night,
    Moon,
}

/// Regions of the Earth as a `FeatureCollection` of RFC 7946.
#[derive(Serialize, ToSchema)]
struct TerminatorCollection {
    /// `FeatureCollection`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// Accuracy of the boundaries: `eastWestKm` on the equator.
    accuracy: Accuracy,
    /// The requested regions.
    features: Vec<Feature<TerminatorRegion, TerminatorProperties>>,
}

/// The body of a region, and its altitudes there.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TerminatorProperties {
    /// The name, for people.
    name: &'static str,
    /// The instant, UTC.
    date: String,
    body: CelestialBody,
    /// Least altitude of the body's centre in the region, without refraction, degrees; null for night.
    min_altitude: Option<f64>,
    /// Greatest altitude, degrees; null for the day and the Moon.
    max_altitude: Option<f64>,
    /// Latitude of the place that has the body in its zenith, degrees.
    lat: f64,
    /// Its longitude, degrees.
    lng: f64,
    /// Apparent declination of the body, degrees.
    declination: f64,
    /// Colour, `#rrggbb`.
    fill: &'static str,
    /// Opacity, 0 … 1.
    #[serde(rename = "fill-opacity")]
    fill_opacity: f64,
}

impl TerminatorRegion {
    /// The name, the colour and its opacity.
    fn style(self) -> (&'static str, &'static str, f64) {
        match self {
            Self::Day => ("Day", "#ffd54a", 0.1),
            Self::Civil => ("Civil twilight", "#5b7db1", 0.25),
            Self::Nautical => ("Nautical twilight", "#3a5687", 0.35),
            Self::Astronomical => ("Astronomical twilight", "#22365c", 0.45),
            Self::Night => ("Night", "#0b1a33", 0.55),
            Self::Moon => ("Moon above the horizon", "#c9c3a0", 0.25),
        }
    }
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: TerminatorQuery = input.parameters()?;
    let at = query.instant;
    let choice = Choice::new(context, [at; 2], 0.0, query.delta_t, [TerminatorQuery::INSTANT.name; 2])?;
    let echo = Prepared::echo(&query.in_query(OPERATION.name, COST));
    let work = Work::compute(false, move |buffer| {
        let (ut, tt) = (at.ut1(), choice.tt(at.ut1()));
        let place = |target| choice.sky().place(target, ut, tt).expect(COVERED);
        let basis = AccuracyBasis::of(choice.theory, Target::Sun, tt, choice.delta_t.with_sigma(ut));
        let earth = Boundaries::new([Target::Sun, Target::Moon].map(place), query.tolerance);
        let features = query.features.iter().map(|region| earth.feature(*region, at.iso())).collect();
        let accuracy = basis.of_position(None);
        json::append(buffer, &TerminatorCollection { kind: "FeatureCollection", accuracy, features });
        Ok(())
    });
    Ok(Prepared::new(&GEOJSON, echo, COST, Freshness::Day, work))
}

/// Returns longitude and latitude in degrees for latitude and longitude in radians.
fn degrees((latitude, longitude): (f64, f64)) -> (f64, f64) {
    (longitude.to_degrees(), latitude.to_degrees())
}

/// A boundary between regions.
struct Boundary {
    body: CelestialBody,
    terminator: Terminator,
    /// Altitude of the body's centre, degrees.
    altitude_deg: f64,
    tolerance_m: f64,
    ring: OnceCell<Vec<Vertex>>,
}

impl Boundary {
    /// The boundary for a limb of a body, with a tolerance in metres.
    fn new(body: CelestialBody, place: ApparentPlace, limb: Limb, tolerance_m: f64) -> Self {
        let terminator = Terminator::new(place, limb);
        let altitude_deg = limb.altitude(norm(place.body_km)).to_degrees();
        Self { body, terminator, altitude_deg, tolerance_m, ring: OnceCell::new() }
    }

    /// Returns the ring, which is computed for the first of its two regions.
    fn ring(&self) -> &[Vertex] {
        let vertex = |place| {
            let (longitude_deg, latitude_deg) = degrees(place);
            Vertex { longitude_deg, latitude_deg, t: 0.0 }
        };
        let ring = || self.terminator.ring(self.tolerance_m / (1000.0 * EQUATORIAL_RADIUS_KM));
        self.ring.get_or_init(|| ring().into_iter().map(vertex).collect())
    }
}

/// The boundaries of all regions: those of the Sun, the highest first, and that of the Moon.
struct Boundaries([Boundary; 5]);

impl Boundaries {
    /// Returns the boundaries for places of the Sun and the Moon, with a tolerance in metres.
    fn new([sun, moon]: [ApparentPlace; 2], tolerance_m: f64) -> Self {
        let of_sun = |limb| Boundary::new(CelestialBody::Sun, sun, limb, tolerance_m);
        let [civil, nautical, astronomical] =
            TWILIGHTS_DEG.map(|degrees| of_sun(Limb::center_at(degrees.to_radians())));
        let moon = Boundary::new(CelestialBody::Moon, moon, Limb::moon(0.0), tolerance_m);
        Self([of_sun(Limb::sun(0.0)), civil, nautical, astronomical, moon])
    }

    /// Returns the boundaries of a region: the outer one with lower altitudes outside, the inner one with
    /// higher altitudes inside.
    fn of(&self, region: TerminatorRegion) -> [Option<&Boundary>; 2] {
        let [day, civil, nautical, astronomical, moon] = &self.0;
        match region {
            TerminatorRegion::Day => [Some(day), None],
            TerminatorRegion::Civil => [Some(civil), Some(day)],
            TerminatorRegion::Nautical => [Some(nautical), Some(civil)],
            TerminatorRegion::Astronomical => [Some(astronomical), Some(nautical)],
            TerminatorRegion::Night => [None, Some(astronomical)],
            TerminatorRegion::Moon => [Some(moon), None],
        }
    }

    fn polygons(&self, region: TerminatorRegion) -> Vec<Polygon> {
        let [outer, inner] = self.of(region);
        let outer = outer.map(|outer| (outer.ring(), degrees(outer.terminator.antipode())));
        let inner = inner.map(|inner| (inner.ring(), degrees(inner.terminator.sub_point())));
        let rings: Vec<_> = outer.into_iter().chain(inner).collect();
        cut::region(&rings).expect("boundaries are simple rings on the Earth, degrees apart")
    }

    fn feature(
        &self,
        region: TerminatorRegion,
        date: String,
    ) -> Feature<TerminatorRegion, TerminatorProperties> {
        let (name, fill, fill_opacity) = region.style();
        let [outer, inner] = self.of(region);
        let Boundary { body, terminator, .. } = outer.or(inner).expect("a region has a boundary");
        let (lng, lat) = degrees(terminator.sub_point());
        let properties = TerminatorProperties {
            name,
            date,
            body: *body,
            min_altitude: outer.map(|outer| outer.altitude_deg),
            max_altitude: inner.map(|inner| inner.altitude_deg),
            lat,
            lng,
            declination: equatorial(terminator.place().body_km).1.to_degrees(),
            fill,
            fill_opacity,
        };
        Feature::new(region, &Geometry::Polygons(self.polygons(region)), properties)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use astro::math::angle::normalize_signed;
    use astro::math::vector::from_spherical;
    use astro::theory::meeus;

    /// Instants of 2026: solstices, equinoxes and others.
    fn instants() -> impl Iterator<Item = Ut1> {
        const SEASONS: [f64; 4] = [2_461_120.115, 2_461_212.851, 2_461_306.504, 2_461_396.368];
        SEASONS.into_iter().chain((0..46).map(|k| 2_461_041.5 + 7.9371 * f64::from(k))).map(Ut1)
    }

    /// The places of the Sun and the Moon by Meeus.
    fn places(ut: Ut1) -> [ApparentPlace; 2] {
        let tt: Tt = ut.to_tt(69.2);
        let gast = meeus::apparent_sidereal_time(ut, tt);
        let (sun, moon) = (meeus::sun(tt), meeus::moon(tt));
        let sun_km = sun.radius_vector_au * astro::constants::AU_KM;
        [
            ApparentPlace { body_km: from_spherical(sun.right_ascension, sun.declination, sun_km), gast },
            ApparentPlace {
                body_km: from_spherical(moon.right_ascension, moon.declination, moon.distance_km),
                gast,
            },
        ]
    }

    fn is_within(polygons: &[Polygon], latitude_deg: f64, longitude_deg: f64) -> bool {
        let crosses = |w: &&[Vertex]| {
            let [a, b] = [w[0], w[1]];
            let part = (latitude_deg - a.latitude_deg) / (b.latitude_deg - a.latitude_deg);
            (a.latitude_deg > latitude_deg) != (b.latitude_deg > latitude_deg)
                && a.longitude_deg + part * (b.longitude_deg - a.longitude_deg) > longitude_deg
        };
        let rings = polygons.iter().flat_map(Polygon::rings);
        rings.map(|ring| ring.windows(2).filter(crosses).count()).sum::<usize>() % 2 == 1
    }

    #[test]
    fn a_place_is_in_the_region_that_the_rules_of_rise_and_set_give() {
        const PLACES: usize = 2000;
        /// Tolerance of the boundaries, km, with one for the difference of the radii of the Earth.
        const TOLERANCE_KM: f64 = 1.0 * 1.01;
        let (mut worst_km, mut missed, mut vertices) = (0f64, 0, 0);
        for ut in instants() {
            let earth = Boundaries::new(places(ut), DEFAULT_TOLERANCE_M);
            let regions: Vec<_> =
                TerminatorRegion::VALUES.iter().map(|region| earth.polygons(*region)).collect();
            vertices = vertices.max(regions.iter().flatten().flat_map(Polygon::rings).map(Vec::len).sum());
            for k in 0..PLACES {
                // A spiral of places that share the area equally, another for each instant.
                let part = (k as f64 + 0.5) / PLACES as f64;
                let latitude = (2.0 * part - 1.0).asin();
                let longitude = normalize_signed(2.399_963 * k as f64 + ut.0);
                for (region, polygons) in TerminatorRegion::VALUES.iter().zip(&regions) {
                    let height = |boundary: &Boundary| boundary.terminator.height(latitude, longitude);
                    let [outer, inner] = earth.of(*region).map(|boundary| boundary.map(height));
                    let margin = outer.unwrap_or(1.0).min(-inner.unwrap_or(-1.0));
                    if is_within(polygons, latitude.to_degrees(), longitude.to_degrees()) != (margin >= 0.0) {
                        worst_km = worst_km.max(margin.abs() * EQUATORIAL_RADIUS_KM);
                        missed += 1;
                    }
                }
            }
        }
        println!(
            "{missed} places on the other side, at most {worst_km:.3} km from it; {vertices} vertices at most"
        );
        assert!(worst_km < TOLERANCE_KM);
    }
}
