//! How sure the instant of an event is.

use crate::api::accuracy::{Accuracy, Basis, CANON};
use crate::api::input::Word;
use crate::api::site::Site;
use crate::endpoints::celestial_events::key::EventKey;
use crate::endpoints::celestial_events::search::{Occurrence, Search};
use astro::ephemeris::residual::TheoryName;
use astro::sky::events::{Course, syzygy_sigma};
use astro::sky::theory::Theory;

/// How sure the instant of an event is; kilometres are those of the observer's parallel.
pub(super) fn accuracy(search: &Search, o: &Occurrence, site: Option<Site>) -> Accuracy {
    let course = Course { ephemeris: search.data.ephemeris.columns() };
    let (theory, of_theory) = match o.key {
        EventKey::Sky(event) => (Theory::Precise.word(), event.sigma(&course, o.t)),
        EventKey::LunarEclipse => (Theory::Precise.word(), syzygy_sigma(TheoryName::Sky, &course, o.t)),
        EventKey::SolarEclipse => (CANON, syzygy_sigma(TheoryName::Canon, &course, o.t)),
    };
    let of_theory = of_theory.expect("events lie in the ephemeris and its margin");
    let delta_t_s = match o.solar.map(|index| &search.data.elements.usual()[index]) {
        Some(elements) => search.delta_t.of_eclipse(elements),
        None => search.delta_t.at_tt(o.t),
    };
    let basis = Basis {
        delta_t_s,
        delta_t_sigma_s: search.delta_t.sigma_s(o.at.ut1()),
        theory,
        theory_sigma_arcsec: of_theory.arcsec,
    };
    basis.of_event(site, of_theory.seconds)
}
