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
use crate::api::context::Context;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::operation::{Operation, Shape};
use crate::api::parameter::{OBSERVER, Parameter};
use crate::api::parameters::Parameters;
use crate::api::place::Site;
use crate::api::prepared::{Freshness, JSON, Prepared, Work};
use crate::api::value::Flag;
use crate::generation::elements::EclipseElements;
use crate::generation::limb::Rugged;
use crate::vocabulary::besselian::Shown;
use crate::vocabulary::delta_t::{AskedDeltaT, DeltaTInForce};
use crate::vocabulary::eclipse_accuracy::EclipseErrors;
use crate::vocabulary::eclipse_theory::AskedElements;
use crate::vocabulary::terrain_horizon::{ARC_COST, HorizonChoice, Pieces, after_arc_of_skyline};
use accounts::access::Access;
use accounts::plan::Plan;
use answer::Response;
use artifacts::limb::Pack;
use astro::eclipse::local::{LocalView, ObservedEclipse};
use astro::sky::horizon::Horizon;
use bytes::Bytes;
use geography::sight::Viewpoint;
use mountains::Mountains;
use observation::Observation;
use over_terrain::margin;
use std::sync::Arc;
use web::json;
use web::problem::{Code, Problem};

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
pub(crate) const OPERATION: Operation = Operation {
    name: "solar-eclipse/local-circumstances/details",
    id: "solar-eclipse-local-circumstances-details",
    group: Group::SolarEclipses,
    paths: &["/solar-eclipse/local-circumstances/details/{julian-day}"],
    summary: "Local circumstances of a solar eclipse",
    description: "Returns the contacts of a solar eclipse with all intermediate quantities and what the \
        observer sees at each. The years are 1500 … 2500, or with `era=canon` −1999 … 3000. Requires the \
        Starter plan or higher.\n\n\
        `type` is the type of the whole eclipse, by the canon's radii even if you give others. `magnitude` \
        is the part of the Sun's diameter that is covered. Contacts are in order of time: 1 (C1), 2 (C2), 0 \
        (greatest), 3 (C3), 4 (C4); C2 and C3 exist only where the eclipse is total or annular. They are for \
        a smooth mean limb of the Moon. A contact below the horizon has `visible` false; if the observer \
        sees nothing at all, there are no contacts.\n\n\
        `visibility` is the part of the eclipse with the Sun's upper limb above the horizon (34′ of \
        refraction): `from`, `to` and `reason`. The reasons are `whole`, `sunrise` (it begins at sunrise), \
        `sunset`, `sunrise-and-sunset`, `interrupted` (the Sun sets and rises again in between), \
        `below-horizon`, `no-eclipse`. In `circumstances`, lengths are equatorial radii of the Earth, t is \
        hours of TD from t0, angles are degrees (`θrad` radians), and primed quantities are rates per hour. \
        `P` of C2 and C3 of a total eclipse is the position angle of the last and the first light, opposite \
        to the Moon's centre. In `observational`, positions are airless and topocentric.\n\n\
        **`horizon=terrain`** replaces the level horizon by the skyline of the place. `visible` refers to \
        the skyline, and each contact has an `obstacle`: the highest point in the Sun's direction, with its \
        distance. `visibility` extends from the first to the last instant at which the Sun is visible, with \
        the reasons `whole`, `terrain` (it hides a part) and `behind-terrain` (it hides all). Contacts are \
        then listed even if none is visible, with the `magnitude` of the hidden eclipse. Refraction is \
        computed for the height of the eye, `query.eye`. The cost is 20, with `horizon=terrain` 60.\n\n\
        Contacts are within 0.5 s of direct topocentric computations in 1900–2100 for the same ΔT. With \
        `theory=precise` 99 of 100 are within 0.05 s, and the worst of 3,000 observers is off by 0.073 s, \
        except where the limbs nearly graze. `accuracy` contains the sources and errors: `deltaTSigma` is \
        the standard error of ΔT, `eastWestKm` the corresponding shift of the ground under the shadow, \
        `theorySigmaArcsec` the standard error of the Moon's position relative to the Sun, and `contacts` \
        the standard error of each instant from both.\n\n\
        **`limb=1`** adds `limb` to C2 and C3: their instants behind the mountains and valleys of the Moon's \
        limb. It requires profiles of the limb that the operator has installed; without them the operation \
        returns 503 and explains how to install them. The profile is interpolated between the four nearest \
        to the observer's libration at the contact; the Sun has the semidiameter `sunRadius`. \
        `limb.correctionSec` is `limb.date` minus `date`. `date` is for the mean limb and the Sun of the \
        elements; with the canon's theory that Sun has 959.63″ even if `sunRadius` is given, so that the \
        correction then contains the effect of both. `visible` refers to the corrected contact. \
        `positionAngle`, like `P`, is where the last or first light shows, or the ring closes or breaks. \
        `limb.durationSec` of the response is the time from C2 to C3. It is null where mountains leave \
        nothing of totality or of the ring, near the edges of a path; contacts then have no `limb`. `beads` \
        are pieces of the Sun's limb that are separate for at least 0.1 s, within 30 s before C2 and after \
        C3: `from` is when a bead separates from its neighbours or appears, `to` when it disappears or joins \
        one. Contacts follow the profile to 0.01 s; the accuracy of the profile depends on the map of \
        heights that the operator has chosen.",
    parameters: LocalCircumstancesQuery::ALL,
    access: Access::Key(Plan::Starter),
    cost: COST,
    refusals: &[Code::NoData, Code::Unavailable],
    form: &JSON,
    describe: Shape::envelope::<LocalCircumstancesQuery, Response>,
    prepare,
};

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
    let elements = query.elements.eclipse_of(&context.data, query.day.jd.0)?.into_owned();
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    let (delta_t_s, sigma_s) = delta_t.of_eclipse_with_sigma(&elements);
    let eye = query.horizon.viewpoint(context, query.obs)?;
    query.shown = Some(Shown::from(&elements));
    let cost = if eye.is_some() { COST + ARC_COST } else { COST };
    let echo = query.in_query(OPERATION.name, cost);
    let sun_radius = query.elements.sun_radius;
    let request = Request { elements, site: query.obs, delta_t_s, sigma_s, sun_radius };
    let pack = if query.limb == Some(Flag(true)) { Some(Arc::clone(context.data.limb()?)) } else { None };
    match (eye, pack) {
        (Some(eye), pack) => {
            let pieces = request.over_terrain(context, eye, pack.as_deref())?;
            Ok(Prepared::long_stream(&echo, cost, pieces))
        }
        (None, Some(pack)) => {
            let work = Work::Long(Box::new(move |buffer| {
                json::append(buffer, &request.with_limb(&pack)?);
                Ok(())
            }));
            Ok(Prepared::new(&JSON, Prepared::echo(&echo), cost, Freshness::Day, work).sized(16_384))
        }
        (None, None) => {
            let response = move || Ok(Response::new(&request.elements, &request.observation()));
            Ok(Prepared::json(&echo, cost, response).sized(8192))
        }
    }
}

/// A checked request.
struct Request {
    elements: EclipseElements,
    site: Site,
    delta_t_s: f64,
    sigma_s: Option<f64>,
    /// Semidiameter of the Sun at 1 au, arcseconds, if given.
    sun_radius: Option<f64>,
}

impl Request {
    fn observation(&self) -> Observation<'_> {
        let Self { delta_t_s, sigma_s, .. } = *self;
        let local = ObservedEclipse::new(&self.elements.polynomials, self.site.observer(), delta_t_s);
        let errors = EclipseErrors::new(&self.elements, delta_t_s, sigma_s);
        Observation { local, delta_t_s, errors }
    }

    fn mountains(&self, pack: &Pack) -> Result<Option<Mountains>, Problem> {
        let rugged = Rugged::new(self.site.observer(), self.delta_t_s, self.sun_radius);
        Mountains::of(pack, rugged, &self.observation().local)
    }

    /// Returns the response over the level horizon, with the mountains of the limb if anything is visible.
    fn with_limb(&self, pack: &Pack) -> Result<Response, Problem> {
        let observation = self.observation();
        let response = Response::new(&self.elements, &observation);
        if !response.has_contacts() {
            return Ok(response);
        }
        Ok(match self.mountains(pack)? {
            Some(mountains) => mountains.added_to(response, &observation, LocalView::is_up),
            None => response,
        })
    }

    /// Returns the response over the skyline, with the mountains of the limb if there are profiles.
    fn over_terrain(self, context: &Context, eye: Viewpoint, pack: Option<&Pack>) -> Result<Pieces, Problem> {
        let mountains = pack.map(|pack| self.mountains(pack)).transpose()?.flatten();
        let azimuths_deg = over_terrain::azimuths_deg(&self.observation().local);
        Ok(after_arc_of_skyline(context.generation(), eye, &azimuths_deg, move |skyline| {
            let observation = self.observation();
            let horizon = Horizon::new(self.site.at_height(eye.elevation_m).observer());
            let mut response = Response::over_terrain(&self.elements, &observation, &horizon, &skyline);
            if let Some(mountains) = &mountains {
                let is_visible = |view: &LocalView| margin(&horizon, &skyline, view) > 0.0;
                response = mountains.added_to(response, &observation, is_visible);
            }
            Box::new(std::iter::once(Bytes::from(json::bytes(&response))))
        }))
    }
}
