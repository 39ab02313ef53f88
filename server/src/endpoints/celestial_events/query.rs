//! The parameters of `/celestial-events`.

use crate::endpoints::celestial_events::key::{CelestialEventKey, EventKind};
use crate::endpoints::celestial_events::search::EPHEMERIS_MARGIN_DAYS;
use crate::endpoints::prelude::*;
use crate::vocabulary::accuracy::AccuracyAlways;
use crate::vocabulary::formats::CALENDAR_FORMAT;

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
    /// default is all kinds of these bodies with a name. `solar-longitude:15` is every multiple of 15° of the
    /// Sun's longitude (the 24 solar terms), `lunar-elongation:12` every multiple of 12° of the Moon's
    /// elongation (tithis).
    #[param(example = "new_moon,full_moon,solar_eclipse", always)]
    pub(super) events: Option<Vec<EventKind>>,
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
fn are_of_bodies(input: &mut Input, events: &Option<Vec<EventKind>>, bodies: &[CelestialBody]) {
    for kind in events.iter().flatten().filter(|kind| !bodies.contains(&kind.key.body())) {
        let (word, of) = (kind.text(), kind.key.body().word());
        let detail = format!("{word} is an event of {of}, which is not in body");
        input.wrong(CelestialEventsQuery::EVENTS.name, detail);
    }
}

impl CelestialEventsQuery {
    /// Returns the requested kinds of events; by default all kinds of the bodies.
    pub(super) fn kinds(&self) -> Vec<EventKind> {
        let kinds = CelestialEventKey::VALUES.iter().flat_map(|key| key.kinds());
        let is_usual = |kind: &EventKind| kind.step_deg == 0 && self.body.contains(&kind.key.body());
        self.events.clone().unwrap_or_else(|| kinds.filter(is_usual).collect())
    }

    /// Returns the end of the last day, and the theory for the range. Rejects a range outside the years of
    /// ΔT.
    pub(super) fn choice(&self, context: &Context) -> Result<(Instant, Choice), Problem> {
        let days = Days::counted(self.start_date, *self.end_date, MAX_DAYS)?;
        let names = [Self::START_DATE.name, Self::END_DATE.name];
        let ends = [days.start, days.last()];
        Ok((days.last(), Choice::new(context, ends, EPHEMERIS_MARGIN_DAYS, self.delta_t, names)?))
    }
}
