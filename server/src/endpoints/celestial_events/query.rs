//! The parameters of `/celestial-events`.

use crate::endpoints::celestial_events::key::CelestialEventKey;
use crate::endpoints::celestial_events::search::EPHEMERIS_MARGIN_DAYS;
use crate::endpoints::prelude::*;
use crate::vocabulary::accuracy::AccuracyAlways;
use crate::vocabulary::coverage;
use crate::vocabulary::formats::CALENDAR_FORMAT;
use crate::vocabulary::zone::ZoneInput;

const MAX_DAYS: i64 = 400;

/// The parameters of `/celestial-events`.
#[derive(Parameters)]
#[parameters(check = in_order(start_date, end_date), check = has_observer(circumstances))]
#[parameters(check = are_of_bodies(events, body))]
pub(super) struct CelestialEventsQuery {
    /// Start of the first day, Universal Time.
    #[param(path, example = "2024-03-20")]
    pub(super) start_date: Instant,
    /// End of the range, which is rounded up to days of 24 hours, at least 1.
    #[param(path, example = "2024-04-20")]
    end_date: EndDate,
    #[param(flatten)]
    days_input: DaysInput,
    /// Comma-separated or repeated: `sun`, `moon`, `gc` (the Galactic Center). The default is
    /// `sun,moon`.
    #[param(example = "sun,moon", default = vec![CelestialBody::Sun, CelestialBody::Moon])]
    pub(super) body: Vec<CelestialBody>,
    /// Kinds of events to return, comma-separated or repeated. Each must belong to a body in `body`. The
    /// default is all kinds of these bodies.
    #[param(example = "new_moon,full_moon,solar_eclipse", always)]
    pub(super) events: Option<Vec<CelestialEventKey>>,
    #[param(example = "38.9,-77.04,20", alias = "observer", meaning = OBSERVER, null)]
    pub(super) obs: Option<Site>,
    /// 1 adds the observer's view of each event and requires `obs`. The default is 0.
    #[param(example = "1", default)]
    pub(super) circumstances: Flag,
    /// 1 adds the last event of each kind before the range and the first after it. The default is 0.
    #[param(example = "1", default)]
    pub(super) overflow: Flag,
    #[param(flatten)]
    extras: AccuracyAlways,
    #[param(flatten)]
    pub(super) zone: ZoneInput,
    #[param(example = "json", meaning = CALENDAR_FORMAT, always)]
    pub(super) format: Option<CalendarFormat>,
    #[param(flatten)]
    pub(super) delta_t: DeltaTInput,
}

fn has_observer(input: &mut Input, circumstances: &Flag) {
    let obs = &CelestialEventsQuery::OBS;
    if circumstances.0 && !input.has(obs) {
        let detail = format!("required with circumstances=1, for example obs={}", obs.example);
        input.wrong(obs.name, detail);
    }
}

/// Rejects events of bodies that are not in `body`.
fn are_of_bodies(input: &mut Input, events: &Option<Vec<CelestialEventKey>>, bodies: &[CelestialBody]) {
    for key in events.iter().flatten().filter(|key| !bodies.contains(&key.body())) {
        let (word, of) = (key.word(), key.body().word());
        let detail = format!("{word} is an event of {of}, which is not in body");
        input.wrong(CelestialEventsQuery::EVENTS.name, detail);
    }
}

impl CelestialEventsQuery {
    /// Returns the requested kinds of events; by default all kinds of the bodies.
    pub(super) fn keys(&self) -> Vec<CelestialEventKey> {
        let is_of_body = |key: &CelestialEventKey| self.body.contains(&key.body());
        let all = || CelestialEventKey::VALUES.iter().copied().filter(is_of_body).collect();
        self.events.clone().unwrap_or_else(all)
    }

    /// Returns the end of the last day. Rejects a range outside the ephemeris or outside the years of ΔT.
    pub(super) fn end(&self, context: &Context, delta_t: &DeltaTInForce) -> Result<Instant, Problem> {
        let days = Days::counted(self.start_date, *self.end_date, MAX_DAYS)?;
        let ends = [(days.start, Self::START_DATE.name), (days.last(), Self::END_DATE.name)];
        let remark = format!(", or within {EPHEMERIS_MARGIN_DAYS} days of its ends");
        coverage::check(&context.data, ends, delta_t, EPHEMERIS_MARGIN_DAYS, &remark)?;
        Ok(days.last())
    }
}
