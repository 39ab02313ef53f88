//! Dates relative to the present, which parameters accept wherever they accept a date.

use crate::api::date_time::relative::Relative;
use crate::api::place::Site;
use crate::api::prelude::*;
use crate::api::zone_rules::{ZoneRules, is_of_place};
use astro::constants::MS_PER_DAY;

/// Reads a date relative to the present of the request, as milliseconds since 1970; none for every other
/// text. Days are those of `tz` if the request has one. With `day=local` the result is a local date as 0h UT.
///
/// The response then expires when the text gets another meaning.
pub(crate) fn parse(input: &mut Input, text: &str) -> Option<i64> {
    let (relative, now_ms) = (Relative::parse(text)?, input.now_ms);
    let zone = zone(input);
    let is_local_date = input.named("day").is_some_and(|day| day.eq_ignore_ascii_case("local"));
    let today = zone.day(now_ms)?;
    let (unix_ms, changes_ms) = match relative {
        Relative::Day(days) if is_local_date => ((today + days) * MS_PER_DAY, zone.begin_of(today + 1)?),
        Relative::Day(days) => (zone.begin_of(today + days)?, zone.begin_of(today + 1)?),
        _ => {
            let at_ms = relative.after(now_ms)?;
            (if is_local_date { zone.day(at_ms)? * MS_PER_DAY } else { at_ms }, now_ms)
        }
    };
    input.changes_ms = Some(input.changes_ms.map_or(changes_ms, |earlier| earlier.min(changes_ms)));
    Some(unix_ms)
}

/// Returns `today`, `tomorrow` or `yesterday` in the path before a parameter, as [`parse`].
pub(crate) fn day_before(input: &mut Input, p: &Parameter) -> Option<i64> {
    let text = input.text_before(p)?.to_owned();
    matches!(Relative::parse(&text), Some(Relative::Day(_))).then(|| parse(input, &text))?
}

/// Reads a sign with a number and a unit, relative to a start, as milliseconds since 1970; none for every
/// other text.
pub(crate) fn from_start(start_ms: i64, text: &str) -> Option<i64> {
    Relative::parse(text).filter(|_| text.starts_with(['+', '-', ' ']))?.after(start_ms)
}

/// Returns the zone of `tz` or its default; Universal Time without them, or if it is wrong, which its own
/// parameter reports.
fn zone(input: &mut Input) -> ZoneRules {
    let zone = match input.named("tz").or(input.default_tz.map(Cow::Borrowed)) {
        Some(name) if is_of_place(&name) => zone_of_place(input),
        Some(name) => ZoneRules::parse(&name),
        None => None,
    };
    zone.unwrap_or(ZoneRules::UT)
}

fn zone_of_place(input: &mut Input) -> Option<ZoneRules> {
    // Of several places the first.
    let text = input.named("obs")?;
    let site = Site::of_request(text.split([';', '|']).next()?, input).ok()?;
    ZoneRules::parse(input.time_zones?.at(site.lat, site.lng))
}
