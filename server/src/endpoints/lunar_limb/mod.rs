//! The operations `/lunar-limb` and `/lunar-limb/{date}`: mountains and valleys on the edge of the Moon.

mod answer;
mod parameters;
mod picture;

use crate::api::context::Context;
use crate::api::described::{Described, described};
use crate::api::group::Group;
use crate::api::input::{Input, Word};
use crate::api::instant::Instant;
use crate::api::operation::{Operation, Shape};
use crate::api::prepared::{Prepared, Work};
use crate::api::site::Site;
use crate::generation::limb::{damaged, outside};
use crate::vocabulary::delta_t::{AskedDeltaT, DELTA_T, DELTA_T_MODEL, DeltaTInForce};
use crate::vocabulary::formats::{Chosen, Format, PictureFormat};
use accounts::access::Access;
use accounts::plan::Plan;
use answer::{Limb, MEAN_DISTANCE_KM, Response};
use astro::sky::horizon::Horizon;
use astro::sky::libration::facing;
use astro::theory::meeus;
use astro::time::Tt;
use parameters::{B, DATE, FORMAT, L, LunarLimbFormat, OBSERVER, USUAL_VE, VE};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use web::json;
use web::problem::{Code, Problem};

const NAME: &str = "lunar-limb";
const COST: f64 = 10.0;

/// The operation `/lunar-limb/{date}`.
pub(crate) const AT_DATE: Operation = Operation {
    name: NAME,
    id: "lunar-limb-date",
    group: Group::SunAndMoon,
    paths: &["/lunar-limb/{date}"],
    summary: "Mountains and valleys on the edge of the Moon at an instant",
    description: "The limb of the Moon as a profile of 1,800 heights, for the libration of an instant: with \
        `obs` that of the observer, without it that of the centre of the Earth; needs the Pro plan or \
        higher, and profiles that the operator has installed (503 without them, which says how). The rest is \
        as at `/lunar-limb`; `axisPositionAngle` turns axis angles into position angles. `l` and `b` are \
        checked and then ignored. A libration outside of ±9° and ±1.6°, which is where it lies in eclipses \
        of the Sun, is answered by 404 with the libration and the range.",
    parameters: &[DATE, OBSERVER, L, B, FORMAT, VE, DELTA_T, DELTA_T_MODEL],
    access: Access::Key(Plan::Pro),
    cost: COST,
    refusals: &[Code::NoData, Code::Unavailable],
    form: &crate::api::prepared::JSON,
    describe: shape_at_date,
    prepare: at_date,
};

/// The operation `/lunar-limb`.
pub(crate) const OF_LIBRATION: Operation = Operation {
    name: NAME,
    id: "lunar-limb",
    group: Group::SunAndMoon,
    paths: &["/lunar-limb"],
    summary: "Mountains and valleys on the edge of the Moon at a libration",
    description: "The limb of the Moon as a profile of 1,800 heights, for a libration `l`, `b`; needs the \
        Pro plan or higher, and profiles that the operator has installed (503 without them, which says how). \
        Heights are angles in arcseconds at `distance`, over the circle of radius 1737.4 km about the centre \
        of mass, whose `semidiameter` is given; the greatest angle over the terrain within 12° of the mean \
        limb, in perspective. They stand at axis angles 0°, 0.2° … 359.8°, from the Moon's north through \
        celestial east: position angle = axis angle + position angle of the axis. The profile is the one \
        nearest to the libration in steps of 0.2°. Profiles are from a map of NASA's laser altimeter LOLA; \
        peaks smaller than a pixel of the map that the operator has chosen are lost (7.6 km with LDEM_4, 0.5 \
        km with LDEM_64).\n\n**`svg`** is a picture: mean circle, limb with heights times `ve`, ticks of \
        position angle (of axis angle without a date), north and east, and the Moon's north.",
    parameters: &[L.in_example(), B.in_example(), FORMAT, VE],
    access: Access::Key(Plan::Pro),
    cost: COST,
    refusals: &[Code::Unavailable],
    form: &crate::api::prepared::JSON,
    describe: shape,
    prepare: of_libration,
};

/// The parameters in force, and the cost.
#[derive(Serialize, ToSchema)]
#[schema(as = LunarLimbQuery)]
struct Query {
    /// `lunar-limb`.
    name: &'static str,
    /// The instant, ISO 8601, if given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    date: Option<String>,
    /// The observer, if given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    obs: Option<Site>,
    /// Libration in longitude, degrees, if given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    l: Option<f64>,
    /// Libration in latitude, degrees, if given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    b: Option<f64>,
    /// Form of the answer.
    #[schema(value_type = LunarLimbFormat)]
    format: &'static str,
    /// By how many times heights are exaggerated in a picture, a pure number.
    ve: f64,
    #[serde(flatten)]
    delta_t: AskedDeltaT,
    /// Credits.
    cost: f64,
}

impl Query {
    /// Nothing given.
    fn plain() -> Self {
        Self {
            name: NAME,
            date: None,
            obs: None,
            l: None,
            b: None,
            format: PictureFormat::Json.word(),
            ve: USUAL_VE,
            delta_t: AskedDeltaT::default(),
            cost: COST,
        }
    }
}

/// What both operations take.
struct Common {
    libration: Option<[f64; 2]>,
    chosen: Chosen<PictureFormat>,
    ve: f64,
}

impl Common {
    fn read(input: &mut Input, context: &Context) -> Self {
        let (l, b) = (input.number(&L), input.number(&B));
        for (there, other) in [(&L, &B), (&B, &L)] {
            if input.has(there) && !input.has(other) {
                input.wrong(other.name, format!("required with {}; both or neither", there.name));
            }
        }
        let chosen = PictureFormat::chosen(input, context, &FORMAT);
        let ve = input.number(&VE).unwrap_or(USUAL_VE);
        Self { libration: l.zip(b).map(Into::into), chosen, ve }
    }

    fn query(&self) -> Query {
        Query {
            l: self.libration.map(|[l, _]| l),
            b: self.libration.map(|[_, b]| b),
            format: self.chosen.format.word(),
            ve: self.ve,
            ..Query::plain()
        }
    }

    fn answer(self, query: &Query, limb: Limb) -> Prepared {
        let work = Work::Compute(Box::new(move |buffer| {
            match self.chosen.format {
                PictureFormat::Json => json::append(buffer, &Response::new(&limb)),
                PictureFormat::Svg => buffer.extend_from_slice(picture::svg(&limb, self.ve).as_bytes()),
            }
            Ok(())
        }));
        self.chosen.prepared(Prepared::echo(query), COST, work).sized(16_384)
    }
}

fn of_libration(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let common = Common::read(input, context);
    if !input.has(&L) && !input.has(&B) {
        let detail = "this and b are required, or a date as in /lunar-limb/2026-08-12T18:28:00Z";
        input.wrong(L.name, detail);
    }
    input.check(())?;
    let [l, b] = common.libration.expect("both are there, or the request is refused");
    let limb = Limb::new(context, [l, b], None, MEAN_DISTANCE_KM)?;
    let query = common.query();
    Ok(common.answer(&query, limb))
}

fn at_date(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let date = input.required(&DATE, Input::instant);
    let (site, asked) = (input.site(&OBSERVER), input.delta_t());
    let common = Common::read(input, context);
    let date: Instant = input.check(date)?;
    let delta_t_s = DeltaTInForce::new(asked, context).checked(date.ut1(), DATE.name)?;
    let tt: Tt = date.ut1().to_tt(delta_t_s);
    let observer_km = site.map_or([0.0; 3], |site| {
        Horizon::new(site.observer()).observer_km(meeus::apparent_sidereal_time(date.ut1(), tt))
    });
    let moon = facing(tt, observer_km);
    let libration = [moon.libration.longitude, moon.libration.latitude].map(f64::to_degrees);
    let axis_deg = moon.position_angle.to_degrees();
    let limb = Limb::new(context, libration, Some(axis_deg), moon.distance_km)?;
    let query = Query { date: Some(date.iso()), obs: site, delta_t: asked, ..common.query() };
    Ok(common.answer(&query, limb))
}

impl Limb {
    /// The limb at a libration in degrees, seen from a distance.
    fn new(
        context: &Context,
        libration: [f64; 2],
        axis_position_angle_deg: Option<f64>,
        distance_km: f64,
    ) -> Result<Self, Problem> {
        let [l, b] = libration;
        let found = context.data.limb()?.nearest(l, b).map_err(|e| damaged(&e))?;
        let found = found.ok_or_else(|| outside(l, b))?;
        Ok(Self { libration, found, axis_position_angle_deg, distance_km })
    }
}

/// All forms of the answer to a libration.
fn shape() -> Shape {
    shape_with(&Query { l: Some(2.0), b: Some(-0.1), ..Query::plain() })
}

/// All forms of the answer to an instant.
fn shape_at_date() -> Shape {
    let obs = Site { lat: 42.34, lng: -3.7, height: 860.0 };
    shape_with(&Query { date: Some("2026-08-12T18:28:00.000Z".to_owned()), obs: Some(obs), ..Query::plain() })
}

/// All forms of the answer, with the example of a query.
fn shape_with(query: &Query) -> Shape {
    PictureFormat::shapes(|format| match format {
        PictureFormat::Json => {
            let shape = Shape::Envelope { query: described::<Query>(), response: described::<Response>() };
            (shape, answer::example(&json!(query)))
        }
        PictureFormat::Svg => {
            let example = "<svg xmlns=\"http://www.w3.org/2000/svg\" …><title>…</title>…</svg>";
            (Shape::Plain(Described::text()), json!(example))
        }
    })
}
