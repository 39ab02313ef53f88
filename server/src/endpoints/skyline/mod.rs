//! The operation `/skyline`: the horizon of a place over the ground, all around.

mod picture;
mod response;

use crate::endpoints::prelude::*;
use crate::vocabulary::formats::PictureFormat;
use crate::vocabulary::terrain_horizon::{HorizonKind, WHOLE_COST, after_skyline};
use response::SkylineResponse;
use serde_json::{Value, json};

pub(crate) const OPERATION: Operation = Operation::with::<SkylineQuery>("skyline", &["/skyline"], prepare)
    .documented(Group::Ground, include_str!("description.md"))
    .plan(Plan::Starter)
    .cost(WHOLE_COST)
    .refusals(&[Code::Unavailable])
    .describe(shape);

/// The parameters of `/skyline`.
#[derive(Parameters)]
struct SkylineQuery {
    #[param(example = "46.5475,7.9854", alias = "observer", meaning = OBSERVER)]
    obs: Site,
    /// `terrain`: heights at most 100 m apart that the operator has installed. `coarse`: one height for 9 km,
    /// which every server has. If left out, the finest heights at the place.
    #[param(example = "coarse", always)]
    horizon: Option<SkylineHeights>,
    /// Height of the eye above mean sea level, m.
    #[param(computed, always)]
    eye: Option<f64>,
    /// Format of the response. The default is the one that `Accept` prefers, or `json`.
    #[param(example = "json", default)]
    format: PictureFormat,
}

/// The heights of a skyline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
enum SkylineHeights {
    /// The operator's heights.
    Terrain,
    /// The heights of the generation.
    Coarse,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query: SkylineQuery = input.parameters()?;
    let named = Some(query.format).filter(|_| input.has(&SkylineQuery::FORMAT));
    let chosen = PictureFormat::negotiated(named, context);
    query.format = chosen.format;
    let data = context.generation();
    let fine = data.elevation.at(query.obs.lat, query.obs.lng).filter(GroundHeight::is_fine);
    let finest = if fine.is_some() { SkylineHeights::Terrain } else { SkylineHeights::Coarse };
    let (kind, source) = match *query.horizon.get_or_insert(finest) {
        SkylineHeights::Terrain => (HorizonKind::Terrain, fine.map(|ground| ground.source())),
        SkylineHeights::Coarse => (HorizonKind::Coarse, Some(ElevationSource::WORLD)),
    };
    let mut horizon = HorizonChoice { horizon: Some(kind), ..HorizonChoice::default() };
    let eye = horizon.eye(context, query.obs)?.expect("the horizon is a skyline");
    let source = source.expect("the eye is above ground of a known height");
    query.eye = horizon.eye;
    let echo = Prepared::echo(&query.in_query(OPERATION.name, WHOLE_COST));
    let pieces = after_skyline(context.generation(), eye, move |skyline| {
        let bytes = match query.format {
            PictureFormat::Json => json::bytes(&SkylineResponse::new(&skyline, source)),
            PictureFormat::Svg => picture::svg(&skyline, &eye.viewpoint).into_bytes(),
        };
        Box::new(std::iter::once(Bytes::from(bytes)))
    });
    Ok(chosen.prepared(echo, WHOLE_COST, Work::pieces(false, pieces)))
}

/// The formats of the response, with an example of each.
fn shape() -> Shape {
    PictureFormat::shapes(|format| match format {
        PictureFormat::Json => (Shape::envelope::<SkylineQuery, SkylineResponse>(), Value::Null),
        PictureFormat::Svg => {
            let example = "<svg xmlns=\"http://www.w3.org/2000/svg\" …><title>…</title>…</svg>";
            (Shape::Plain(Described::text()), json!(example))
        }
    })
}
