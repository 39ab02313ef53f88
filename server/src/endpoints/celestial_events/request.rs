//! The parameters of `/celestial-events`.

use crate::api::context::Context;
use crate::api::flag::{FLAG, flag};
use crate::api::input::{Input, Word};
use crate::api::instant::Instant;
use crate::api::parameter::{Kind, OBS, Parameter};
use crate::api::site::Site;
use crate::endpoints::celestial_events::key::EventKey;
use crate::endpoints::celestial_events::search::EPHEMERIS_MARGIN_DAYS;
use crate::vocabulary::bodies::CelestialBody;
use crate::vocabulary::coverage;
use crate::vocabulary::days::Days;
use crate::vocabulary::delta_t::{AskedDeltaT, DeltaTInForce};
use web::problem::Problem;

pub(super) const START: Parameter = Parameter::path(
    "start-date",
    Kind::DateTime,
    "2024-03-20",
    "Where the first day begins, Universal Time.",
);
pub(super) const END: Parameter = Parameter::path(
    "end-date",
    Kind::DateTime,
    "2024-04-20",
    "The end; days of 24 hours are counted up to it, and there is at least one.",
);
pub(super) const BODY: Parameter = Parameter::optional(
    "body",
    Kind::Words(CelestialBody::WORDS),
    "sun,moon",
    "Comma-separated or repeated: `sun`, `moon`, `gc` (the Galactic Center). `sun,moon` if left out.",
);
pub(super) const EVENTS: Parameter = Parameter::optional(
    "events",
    Kind::Words(EventKey::WORDS),
    "new_moon,full_moon,solar_eclipse",
    "Only these kinds of events, comma-separated or repeated; each must belong to a body of `body`. All of \
        the bodies if left out.",
);
pub(super) const CIRCUMSTANCES: Parameter = Parameter::optional(
    "circumstances",
    FLAG,
    "1",
    "1 tells what the observer sees at each event, and needs `obs`. 0 if left out.",
);
pub(super) const OVERFLOW: Parameter = Parameter::optional(
    "overflow",
    FLAG,
    "1",
    "1 adds the last event of each kind before the range and the first after it. 0 if left out.",
);
const MOST_DAYS: i64 = 400;

/// The parameters of a request, as read.
pub(super) struct Request {
    pub(super) start: Instant,
    pub(super) end: Instant,
    pub(super) body: Vec<CelestialBody>,
    pub(super) events: Vec<EventKey>,
    pub(super) obs: Option<Site>,
    pub(super) circumstances: bool,
    pub(super) overflow: bool,
    pub(super) delta_t: AskedDeltaT,
}

impl Request {
    /// Reads all parameters but the form of the answer.
    pub(super) fn read(input: &mut Input) -> Result<Self, Problem> {
        let (start, end) = (input.required(&START, Input::instant), input.required(&END, Input::instant));
        let body = input.words(&BODY).unwrap_or_else(|| vec![CelestialBody::Sun, CelestialBody::Moon]);
        let named: Option<Vec<EventKey>> = input.words(&EVENTS);
        let obs = input.site(&OBS);
        let circumstances = flag(input, &CIRCUMSTANCES);
        let overflow = flag(input, &OVERFLOW);
        let delta_t = input.delta_t();
        Days::check_order(input, (&START, &start), (&END, &end));
        if circumstances && !input.has(&OBS) {
            input.wrong(
                OBS.name,
                format!("required with circumstances=1; obs={} would be right", OBS.example),
            );
        }
        for key in named.iter().flatten().filter(|key| !body.contains(&key.body())) {
            let (word, of) = (key.word(), key.body().word());
            input.wrong(EVENTS.name, format!("{word} is an event of {of}, which is not in body"));
        }
        let (start, end) = input.check((start, end))?;
        let events = named.unwrap_or_else(|| {
            EventKey::VALUES.iter().copied().filter(|key| body.contains(&key.body())).collect()
        });
        Ok(Self { start, end, body, events, obs, circumstances, overflow, delta_t })
    }

    /// The range in whole days, in the ephemeris and with a ΔT.
    pub(super) fn range(
        &self,
        context: &Context,
        delta_t: &DeltaTInForce,
    ) -> Result<(Instant, Instant), Problem> {
        let days = Days::counted(self.start, self.end, MOST_DAYS)?;
        let ends = [(days.start, START.name), (days.last(), END.name)];
        let remark = format!(", or within {EPHEMERIS_MARGIN_DAYS} days of its ends");
        coverage::check(context, ends, delta_t, EPHEMERIS_MARGIN_DAYS, &remark)?;
        Ok((self.start, days.last()))
    }
}
