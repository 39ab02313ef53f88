//! Whether the ephemeris holds the days of a request.

use crate::api::context::Context;
use crate::api::days::Days;
use crate::api::delta_t::DeltaTInForce;
use web::problem::{Code, Problem};

/// Refuses days without a ΔT, or that do not lie in the ephemeris with a margin on both sides. `names` are
/// those of the parameters for beginning and end.
pub(super) fn check(
    context: &Context,
    days: Days,
    names: [&'static str; 2],
    delta_t: &DeltaTInForce,
    margin_days: f64,
) -> Result<(), Problem> {
    let (begin, end) = context.data.ephemeris.columns().range();
    for (at, name) in [days.start, days.last()].into_iter().zip(names) {
        let tt = at.ut1().to_tt(delta_t.checked(at.ut1(), name)?);
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
