//! The operation `/julian-day/{date}`: the Julian Day of a date.

use crate::endpoints::prelude::*;

const COST: f64 = 0.5;

/// The operation `/julian-day/{date}`.
pub(crate) const OPERATION: Operation = Operation {
    group: Group::Time,
    summary: "Julian Day of a date",
    description: "The Julian Day of a date of the (proleptic) Gregorian calendar: 2024-04-08T00:00Z is \
        2460408.5. Exact to the millisecond.",
    cost: COST,
    ..Operation::json::<JulianDayQuery, JulianDay>("julian-day", &["/julian-day/{date}"], prepare)
};

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
