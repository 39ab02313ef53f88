//! The operation `/solar-eclipse/local-circumstances/details/{julian-day}`: a solar eclipse for an observer.

mod local_times;
mod mountains;
pub(crate) mod over_terrain;
mod rows;
mod shared;

use super::elements::EclipseDay;
use crate::api::place::{OBSERVERS, Sites};
use crate::endpoints::prelude::*;
use crate::generation::limb::Rugged;
use crate::generation::skylines::Eye;
use crate::vocabulary::accuracy::{LocalExtra, has_uncertain_delta_t};
use crate::vocabulary::besselian::Shown;
use crate::vocabulary::terrain_horizon::{ARC_COST, ResponsePieces, after_arc_of_skyline};
use almanac::{LocalCircumstances, Observation};
use artifacts::limb::LimbPack;
use astro::eclipse::local::{CentralChance, LocalContacts, LocalView, ObservedEclipse};
use local_times::add_local_times;
use mountains::LimbMountains;
use over_terrain::{is_visible, over_skyline};
use shared::{COST, ELEMENTS, OPERATION_NAME};
use std::f64::consts::FRAC_PI_2;

pub(crate) const OPERATION: Operation = Operation::json::<LocalCircumstancesQuery, OneOrMorePlaces>(
    OPERATION_NAME,
    &["/solar-eclipse/local-circumstances/details/{julian-day}"],
    prepare,
)
.id("solar-eclipse-local-circumstances-details")
.documented(Group::SolarEclipses, include_str!("description.md"))
.plan(Plan::Starter)
.cost(COST)
.refusals(&[Code::NoData, Code::Unavailable])
.post(&rows::OPERATION);

/// The parameters of `/solar-eclipse/local-circumstances/details`.
#[derive(Parameters)]
#[parameters(check = is_one_place(obs, horizon, limb), check = has_mountains(light, limb))]
#[parameters(check = has_uncertain_delta_t(extras))]
struct LocalCircumstancesQuery {
    #[param(flatten)]
    day: EclipseDay,
    #[param(example = "23.2494,-106.4111,10", alias = "observer", meaning = OBSERVERS)]
    obs: Sites,
    /// `ground`: the observers stand on the ground instead of the height in `obs`: at the height that
    /// `/elevation` returns or, where that is coarse, at the height of a town within 2 km.
    #[param(example = "ground", null)]
    height: Option<HeightWord>,
    /// The elements of the eclipse.
    #[param(computed, always, name = "elements")]
    shown: Option<Shown>,
    #[param(flatten)]
    zone: ZoneInput,
    #[param(flatten)]
    horizon: HorizonChoice,
    /// `1` adds contacts with the mountains and valleys of the Moon's limb, and Baily's beads; 0 if left out.
    #[param(example = "1")]
    limb: Option<Flag>,
    /// Part of the Sun's disc that may still shine in totality, with `limb=1`. Published tables of towns
    /// count about 0.000001 as dark. 0 if left out: totality begins when the last bead is gone.
    #[param(example = "0.000001", min = 0.0, max = 0.001, null)]
    light: Option<f64>,
    /// `chance` adds the probability that the place is in the central path, for the standard error of ΔT.
    /// `accuracy` is always there.
    #[param(example = "chance")]
    extras: Option<Vec<LocalExtra>>,
    #[param(flatten = ELEMENTS)]
    elements: ElementsInput,
    #[param(flatten)]
    delta_t: DeltaTInput,
}

/// The height at which observers are.
#[derive(Debug, Clone, Copy, PartialEq, Words)]
enum HeightWord {
    /// On the ground.
    Ground,
}

/// Rejects several places with a skyline or with the mountains of the limb.
fn is_one_place(input: &mut Input, obs: &Sites, horizon: &HorizonChoice, limb: &Option<Flag>) {
    horizon.check_place(input, obs);
    if *limb == Some(Flag(true)) && obs.are_several() {
        input.wrong(LocalCircumstancesQuery::LIMB.name, "1 needs a single place in obs");
    }
}

/// Rejects light without mountains.
fn has_mountains(input: &mut Input, light: &Option<f64>, limb: &Option<Flag>) {
    if light.is_some() && *limb != Some(Flag(true)) {
        input.wrong(LocalCircumstancesQuery::LIGHT.name, "needs limb=1");
    }
}

/// The response: an eclipse for one observer, or a list for several.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "the schema of the two forms that are written")]
enum OneOrMorePlaces {
    /// One observer.
    One(Box<LocalCircumstances>),
    /// Several observers.
    Several(Vec<PlaceCircumstances>),
}

/// A solar eclipse for one of several observers.
#[derive(Serialize, ToSchema)]
struct PlaceCircumstances {
    /// The place.
    obs: Site,
    circumstances: LocalCircumstances,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let mut query: LocalCircumstancesQuery = input.parameters()?;
    let found = query.elements.eclipse_of(&context.data, query.day.jd.0)?;
    // Before the copy, so that the JSON of the elements is kept with the data and not with the copy.
    query.shown = Some(Shown::from(&*found));
    let elements = found.into_owned();
    let delta_t = DeltaTInForce::new(query.delta_t, context);
    let (delta_t_s, sigma_s) = delta_t.of_eclipse_with_sigma(&elements);
    if query.height == Some(HeightWord::Ground) {
        query.obs.stand_on_ground(&context.data);
    }
    let site = query.obs.first();
    let zones = query.zone.resolve_each(context, query.obs.all())?;
    let eye = query.horizon.eye(context, site)?;
    let cost = COST * query.obs.all().len() as f64 + if eye.is_some() { ARC_COST } else { 0.0 };
    let echo = query.in_query(OPERATION.name, cost);
    let (sun_radius, light) = (query.elements.sun_radius, query.light.unwrap_or(0.0));
    let zone = zones.first().cloned().flatten();
    let data = context.generation();
    let has_chance = query.extras.iter().flatten().any(|extra| *extra == LocalExtra::Chance);
    let request =
        LocalRequest { data, elements, site, zone, delta_t_s, sigma_s, sun_radius, light, has_chance };
    let pack = if query.limb == Some(Flag(true)) { Some(Arc::clone(context.data.limb()?)) } else { None };
    match (eye, pack) {
        (Some(eye), pack) => {
            let pieces = request.over_terrain(context, eye, pack.as_deref())?;
            Ok(Prepared::stream(&echo, cost, false, pieces))
        }
        (None, Some(pack)) => {
            let work = Work::compute(false, move |buffer| {
                json::append(buffer, &request.with_limb(&pack)?);
                Ok(())
            });
            Ok(Prepared::new(&JSON, Prepared::echo(&echo), cost, Freshness::Day, work).sized(16_384))
        }
        (None, None) if query.obs.are_several() => {
            let mut request = request;
            let places: Vec<_> = query.obs.all().iter().copied().zip(zones).collect();
            let series = SeriesWriter::list().with_piece_bytes(16_384);
            let pieces = series.counted(places.len() as i64, 1, move |series, index| {
                (request.site, request.zone) = places[index as usize].clone();
                series.item(&PlaceCircumstances { obs: request.site, circumstances: request.level() });
            });
            Ok(Prepared::stream(&echo, cost, true, pieces))
        }
        (None, None) => {
            let response = move || Ok(request.level());
            Ok(Prepared::json(&echo, cost, response).sized(8192))
        }
    }
}

/// A checked request.
struct LocalRequest {
    data: Arc<Data>,
    elements: EclipseElements,
    site: Site,
    /// The zone of local times, with `tz`.
    zone: Option<Zone>,
    delta_t_s: f64,
    sigma_s: Option<f64>,
    /// Semidiameter of the Sun at 1 au, arcseconds, if given.
    sun_radius: Option<f64>,
    /// The part of the Sun's disc that may shine in totality.
    light: f64,
    /// `true` to add the chance of a central eclipse.
    has_chance: bool,
}

impl LocalRequest {
    /// Returns the response over the level horizon.
    fn level(&self) -> LocalCircumstances {
        let observation = self.observation();
        self.complete(observation.over_level(observation.local.contacts().as_ref()))
    }

    fn observation(&self) -> Observation<'_> {
        let delta_t_s = self.delta_t_s;
        let local = ObservedEclipse::new(&self.elements.polynomials, self.site.observer(), delta_t_s);
        let higher = self.site.height_sigma.map(|sigma_m| {
            let higher = self.site.at_height(self.site.height + sigma_m).observer();
            ObservedEclipse::new(&self.elements.polynomials, higher, delta_t_s)
        });
        Observation {
            local,
            kind: self.elements.type_code,
            higher,
            errors: self.elements.errors(delta_t_s, self.sigma_s),
            ephemeris: Some(self.data.ephemeris.columns()),
            has_quantities: true,
        }
    }

    /// Adds local times, and a hint where nothing is visible.
    fn complete(&self, mut response: LocalCircumstances) -> LocalCircumstances {
        if response.contacts.is_empty() {
            response.hint = self.hint_of_exchanged_coordinates();
        }
        if let Some(sigma_s) = self.sigma_s.filter(|_| self.has_chance) {
            let (polynomials, observer) = (&self.elements.polynomials, self.site.observer());
            let chance = CentralChance::of(polynomials, observer, self.delta_t_s, sigma_s);
            response.chance = chance.as_ref().map(Into::into);
        }
        if let Some(zone) = &self.zone {
            add_local_times(&mut response, zone);
        }
        response
    }

    /// Returns a hint if the eclipse is visible with latitude and longitude exchanged.
    fn hint_of_exchanged_coordinates(&self) -> Option<String> {
        let Observer { latitude, longitude, height_m } = self.site.observer();
        if longitude.abs() > FRAC_PI_2 {
            return None;
        }
        let exchanged = Observer { latitude: longitude, longitude: latitude, height_m };
        let local = ObservedEclipse::new(&self.elements.polynomials, exchanged, self.delta_t_s);
        let visibility = local.contacts().map(|contacts| local.visibility(&contacts));
        if let None | Some(Visibility::None) = visibility {
            return None;
        }
        let degrees = |angle: f64| (angle.to_degrees() * 1e6).round() / 1e6;
        let (lat, lng) = (degrees(longitude), degrees(latitude));
        Some(format!("obs is LAT,LNG: the eclipse is not visible here, but at obs={lat},{lng}"))
    }

    /// Returns the eclipse of the observer, with C2 and C3 of the mountains where a mean limb has none, and
    /// these mountains.
    fn rugged(&self, pack: &LimbPack) -> Result<(Option<LocalContacts>, Option<LimbMountains>), Problem> {
        let local = self.observation().local;
        let Some(mut eclipse) = local.contacts() else { return Ok((None, None)) };
        let rugged = Rugged::new(self.site.observer(), self.delta_t_s, self.sun_radius);
        let rugged = Rugged { light: self.light, ..rugged };
        let mountains = LimbMountains::of(pack, rugged, &local, &eclipse)?;
        if let Some(mountains) = &mountains {
            mountains.complete(&mut eclipse, &local);
        }
        Ok((Some(eclipse), mountains))
    }

    /// Returns the response over the level horizon, with the mountains of the limb if anything is visible.
    fn with_limb(&self, pack: &LimbPack) -> Result<LocalCircumstances, Problem> {
        let observation = self.observation();
        let (eclipse, mountains) = self.rugged(pack)?;
        let mut response = observation.over_level(eclipse.as_ref());
        if let Some(mountains) = mountains.filter(|_| !response.contacts.is_empty()) {
            mountains.add_to(&mut response, &observation, |view| Some(view.is_up()));
        }
        Ok(self.complete(response))
    }

    /// Returns the response over the skyline, with the mountains of the limb if there are profiles.
    fn over_terrain(
        self,
        context: &Context,
        eye: Eye,
        pack: Option<&LimbPack>,
    ) -> Result<ResponsePieces, Problem> {
        let (eclipse, mountains) = match pack {
            Some(pack) => self.rugged(pack)?,
            None => (self.observation().local.contacts(), None),
        };
        let azimuths_deg = over_terrain::azimuths_deg(&self.observation().local, eclipse.as_ref());
        Ok(after_arc_of_skyline(context.generation(), eye, &azimuths_deg, move |skyline| {
            let observation = self.observation();
            let horizon = Horizon::new(self.site.at_height(eye.viewpoint.elevation_m).observer());
            let mut response = over_skyline(&observation, eclipse.as_ref(), &horizon, &skyline);
            if let Some(mountains) = &mountains {
                let is_visible = |view: &LocalView| is_visible(&horizon, &skyline, view);
                mountains.add_to(&mut response, &observation, is_visible);
            }
            let response = self.complete(response);
            Box::new(std::iter::once(Bytes::from(json::bytes(&response))))
        }))
    }
}
