//! Ranges of whole days from the ephemeris, and flags, as several operations take them.

use crate::api::context::Context;
use crate::api::input::{Input, Word};
use crate::api::instant::Instant;
use crate::api::parameter::Parameter;
use crate::http::problem::{Code, Problem};
use astro::constants::MS_PER_DAY;

/// The words of a flag.
pub(crate) const FLAGS: &[&str] = Flag::WORDS;

/// A flag: on or off.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Flag(bool);

impl Word for Flag {
    const WORDS: &'static [&'static str] = &["0", "1", "false", "true"];
    const VALUES: &'static [Self] = &[Self(false), Self(true), Self(false), Self(true)];
}

/// Reads a parameter as a flag; off if it is absent.
pub(crate) fn flag(input: &mut Input, p: &Parameter) -> bool {
    input.word::<Flag>(p).is_some_and(|flag| flag.0)
}

/// Records it as wrong if the end of a range comes before its start.
pub(crate) fn check_order(
    input: &mut Input,
    (first, start): (&Parameter, Option<&Instant>),
    (last, end): (&Parameter, Option<&Instant>),
) {
    if let (Some(start), Some(end)) = (start, end)
        && end < start
    {
        input.wrong(last.name, format!("{} comes before {} = {}", end.iso(), first.name, start.iso()));
    }
}

/// A range, counted in days of 24 hours from its start.
pub(crate) struct DayRange {
    /// Where it begins.
    pub(crate) start: Instant,
    /// Where it ends, not before the start.
    pub(crate) end: Instant,
    /// Names of the parameters.
    pub(crate) names: (&'static str, &'static str),
}

impl DayRange {
    /// The end of the last day: a part of a day counts as one, and there is at least one. More days than are
    /// allowed are refused.
    pub(crate) fn last(&self, most_days: i64) -> Result<Instant, Problem> {
        let days = ((self.end.unix_ms - self.start.unix_ms + MS_PER_DAY - 1) / MS_PER_DAY).max(1);
        if days > most_days {
            let detail = format!("{days} days were asked for; one call gives at most {most_days}");
            return Err(Problem::new(Code::TooLarge, detail));
        }
        Ok(Instant { unix_ms: self.start.unix_ms.saturating_add(days * MS_PER_DAY) })
    }

    /// Refuses a range without a ΔT, or that does not lie in the ephemeris with a margin on both sides.
    pub(crate) fn check_ephemeris(
        &self,
        context: &Context,
        last: Instant,
        given_s: Option<f64>,
        margin_days: f64,
    ) -> Result<(), Problem> {
        let (begin, end) = context.data.ephemeris.columns().range();
        for (at, name) in [(self.start, self.names.0), (last, self.names.1)] {
            let tt = at.ut1().to_tt(context.delta_t_s(at.ut1(), given_s, name)?);
            if !(begin.plus_days(margin_days)..=end.plus_days(-margin_days)).contains(&tt) {
                let [begin, end] = [begin, end].map(|t| astro::time::iso_text(t.0));
                let detail = format!(
                    "{} lies outside the ephemeris, which reaches from {begin} to {end} (TT), or within \
                     {margin_days} days of its ends",
                    at.iso()
                );
                return Err(Problem::new(Code::OutsideEphemeris, detail));
            }
        }
        Ok(())
    }
}
