//! The accuracy of results: the field `accuracy` of every operation.
//!
//! All values are one standard error. [`astro::accuracy`] explains each source. The errors of the theories
//! are their residuals against JPL DE440 and DE406, by century.

use crate::vocabulary::delta_t::DeltaTInput;
use crate::vocabulary::prelude::*;
use astro::accuracy::{AngularRates, Causes, east_west_km};
use astro::earth::Observer;

pub(crate) use almanac::Accuracy;

/// The theory of fixed directions, which are only precessed.
const PRECESSION: &str = "precession";

/// The theories of the eclipse canon.
pub(crate) const CANON: &str = "canon";

/// The parameter `extras` of operations with no other extras.
#[derive(Debug, Clone, PartialEq, Parameters)]
#[parameters(inline)]
pub(crate) struct AccuracyExtras {
    /// `accuracy` adds the accuracy of each instant or direction: one standard error of each source of
    /// uncertainty.
    #[param(example = "accuracy")]
    pub(crate) extras: Option<Vec<AccuracyExtra>>,
}

/// The parameter `extras` of operations whose response always contains the accuracy.
#[derive(Debug, Clone, PartialEq, Parameters)]
#[parameters(inline)]
pub(crate) struct AccuracyAlways {
    /// `accuracy`, which the response always contains.
    #[param(example = "accuracy")]
    extras: Option<Vec<AccuracyExtra>>,
}

/// Additional fields of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
#[words(name = "AccuracyExtraWord")]
pub(crate) enum AccuracyExtra {
    /// The accuracy of results.
    Accuracy,
}

/// Additional fields of a solar eclipse at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
#[words(name = "LocalExtraWord")]
pub(crate) enum LocalExtra {
    /// The accuracy of results.
    Accuracy,
    /// The chance of a central eclipse.
    Chance,
}

/// Rejects a chance without an uncertainty.
pub(crate) fn has_uncertain_delta_t(input: &mut Input, extras: &Option<Vec<LocalExtra>>) {
    if extras.iter().flatten().any(|extra| *extra == LocalExtra::Chance) && input.has(&DeltaTInput::GIVEN_S) {
        let detail = "chance cannot be combined with deltaT, which has no uncertainty; remove one of the two";
        input.wrong("extras", detail);
    }
}

/// The errors of ΔT and of the theory at an instant, from which the accuracy of results is computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct AccuracyBasis {
    pub(crate) delta_t_s: f64,
    /// Standard error of ΔT, s; none for a given ΔT.
    pub(crate) delta_t_sigma_s: Option<f64>,
    pub(crate) theory: &'static str,
    /// One standard error of directions by the theory, arcseconds.
    pub(crate) theory_sigma_arcsec: f64,
}

impl AccuracyBasis {
    /// Returns the errors for a target by a theory at `t`. `delta_t` is ΔT and its standard error, none for a
    /// given ΔT.
    pub(crate) fn of(theory: Theory, target: Target, t: Tt, delta_t: (f64, Option<f64>)) -> Self {
        let word = match target {
            Target::Fixed(_) => PRECESSION,
            Target::Sun | Target::Moon => theory.answering(target).word(),
        };
        let theory_sigma_arcsec = theory.sigma_arcsec(target, t);
        Self { delta_t_s: delta_t.0, delta_t_sigma_s: delta_t.1, theory: word, theory_sigma_arcsec }
    }

    /// Returns the accuracy of a position for an observer, or on the equator without an observer.
    pub(crate) fn of_position(&self, site: Option<Site>) -> Accuracy {
        let observer = site.map_or(Observer::from_degrees(0.0, 0.0, 0.0), Site::observer);
        Accuracy {
            delta_t: self.delta_t_s,
            delta_t_sigma: self.delta_t_sigma_s,
            theory: self.theory,
            theory_sigma_arcsec: self.theory_sigma_arcsec,
            refraction_sigma_arcsec: None,
            east_west_km: self.delta_t_sigma_s.map(|sigma_s| east_west_km(sigma_s, observer)),
            sigma: None,
        }
    }

    /// Returns the accuracy of the instant at which an angle with these rates reaches a value. `refraction`
    /// is one standard error in arcseconds, if the angle depends on refraction.
    pub(crate) fn of_instant(
        &self,
        site: Option<Site>,
        rates: AngularRates,
        refraction: Option<f64>,
    ) -> Accuracy {
        let causes = Causes {
            delta_t_s: self.delta_t_sigma_s.unwrap_or(0.0),
            theory_arcsec: self.theory_sigma_arcsec,
            refraction_arcsec: refraction.unwrap_or(0.0),
        };
        let sigma = Some(rates.sigma(causes).total_s());
        Accuracy { refraction_sigma_arcsec: refraction, sigma, ..self.of_position(site) }
    }

    /// Returns the accuracy of an apparent position, given one standard error of refraction, arcseconds.
    pub(crate) fn of_sight(&self, site: Site, refraction_sigma_arcsec: Option<f64>) -> Accuracy {
        Accuracy { refraction_sigma_arcsec, ..self.of_position(Some(site)) }
    }

    /// Returns the accuracy of a geocentric event, given one standard error of the theory in seconds. The
    /// error of ΔT applies in full.
    pub(crate) fn of_event(&self, site: Option<Site>, theory_sigma_s: f64) -> Accuracy {
        let sigma = Some(self.delta_t_sigma_s.unwrap_or(0.0).hypot(theory_sigma_s));
        Accuracy { sigma, ..self.of_position(site) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASIS: AccuracyBasis = AccuracyBasis {
        delta_t_s: 69.2,
        delta_t_sigma_s: Some(3.0),
        theory: "precise",
        theory_sigma_arcsec: 2.0,
    };

    #[test]
    fn errors_add_up_as_squares_and_a_given_delta_t_has_none() {
        let event = BASIS.of_event(None, 4.0);
        assert_eq!((event.sigma, event.delta_t_sigma), (Some(5.0), Some(3.0)));
        assert!(event.east_west_km.is_some_and(|km| (km - 1.3953).abs() < 1e-4));
        let given = AccuracyBasis { delta_t_sigma_s: None, ..BASIS };
        let given = given.of_instant(None, AngularRates::of_bodies(0.5), None);
        assert_eq!((given.sigma, given.east_west_km, given.delta_t_sigma), (Some(4.0), None, None));
    }

    #[test]
    fn a_position_has_no_sigma_in_seconds() {
        let json = serde_json::to_value(BASIS.of_position(None)).expect("plain numbers");
        let keys: Vec<_> = json.as_object().expect("an object").keys().cloned().collect();
        assert_eq!(keys, ["deltaT", "deltaTSigma", "theory", "theorySigmaArcsec", "eastWestKm"]);
    }
}
