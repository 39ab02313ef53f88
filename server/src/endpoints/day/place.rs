//! The place of `/day` and `/now`, and the searches that start there.

use crate::endpoints::eclipse_search::query::EclipseSearchQuery;
use crate::endpoints::eclipse_search::search::SolarExaminer;
use crate::endpoints::lunar_search::found::SeenLunarEclipse;
use crate::endpoints::lunar_search::query::LunarSearchQuery;
use crate::endpoints::lunar_search::search::LunarExaminer;
use crate::endpoints::prelude::*;
use crate::endpoints::rise_transit_set::entry::{BodyCourse, EventFinder};
use crate::endpoints::rise_transit_set::extra::{EventKind, RequestedEvents, RiseTransitSetExtra};
use crate::endpoints::rise_transit_set::next::{NEXT_DAYS, NextSearch};

/// Time in which the next eclipses are searched, days: a century. Every place sees several eclipses in it.
const ECLIPSE_DAYS: i64 = 36_525;
/// Margin of the search for events at the end of the ephemeris, days: a sample beyond it, and light times.
const END_DAYS: f64 = 0.1;

/// The place, its zone and ΔT.
#[derive(Parameters)]
#[parameters(inline)]
pub(super) struct PlaceInput {
    #[param(example = "-0.18,-78.47,2850", alias = "observer", meaning = OBSERVER)]
    obs: Site,
    /// Time zone of the day and of the local times: an IANA name, or `auto` (the default) for the zone of the
    /// place.
    #[param(example = "America/Guayaquil", default = ZoneChoice::OfPlace)]
    tz: ZoneChoice,
    /// `appearance` adds the Sun and the Moon as they are seen: with `/day` at their upper transit, with
    /// `/now` at the instant.
    #[param(example = "appearance")]
    extras: Option<Vec<DayExtra>>,
    #[param(flatten)]
    delta_t: DeltaTInput,
}

/// Additional fields of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
#[words(name = "DayExtraWord")]
enum DayExtra {
    /// The Sun and the Moon as they are seen.
    Appearance,
}

impl PlaceInput {
    /// Removes further towns of the name of the place from the echo.
    pub(super) fn without_others(&mut self) {
        self.obs = self.obs.without_others();
    }

    /// Returns the place, and replaces `auto` in the echo; an error outside the ephemeris. `date` comes with
    /// the name of its parameter.
    pub(super) fn finder(
        &mut self,
        date: (Instant, &'static str),
        context: &Context,
    ) -> Result<PlaceFinder, Problem> {
        self.tz.resolve(context, self.obs, Self::TZ.name)?;
        let delta_t = DeltaTInForce::new(self.delta_t, context);
        coverage::check_lunation(&context.data, date, &delta_t)?;
        Ok(PlaceFinder {
            data: context.generation(),
            site: self.obs,
            zone: self.tz.zone().expect("the zone is resolved").clone(),
            delta_t,
            delta_t_input: self.delta_t,
            has_appearance: self.extras.is_some(),
        })
    }
}

/// Searches for events of the sky of a place.
pub(super) struct PlaceFinder {
    /// The generation.
    data: Arc<Data>,
    pub(super) site: Site,
    /// The zone of local times.
    pub(super) zone: Zone,
    pub(super) delta_t: DeltaTInForce,
    /// ΔT as the request selects it.
    delta_t_input: DeltaTInput,
    has_appearance: bool,
}

impl PlaceFinder {
    pub(super) fn sky(&self) -> Sky<'_> {
        self.data.sky(Theory::Precise)
    }

    fn event_finder(&self, zone: Option<&Zone>) -> EventFinder {
        let course = |body: CelestialBody| BodyCourse { body, limb: body.limb(0.0) };
        EventFinder {
            horizon: Horizon::new(self.site.observer()),
            courses: vec![course(CelestialBody::Sun), course(CelestialBody::Moon)],
            extras: Some(RequestedEvents(vec![RiseTransitSetExtra::Twilights])),
            zone: zone.cloned(),
            skyline: None,
            accuracy_site: None,
        }
    }

    /// Returns the events of `/rise-transit-set` between two instants.
    pub(super) fn events(&self, [from, to]: [Instant; 2]) -> Vec<RiseSetEvent> {
        self.event_finder(Some(&self.zone)).entries(
            &self.sky(),
            from,
            to,
            self.delta_t.with_sigma(from.ut1()),
        )
    }

    /// Returns the next of the events of [`Self::events`] whose keys are included, within two years and the
    /// ephemeris.
    pub(super) fn next(
        &self,
        from: Instant,
        zone: Option<&Zone>,
        is_included: impl Fn(&str) -> bool,
    ) -> Vec<RiseSetEvent> {
        use RiseTransitSetExtra::{Rise, Set, Transit, Twilights};
        let (_, end) = self.data.ephemeris.columns().range();
        let end = Instant::from_ut1(end.to_ut1(self.delta_t.at_tt(end)).plus_days(-END_DAYS));
        let span = [from, Instant { unix_ms: from.unix_ms + NEXT_DAYS * MS_PER_DAY }.min(end)];
        let events = RequestedEvents(vec![Rise, Transit, Set, Twilights]);
        let is_included = |kind: &EventKind| events.includes(kind.word) && is_included(kind.key);
        NextSearch::new(self.event_finder(zone), span, is_included).run(&self.sky(), &self.delta_t)
    }

    pub(super) fn appearance(&self, at: Instant, target: Target) -> Option<Appearance> {
        let ut = Some(at.ut1()).filter(|_| self.has_appearance)?;
        let sky = SunAndMoon::of(&self.sky(), ut, ut.to_tt(self.delta_t.at_ut1(ut))).expect(COVERED);
        Some(Appearance::new(&sky, target, Some(&Horizon::new(self.site.observer()))))
    }

    /// Returns the next eclipses that are visible from the place.
    pub(super) fn eclipses(&self, from: Instant) -> (Option<Found>, Option<SeenLunarEclipse>) {
        let ahead = from..Instant { unix_ms: from.unix_ms + ECLIPSE_DAYS * MS_PER_DAY };
        let solar = Arc::new(EclipseSearchQuery::next_at(self.site, ahead.clone(), self.delta_t_input));
        let lunar = Arc::new(LunarSearchQuery::next_at(self.site, ahead, self.delta_t_input));
        let (data, zone, delta_t) = (&self.data, Some(self.zone.clone()), &self.delta_t);
        let solar = SolarExaminer::search(data.clone(), solar, self.site, zone.clone(), delta_t.clone());
        (solar.first(), LunarExaminer::search(data.clone(), lunar, zone, delta_t.clone()).first())
    }
}
