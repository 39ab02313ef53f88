//! The operation `/crescent-map/{date}`: where the crescent of an evening can be seen.

use super::response::{CrescentClass, CrescentCriterion};
use super::side::{CrescentSide, MAX_AGE_H, WHICH, course, nearest_new_moon};
use crate::endpoints::prelude::*;
use crate::vocabulary::formats::Feature;
use astro::math::search;
use astro::sky::crescent::{Crescent, CrescentTimes};
use geography::contour::Grid;

const COST: f64 = 100.0;
/// Latitude up to which the Sun and the Moon set every day, with the horizon half a degree low.
const MAX_LATITUDE_DEG: i32 = 60;
/// Columns and rows of the grid from one edge to the other: q changes much faster with latitude.
const COLUMNS: i32 = 45;
const ROWS: i32 = 120;
/// Longest time before new Moon of a map, hours: at some longitudes the evening is half a day later.
const MAX_BEFORE_H: f64 = 24.0;
/// A second, which moves q by 1e-4.
const TOLERANCE_DAYS: f64 = 1e-5;
/// The value and the openness of a place where the Sun or the Moon does not set, or rise.
const NOTHING: (f64, f64) = (-99.0, -1.0);

/// The operation `/crescent-map/{date}`.
pub(crate) const OPERATION: Operation =
    Operation::with::<CrescentMapQuery>("crescent-map", &["/crescent-map/{date}"], prepare)
        .documented(Group::SunAndMoon, include_str!("map.md"))
        .cost(COST)
        .refusals(&[Code::OutsideEphemeris])
        .form(&GEOJSON)
        .describe(|| Shape::Plain(described::<CrescentMap>()));

/// The parameters of `/crescent-map`.
#[derive(Parameters)]
struct CrescentMapQuery {
    /// The date, at each longitude in local mean time; within three days of a new Moon.
    #[param(path, example = "2025-03-30")]
    date: Instant,
    /// `yallop` (the default), classes A to F, or `odeh`, zones A to D.
    #[param(example = "yallop", default)]
    criterion: CrescentCriterion,
    #[param(example = "evening", meaning = WHICH, default)]
    which: CrescentSide,
    #[param(flatten)]
    delta_t: DeltaTInput,
}

/// The classes of visibility of a crescent as a `FeatureCollection` of RFC 7946.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CrescentMap {
    /// `FeatureCollection`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The nearest new Moon, UTC.
    new_moon: String,
    /// The classes that occur between 60° south and 60° north.
    features: Vec<Feature<CrescentClass, CrescentRegion>>,
}

/// The class of a region.
#[derive(Serialize, ToSchema)]
struct CrescentRegion {
    /// The class, for people.
    name: &'static str,
    criterion: CrescentCriterion,
    which: CrescentSide,
    /// The date.
    date: String,
    /// Lower limit of q of Yallop, a pure number, or of V of Odeh, degrees; null for the last class.
    min: Option<f64>,
    /// Upper limit, a pure number or degrees; null for the first class.
    max: Option<f64>,
    /// Colour, `#rrggbb`.
    fill: &'static str,
    /// Opacity, 0 … 1.
    #[serde(rename = "fill-opacity")]
    fill_opacity: f64,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: CrescentMapQuery = input.parameters()?;
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    coverage::check_lunation(&context.data, (query.date, CrescentMapQuery::DATE.name), &delta_t)?;
    let day = Instant { unix_ms: query.date.unix_ms.div_euclid(MS_PER_DAY) * MS_PER_DAY };
    let finder = MapFinder { day, delta_t_s: delta_t.at_ut1(day.ut1()), query };
    let new_moon = finder.new_moon(&context.data)?;
    let (data, echo) = (context.generation(), Prepared::echo(&finder.query.in_query(OPERATION.name, COST)));
    let work = Work::compute(false, move |buffer| {
        json::append(buffer, &finder.map(&data, new_moon));
        Ok(())
    });
    Ok(Prepared::new(&GEOJSON, echo, COST, Freshness::Day, work))
}

/// A checked request.
struct MapFinder {
    query: CrescentMapQuery,
    /// The beginning of the date.
    day: Instant,
    delta_t_s: f64,
}

impl MapFinder {
    /// Returns the nearest new Moon, or an error if it is too far from the date.
    fn new_moon(&self, data: &Data) -> Result<Ut1, Problem> {
        let evening = self.day.ut1().plus_days(if self.query.which.is_morning() { 0.25 } else { 0.75 });
        let new_moon = nearest_new_moon(data, evening, self.delta_t_s);
        if (-MAX_BEFORE_H..MAX_AGE_H).contains(&self.query.which.hours(new_moon, evening)) {
            return Ok(new_moon);
        }
        let nearest = Instant::from_ut1(new_moon).date();
        let detail =
            format!("{} has no thin crescent; the nearest new Moon is on {nearest}", self.day.date());
        Err(Problem::parameter(CrescentMapQuery::DATE.name, detail))
    }

    fn map(&self, data: &Data, new_moon: Ut1) -> CrescentMap {
        let nodes = |count: i32, last: i32| -> Vec<f64> {
            (0..=count).map(|k| f64::from(last) * (2.0 * f64::from(k) / f64::from(count) - 1.0)).collect()
        };
        let (longitudes_deg, latitudes_deg) = (nodes(COLUMNS, 180), nodes(ROWS, MAX_LATITUDE_DEG));
        let (mut values, mut openness) = (Vec::new(), Vec::new());
        for latitude_deg in &latitudes_deg {
            for longitude_deg in &longitudes_deg {
                pause();
                let of_place = self.value(data, new_moon, *latitude_deg, *longitude_deg).unwrap_or(NOTHING);
                values.push(of_place.0);
                openness.push(of_place.1);
            }
        }
        let grid = Grid {
            longitudes_deg: &longitudes_deg,
            latitudes_deg: &latitudes_deg,
            values: &values,
            openness: &openness,
        };
        let classes = self.query.criterion.classes();
        let limits: Vec<f64> = classes[..classes.len() - 1].iter().map(|(low, ..)| *low).collect();
        let region = |(class, &(low, name, fill)): (usize, &(f64, &'static str, &'static str))| {
            let above = class.checked_sub(1).map(|above| classes[above].0);
            let polygons = grid.region(class, &limits);
            let properties = CrescentRegion {
                name,
                criterion: self.query.criterion,
                which: self.query.which,
                date: self.day.date(),
                min: Some(low).filter(|low| low.is_finite()),
                max: above,
                fill,
                fill_opacity: 0.4,
            };
            let id = CrescentClass::VALUES[class];
            (!polygons.is_empty()).then(|| Feature::new(id, &Geometry::Polygons(polygons), properties))
        };
        CrescentMap {
            kind: "FeatureCollection",
            new_moon: Instant::from_ut1(new_moon).iso(),
            features: classes.iter().enumerate().filter_map(region).collect(),
        }
    }

    /// Returns q or V at a place, and how long it has a crescent: the minutes in which the Moon is up alone,
    /// or those since new Moon if they are fewer. None if the Sun or the Moon does not set, or rise.
    fn value(&self, data: &Data, new_moon: Ut1, latitude_deg: f64, longitude_deg: f64) -> Option<(f64, f64)> {
        let is_morning = self.query.which.is_morning();
        let horizon = Horizon::new(Observer::from_degrees(latitude_deg, longitude_deg, 0.0));
        let course = course(data, self.delta_t_s);
        let limb = Limb::sun(0.0);
        let margin = |t: f64| {
            let place = course(Target::Sun, Ut1(t));
            limb.margin(horizon.topocentric(place.body_km, place.gast))
        };
        let noon = self.day.ut1().plus_days(0.5 - longitude_deg / 360.0);
        let midnight = noon.plus_days(if is_morning { -0.5 } else { 0.5 });
        let sun = Ut1(search::root(margin, noon.0, midnight.0, TOLERANCE_DAYS).ok()?);
        let times = CrescentTimes::new(|t| course(Target::Moon, t), &horizon, sun, is_morning)?;
        let [sun, moon] = [Target::Sun, Target::Moon].map(|target| course(target, times.best()));
        let value = match self.query.criterion {
            CrescentCriterion::Yallop => Crescent::geocentric(&horizon, sun, moon).yallop_q(),
            CrescentCriterion::Odeh => Crescent::topocentric(&horizon, sun, moon).odeh_v(),
        };
        let age_min = 60.0 * self.query.which.hours(new_moon, times.best());
        Some((value, age_min.min(times.lag_s(is_morning) / 60.0)))
    }
}
