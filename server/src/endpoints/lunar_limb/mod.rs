//! The operations `/lunar-limb` and `/lunar-limb/{date}`: mountains and valleys on the edge of the Moon.

mod picture;
mod response;

use crate::endpoints::prelude::*;
use crate::generation::limb::{damaged, outside};
use crate::vocabulary::formats::PictureFormat;
use artifacts::limb::{LimbNode, LimbPack};
use astro::sky::libration::{Selenographic, facing};
use astro::sky::limb::LunarViewpoint;
use astro::theory::meeus;
use response::{LunarLimb, MEAN_DISTANCE_KM, ObservedLimb};
use serde_json::json;

const NAME: &str = "lunar-limb";
const COST: f64 = 10.0;
const DEFAULT_VE: f64 = 10.0;
/// The error without a map.
const NO_MAP: &str = "the profiles of this server were made without their map; leave out directions, or the \
    operator runs umbra limb once more";
/// Numbers of directions directly from the map, and how many cost a credit.
const DIRECTIONS: [u32; 2] = [360, 18_000];
const DIRECTIONS_PER_CREDIT: f64 = 20.0;

pub(crate) const AT_DATE: Operation =
    Operation::with::<LunarLimbQuery>(NAME, &["/lunar-limb/{date}"], at_date)
        .id("lunar-limb-date")
        .documented(Group::SunAndMoon, include_str!("date.md"))
        .plan(Plan::Pro)
        .cost(COST)
        .refusals(&[Code::NoData, Code::Unavailable])
        .describe(shape_at_date);

pub(crate) const OF_LIBRATION: Operation = Operation::new(NAME, &["/lunar-limb"], of_libration)
    .documented(Group::SunAndMoon, include_str!("libration.md"))
    .parameters(&[
        LunarLimbQuery::L.in_example(),
        LunarLimbQuery::B.in_example(),
        LunarLimbQuery::DIRECTIONS,
        LunarLimbQuery::FORMAT,
        LunarLimbQuery::VE,
    ])
    .plan(Plan::Pro)
    .cost(COST)
    .refusals(&[Code::Unavailable])
    .describe(shape);

/// The parameters of both operations.
#[derive(Parameters)]
#[parameters(check = both_or_neither())]
struct LunarLimbQuery {
    /// The instant, Universal Time, in the years −1999 … +3000.
    #[param(path, example = "2026-08-12T18:28:00Z")]
    date: Option<Instant>,
    // The example lies in the path of the eclipse of the example's date.
    #[param(example = "42.34,-3.70,860", shown, alias = "observer", meaning = OBSERVER)]
    obs: Option<Site>,
    /// Libration in longitude, degrees, −9 … 9. Requires `b`.
    #[param(example = "2.0", min = -LimbNode::MOST_LONGITUDE_DEG, max = LimbNode::MOST_LONGITUDE_DEG)]
    l: Option<f64>,
    /// Libration in latitude, degrees, −1.6 … 1.6. Requires `l`.
    #[param(example = "-0.1", min = -LimbNode::MOST_LATITUDE_DEG, max = LimbNode::MOST_LATITUDE_DEG)]
    b: Option<f64>,
    /// Number of directions of a limb directly from the map of heights, for the exact libration and distance.
    /// If left out, the stored profile that is nearest in steps of 0.2°, with 1,800 directions.
    #[param(example = "3600", min = DIRECTIONS[0], max = DIRECTIONS[1])]
    directions: Option<u32>,
    /// Format of the response. The default is the one that `Accept` prefers, or `json`.
    #[param(example = "json", default)]
    format: PictureFormat,
    /// Exaggeration of heights in a picture, a pure number; the default is 10. Ignored with `json`.
    #[param(example = "10", min = 1.0, max = 100.0, default = DEFAULT_VE)]
    ve: f64,
    #[param(flatten)]
    delta_t: DeltaTInput,
}

fn both_or_neither(input: &mut Input) {
    let [l, b] = [&LunarLimbQuery::L, &LunarLimbQuery::B];
    for (there, other) in [(l, b), (b, l)] {
        if input.has(there) && !input.has(other) {
            input.wrong(other.name, format!("required with {}; both or neither", there.name));
        }
    }
}

impl LunarLimbQuery {
    fn answer(mut self, input: &Input, context: &Context, limb: ObservedLimb) -> Result<Prepared, Problem> {
        let named = Some(self.format).filter(|_| input.has(&Self::FORMAT));
        let chosen = PictureFormat::negotiated(named, context);
        self.format = chosen.format;
        let cost =
            COST + self.directions.map_or(0.0, |count| (f64::from(count) / DIRECTIONS_PER_CREDIT).ceil());
        let echo = Prepared::echo(&self.in_query(NAME, cost));
        let write = move |limb: &ObservedLimb, buffer: &mut Vec<u8>| match self.format {
            PictureFormat::Json => json::append(buffer, &LunarLimb::new(limb)),
            PictureFormat::Svg => buffer.extend_from_slice(picture::svg(limb, self.ve).as_bytes()),
        };
        let Some(count) = self.directions else {
            let limb = limb.stored(context.data.limb()?)?;
            let work = Work::compute(true, move |buffer| {
                write(&limb, buffer);
                Ok(())
            });
            return Ok(chosen.prepared(echo, cost, work).sized(16_384));
        };
        let pack = Arc::clone(context.data.limb()?);
        if pack.manifest().map.is_none() {
            return Err(Problem::new(Code::Unavailable, NO_MAP));
        }
        let work = Work::compute(false, move |buffer| {
            write(&limb.directly(&pack, count as usize)?, buffer);
            Ok(())
        });
        Ok(chosen.prepared(echo, cost, work).sized(9 * count as usize))
    }
}

fn of_libration(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query = LunarLimbQuery::read(input);
    if !input.has(&LunarLimbQuery::L) && !input.has(&LunarLimbQuery::B) {
        let detail = "this and b are required, or a date as in /lunar-limb/2026-08-12T18:28:00Z";
        input.wrong(LunarLimbQuery::L.name, detail);
    }
    input.check()?;
    let query = query.expect("a query without errors is complete");
    let (l, b) = query.l.zip(query.b).expect("a request without both is refused");
    query.answer(input, context, ObservedLimb::unseen([l, b], None, MEAN_DISTANCE_KM))
}

fn at_date(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: LunarLimbQuery = input.parameters()?;
    let date = query.date.expect("the path contains a date, or the request is refused");
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    let tt: Tt = date.ut1().to_tt(delta_t.checked(date.ut1(), LunarLimbQuery::DATE.name)?);
    let observer_km = query.obs.map_or([0.0; 3], |site| {
        Horizon::new(site.observer()).observer_km(meeus::apparent_sidereal_time(date.ut1(), tt))
    });
    let moon = facing(tt, observer_km);
    let libration = [moon.libration.longitude, moon.libration.latitude].map(f64::to_degrees);
    let axis_deg = moon.position_angle.to_degrees();
    query.answer(input, context, ObservedLimb::unseen(libration, Some(axis_deg), moon.distance_km))
}

impl ObservedLimb {
    /// A limb at a libration in degrees, seen from a distance, without heights.
    fn unseen(libration: [f64; 2], axis_position_angle_deg: Option<f64>, distance_km: f64) -> Self {
        Self { libration, profile: libration, heights_km: Vec::new(), axis_position_angle_deg, distance_km }
    }

    /// With the stored profile that is nearest.
    fn stored(self, pack: &LimbPack) -> Result<Self, Problem> {
        let [l, b] = self.libration;
        let found = pack.nearest(l, b).map_err(|e| damaged(&e))?.ok_or_else(|| outside(l, b))?;
        let profile = [found.node.longitude_deg(), found.node.latitude_deg()];
        Ok(Self { profile, heights_km: found.profile.heights_km().to_vec(), ..self })
    }

    /// With heights in some directions directly from the map.
    fn directly(self, pack: &LimbPack, count: usize) -> Result<Self, Problem> {
        let [longitude, latitude] = self.libration.map(f64::to_radians);
        let libration = Selenographic { latitude, longitude };
        let from = LunarViewpoint { libration, distance_km: self.distance_km };
        let heights_km = pack.limb_km(from, count, pause).map_err(|e| damaged(&e))?;
        Ok(Self { heights_km: heights_km.expect("the manifest names a map"), ..self })
    }
}

const DEFAULT_QUERY: LunarLimbQuery = LunarLimbQuery {
    date: None,
    obs: None,
    l: None,
    b: None,
    directions: None,
    format: PictureFormat::Json,
    ve: DEFAULT_VE,
    delta_t: DeltaTInput { given_s: None, model: None },
};

/// The formats of the response to a libration.
fn shape() -> Shape {
    shape_with(&LunarLimbQuery { l: Some(2.0), b: Some(-0.1), ..DEFAULT_QUERY })
}

/// The formats of the response to an instant.
fn shape_at_date() -> Shape {
    let obs = Site::new(42.34, -3.7, 860.0);
    // 2026-08-12T18:28:00Z.
    let date = Instant { unix_ms: 1_786_559_280_000 };
    shape_with(&LunarLimbQuery { date: Some(date), obs: Some(obs), ..DEFAULT_QUERY })
}

/// The formats of the response, with an example.
fn shape_with(query: &LunarLimbQuery) -> Shape {
    PictureFormat::shapes(|format| match format {
        PictureFormat::Json => {
            let example = response::example(&json!(query.in_query(NAME, COST)));
            (Shape::envelope::<LunarLimbQuery, LunarLimb>(), example)
        }
        PictureFormat::Svg => {
            let example = "<svg xmlns=\"http://www.w3.org/2000/svg\" …><title>…</title>…</svg>";
            (Shape::Plain(Described::text()), json!(example))
        }
    })
}
