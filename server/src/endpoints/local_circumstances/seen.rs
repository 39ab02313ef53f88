//! An observer and an eclipse.

use crate::api::instant::Instant;
use astro::eclipse::local::ObservedEclipse;

/// An observer, an eclipse, and ΔT with its error if it is the service's own.
pub(crate) struct Seen<'a> {
    /// The eclipse for the observer, as `astro` computes it.
    pub(crate) local: ObservedEclipse<'a>,
    /// ΔT in force, s.
    pub(crate) delta_t_s: f64,
    /// Standard error of ΔT, s; none for a given ΔT.
    pub(crate) sigma_s: Option<f64>,
}

impl Seen<'_> {
    /// An instant, hours of TD from t0, as UTC in ISO 8601.
    pub(super) fn iso(&self, t: f64) -> String {
        Instant::from_ut1(self.local.instant(t).to_ut1(self.delta_t_s)).iso()
    }
}
