//! The span of time that the ephemeris covers, and the theory for spans outside of it.

use crate::vocabulary::delta_t::{DeltaTInForce, DeltaTInput};
use crate::vocabulary::prelude::*;
use astro::sky::theory::Sky;
use astro::time::delta_t::DeltaTInterpolation;

/// The panic message of a theory that fails inside a span that [`check`] or [`Choice::new`] accepted.
pub(crate) const COVERED: &str = "the theory covers every span that was checked";

/// The theory behind a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub(crate) enum TheoryOfEvents {
    /// The ephemeris.
    #[default]
    Precise,
    /// The truncated theories.
    Truncated,
}

impl From<Theory> for TheoryOfEvents {
    fn from(theory: Theory) -> Self {
        if theory == Theory::Precise { Self::Precise } else { Self::Truncated }
    }
}

/// The theory for a span of time, and ΔT over it, for operations without a parameter `alg`.
pub(crate) struct Choice {
    /// The generation.
    pub(crate) data: Arc<Data>,
    /// The ephemeris where it covers the span, the truncated theories elsewhere.
    pub(crate) theory: Theory,
    /// ΔT with its standard error.
    pub(crate) delta_t: DeltaTInForce,
    /// ΔT over the span, fast to evaluate.
    pub(crate) course: DeltaTInterpolation,
}

impl Choice {
    /// Chooses the ephemeris if it covers the span and `margin_days` at both ends. `names` are the parameters
    /// of the ends.
    pub(crate) fn new(
        context: &Context,
        [from, to]: [Instant; 2],
        margin_days: f64,
        requested: DeltaTInput,
        names: [&'static str; 2],
    ) -> Result<Self, Problem> {
        let delta_t = DeltaTInForce::new(requested, context);
        let course = delta_t.course([from.ut1(), to.ut1()], names)?;
        let span = course.tt(from.ut1())..=course.tt(to.ut1());
        let is_covered = context.data.covers(&span, margin_days);
        let theory = if is_covered { Theory::Precise } else { Theory::Truncated };
        Ok(Self { data: context.generation(), theory, delta_t, course })
    }

    /// Returns whether the ephemeris covers the span, which makes each position quick.
    pub(crate) fn is_precise(&self) -> bool {
        self.theory == Theory::Precise
    }

    /// The sky by the chosen theory.
    pub(crate) fn sky(&self) -> Sky<'_> {
        self.data.sky(self.theory)
    }

    /// An instant of the span in TT.
    pub(crate) fn tt(&self, t: Ut1) -> Tt {
        self.course.tt(t)
    }
}

/// Margin around a date, days: the longest lunation, the offset of a zone, and enough for light times.
const LUNATION_DAYS: f64 = 33.0;

/// Returns an error unless the ephemeris covers the date of a parameter with a lunation on either side.
pub(crate) fn check_lunation(
    data: &Data,
    date: (Instant, &'static str),
    delta_t: &DeltaTInForce,
) -> Result<(), Problem> {
    check(data, [date], delta_t, LUNATION_DAYS, ", or within 33 days of its ends")
}

/// Refuses instants that have no ΔT or lie outside the ephemeris less `margin_days` at both ends. Each comes
/// with its parameter; `remark` ends the sentence.
pub(crate) fn check<const N: usize>(
    data: &Data,
    ends: [(Instant, &'static str); N],
    delta_t: &DeltaTInForce,
    margin_days: f64,
    remark: &str,
) -> Result<(), Problem> {
    for (at, name) in ends {
        let tt = at.ut1().to_tt(delta_t.checked(at.ut1(), name)?);
        if !data.covers(&(tt..=tt), margin_days) {
            let (begin, end) = data.ephemeris.columns().range();
            let [begin, end] = [begin, end].map(|t| astro::time::iso_text(t.0));
            let detail = format!(
                "{} lies outside the ephemeris, which reaches from {begin} to {end} (TT){remark}",
                at.iso()
            );
            return Err(Problem::new(Code::OutsideEphemeris, detail));
        }
    }
    Ok(())
}
