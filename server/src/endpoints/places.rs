//! The operations `/places` and `/places/{id}`: towns by name and by number.

use crate::api::place::LatLng;
use crate::endpoints::prelude::*;
use crate::generation::towns::{Fit, Town, Towns, region};
use astro::eclipse::local::{LocalEclipseType, ObservedEclipse};
use geographiclib_rs::{Geodesic, InverseGeodesic};
use geography::names::fold;
use std::borrow::Cow;

/// Maximum length of a name, characters.
const MAX_CHARACTERS: usize = 100;
/// Towns among which those that see an eclipse are preferred.
const PREFERRED_OF: usize = 50;

pub(crate) const SEARCH: Operation =
    Operation::list::<PlacesQuery, TownEntry>("places", &["/places"], prepare)
        .documented(Group::Ground, include_str!("places.md"))
        .access(Access::Open);

pub(crate) const BY_ID: Operation =
    Operation::json::<PlaceQuery, TownEntry>("places/id", &["/places/{id}"], prepare_one)
        .id("place-by-id")
        .documented(Group::Ground, include_str!("place.md"))
        .access(Access::Open)
        .refusals(&[Code::NoData]);

/// The parameters of `/places`.
#[derive(Parameters)]
#[parameters(check = searchable(q))]
struct PlacesQuery {
    /// The beginning of a name, up to 100 characters; after a comma its region or country.
    #[param(example = "Oviedo", shown)]
    q: Option<String>,
    /// Prefers towns near this place: `LAT,LNG`, degrees. Without `q`, the nearest towns.
    #[param(example = "43.4,-5.8")]
    near: Option<LatLng>,
    /// Prefers, among towns of this name, those in the path of a solar eclipse, then those that see most of
    /// it: its date or Julian Day.
    #[param(example = "2461264.5")]
    eclipse: Option<Day>,
    /// Maximum number of towns.
    #[param(example = "10", min = 1, max = 50, default = 10)]
    max: i64,
}

fn searchable(input: &mut Input, q: &Option<String>) {
    let Some(q) = q else {
        if !input.has(&PlacesQuery::NEAR) {
            input.wrong(PlacesQuery::Q.name, "required without near, for example q=Oviedo");
        }
        return;
    };
    if q.chars().count() > MAX_CHARACTERS {
        input.wrong(PlacesQuery::Q.name, format!("must have at most {MAX_CHARACTERS} characters"));
    } else if fold(q).is_empty() {
        input.wrong(PlacesQuery::Q.name, "must contain a letter or a digit, such as q=Oviedo");
    }
}

/// The parameters of `/places/{id}`.
#[derive(Parameters)]
struct PlaceQuery {
    /// Number of the town in GeoNames.
    #[param(path, example = "3114711", min = 1, max = i32::MAX)]
    id: i64,
}

/// A town.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Town)]
pub(crate) struct TownEntry {
    /// Number in GeoNames.
    #[schema(minimum = 1, maximum = 2147483647)]
    pub(crate) id: i32,
    /// Name in Latin letters.
    pub(crate) name: String,
    /// ISO 3166-1 alpha-2 code of the country.
    pub(crate) country: String,
    /// English name of the country.
    pub(crate) country_name: String,
    /// First-level division of the country, or null.
    pub(crate) region: Option<String>,
    /// Latitude, degrees.
    pub(crate) lat: f64,
    /// Longitude, degrees, negative west.
    pub(crate) lng: f64,
    /// Height of the ground, metres above mean sea level, or null.
    #[schema(minimum = -500, maximum = 9000)]
    pub(crate) height: Option<i32>,
    /// Source of the height: `GeoNames`, or `ETOPO5`, a grid of 9 km; or null.
    pub(crate) height_source: Option<String>,
    /// Standard error of the height, metres, or null.
    #[schema(minimum = 0, maximum = 9000)]
    pub(crate) height_sigma: Option<i32>,
    /// Inhabitants, or null.
    #[schema(minimum = 1, maximum = 2147483647)]
    pub(crate) population: Option<i32>,
    /// IANA time zone.
    pub(crate) time_zone: String,
    /// The fit of the name to `q`: only with `q`.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    name_match: Option<NameMatch>,
    /// Distance from `near`, km: only with `near`.
    #[serde(rename = "distanceKM", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    distance_km: Option<f64>,
    /// Direction of the town from `near`, degrees clockwise from north: only with `near`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    bearing: Option<f64>,
}

/// The fit of the name of a town to a text.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum NameMatch {
    /// The town has this name, in any language.
    Name,
    /// One of its names begins so.
    Beginning,
    /// One of its names is spelled like it.
    Similar,
}

impl NameMatch {
    fn new(fit: Fit) -> Self {
        match fit {
            Fit::AsWritten | Fit::Folded | Fit::OtherName => Self::Name,
            Fit::Beginning => Self::Beginning,
            Fit::Similar => Self::Similar,
        }
    }
}

impl TownEntry {
    /// Returns a town as responses contain it.
    pub(crate) fn new(towns: &Towns, town: &Town, near: Option<[f64; 2]>) -> Self {
        let (lat, lng) = (town.latitude_deg, town.longitude_deg);
        let line = near.map(|[from_lat, from_lng]| {
            let (metres, azimuth_deg, ..): (f64, f64, f64, f64) =
                Geodesic::wgs84().inverse(from_lat, from_lng, lat, lng);
            ((metres / 100.0).round() / 10.0, azimuth_deg.rem_euclid(360.0).round() % 360.0)
        });
        Self {
            id: town.geonames_id,
            name: town.name.to_owned(),
            country: town.country_iso.to_owned(),
            country_name: towns.country(town.country_iso).to_owned(),
            region: region(town).map(str::to_owned),
            lat,
            lng,
            height: town.height_m,
            height_source: town.height_source.map(|source| source.0.to_owned()),
            height_sigma: town.height_sigma_m,
            population: town.population,
            time_zone: town.time_zone.0.to_owned(),
            name_match: None,
            distance_km: line.map(|(km, _)| km),
            bearing: line.map(|(_, bearing)| bearing),
        }
    }
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: PlacesQuery = input.parameters()?;
    let data = context.generation();
    let echo = query.in_query(SEARCH.name, 0.0);
    let near = query.near.map(|LatLng(near)| near);
    let max = query.max as usize;
    let q = query.q.clone();
    // Without such an eclipse none is preferred.
    let canon = ElementsInput { era: Some(Era::Canon), ..ElementsInput::default() };
    let eclipse = query.eclipse.and_then(|Day(jd)| canon.eclipse_of(&context.data, jd).ok());
    let eclipse = eclipse.map(Cow::into_owned);
    // A letter with an unknown country takes some milliseconds.
    let work = Work::compute(false, move |buffer| {
        let towns = &data.towns;
        let found = match (&q, near) {
            (None, Some(near)) => {
                towns.nearest(near, max).into_iter().map(|town| (None, town)).collect::<Vec<_>>()
            }
            (q, near) => {
                let q = q.as_deref().unwrap_or_default();
                let found = match &eclipse {
                    None => towns.search(q, near, max),
                    Some(eclipse) => preferred(towns.search(q, near, PREFERRED_OF.max(max)), eclipse),
                };
                found.into_iter().map(|(fit, town)| (Some(NameMatch::new(fit)), town)).collect()
            }
        };
        let entries = found.iter().take(max).map(|(name_match, town)| TownEntry {
            name_match: *name_match,
            ..TownEntry::new(towns, town, near)
        });
        json::append(buffer, &entries.collect::<Vec<_>>());
        Ok(())
    });
    Ok(Prepared::new(&JSON, Prepared::echo(&echo), 0.0, Freshness::Public, work))
}

/// Puts towns whose names fit as well as that of the first one in the order of what they see of an eclipse.
fn preferred<'a>(mut towns: Vec<(Fit, Town<'a>)>, eclipse: &EclipseElements) -> Vec<(Fit, Town<'a>)> {
    let is_equal = |fit: Fit| fit <= Fit::OtherName && fit == towns[0].0;
    let places: Vec<_> = (0..towns.len()).filter(|at| is_equal(towns[*at].0)).collect();
    let mut equal: Vec<_> = places.iter().map(|at| towns[*at]).collect();
    equal.sort_by_cached_key(|(_, town)| {
        let observer = Observer::from_degrees(town.latitude_deg, town.longitude_deg, 0.0);
        let local = ObservedEclipse::new(&eclipse.polynomials, observer, eclipse.delta_t_s);
        match local.sight() {
            Some(sight) if sight.kind != LocalEclipseType::Partial => 0,
            // The larger town of those that see about the same.
            Some(sight) => 11 - (10.0 * local.view(&sight.maximum).magnitude) as i32,
            None => i32::MAX,
        }
    });
    places.into_iter().zip(equal).for_each(|(at, town)| towns[at] = town);
    towns
}

fn prepare_one(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: PlaceQuery = input.parameters()?;
    let towns = &context.data.towns;
    let unknown = || {
        let detail = format!("no town has the number {}; /places?q=… finds numbers by name", query.id);
        Problem::new(Code::NoData, detail)
    };
    let town = i32::try_from(query.id).ok().and_then(|id| towns.with_id(id)).ok_or_else(unknown)?;
    let entry = TownEntry::new(towns, &town, None);
    let echo = query.in_query(BY_ID.name, 0.0);
    Ok(Prepared::json(&echo, 0.0, move || Ok(entry)).with_freshness(Freshness::Public))
}
