//! Windows of an observer's sky, and finding them.

use super::when::SkyCondition;
use crate::api::place::Equatorial;
use crate::endpoints::prelude::*;
use astro::accuracy::refraction_sigma_arcsec;
use astro::constants::HORIZON_REFRACTION;
use astro::sky::fixed_direction::FixedDirection;
use astro::sky::passage::condition::{Condition, MAX_BODIES, Quantity, SkyConditions};
use astro::sky::passage::finder::{Conditions, Finder, Passage};
use astro::sky::rim::SkylineProfile;

/// Steps of a search in about a millisecond.
const STEPS: u32 = 2000;

/// A period in which all conditions hold.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SkyWindow {
    pub(super) from: WindowEnd,
    pub(super) to: WindowEnd,
    /// Duration, s.
    pub(super) duration_sec: f64,
}

/// The start or the end of a window.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WindowEnd {
    /// The instant of `date`.
    #[serde(skip)]
    pub(super) at: Instant,
    /// Instant, ISO 8601.
    date: String,
    /// Local time of `date` in the zone of `tz`, ISO 8601 with the offset from UTC; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    local: Option<String>,
    /// The condition of `when` that begins to hold or ceases to; null where the range of the search cuts the
    /// window.
    pub(super) condition: Option<String>,
    /// The reason why `condition` is null; only then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<WindowCut>,
    /// Accuracy of the instant; only with `extras=accuracy` and a condition.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) accuracy: Option<Accuracy>,
}

/// Reasons of ends without a condition: the start or the end of the range.
#[derive(Debug, Clone, Copy, PartialEq, Words)]
enum WindowCut {
    RangeStart,
    RangeEnd,
}

/// The theory and ΔT of a search.
pub(super) struct TimedSky<'a> {
    pub(super) sky: Sky<'a>,
    pub(super) site: Site,
    pub(super) delta_t: &'a DeltaTInForce,
}

/// Finds the windows of an observer.
pub(crate) struct WindowFinder {
    view: PassageView,
    /// The bodies by their numbers.
    targets: [Target; MAX_BODIES],
    conditions: Vec<Condition>,
    /// The name of each condition, and whether it has refraction.
    names: Vec<(String, bool)>,
}

impl WindowFinder {
    pub(crate) fn new(
        when: &[SkyCondition],
        star: Option<Equatorial>,
        view: PassageView,
        profile: Option<&SkylineProfile>,
    ) -> Self {
        let star = star.map(|Equatorial([ra, decl])| Target::Fixed(FixedDirection::from_degrees(ra, decl)));
        let [sun, moon, center] = [CelestialBody::Sun, CelestialBody::Moon, CelestialBody::GalacticCenter]
            .map(CelestialBody::target);
        let (mut conditions, mut names) = (Vec::new(), Vec::new());
        for part in when {
            part.add_to(&mut conditions, &view, profile);
            let has_refraction = view.reference == Reference::Apparent && part.altitude_deg().is_some();
            names.resize(conditions.len(), (part.name.clone(), has_refraction));
        }
        Self { view, targets: [sun, moon, center, star.unwrap_or(center)], conditions, names }
    }

    /// Searches on to `until`, or for about a millisecond, and appends the windows that are over.
    pub(crate) fn search(
        &self,
        finder: &mut Finder,
        sky: &Sky,
        tt: impl Fn(Ut1) -> Tt,
        until: Ut1,
        found: &mut Vec<Passage>,
    ) {
        let conditions = self.at(finder.at(), |body, t| self.place(sky, body, t, tt(t)));
        finder.search_some(&conditions, until, STEPS, found);
    }

    fn at<F: Fn(usize, Ut1) -> ApparentPlace>(&self, from: Ut1, place: F) -> SkyConditions<'_, F> {
        SkyConditions::new(&self.view, &self.conditions, place, from)
    }

    fn place(&self, sky: &Sky, body: usize, ut: Ut1, tt: Tt) -> ApparentPlace {
        sky.place(self.targets[body], ut, tt).expect(COVERED)
    }

    /// Returns a window with local times in a zone; `timed` for the accuracy of its ends.
    pub(super) fn window(
        &self,
        passage: &Passage,
        zone: Option<&Zone>,
        timed: Option<&TimedSky>,
    ) -> SkyWindow {
        let end = |t: Ut1, condition: Option<usize>, cut: WindowCut| {
            let at = Instant::from_ut1(t);
            WindowEnd {
                at,
                date: at.iso(),
                local: zone.and_then(|zone| zone.iso(at)),
                condition: condition.map(|condition| self.names[condition].0.clone()),
                reason: condition.is_none().then_some(cut),
                accuracy: condition.zip(timed).map(|(condition, timed)| self.accuracy(condition, t, timed)),
            }
        };
        let from = end(passage.from, passage.limits[0], WindowCut::RangeStart);
        let to = end(passage.to, passage.limits[1], WindowCut::RangeEnd);
        let duration_sec = (to.at.unix_ms - from.at.unix_ms) as f64 / 1000.0;
        SkyWindow { from, to, duration_sec }
    }

    /// Returns the accuracy of the instant at which a condition changes.
    fn accuracy(&self, number: usize, t: Ut1, timed: &TimedSky) -> Accuracy {
        let TimedSky { sky, site, delta_t } = timed;
        let (condition, delta_t) = (&self.conditions[number], delta_t.with_sigma(t));
        let tt = t.to_tt(delta_t.0);
        let per_radian = condition.quantity.per_radian().max(f64::MIN_POSITIVE);
        let angle = |ut: Ut1, tt: Tt| {
            let conditions = self.at(ut, |body, _| self.place(sky, body, ut, tt));
            conditions.margin(number, &conditions.look(ut)) / per_radian
        };
        let body = condition.bodies[1];
        let altitude = || self.view.airless(self.place(sky, body, t, tt))[2].asin();
        let refraction = match condition.quantity {
            Quantity::Limb(_, None) => Some(HORIZON_REFRACTION),
            Quantity::Limb(_, Some(_)) => Some(self.view.horizon.refraction(altitude())),
            _ => self.names[number].1.then(|| self.view.horizon.refraction(altitude())),
        };
        let basis = AccuracyBasis::of(sky.theory, self.targets[body], tt, delta_t);
        basis.of_instant(Some(*site), AngularRates::of(angle, t, tt), refraction.map(refraction_sigma_arcsec))
    }
}

/// Returns the windows of named conditions between two instants at a place, for another operation.
pub(crate) fn windows_of(
    set: &str,
    (sky, site, delta_t_s): (&Sky, Site, f64),
    [from, to]: [Ut1; 2],
    zone: &Zone,
) -> Vec<SkyWindow> {
    let when = SkyCondition::parse(set).expect("a named set");
    let view = PassageView { horizon: Horizon::new(site.observer()), reference: Reference::Parallax };
    let (finder, mut found) = (WindowFinder::new(&when, None, view, None), Vec::new());
    let mut search = Finder::new(from, to);
    while search.at().0 < to.0 {
        finder.search(&mut search, sky, |t| t.to_tt(delta_t_s), to, &mut found);
    }
    found.iter().map(|passage| finder.window(passage, Some(zone), None)).collect()
}
