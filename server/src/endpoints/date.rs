//! The operation `/date/{julian-day}`: date of a Julian Day.

use crate::api::number::JULIAN_DAYS;
use crate::endpoints::prelude::*;
use astro::time::Calendar;

const COST: f64 = 0.5;

pub(crate) const OPERATION: Operation =
    Operation::json::<DateQuery, DateOfJulianDay>("date", &["/date/{julian-day}"], prepare)
        .documented(Group::Time, include_str!("date.md"))
        .cost(COST);

/// The parameters of `/date`.
#[derive(Parameters)]
struct DateQuery {
    /// Julian Day. The years −271821 to +275760 are supported, the range of ECMAScript dates.
    #[param(path, example = "2460409.2625", min = JULIAN_DAYS[0], max = JULIAN_DAYS[1])]
    julian_day: f64,
}

/// The date of a Julian Day.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DateOfJulianDay {
    /// The instant, ISO 8601.
    date: String,
    /// Its date in the Julian calendar.
    julian_calendar: String,
}

fn prepare(input: &mut Input, _: &Context) -> Result<Prepared, Problem> {
    let query: DateQuery = input.parameters()?;
    let echo = query.in_query(OPERATION.name, COST);
    let at = Instant::from_ut1(Ut1(query.julian_day));
    let julian_calendar = Calendar::Julian.date(at.ut1().midnight().0).text();
    Ok(Prepared::json(&echo, COST, move || Ok(DateOfJulianDay { date: at.iso(), julian_calendar })))
}
