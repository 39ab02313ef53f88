//! The operation `/solar-eclipse/local-circumstances/details/{julian-day}`: a solar eclipse for an observer.

mod answer;
mod contact;
pub(crate) mod keys;
mod limb;
mod mountains;
mod observation;
mod over_terrain;
mod quantities;
pub(crate) mod visibility;

use super::elements::EclipseDay;
use crate::api::parameter::Parameter;
use crate::endpoints::prelude::*;
use crate::generation::limb::Rugged;
use crate::vocabulary::besselian::Shown;
use crate::vocabulary::eclipse_accuracy::EclipseErrors;
use crate::vocabulary::eclipse_theory::AskedElements;
use crate::vocabulary::terrain_horizon::{ARC_COST, HorizonChoice, ResponsePieces, after_arc_of_skyline};
use answer::LocalCircumstances;
use artifacts::limb::LimbPack;
use astro::eclipse::local::{LocalView, ObservedEclipse};
use astro::sky::horizon::Horizon;
use bytes::Bytes;
use geography::sight::Viewpoint;
use mountains::LimbMountains;
use observation::Observation;
use over_terrain::margin;
use std::sync::Arc;
use web::json;

/// The parameters of the elements. With `limb=1` `sunRadius` also applies to the canon's elements.
const ELEMENTS: &[Parameter] = &[
    AskedElements::THEORY,
    AskedElements::ERA,
    AskedElements::K1,
    AskedElements::K2,
    AskedElements::SUN_RADIUS.meaning(
        "Semidiameter of the Sun at 1 au in arcseconds (959.63; 959.95 is the modern value, from eclipses \
            and transits). With `theory=precise` it applies to the elements and to `limb=1`. The canon's \
            elements keep theirs, so that it applies only to `limb=1` and is ignored without it.",
    ),
];
const COST: f64 = 20.0;

/// The operation `/solar-eclipse/local-circumstances/details/{julian-day}`.
pub(crate) const OPERATION: Operation = Operation::json::<LocalCircumstancesQuery, LocalCircumstances>(
    "solar-eclipse/local-circumstances/details",
    &["/solar-eclipse/local-circumstances/details/{julian-day}"],
    prepare,
)
.id("solar-eclipse-local-circumstances-details")
.documented(Group::SolarEclipses, include_str!("description.md"))
.plan(Plan::Starter)
.cost(COST)
.refusals(&[Code::NoData, Code::Unavailable]);

/// The parameters of `/solar-eclipse/local-circumstances/details`.
#[derive(Parameters)]
struct LocalCircumstancesQuery {
    #[param(flatten)]
    day: EclipseDay,
    #[param(example = "23.2494,-106.4111,10", alias = "observer", meaning = OBSERVER)]
    obs: Site,
    /// The elements of the eclipse.
    #[param(computed, always, name = "elements")]
    shown: Option<Shown>,
    #[param(flatten)]
    horizon: HorizonChoice,
    /// `1` adds contacts with the mountains and valleys of the Moon's limb, and Baily's beads; 0 if left out.
    #[param(example = "1")]
    limb: Option<Flag>,
    #[param(flatten = ELEMENTS)]
    elements: AskedElements,
    #[param(flatten)]
    delta_t: AskedDeltaT,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query: LocalCircumstancesQuery = input.parameters()?;
    let found = query.elements.eclipse_of(&context.data, query.day.jd.0)?;
    // Before the copy, so that the JSON of the elements is kept with the data and not with the copy.
    query.shown = Some(Shown::from(&*found));
    let elements = found.into_owned();
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    let (delta_t_s, sigma_s) = delta_t.of_eclipse_with_sigma(&elements);
    let eye = query.horizon.viewpoint(context, query.obs)?;
    let cost = if eye.is_some() { COST + ARC_COST } else { COST };
    let echo = query.in_query(OPERATION.name, cost);
    let sun_radius = query.elements.sun_radius;
    let request = LocalRequest { elements, site: query.obs, delta_t_s, sigma_s, sun_radius };
    let pack = if query.limb == Some(Flag(true)) { Some(Arc::clone(context.data.limb()?)) } else { None };
    match (eye, pack) {
        (Some(eye), pack) => {
            let pieces = request.over_terrain(context, eye, pack.as_deref())?;
            Ok(Prepared::stream(&echo, cost, false, pieces))
        }
        (None, Some(pack)) => {
            let work = Work::Long(Box::new(move |buffer| {
                json::append(buffer, &request.with_limb(&pack)?);
                Ok(())
            }));
            Ok(Prepared::new(&JSON, Prepared::echo(&echo), cost, Freshness::Day, work).sized(16_384))
        }
        (None, None) => {
            let response = move || Ok(LocalCircumstances::new(&request.elements, &request.observation()));
            Ok(Prepared::json(&echo, cost, response).sized(8192))
        }
    }
}

/// A checked request.
struct LocalRequest {
    elements: EclipseElements,
    site: Site,
    delta_t_s: f64,
    sigma_s: Option<f64>,
    /// Semidiameter of the Sun at 1 au, arcseconds, if given.
    sun_radius: Option<f64>,
}

impl LocalRequest {
    fn observation(&self) -> Observation<'_> {
        let Self { delta_t_s, sigma_s, .. } = *self;
        let local = ObservedEclipse::new(&self.elements.polynomials, self.site.observer(), delta_t_s);
        let errors = EclipseErrors::new(&self.elements, delta_t_s, sigma_s);
        Observation { local, delta_t_s, errors }
    }

    fn mountains(&self, pack: &LimbPack) -> Result<Option<LimbMountains>, Problem> {
        let rugged = Rugged::new(self.site.observer(), self.delta_t_s, self.sun_radius);
        LimbMountains::of(pack, rugged, &self.observation().local)
    }

    /// Returns the response over the level horizon, with the mountains of the limb if anything is visible.
    fn with_limb(&self, pack: &LimbPack) -> Result<LocalCircumstances, Problem> {
        let observation = self.observation();
        let response = LocalCircumstances::new(&self.elements, &observation);
        if !response.has_contacts() {
            return Ok(response);
        }
        Ok(match self.mountains(pack)? {
            Some(mountains) => mountains.added_to(response, &observation, LocalView::is_up),
            None => response,
        })
    }

    /// Returns the response over the skyline, with the mountains of the limb if there are profiles.
    fn over_terrain(
        self,
        context: &Context,
        eye: Viewpoint,
        pack: Option<&LimbPack>,
    ) -> Result<ResponsePieces, Problem> {
        let mountains = pack.map(|pack| self.mountains(pack)).transpose()?.flatten();
        let azimuths_deg = over_terrain::azimuths_deg(&self.observation().local);
        Ok(after_arc_of_skyline(context.generation(), eye, &azimuths_deg, move |skyline| {
            let observation = self.observation();
            let horizon = Horizon::new(self.site.at_height(eye.elevation_m).observer());
            let mut response =
                LocalCircumstances::over_terrain(&self.elements, &observation, &horizon, &skyline);
            if let Some(mountains) = &mountains {
                let is_visible = |view: &LocalView| margin(&horizon, &skyline, view) > 0.0;
                response = mountains.added_to(response, &observation, is_visible);
            }
            Box::new(std::iter::once(Bytes::from(json::bytes(&response))))
        }))
    }
}
