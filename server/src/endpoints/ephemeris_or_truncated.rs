//! The theory for operations that choose it themselves: the ephemeris where it reaches, the truncated
//! theories elsewhere.

use crate::api::context::Context;
use crate::api::days::Days;
use crate::api::delta_t::{AskedDeltaT, DeltaTInForce};
use crate::api::input::Word;
use crate::one_of::one_of;
use astro::sky::theory::Theory;
use astro::time::Ut1;
use astro::time::delta_t::Course;
use web::problem::Problem;

one_of! {
    /// The theory that an answer is computed by.
    TheoryOfEvents, String, [Theory::Precise, Theory::Truncated].map(Word::word)
}

/// ΔT over the days, and the theory that answers: the ephemeris if it covers them and so many days more at
/// either end. `names` are those of the parameters with the two ends.
pub(crate) fn course_and_theory(
    context: &Context,
    days: Days,
    margin_days: f64,
    asked: AskedDeltaT,
    names: [&'static str; 2],
) -> Result<(Course, Theory), Problem> {
    let (start, last) = (days.start.ut1(), days.last().ut1());
    let course = DeltaTInForce::new(asked, context).course([start, last], names)?;
    let (from, to) = context.data.ephemeris.columns().range();
    let tt = |t: Ut1| course.tt(t);
    let is_covered = tt(start.plus_days(-margin_days)).0 > from.0 && tt(last.plus_days(margin_days)).0 < to.0;
    Ok((course, if is_covered { Theory::Precise } else { Theory::Truncated }))
}
