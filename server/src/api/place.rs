//! Places and directions in requests and responses.

use crate::api::input::shortened;
use crate::api::near_town::{FAR, NearTown, near, push_label};
use crate::api::number::{decimal, decimals, shown};
use crate::api::prelude::*;
use crate::api::value::{Value, reference_or_schema};
use crate::generation::Data;
use crate::generation::ancient::{self, ANCIENT, AncientPlace};
use crate::generation::elevation::{EYE_M, ElevationCursor};
use crate::generation::towns::{Fit, MAX_OTHERS, NamedTown, Town, Towns};
use arrayvec::ArrayString;
use artifacts::tables::towns;
use astro::earth::Observer;
use astro::time::Calendar;
use geography::geodesic::longitude_within_half_turn_deg;
use serde::Serializer;
use utoipa::openapi::schema::ArrayBuilder;
use web::problem::ParameterProblem;

/// Greatest height of an observer, metres: the top of the atmosphere.
const HIGHEST_M: f64 = 100_000.0;
/// Least height of an observer, metres.
const LOWEST_M: f64 = -12_000.0;

/// The place of an observer.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Observer)]
pub(crate) struct Site {
    /// Degrees, north positive.
    pub(crate) lat: f64,
    /// Degrees, east positive.
    pub(crate) lng: f64,
    /// Metres above mean sea level.
    pub(crate) height: f64,
    /// Source of the height: only if it is not the caller's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) height_source: Option<HeightSource>,
    /// Standard error of a height from this source, metres, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) height_sigma: Option<f64>,
    /// Town: only if the request names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) place: Option<NamedPlace>,
    /// Distance and direction of the place from the nearest town if the request has coordinates; the ancient
    /// place with the source of its coordinates if it names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, nullable = false)]
    pub(crate) near: Option<NearTown>,
}

/// Sources of heights that the caller did not give.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub(crate) enum HeightSource {
    /// The height in GeoNames of the town, or of a town within 2 km.
    GeoNames,
    /// A grid of 9 km.
    #[serde(rename = "ETOPO5")]
    Etopo5,
    /// Data of the operator.
    #[serde(rename = "terrain")]
    Terrain,
}

/// A town that a request named.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub(crate) struct NamedPlace {
    /// Number in GeoNames.
    #[schema(minimum = 1, maximum = 2147483647)]
    id: i32,
    /// Name of the town, its region and its country.
    #[schema(value_type = String)]
    pub(crate) name: ArrayString<MAX_LABEL>,
    /// Further towns of this name: only if there are any.
    #[serde(skip_serializing_if = "no_others", serialize_with = "others")]
    #[schema(value_type = Vec<OtherPlace>, nullable = false)]
    others: [Option<OtherPlace>; MAX_OTHERS],
    /// `true` if the request has another name of the town.
    #[serde(skip)]
    is_other_name: bool,
    /// The index of the other that is much larger.
    #[serde(skip)]
    larger: Option<usize>,
}

/// A town that has the same name.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub(crate) struct OtherPlace {
    /// Number in GeoNames.
    #[schema(minimum = 1, maximum = 2147483647)]
    id: i32,
    /// Name of the town, its region and its country.
    #[schema(value_type = String)]
    name: ArrayString<MAX_OTHER_LABEL>,
}

/// Length of the longest name that is searched for, bytes.
const MAX_NAME_BYTES: usize = 400;
/// Length of the longest name in an echo, bytes; longer names are cut.
const MAX_LABEL: usize = 120;
/// Returns the labels of further towns.
const MAX_OTHER_LABEL: usize = 60;

fn no_others(others: &[Option<OtherPlace>; MAX_OTHERS]) -> bool {
    others[0].is_none()
}

fn others<S: Serializer>(others: &[Option<OtherPlace>], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(others.iter().flatten())
}

/// The name of a town with its region and its country; what does not fit is left out.
fn cut<const MAX: usize>(label: &str) -> ArrayString<MAX> {
    let mut cut = ArrayString::new();
    push_label(&mut cut, label);
    cut
}

impl NamedPlace {
    /// Notes that the request names a town otherwise than it is called.
    fn remark(&self, text: &str, input: &mut Input) {
        let Self { name, others, is_other_name, larger, .. } = self;
        let text = || shortened(&text[PLACE.len()..]);
        if *is_other_name {
            input.remark(format!("\"{}\" is read as another name of {name}", text()));
        }
        if let Some(OtherPlace { id, name }) = larger.and_then(|larger| others[larger]) {
            input.remark(format!("\"{}\" is also a name of {name}: place:{id}", text()));
        }
    }
}

/// The prefix of the name of a place.
const PLACE: &str = "place:";
/// The prefix of coordinates in the form of RFC 5870.
const GEO: &str = "geo:";
impl Site {
    /// Returns a place without a name.
    pub(crate) fn new(lat: f64, lng: f64, height: f64) -> Self {
        Self { lat, lng, height, height_source: None, height_sigma: None, place: None, near: None }
    }

    /// Returns the place of a town, on the ground.
    pub(crate) fn of_town(town: &Town) -> Self {
        let height_source = town.height_source.map(|source| match source.0 {
            towns::GEONAMES => HeightSource::GeoNames,
            _ => HeightSource::Etopo5,
        });
        let height_sigma = town.height_sigma_m.map(f64::from);
        let height = town.height_m.map_or(0.0, f64::from);
        Self { height_source, height_sigma, ..Self::new(town.latitude_deg, town.longitude_deg, height) }
    }

    /// Returns the town with a name, on the ground, or the ancient place of this name; an error says what to
    /// write instead. `is_ancient`: the ancient place is meant if there is one.
    fn named(towns: Option<&Towns>, name: &str, is_ancient: bool) -> Result<Self, String> {
        // Other names of several towns mean none of them.
        let has_own = |towns: &Towns| towns.meant(name).iter().any(|(fit, _)| *fit != Fit::OtherName);
        let is_unknown = || towns.is_none_or(|towns| towns.named(name, None).is_err() && !has_own(towns));
        match ancient::named(name).filter(|(_, is_meant)| is_ancient || *is_meant || is_unknown()) {
            None => Self::of_town_named(towns, name),
            Some((AncientPlace { name, place_deg: [lat, lng], source, .. }, _)) => {
                let near = Some(cut(&format!("ancient {name} ({source})")));
                Ok(Self { near, ..Self::new(*lat, *lng, 0.0) })
            }
        }
    }

    fn of_town_named(towns: Option<&Towns>, name: &str) -> Result<Self, String> {
        let towns = towns.ok_or("this server has no towns; write LAT,LNG")?;
        if name.len() > MAX_NAME_BYTES {
            return Err(format!("a name has at most {MAX_NAME_BYTES} bytes; /places?q=… finds towns"));
        }
        let NamedTown { town, others, is_other_name, larger } = towns.named(name, None)?;
        let all: Vec<_> = std::iter::once(town).chain(others).collect();
        let called = towns.label(&town);
        // Some towns are listed twice, once without inhabitants.
        let others = all.iter().zip(towns.labels(&all)).skip(1).filter(|(_, label)| *label != called);
        let mut others = others.map(|(town, name)| OtherPlace { id: town.geonames_id, name: cut(&name) });
        let others = std::array::from_fn(|_| others.next());
        let (id, name) = (town.geonames_id, cut(&called));
        let place = Some(NamedPlace { id, name, others, is_other_name, larger });
        Ok(Self { place, ..Self::of_town(&town) })
    }

    /// Returns the place without further towns of its name.
    pub(crate) fn without_others(mut self) -> Self {
        if let Some(place) = &mut self.place {
            place.others = [None; MAX_OTHERS];
        }
        self
    }

    /// Reads a place of a request. In the Julian calendar, the name of an ancient place means that.
    pub(crate) fn of_request(text: &str, input: &Input) -> Result<Self, Vec<String>> {
        match text.strip_prefix(PLACE) {
            Some(name) => {
                let is_ancient = input.calendar == Some(Calendar::Julian);
                Self::named(input.towns, name, is_ancient)
                    .map_err(|e| vec![format!("\"{}\": {e}", shortened(name))])
            }
            None => Self::parse(text),
        }
    }

    /// Reads coordinates; errors say what is wrong.
    pub(crate) fn parse(text: &str) -> Result<Self, Vec<String>> {
        // Nearly all are numbers. A third number after geo: would be a height above the ellipsoid.
        let bare = text.trim().strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
        let spaced = || bare.split_whitespace().map(decimal).collect::<Option<Vec<_>>>();
        let geo = || text.strip_prefix(GEO).and_then(decimals).filter(|numbers| numbers.len() == 2);
        let in_quarters = || in_quarters(bare).map(Vec::from);
        let site = match decimals(bare).or_else(spaced).or_else(in_quarters).or_else(geo).as_deref() {
            Some([lat, lng]) => Self::new(*lat, *lng, 0.0),
            Some([lat, lng, height]) => Self::new(*lat, *lng, *height),
            _ => {
                let form = "must be LAT,LNG,HEIGHT (degrees, negative south and west; metres), 43.36N 8.41W \
                    or place:NAME";
                let is_name = !text.contains(|c: char| c.is_ascii_digit());
                let name = shortened(text);
                let hint = if is_name { format!("; for a town write place:{name}") } else { String::new() };
                return Err(vec![format!("\"{name}\" {form}{hint}")]);
            }
        };
        let bounds = [
            ("latitude", site.lat, -90.0, 90.0, "degrees"),
            ("longitude", site.lng, -180.0, 180.0, "degrees"),
            ("height", site.height, LOWEST_M, HIGHEST_M, "metres"),
        ];
        let wrong = bounds.into_iter().filter(|(_, value, from, to, _)| !(from..=to).contains(&value));
        let wrong: Vec<_> = wrong
            .map(|(what, value, from, to, unit)| {
                let hint = if what == "latitude" { "; it comes before the longitude" } else { "" };
                format!("the {what} {value} must lie from {from} to {to} {unit}{hint}")
            })
            .collect();
        if wrong.is_empty() { Ok(site) } else { Err(wrong) }
    }

    /// Describes a place that a request gives as coordinates by the nearest town. Notes that it may have
    /// exchanged them, or names a town otherwise than it is called.
    fn described(self, text: &str, input: &mut Input) -> Self {
        let place = [self.lat, self.lng];
        let name = text.strip_prefix(PLACE).unwrap_or_default();
        let of_name = ancient::named(name).map(|(ancient, _)| ancient);
        match (&self.place, input.towns) {
            (None, _) if of_name.is_some() => {
                let near = self.near.unwrap_or_default();
                input.remark(format!("\"{}\" is {near}; its height is given as 0", shortened(name)));
            }
            (Some(named), _) => {
                named.remark(text, input);
                if let Some(ancient) = of_name.filter(|ancient| !ancient.is_at(place)) {
                    let (name, town) = (shortened(name), &named.name);
                    let remark = format!("\"{name}\" is read as {town}; the ancient place is");
                    input.remark(format!("{remark} place:{}, {ANCIENT}", ancient.name));
                }
            }
            (None, Some(towns)) => {
                let (words, advice) = near(towns, place);
                advice.into_iter().for_each(|advice| input.remark(advice));
                return Self { near: Some(words), ..self };
            }
            (None, None) => {}
        }
        self
    }

    /// Returns the height of the eye above mean sea level, m: that of the caller, or over a town or the
    /// ground; none without a height.
    pub(crate) fn known_eye_m(&self) -> Option<f64> {
        match self.height_source {
            Some(_) => Some(self.height + EYE_M),
            None => Some(self.height).filter(|height_m| *height_m != 0.0),
        }
    }

    /// Returns the same place at another height above mean sea level, m.
    pub(crate) fn at_height(self, height: f64) -> Self {
        Self { height, ..self }
    }

    /// Puts an observer without a height on the ground, where its height is known.
    pub(crate) fn on_ground(self, data: &Data) -> Self {
        match self.height == 0.0 && self.height_source.is_none() {
            true => self.on(&mut data.elevation.cursor(), &data.towns),
            false => self,
        }
    }

    /// Puts an observer on the ground: at the height of the operator's terrain, else of a town nearby if that
    /// is closer than the height of the coarse grid.
    fn on(self, ground: &mut ElevationCursor, towns: &Towns) -> Self {
        let Some(at) = ground.at(self.lat, self.lng) else { return self };
        let (height, source, sigma_m) = match at.world_sigma_m(ground, self.lat, self.lng) {
            None => (at.rounded_m(), HeightSource::Terrain, None),
            Some(grid_m) => match towns.ground_m([self.lat, self.lng], grid_m) {
                Some([height_m, sigma_m]) => (height_m, HeightSource::GeoNames, Some(sigma_m)),
                None => (at.rounded_m(), HeightSource::Etopo5, Some(grid_m)),
            },
        };
        let height_sigma = sigma_m.map(f64::ceil);
        Self { height, height_source: Some(source), height_sigma, ..self }
    }

    /// Returns where the place lies by the nearest town, if one is near.
    pub(crate) fn near_town(&self) -> Option<&str> {
        self.near.as_ref().map(|words| words.as_str()).filter(|words| *words != FAR)
    }

    /// Returns what people call the place: its town, where it lies by the nearest one, or its coordinates.
    pub(crate) fn title(&self) -> String {
        let coordinates = format!("{}, {}", self.lat, self.lng);
        match (&self.place, self.near_town()) {
            (Some(town), _) => town.name.to_string(),
            (None, Some(near)) => format!("{coordinates} ({near})"),
            (None, None) => coordinates,
        }
    }

    pub(crate) fn observer(self) -> Observer {
        Observer::from_degrees(self.lat, self.lng, self.height)
    }
}

impl Value for Site {
    type Echo = Self;

    fn accepted(_: &Parameter) -> Accepted {
        let [from, to] = [LOWEST_M, HIGHEST_M].map(shown);
        Accepted::described(format!(
            "`LAT,LNG` or `LAT,LNG,HEIGHT`: −90 to 90 and −180 to 180 degrees, {from} to {to} metres; or \
             `place:NAME`, a town or an ancient place"
        ))
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let text = input.text(p)?;
        match Self::of_request(&text, input) {
            Ok(site) => Some(site.described(&text, input)),
            Err(details) => {
                details.into_iter().for_each(|detail| input.wrong(p.name, detail));
                None
            }
        }
    }

    fn echo(&self) -> impl Serialize {
        self
    }
}

/// The places of several observers, separated by semicolons or `|`. Each wrong one is named by its number,
/// counted from 0.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Sites(Vec<Site>);

/// Maximum number of [`Sites`].
const MAX_SITES: usize = 100;
/// Number of wrong [`Sites`] that an error names.
const MAX_WRONG_SITES: usize = 3;
/// The description of a parameter with [`Sites`].
pub(crate) const OBSERVERS: &str = "Observer as `LAT,LNG,HEIGHT`: degrees (negative south and west) and \
    metres above mean sea level (0 if left out). Up to 100 observers, separated by `;`: each costs as much \
    as a call of its own, and the response is then a list with one entry per place, in the same order.";

impl Sites {
    pub(crate) fn first(&self) -> Site {
        self.0[0]
    }

    pub(crate) fn all(&self) -> &[Site] {
        &self.0
    }

    /// Puts the observers on the ground, where its height is known.
    pub(crate) fn stand_on_ground(&mut self, data: &Data) {
        let mut cursor = data.elevation.cursor();
        for site in &mut self.0 {
            *site = site.on(&mut cursor, &data.towns);
        }
    }

    /// Returns whether there are several places, so that the response is a list of places.
    pub(crate) fn are_several(&self) -> bool {
        self.0.len() > 1
    }
}

impl From<Site> for Sites {
    fn from(site: Site) -> Self {
        Self(vec![site])
    }
}

/// The echo of [`Sites`]: one place, or a list.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum OneOrMoreSites<'a> {
    /// One place.
    One(&'a Site),
    /// Several places.
    Several(&'a [Site]),
}

impl Value for Sites {
    type Echo = OneOrMoreSites<'static>;

    fn accepted(p: &Parameter) -> Accepted {
        Accepted::described(format!("{}; several separated by `;`", Site::accepted(p).words))
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let text = input.text(p)?;
        let count = text.split([';', '|']).count();
        if count > MAX_SITES {
            input.wrong(p.name, format!("a list of {count} places; the maximum is {MAX_SITES}"));
            return None;
        }
        if count == 1 {
            return Site::read(input, p).map(Self::from);
        }
        let mut sites = Vec::with_capacity(count);
        let mut wrong = 0;
        for (number, part) in text.split([';', '|']).enumerate() {
            match Site::of_request(part, input) {
                Ok(site) => sites.push(site.described(part, input)),
                Err(details) => {
                    wrong += 1;
                    details.into_iter().for_each(|detail| {
                        let parameter = format!("{}[{number}]", p.name).into();
                        input.note(ParameterProblem { parameter, detail });
                    });
                }
            }
            // Similar names are searched for each unknown one, which takes milliseconds.
            if wrong == MAX_WRONG_SITES {
                break;
            }
        }
        // With a wrong place the request is refused, so that an accepted one has a place.
        Some(Self(sites))
    }

    fn echo(&self) -> impl Serialize {
        if self.are_several() { OneOrMoreSites::Several(&self.0) } else { OneOrMoreSites::One(&self.0[0]) }
    }
}

/// A latitude and a longitude within ±180°, degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LatLng(pub(crate) [f64; 2]);

impl Value for LatLng {
    type Echo = [f64];

    fn accepted(_: &Parameter) -> Accepted {
        Accepted::described("`LAT,LNG`: −90 to 90 and −180 to 180 degrees".to_owned())
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let right = "must be LAT,LNG in degrees: −90 … 90 and −180 … 180, negative west";
        input.parse(p, |text| pair(text, 90.0, 180.0).map(Self), |_| right.to_owned())
    }

    fn echo(&self) -> impl Serialize {
        self.0
    }
}

/// A right ascension and a declination, degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Equatorial(pub(crate) [f64; 2]);

impl Value for Equatorial {
    type Echo = [f64];

    fn accepted(_: &Parameter) -> Accepted {
        Accepted::described("`RA,DECL`: 0 to 360 and −90 to 90 degrees".to_owned())
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let right = "must be RA,DECL in degrees: −360 … 360 and −90 … 90";
        input.parse(p, |text| pair(text, 360.0, 90.0).map(Self), |_| right.to_owned())
    }

    fn echo(&self) -> impl Serialize {
        self.0
    }
}

/// Two numbers of at most these absolute values.
fn pair(text: &str, max_first: f64, max_second: f64) -> Option<[f64; 2]> {
    match decimals(text)?[..] {
        [first, second] if first.abs() <= max_first && second.abs() <= max_second => Some([first, second]),
        _ => None,
    }
}

/// A point on the ground.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub(crate) struct Point {
    /// Latitude, degrees, north positive.
    pub(crate) lat: f64,
    /// Longitude, degrees, east positive: −180 < longitude ≤ 180.
    pub(crate) lng: f64,
}

const POINT: &str = "must be LAT,LNG in degrees: −90 … 90 and −180 … 360, negative south and west";

impl Point {
    /// Makes a point from a latitude of −90 … 90 and a longitude of −180 … 360 degrees; none outside.
    pub(crate) fn new(lat: f64, lng: f64) -> Option<Self> {
        let is_place = (-90.0..=90.0).contains(&lat) && (-180.0..=360.0).contains(&lng);
        is_place.then(|| Self { lat, lng: longitude_within_half_turn_deg(lng) })
    }

    fn parse(text: &str) -> Option<Self> {
        let (lat, lng) = text.split_once(',')?;
        Self::new(decimal(lat)?, decimal(lng)?)
    }

    /// Latitude and longitude, degrees.
    pub(crate) fn degrees(self) -> [f64; 2] {
        [self.lat, self.lng]
    }
}

impl Value for Point {
    type Echo = Self;

    fn accepted(_: &Parameter) -> Accepted {
        Accepted::described("`LAT,LNG`: −90 to 90 and −180 to 360 degrees".to_owned())
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        input.parse(p, Self::parse, |_| POINT.to_owned())
    }

    fn echo(&self) -> impl Serialize {
        self
    }
}

/// Reads a latitude and a longitude with letters for the quarters of the globe, in degrees, or in degrees
/// with minutes and seconds: `43.36N 8.41W`, `8.41W 43.36N`, `43°21′40″ N, 8°24′36″ W`, `N43 21.6 W8 24.6`.
fn in_quarters(text: &str) -> Option<[f64; 2]> {
    let text = text.trim().to_ascii_uppercase();
    let [latitude, longitude] = [['N', 'S'], ['E', 'W']].map(|letters| text.find(letters));
    let (latitude, longitude) = (latitude?, longitude?);
    let (first, second) = (latitude.min(longitude), latitude.max(longitude));
    let is_first = first == 0;
    let parts = match is_first {
        true => (&text[1..second], &text[second + 1..]),
        false => (&text[..first], &text[first + 1..second]),
    };
    let (north, rest) = if latitude < longitude { parts } else { (parts.1, parts.0) };
    let is_all = is_first || second + 1 == text.len();
    let sign = |at: usize, negative: &str| if text[at..].starts_with(negative) { -1.0 } else { 1.0 };
    let place = [sign(latitude, "S") * angle_deg(north)?, sign(longitude, "W") * angle_deg(rest)?];
    is_all.then_some(place)
}

/// Reads degrees, maybe with minutes and seconds.
fn angle_deg(text: &str) -> Option<f64> {
    let is_sign = |c: char| c.is_whitespace() || "°'’′\"”″".contains(c);
    let text = text.trim_matches(|c: char| c == ',' || c.is_whitespace());
    let parts: Vec<f64> =
        text.split(is_sign).filter(|part| !part.is_empty()).map(decimal).collect::<Option<_>>()?;
    let is_sixtieth = |part: &f64| (0.0..60.0).contains(part);
    match parts[..] {
        [degrees] if degrees >= 0.0 => Some(degrees),
        // Only the last part has decimals.
        [ref whole @ .., _] if whole.iter().any(|part| part.fract() != 0.0) => None,
        [degrees, ref rest @ ..] if degrees >= 0.0 && rest.len() <= 2 && rest.iter().all(is_sixtieth) => {
            Some(degrees + rest[0] / 60.0 + rest.get(1).unwrap_or(&0.0) / 3600.0)
        }
        _ => None,
    }
}

/// Separated by semicolons or `|`. Each wrong one is named by its number, counted from 0.
impl Value for Vec<Point> {
    type Echo = Point;

    fn accepted(p: &Parameter) -> Accepted {
        let max = shown(p.bounds[1]);
        Accepted::described(format!("`LAT,LNG;LAT,LNG;…`: up to {max} points with `;` or `|` between"))
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let (text, max) = (input.text(p)?, p.bounds[1]);
        let count = text.split([';', '|']).count();
        if count as f64 > max {
            input.wrong(p.name, format!("a list of {count} points; the maximum is {max}"));
            return None;
        }
        let mut points = Self::with_capacity(count);
        for (number, part) in text.split([';', '|']).enumerate() {
            match Point::parse(part) {
                Some(point) => points.push(point),
                None => input.note(ParameterProblem {
                    parameter: format!("{}[{number}]", p.name).into(),
                    detail: format!("\"{}\" {POINT}", shortened(part)),
                }),
            }
        }
        Some(points)
    }

    fn echo(&self) -> impl Serialize {
        self
    }

    fn schema(_: &Parameter) -> RefOr<Schema> {
        ArrayBuilder::new().items(reference_or_schema::<Point>()).into()
    }
}

/// South, west, north and east, degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Area(pub(crate) [f64; 4]);

impl Area {
    /// Returns the box of south, west, north and east; none if a number is beyond its range, or south above
    /// north.
    pub(crate) fn of([south, west, north, east]: [f64; 4]) -> Option<Self> {
        let (latitudes, longitudes) = (-90.0..=90.0, -180.0..=360.0);
        let is_right = [south, north].iter().all(|lat| latitudes.contains(lat))
            && [west, east].iter().all(|lng| longitudes.contains(lng))
            && south <= north;
        is_right.then_some(Self([south, west, north, east]))
    }

    /// Returns whether a place lies in the box or on its edge; `lng` within ±180°.
    pub(crate) fn contains(self, lat: f64, lng: f64) -> bool {
        let [south, west, north, east] = self.0;
        let eastward = |lng: f64| (lng - west).rem_euclid(360.0);
        let is_whole_turn = east - west >= 360.0;
        (south..=north).contains(&lat) && (is_whole_turn || eastward(lng) <= eastward(east))
    }
}

impl Value for Area {
    type Echo = [f64];

    fn accepted(_: &Parameter) -> Accepted {
        let words = "`SOUTH,WEST,NORTH,EAST`: latitudes −90 to 90, longitudes −180 to 360 degrees";
        Accepted::described(words.to_owned())
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let parse = |text: &str| Self::of(decimals(text)?.try_into().ok()?);
        let right = "must be SOUTH,WEST,NORTH,EAST in degrees: south and north −90 … 90, the lesser first, \
            west and east −180 … 360";
        input.parse(p, parse, |_| right.to_owned())
    }

    fn echo(&self) -> impl Serialize {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_read_as_people_write_them() {
        for text in [
            "43.36N 8.41W",
            "43.36 N, 8.41 W",
            "n43.36 w8.41",
            "43°21′36″N 8°24′36″W",
            "43° 21' 36\" N, 8° 24' 36\" W",
            "N43 21.6 W8 24.6",
            "geo:43.36,-8.41",
            "8.41W,43.36N",
            "43.36 -8.41",
            "(43.36, -8.41)",
        ] {
            let site = Site::parse(text).expect(text);
            let off = (site.lat - 43.36).abs().max((site.lng + 8.41).abs());
            assert!(off < 1e-12 && site.height == 0.0, "{text}: {site:?}");
        }
        for text in [
            "43.36N",
            "N W",
            "43N 8",
            "43 61N 8W",
            "-43N 8W",
            "91N 8W",
            "43N 8W 5",
            "geo:",
            "8W 43E",
            "(43,8",
            "é°N 8W",
            "geo:1,2,3",
            "43,36N 8,41W",
            "43.5 30N 8W",
        ] {
            assert!(Site::parse(text).is_err(), "{text}");
        }
    }
}
