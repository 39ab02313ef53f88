//! The operation `/julian-day/{date}`: the Julian Day of a date.

use crate::endpoints::prelude::*;

const COST: f64 = 0.5;

pub(crate) const OPERATION: Operation =
    Operation::json::<JulianDayQuery, JulianDay>("julian-day", &["/julian-day/{date}"], prepare)
        .documented(Group::Time, include_str!("julian_day.md"))
        .cost(COST);

/// The parameters of `/julian-day`.
#[derive(Parameters)]
struct JulianDayQuery {
    /// The instant, Universal Time.
    #[param(path, example = "2024-04-08T18:18:00Z")]
    date: Instant,
}

/// The Julian Day of a date.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct JulianDay {
    /// Days since −4712 January 1, 12h of the Julian calendar.
    julian_day: f64,
}

fn prepare(input: &mut Input, _: &Context) -> Result<Prepared, Problem> {
    let query: JulianDayQuery = input.parameters()?;
    let echo = query.in_query(OPERATION.name, COST);
    Ok(Prepared::json(&echo, COST, move || Ok(JulianDay { julian_day: query.date.ut1().0 })))
}
