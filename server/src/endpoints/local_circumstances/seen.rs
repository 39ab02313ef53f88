//! An observer and an eclipse.

use crate::api::instant::Instant;
use crate::vocabulary::eclipse_accuracy::EclipseErrors;
use astro::eclipse::local::ObservedEclipse;

/// An observer, an eclipse, ΔT, and the errors of both.
pub(crate) struct Seen<'a> {
    /// The eclipse for the observer, as `astro` computes it.
    pub(crate) local: ObservedEclipse<'a>,
    /// ΔT of the computation, s.
    pub(crate) delta_t_s: f64,
    /// The errors of the elements and of ΔT.
    pub(crate) errors: EclipseErrors,
}

impl Seen<'_> {
    /// Formats an instant, hours of TD from t0, as UTC in ISO 8601.
    pub(super) fn iso(&self, t: f64) -> String {
        Instant::from_ut1(self.local.instant(t).to_ut1(self.delta_t_s)).iso()
    }
}
