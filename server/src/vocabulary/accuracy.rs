//! The block `accuracy` of every operation.
//!
//! All figures are one standard error. How each comes about: [`astro::accuracy`] and, for the theories, their
//! residuals against JPL DE440 and DE406 century by century.

use crate::api::input::Word;
use crate::api::parameter::Parameter;
use crate::api::parameters::Parameters;
use crate::api::site::Site;
use crate::api::value::Words;
use astro::accuracy::{Causes, Rates, east_west_km};
use astro::earth::Observer;
use astro::sky::theory::{Target, Theory};
use astro::time::Tt;
use serde::Serialize;
use utoipa::ToSchema;

/// The word for the theory of directions that do not move: they are precessed, and no more.
const PRECESSION: &str = "precession";

/// The word for the theories of the eclipse canon.
pub(crate) const CANON: &str = "canon";

/// How sure an answer is, and on what it rests. Every `sigma` is one standard error: two of three values lie
/// within it, 99 of 100 within three times as much.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StandardErrors)]
pub(crate) struct Accuracy {
    /// ΔT in force, s.
    pub(crate) delta_t: f64,
    /// Its standard error, s; null for a given ΔT.
    pub(crate) delta_t_sigma: Option<f64>,
    /// The theory that the place comes from: `precise`, `standard` and so on as `alg` has them, `canon` for
    /// the theories of the eclipse canon, `precession` for directions that do not move.
    pub(crate) theory: &'static str,
    /// How far its direction is off, arcseconds: one standard error, measured against JPL's ephemerides in
    /// the century of the instant.
    pub(crate) theory_sigma_arcsec: f64,
    /// How far the error of refraction lifts or lowers the body, arcseconds; only where refraction enters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) refraction_sigma_arcsec: Option<f64>,
    /// How far the error of ΔT shifts the ground east or west under the sky, km: on the parallel of the
    /// observer, on the equator without one. Null for a given ΔT.
    #[serde(rename = "eastWestKm")]
    pub(crate) east_west_km: Option<f64>,
    /// One standard error of the instant from all causes, s: the error of ΔT as far as it moves the body,
    /// that of the theory and, where it enters, that of refraction. Only of instants.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) sigma: Option<f64>,
}

/// `extras`, of operations that have no others.
#[derive(Debug, Clone, PartialEq, Parameters)]
#[parameters(inline)]
pub(crate) struct AccuracyExtras {
    /// `accuracy`: how sure each instant or direction is, one standard error of each of its causes.
    #[param(example = "accuracy")]
    pub(crate) extras: Option<Vec<AccuracyExtra>>,
}

/// The parameter of [`AccuracyExtras`].
pub(crate) const EXTRAS: Parameter = AccuracyExtras::EXTRAS;

/// What is told beside the usual.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
#[words(name = "AccuracyExtraWord")]
pub(crate) enum AccuracyExtra {
    /// The block `accuracy`.
    Accuracy,
}

/// The name of the schema.
pub(crate) type AccuracyExtraWord = AccuracyExtra;

/// The inputs of an accuracy block: ΔT and the theory, without the observer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Basis {
    /// ΔT in force, s.
    pub(crate) delta_t_s: f64,
    /// Its standard error, s; none for a given ΔT.
    pub(crate) delta_t_sigma_s: Option<f64>,
    /// The word of the theory.
    pub(crate) theory: &'static str,
    /// One standard error of its directions, arcseconds.
    pub(crate) theory_sigma_arcsec: f64,
}

impl Basis {
    /// The place of a target by a theory at `t`; ΔT with its standard error, none if it is given.
    pub(crate) fn of(theory: Theory, target: Target, t: Tt, delta_t: (f64, Option<f64>)) -> Self {
        let word = match target {
            Target::Fixed(_) => PRECESSION,
            Target::Sun | Target::Moon => theory.answering(target).word(),
        };
        let theory_sigma_arcsec = theory.sigma_arcsec(target, t);
        Self { delta_t_s: delta_t.0, delta_t_sigma_s: delta_t.1, theory: word, theory_sigma_arcsec }
    }

    /// The accuracy of a position: for an observer, or without one for the equator.
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

    /// The accuracy of an instant at which an angle with those rates has a value; the standard error of
    /// refraction in arcseconds, where it enters.
    pub(crate) fn of_instant(&self, site: Option<Site>, rates: Rates, refraction: Option<f64>) -> Accuracy {
        let causes = Causes {
            delta_t_s: self.delta_t_sigma_s.unwrap_or(0.0),
            theory_arcsec: self.theory_sigma_arcsec,
            refraction_arcsec: refraction.unwrap_or(0.0),
        };
        let sigma = Some(rates.sigma(causes).total_s());
        Accuracy { refraction_sigma_arcsec: refraction, sigma, ..self.of_position(site) }
    }

    /// The accuracy of what an eye sees, at a refraction with that standard error, arcseconds.
    pub(crate) fn of_sight(&self, site: Site, refraction_sigma_arcsec: Option<f64>) -> Accuracy {
        Accuracy { refraction_sigma_arcsec, ..self.of_position(Some(site)) }
    }

    /// The accuracy of an instant of the bodies alone, which a theory has wrong by some seconds: all of ΔT's
    /// error is in it.
    pub(crate) fn of_event(&self, site: Option<Site>, theory_sigma_s: f64) -> Accuracy {
        let sigma = Some(self.delta_t_sigma_s.unwrap_or(0.0).hypot(theory_sigma_s));
        Accuracy { sigma, ..self.of_position(site) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASIS: Basis =
        Basis { delta_t_s: 69.2, delta_t_sigma_s: Some(3.0), theory: "precise", theory_sigma_arcsec: 2.0 };

    #[test]
    fn errors_add_up_as_squares_and_a_given_delta_t_has_none() {
        let event = BASIS.of_event(None, 4.0);
        assert_eq!((event.sigma, event.delta_t_sigma), (Some(5.0), Some(3.0)));
        assert!(event.east_west_km.is_some_and(|km| (km - 1.3953).abs() < 1e-4));
        let given = Basis { delta_t_sigma_s: None, ..BASIS }.of_instant(None, Rates::of_bodies(0.5), None);
        assert_eq!((given.sigma, given.east_west_km, given.delta_t_sigma), (Some(4.0), None, None));
    }

    #[test]
    fn a_position_has_no_sigma_in_seconds() {
        let json = serde_json::to_value(BASIS.of_position(None)).expect("plain numbers");
        let keys: Vec<_> = json.as_object().expect("an object").keys().cloned().collect();
        assert_eq!(keys, ["deltaT", "deltaTSigma", "theory", "theorySigmaArcsec", "eastWestKm"]);
    }
}
