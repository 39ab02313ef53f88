//! The operation `/solar-eclipse/towns/{julian-day}`: towns with totality or annularity.

use crate::api::place::Area;
use crate::api::prepared::CSV;
use crate::endpoints::elements::EclipseDay;
use crate::endpoints::places::TownEntry;
use crate::endpoints::prelude::*;
use crate::generation::towns::Towns;
use crate::generation::towns_in_path::TownInPath;
use crate::vocabulary::formats::Feature;
use serde_json::{Value, json};
use std::fmt::Write;

/// Credits to find the towns, and for each further [`TOWNS`] towns.
const COST: f64 = 50.0;
/// Towns in the response that cost [`COST`].
const TOWNS: i64 = 1000;
const MAX_TOWNS: i64 = 10_000;
/// The columns of a table.
const HEAD: &str = "id,name,region,country,lat,lng,height,population,timeZone,type,durationSec,\
    c1,c2,max,c3,c4,sunAlt\n";

pub(crate) const OPERATION: Operation =
    Operation::with::<TownsQuery>("solar-eclipse/towns", &["/solar-eclipse/towns/{julian-day}"], prepare)
        .id("solar-eclipse-towns")
        .documented(Group::SolarEclipses, include_str!("towns_in_path.md"))
        .plan(Plan::Starter)
        .cost(COST)
        .refusals(&[Code::NoData, Code::Unavailable])
        .describe(shape);

/// The parameters of `/solar-eclipse/towns`.
#[derive(Parameters)]
#[parameters(check = sun_needs_precise(elements))]
struct TownsQuery {
    #[param(flatten)]
    day: EclipseDay,
    /// Only towns of this country: ISO 3166-1 alpha-2 code.
    #[param(example = "ES")]
    country: Option<CountryCode>,
    /// Only towns with at least this many inhabitants.
    #[param(name = "minPopulation", example = "50000", min = 0, max = 100_000_000)]
    min_population: Option<i64>,
    /// Only towns in a box: south, west, north and east, degrees.
    #[param(example = "36,-10,44,4.5")]
    bbox: Option<Area>,
    /// Maximum number of towns.
    #[param(example = "10", min = 1, max = MAX_TOWNS, default = TOWNS)]
    max: i64,
    /// `json` (the default), `csv` or `geojson` (points). If left out, `Accept` decides.
    #[param(example = "json")]
    format: Option<TownsFormat>,
    #[param(flatten)]
    elements: ElementsInput,
    #[param(flatten)]
    delta_t: DeltaTInput,
}

/// An ISO 3166-1 alpha-2 code.
#[derive(Debug, Clone, PartialEq)]
struct CountryCode(String);

impl crate::api::value::Value for CountryCode {
    type Echo = str;

    fn accepted(_: &Parameter) -> Accepted {
        Accepted { words: "Two letters, such as `ES`".to_owned(), ..Accepted::form("^[A-Za-z]{2}$") }
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let is_code = |text: &str| text.len() == 2 && text.bytes().all(|b| b.is_ascii_alphabetic());
        let code = |text: &str| is_code(text).then(|| Self(text.to_ascii_uppercase()));
        input.parse(p, code, |_| "must be a country code of two letters, such as ES".to_owned())
    }

    fn echo(&self) -> impl Serialize {
        &self.0
    }
}

/// Formats of a list of towns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
enum TownsFormat {
    #[default]
    Json,
    Csv,
    #[word("geojson")]
    GeoJson,
}

impl ResponseFormat for TownsFormat {
    fn form(self) -> &'static Form {
        match self {
            Self::Json => &JSON,
            Self::Csv => &CSV,
            Self::GeoJson => &GEOJSON,
        }
    }
}

/// A town in the path of an eclipse.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TownEclipse {
    #[serde(flatten)]
    town: TownEntry,
    /// Total or annular.
    #[serde(rename = "type")]
    kind: LocalType,
    /// Visible duration of totality or annularity, s.
    duration_sec: f64,
    /// First contact, UTC, or null.
    c1: Option<String>,
    /// Second contact, or null.
    c2: Option<String>,
    /// Greatest visible eclipse.
    max: Option<String>,
    /// Third contact, or null.
    c3: Option<String>,
    /// Fourth contact, or null.
    c4: Option<String>,
    /// Airless altitude of the Sun's centre at `max`, degrees.
    sun_alt: f64,
}

impl TownEclipse {
    pub(crate) fn new(towns: &Towns, found: &TownInPath, eclipse: &EclipseElements, delta_t_s: f64) -> Self {
        let instant =
            |t: f64| Instant::from_ut1(eclipse.polynomials.t0.plus_hours(t).to_ut1(delta_t_s)).iso();
        let [c1, c2, max, c3, c4] = found.hours.map(|t| t.map(instant));
        Self {
            town: TownEntry::new(towns, &towns.rows().row(found.row), None),
            kind: found.kind.into(),
            duration_sec: (found.duration_s * 10.0).round() / 10.0,
            c1,
            c2,
            max,
            c3,
            c4,
            sun_alt: (found.sun_altitude.to_degrees() * 10.0).round() / 10.0,
        }
    }

    fn row(&self) -> String {
        let TownEntry { id, name, region, country, lat, lng, height, population, time_zone, .. } = &self.town;
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let quoted = |text: &str| match text.contains([',', '"']) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text.to_owned(),
        };
        let whole = |number: &Option<i32>| number.map_or_else(String::new, |number| number.to_string());
        let mut row = format!(
            "{id},{},{},{country},{lat},{lng},{},{},{time_zone},{},{}",
            quoted(name),
            quoted(&text(region)),
            whole(height),
            whole(population),
            self.kind.word(),
            self.duration_sec
        );
        for instant in [&self.c1, &self.c2, &self.max, &self.c3, &self.c4] {
            write!(row, ",{}", text(instant)).expect("writing to memory cannot fail");
        }
        writeln!(row, ",{}", self.sun_alt).expect("writing to memory cannot fail");
        row
    }
}

/// All towns as GeoJSON (RFC 7946).
#[derive(Serialize)]
struct FeatureCollection {
    #[serde(rename = "type")]
    kind: &'static str,
    features: Vec<Feature<i32, TownEclipse>>,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query: TownsQuery = input.parameters()?;
    let chosen = TownsFormat::negotiated(query.format, context);
    query.format = Some(chosen.format);
    let eclipse = query.elements.eclipse_of(&context.data, query.day.jd.0)?.into_owned();
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    let delta_t_s = delta_t.of_eclipse(&eclipse);
    let is_usual = !query.elements.has_own_radii() && delta_t_s == eclipse.delta_t_s;
    let cost = COST * (query.max as u64).div_ceil(TOWNS as u64) as f64;
    let echo = Prepared::echo(&query.in_query(OPERATION.name, cost));
    let data = context.generation();
    let work = Work::compute(false, move |buffer| {
        let towns = &data.towns;
        let rows = towns.rows();
        let is_within = |found: &&TownInPath| {
            let (lat, lng) = (rows.latitude_deg.value(found.row), rows.longitude_deg.value(found.row));
            query.country.as_ref().is_none_or(|code| rows.country_iso.value(found.row) == code.0)
                && query.min_population.is_none_or(|min| i64::from(rows.population.value(found.row)) >= min)
                && query.bbox.is_none_or(|area| area.contains(lat, lng))
        };
        let found = data.towns_in_path(&eclipse, delta_t_s, is_usual, usize::MAX);
        let found = found.iter().filter(is_within).take(query.max as usize);
        let entries = found.map(|found| {
            pause();
            TownEclipse::new(towns, found, &eclipse, delta_t_s)
        });
        match chosen.format {
            TownsFormat::Json => json::append(buffer, &entries.collect::<Vec<_>>()),
            TownsFormat::Csv => {
                buffer.extend_from_slice(HEAD.as_bytes());
                entries.for_each(|entry| buffer.extend_from_slice(entry.row().as_bytes()));
            }
            TownsFormat::GeoJson => {
                let features = entries.map(|town| {
                    let TownEntry { id, lat, lng, .. } = town.town;
                    let place = Vertex { longitude_deg: lng, latitude_deg: lat, t: 0.0 };
                    Feature::new(id, &Geometry::Point(place), town)
                });
                let features = features.collect();
                json::append(buffer, &FeatureCollection { kind: "FeatureCollection", features });
            }
        }
        Ok(())
    });
    Ok(chosen.prepared(echo, cost, work))
}

fn shape() -> Shape {
    let example = format!(
        "{HEAD}3114711,Oviedo,Asturias,ES,43.36029,-5.84476,228,220027,Europe/Madrid,total,108.1,…,10.3\n"
    );
    TownsFormat::shapes(|format| match format {
        TownsFormat::Json => (Shape::list::<TownsQuery, TownEclipse>(), Value::Null),
        TownsFormat::Csv => (Shape::Plain(Described::text()), json!(example)),
        TownsFormat::GeoJson => {
            let example = json!({ "type": "FeatureCollection", "features": [] });
            (Shape::Plain(Described::any_object()), example)
        }
    })
}
