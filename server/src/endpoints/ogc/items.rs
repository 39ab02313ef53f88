//! The features of a collection.

use super::collection::{Collection, anchor, freshness, is_of, link};
use super::filter::{Bounds, Interval};
use crate::endpoints::prelude::*;
use crate::endpoints::towns_in_path::TownEclipse;
use crate::generation::eclipses::{self, MAX_DAYS_FROM_GREATEST};
use crate::vocabulary::formats::Feature;
use maps::{CurveOptions, PathWord, WorkLimits};

/// Eclipses on a page that cost [`COST`].
const ECLIPSES: usize = 100;
/// The prices of eclipses, of a path, and of a page of towns, credits.
const COST: f64 = 1.0;
const PATH_COST: f64 = 10.0;
const TOWNS_COST: f64 = 50.0;
/// Paths that are computed at most, to find those in a box, for each one that the page may have.
const COMPUTED: usize = 20;
/// Maximum distance of edges from a path, m.
const TOLERANCE_M: f64 = 100.0;
/// Approximate size of a point and of a path with its properties, bytes.
const POINT_BYTES: usize = 400;
const PATH_BYTES: usize = 20_000;

pub(crate) const ITEMS: Operation =
    Operation::with::<ItemsQuery>("ogc/items", &["/ogc/collections/{collection}/items"], prepare_items)
        .id("ogc-items")
        .documented(Group::SolarEclipses, include_str!("items.md"))
        .cost(COST)
        .refusals(&[Code::NoData, Code::PlanRequired])
        .form(&GEOJSON);

pub(crate) const ITEM: Operation = Operation::with::<ItemQuery>(
    "ogc/items",
    &["/ogc/collections/{collection}/items/{feature}"],
    prepare_item,
)
.id("ogc-item")
.documented(Group::SolarEclipses, include_str!("item.md"))
.cost(COST)
.refusals(&[Code::NoData, Code::PlanRequired])
.form(&GEOJSON);

/// The parameters of `/ogc/collections/{collection}/items`.
#[derive(Parameters)]
pub(super) struct ItemsQuery {
    /// `solar-eclipses`, `paths` or `towns`.
    #[param(path, example = "solar-eclipses")]
    collection: String,
    /// Maximum number of features: at most 10,000 eclipses (100 if left out), 50 paths (10) or 1,000 towns
    /// (100). Greater numbers mean the maximum.
    #[param(example = "2", shown, min = 1, max = 1_000_000_000)]
    limit: Option<i64>,
    /// Only features in a box: west, south, east and north, degrees. West is greater than east if the box
    /// crosses the antimeridian.
    #[param(example = "-10,36,4.5,44")]
    bbox: Option<Bounds>,
    /// Only eclipses that are greatest at an instant, on a day or in an interval, UT, both ends included; of
    /// towns those where the eclipse is greatest then.
    #[param(example = "2026-01-01/..", shown)]
    datetime: Option<Interval>,
    /// Only this eclipse: its date or Julian Day. The default for `towns` is the next one with a path.
    #[param(example = "2461264.5")]
    eclipse: Option<Day>,
    /// Number of features to skip, as in the link `next`.
    #[param(example = "0", min = 0, max = 1_000_000_000, default)]
    offset: i64,
}

/// The parameters of `/ogc/collections/{collection}/items/{feature}`.
#[derive(Parameters)]
pub(super) struct ItemQuery {
    /// `solar-eclipses`, `paths` or `towns`.
    #[param(path, example = "solar-eclipses")]
    collection: String,
    /// The `id` of the feature: the Julian Day of the eclipse; of a town with a hyphen and its number.
    #[param(path, example = "2461264.5")]
    feature: String,
}

/// An eclipse, or its path.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct EclipseProperties<'a> {
    /// Text, because GDAL passes conditions on text to the server, and those on fractions not.
    eclipse: String,
    date: String,
    catalog: i32,
    saros: i16,
    #[serde(rename = "type")]
    kind: &'a str,
    gamma: f64,
    magnitude: f64,
    duration_sec: Option<f64>,
    place: Option<&'a str>,
    delta_t: f64,
}

/// A town in the path of an eclipse.
#[derive(Serialize)]
struct TownProperties {
    /// As in [`EclipseProperties`].
    eclipse: String,
    #[serde(flatten)]
    town: TownEclipse,
}

/// A page of features, which is written while the features are counted.
struct Page<'a> {
    out: &'a mut Vec<u8>,
    /// The features of the page among those that match.
    window: Range<usize>,
    matched: usize,
    returned: usize,
}

impl Page<'_> {
    /// Adds a feature, which is made only if it is on the page.
    fn add<F: Serialize>(&mut self, feature: impl FnOnce() -> Result<F, Problem>) -> Result<(), Problem> {
        if self.window.contains(&self.matched) {
            pause();
            if self.returned > 0 {
                self.out.push(b',');
            }
            json::append(self.out, &feature()?);
            self.returned += 1;
        }
        self.matched += 1;
        Ok(())
    }
}

fn instant(eclipse: &EclipseElements) -> Instant {
    Instant::from_ut1(eclipse.greatest_ut())
}

fn point(latitude_deg: f64, longitude_deg: f64) -> Geometry {
    Geometry::Point(Vertex { longitude_deg, latitude_deg, t: 0.0 })
}

fn greatest(eclipse: &EclipseElements) -> Geometry {
    let (latitude_deg, longitude_deg) = eclipse.greatest_deg();
    point(latitude_deg, longitude_deg)
}

fn has_path(eclipse: &EclipseElements) -> bool {
    eclipse.primary_type() != EclipseTypePrimary::Partial
}

/// The area from which an eclipse is total or annular.
fn path(eclipse: &EclipseElements) -> Result<Geometry, Problem> {
    let mut options = CurveOptions::of(vec![PathWord::Area], TOLERANCE_M);
    options.limits = WorkLimits { pause, ..options.limits };
    let curves = maps::Collection::new(&eclipse.polynomials, eclipse.delta_t_s, &options);
    let failed = |error: &dyn std::fmt::Display| {
        let eclipse = eclipse.catalog_number;
        tracing::error!(eclipse, %error, "the path of an eclipse could not be computed");
        let detail = "the path of an eclipse could not be computed; the operator's log says why";
        Problem::new(Code::Internal, detail)
    };
    let area = curves.map_err(|error| failed(&error))?.features.into_iter().next();
    Ok(area.ok_or_else(|| failed(&"it has no area"))?.geometry)
}

fn eclipse_feature<'a>(
    eclipse: &'a EclipseElements,
    geometry: &Geometry,
) -> Feature<String, EclipseProperties<'a>> {
    let facts = &eclipse.facts;
    let properties = EclipseProperties {
        eclipse: eclipse.midnight_ut.to_string(),
        date: instant(eclipse).iso(),
        catalog: eclipse.catalog_number,
        saros: eclipse.saros,
        kind: &facts.eclipse_type,
        gamma: facts.gamma,
        magnitude: facts.magnitude,
        duration_sec: facts.central_duration_s.map(|s| (s * 10.0).round() / 10.0),
        place: facts.place.as_deref(),
        delta_t: eclipse.delta_t_s,
    };
    Feature::new(eclipse.midnight_ut.to_string(), geometry, properties)
}

/// The features that a request selects.
struct Selection {
    collection: Collection,
    /// Rows of the eclipses.
    rows: Vec<usize>,
    town: Option<i32>,
    bbox: Option<Bounds>,
    /// The instants of the greatest eclipse in towns.
    datetime: Option<Interval>,
    /// The features of the page among those that match. In a box paths are counted before they are computed,
    /// and the length is their maximum.
    window: Range<usize>,
}

impl Selection {
    /// Returns whether paths are computed to find those in a box.
    fn is_search(&self) -> bool {
        self.collection == Collection::Paths && self.bbox.is_some()
    }

    fn meets(&self, geometry: &Geometry) -> bool {
        self.bbox.is_none_or(|bounds| bounds.meets(geometry))
    }

    /// Returns the cost in credits, and the approximate size of the response in bytes.
    fn cost_and_bytes(&self) -> (f64, usize) {
        let left = self.rows.len().saturating_sub(self.window.start);
        let on_page = left.min(self.window.len());
        match self.collection {
            Collection::SolarEclipses => {
                (COST * on_page.div_ceil(ECLIPSES).max(1) as f64, POINT_BYTES * on_page)
            }
            Collection::Paths => (PATH_COST * on_page.max(1) as f64, PATH_BYTES * on_page),
            Collection::Towns => (TOWNS_COST, POINT_BYTES * self.window.len()),
        }
    }

    /// Writes the features of the page. Returns their number, the number of those that match, unless that is
    /// unknown, and the offset of the next page, if there is one.
    fn write(
        &self,
        out: &mut Vec<u8>,
        data: &Data,
    ) -> Result<(usize, Option<usize>, Option<usize>), Problem> {
        let eclipses = self.rows.iter().map(|row| &data.elements.all()[*row]);
        let mut page = Page { out, window: self.window.clone(), matched: 0, returned: 0 };
        if self.is_search() {
            let (start, most) = (self.window.start, self.window.len());
            page.window = 0..most;
            for (at, eclipse) in eclipses.enumerate().skip(start) {
                if page.returned == most || at - start == COMPUTED * most {
                    return Ok((page.returned, None, Some(at)));
                }
                pause();
                let path = path(eclipse)?;
                if self.meets(&path) {
                    page.add(|| Ok(eclipse_feature(eclipse, &path)))?;
                }
            }
            return Ok((page.returned, None, None));
        }
        for eclipse in eclipses {
            match self.collection {
                Collection::SolarEclipses if !self.meets(&greatest(eclipse)) => {}
                Collection::SolarEclipses => page.add(|| Ok(eclipse_feature(eclipse, &greatest(eclipse))))?,
                Collection::Paths => page.add(|| Ok(eclipse_feature(eclipse, &path(eclipse)?)))?,
                Collection::Towns => self.add_towns(data, eclipse, &mut page)?,
            }
        }
        let next = Some(self.window.end).filter(|end| *end < page.matched);
        Ok((page.returned, Some(page.matched), next))
    }

    fn add_towns(&self, data: &Data, eclipse: &EclipseElements, page: &mut Page) -> Result<(), Problem> {
        let (rows, delta_t_s) = (data.towns.rows(), eclipse.delta_t_s);
        for found in data.towns_in_path(eclipse, delta_t_s, true, usize::MAX).iter() {
            let row = rows.row(found.row);
            let place = point(row.latitude_deg, row.longitude_deg);
            let at = |t: f64| Instant::from_ut1(eclipse.polynomials.t0.plus_hours(t).to_ut1(delta_t_s));
            let is_in = |span: Interval| found.hours[2].is_some_and(|t| span.contains(at(t)));
            if self.datetime.is_none_or(is_in)
                && self.town.is_none_or(|town| town == row.geonames_id)
                && self.meets(&place)
            {
                page.add(|| {
                    let eclipse_id = eclipse.midnight_ut.to_string();
                    let id = format!("{eclipse_id}-{}", row.geonames_id);
                    let town = TownEclipse::new(&data.towns, found, eclipse, delta_t_s);
                    Ok(Feature::new(id, &place, TownProperties { eclipse: eclipse_id, town }))
                })?;
            }
        }
        Ok(())
    }
}

fn prepare_items(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query: ItemsQuery = input.parameters()?;
    let collection = Collection::named(&query.collection)?;
    collection.check_plan(context)?;
    let [default, max] = collection.limits();
    let limit = query.limit.unwrap_or(default).min(max);
    query.limit = Some(limit);
    let (data, all) = (context.generation(), context.data.elements.all());
    let assumed = (collection == Collection::Towns && query.eclipse.is_none()).then(|| {
        let now = Instant { unix_ms: context.call.now_ms }.ut1().0;
        eclipses::after(all, now).iter().find(|e| has_path(e)).map_or(now, |e| e.midnight_ut)
    });
    query.eclipse = query.eclipse.or(assumed.map(Day));
    let is_selected = |e: &EclipseElements| {
        let days = |day: Day| (e.greatest_ut().0 - day.0).abs();
        let is_then = || query.datetime.is_none_or(|span| span.contains(instant(e)));
        (collection == Collection::SolarEclipses || has_path(e))
            && query.eclipse.is_none_or(|day| days(day) <= MAX_DAYS_FROM_GREATEST)
            && (collection == Collection::Towns || is_then())
    };
    let rows = (0..all.len()).filter(|row| is_selected(&all[*row])).collect();
    let window = query.offset as usize..(query.offset + limit) as usize;
    let (bbox, datetime) = (query.bbox, query.datetime);
    let selection = Selection { collection, rows, town: None, bbox, datetime, window };
    let (cost, bytes) = selection.cost_and_bytes();
    let echo = Prepared::echo(&query.in_query(ITEMS.name, cost));
    // Links keep the query, and with it the key; the next page must not go on with another eclipse.
    let mut address = format!("{}{}?", context.call.site(), context.call.path());
    let pairs = context.call.uri.query().unwrap_or("").split('&');
    let kept = pairs.filter(|pair| !pair.is_empty() && !is_of(pair, ItemsQuery::OFFSET.name));
    let assumed = assumed.map(|jd| format!("eclipse={jd}"));
    for pair in kept.chain(assumed.as_deref()) {
        address.extend([pair, "&"]);
    }
    let page = move |rel, offset: usize| anchor(rel, GEOJSON.media_type, format!("{address}offset={offset}"));
    let parent = link(context, "collection", &format!("/collections/{}", collection.word()));
    let write = move |out: &mut Vec<u8>| {
        out.extend_from_slice(b"{\"type\":\"FeatureCollection\",\"features\":[");
        let (returned, matched, next) = selection.write(out, &data)?;
        let own = page("self", selection.window.start);
        let links: Vec<_> =
            [own, parent].into_iter().chain(next.map(|offset| page("next", offset))).collect();
        let matched = matched.map_or_else(String::new, |matched| format!("\"numberMatched\":{matched},"));
        out.extend_from_slice(format!("],{matched}\"numberReturned\":{returned},\"links\":").as_bytes());
        json::append(out, &links);
        out.push(b'}');
        Ok(())
    };
    let work = Work::Compute { in_pool: Some(bytes), write: Box::new(write) };
    Ok(Prepared::new(&GEOJSON, echo, cost, freshness(context), work))
}

fn prepare_item(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: ItemQuery = input.parameters()?;
    let collection = Collection::named(&query.collection)?;
    collection.check_plan(context)?;
    let absent = || {
        let detail = "the collection has no such feature; its items have theirs in id";
        Problem::new(Code::NoData, detail)
    };
    let (day, town) = match query.feature.split_once('-').filter(|_| collection == Collection::Towns) {
        Some((day, town)) => (day, Some(town.parse().map_err(|_| absent())?)),
        None if collection == Collection::Towns => return Err(absent()),
        None => (&*query.feature, None),
    };
    let jd: f64 = day.parse().map_err(|_| absent())?;
    let is_it =
        |e: &EclipseElements| e.midnight_ut == jd && (collection == Collection::SolarEclipses || has_path(e));
    let rows = vec![context.data.elements.all().iter().position(is_it).ok_or_else(absent)?];
    let selection = Selection { collection, rows, town, bbox: None, datetime: None, window: 0..1 };
    let (cost, bytes) = selection.cost_and_bytes();
    let parent = format!("/collections/{}", collection.word());
    let own = format!("{parent}/items/{}", query.feature);
    let links = [link(context, "self", &own), link(context, "collection", &parent)];
    let echo = Prepared::echo(&query.in_query(ITEM.name, cost));
    let data = context.generation();
    let write = move |out: &mut Vec<u8>| {
        selection.write(out, &data)?;
        // Nothing but a feature ends in a brace.
        out.pop().filter(|last| *last == b'}').ok_or_else(absent)?;
        out.extend_from_slice(b",\"links\":");
        json::append(out, &links);
        out.push(b'}');
        Ok(())
    };
    let work = Work::Compute { in_pool: Some(bytes), write: Box::new(write) };
    Ok(Prepared::new(&GEOJSON, echo, cost, freshness(context), work))
}
