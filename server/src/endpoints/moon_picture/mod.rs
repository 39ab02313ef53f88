//! The operation `/moon-picture/{date}`: the Moon as it hangs in the sky of a place.

mod picture;

use crate::endpoints::prelude::*;
use crate::vocabulary::formats::SVG;
use picture::{MoonBackground, MoonPicture};

const COST: f64 = 2.0;
const DEFAULT_SIZE: u32 = 400;

pub(crate) const OPERATION: Operation =
    Operation::with::<MoonPictureQuery>("moon-picture", &["/moon-picture/{date}"], prepare)
        .documented(Group::SunAndMoon, include_str!("description.md"))
        .access(Access::Widget)
        .cost(COST)
        .form(&SVG)
        .describe(|| Shape::Plain(described::<String>()));

/// The parameters of `/moon-picture`.
#[derive(Parameters)]
struct MoonPictureQuery {
    /// The instant, Universal Time, in the years −1999 … +3000.
    #[param(path, example = "2026-08-20T20:00:00Z")]
    date: Instant,
    #[param(example = "43.36,-5.85,230", alias = "observer", meaning = OBSERVER)]
    obs: Site,
    /// Width and height, pixels; the default is 400.
    #[param(example = "400", min = 16, max = 4000, default = DEFAULT_SIZE)]
    size: u32,
    /// `dark` (the default), `light`, or `transparent`.
    #[param(example = "dark", default)]
    background: MoonBackground,
    #[param(flatten)]
    delta_t: DeltaTInput,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let query: MoonPictureQuery = input.parameters()?;
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    let ut = query.date.ut1();
    let tt = ut.to_tt(delta_t.checked(ut, MoonPictureQuery::DATE.name)?);
    let echo = Prepared::echo(&query.in_query(OPERATION.name, COST));
    let data = context.generation();
    let work = Work::compute(false, move |buffer| {
        let picture = MoonPicture::new(&data.sky(Theory::Truncated), query.date, tt, query.obs);
        buffer.extend_from_slice(picture.svg(query.size, query.background).as_bytes());
        Ok(())
    });
    Ok(Prepared::new(&SVG, echo, COST, Freshness::Day, work))
}
