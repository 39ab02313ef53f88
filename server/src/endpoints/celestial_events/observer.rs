//! The observer's view of an event.

use crate::endpoints::celestial_events::search::{EventSearch, LunarFound, Occurrence};
use crate::endpoints::prelude::*;
use almanac::ContactKey;
use astro::eclipse::local::{Circumstances, ObservedEclipse};
use astro::eclipse::lunar::LunarMoment;

/// The observer's view at the instant of an event.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CelestialEventCircumstances {
    /// Position of the body.
    pub(super) az_alt: LocalHorizontal,
    /// `true` if the body's upper limb is above the horizon, with 34′ of refraction.
    pub(super) visible: bool,
    /// Apparent altitude of the Sun's centre, degrees.
    pub(super) sun_altitude: f64,
    /// Only for solar eclipses: the local view, or null if the eclipse is not visible.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) local: Option<LocalSolarEclipseOrNull>,
    /// Only for lunar eclipses: the phases.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) phases: Option<Vec<LunarEclipsePhase>>,
}

/// The local view of a solar eclipse; null if it is not visible.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(super) enum LocalSolarEclipseOrNull {
    /// The eclipse is visible.
    Seen(LocalSolarEclipse),
    /// The eclipse is not visible.
    Nothing,
}

/// The local view of a solar eclipse.
#[derive(Serialize, ToSchema)]
pub(super) struct LocalSolarEclipse {
    /// Fraction of the Sun's diameter that is covered at the maximum visible phase: at greatest eclipse, or
    /// at sunrise or sunset if the Sun is below the horizon then.
    pub(super) magnitude: f64,
    /// Fraction of the Sun's disc that is covered at that phase, 0 … 1.
    pub(super) obscuration: f64,
    /// Contacts in chronological order.
    pub(super) contacts: Vec<LocalSolarContact>,
}

/// A contact or the local greatest eclipse.
#[derive(Serialize, ToSchema)]
pub(super) struct LocalSolarContact {
    /// The contact.
    pub(super) key: ContactKey,
    /// Instant, UTC, ISO 8601.
    pub(super) date: String,
    /// Local time in the zone of `tz`, ISO 8601 with the offset from UTC; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) local: Option<String>,
    /// `true` if the Sun's upper limb is above the horizon.
    pub(super) visible: bool,
}

impl CelestialEventCircumstances {
    /// Adds the local times of a zone, if there is one.
    pub(super) fn in_zone(mut self, zone: Option<&Zone>) -> Self {
        let of = |date: &str| zone.and_then(|zone| zone.of_iso(date));
        if let Some(LocalSolarEclipseOrNull::Seen(seen)) = &mut self.local {
            seen.contacts.iter_mut().for_each(|contact| contact.local = of(&contact.date));
        }
        self.phases.iter_mut().flatten().for_each(|phase| phase.local = of(&phase.date));
        self
    }

    /// Returns whether the observer sees nothing of the event, of an eclipse from its start to its end.
    pub(super) fn is_unseen(&self) -> bool {
        match (&self.local, &self.phases) {
            (Some(local), _) => matches!(local, LocalSolarEclipseOrNull::Nothing),
            (None, Some(phases)) => phases.iter().all(|phase| phase.moon_altitude <= 0.0),
            (None, None) => !self.visible,
        }
    }
}

/// Words for the phases of a lunar eclipse.
#[derive(Words)]
#[words(remote = LunarContact)]
pub(crate) enum LunarEclipsePhaseKey {
    #[word("lunar_eclipse_p1")]
    PenumbraFirst,
    #[word("lunar_eclipse_u1")]
    UmbraFirst,
    #[word("lunar_eclipse_u2")]
    UmbraSecond,
    #[word("lunar_eclipse_greatest")]
    Greatest,
    #[word("lunar_eclipse_u3")]
    UmbraThird,
    #[word("lunar_eclipse_u4")]
    UmbraFourth,
    #[word("lunar_eclipse_p4")]
    PenumbraFourth,
}

/// A phase of a lunar eclipse.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LunarEclipsePhase {
    /// The phase.
    #[schema(value_type = LunarEclipsePhaseKey)]
    pub(super) key: &'static str,
    /// Instant, UTC, ISO 8601.
    pub(super) date: String,
    /// Local time in the zone of `tz`, ISO 8601 with the offset from UTC; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) local: Option<String>,
    /// Apparent altitude of the Moon's centre, degrees.
    pub(super) moon_altitude: f64,
}

pub(super) struct LocalObserver {
    pub(super) site: Site,
    horizon: Horizon,
}

impl LocalObserver {
    pub(super) fn at(site: Site) -> Self {
        Self { site, horizon: Horizon::new(site.observer()) }
    }

    pub(super) fn view(&self, search: &EventSearch, o: &Occurrence) -> CelestialEventCircumstances {
        let body = o.kind.key.body();
        let place = self.place(search, body.target(), o.t);
        let sun = self.place(search, Target::Sun, o.t);
        CelestialEventCircumstances {
            az_alt: LocalHorizontal::new(&self.horizon, place),
            visible: body.limb(0.0).margin(self.horizon.topocentric(place.body_km, place.gast)) > 0.0,
            sun_altitude: self.altitude_deg(sun),
            local: o.solar.map(|index| {
                let local = self.local(search, &search.choice.data.elements.all()[index]);
                local.map_or(LocalSolarEclipseOrNull::Nothing, LocalSolarEclipseOrNull::Seen)
            }),
            phases: o.lunar.as_ref().map(|lunar| self.phases(search, lunar)),
        }
    }

    fn place(&self, search: &EventSearch, target: Target, t: Tt) -> ApparentPlace {
        let ut = t.to_ut1(search.choice.delta_t.at_tt(t));
        search.choice.sky().place(target, ut, t).expect(COVERED)
    }

    /// Returns the apparent altitude of a body's centre, degrees.
    fn altitude_deg(&self, place: ApparentPlace) -> f64 {
        let airless = self.horizon.topocentric(place.body_km, place.gast).direction().altitude;
        (airless + self.horizon.refraction(airless)).to_degrees()
    }

    /// Returns the local view of a solar eclipse; none if it is not visible.
    fn local(&self, search: &EventSearch, elements: &EclipseElements) -> Option<LocalSolarEclipse> {
        let delta_t_s = search.choice.delta_t.of_eclipse(elements);
        let local = ObservedEclipse::new(&elements.polynomials, self.site.observer(), delta_t_s);
        let sight = local.sight()?;
        let eclipse = &sight.contacts;
        let contact = |key, c: &Circumstances| LocalSolarContact {
            key,
            date: Instant::from_ut1(local.instant(c.t).to_ut1(delta_t_s)).iso(),
            local: None,
            visible: local.view(c).is_up(),
        };
        let central = eclipse.central.as_ref();
        let contacts = [
            Some(contact(ContactKey::First, &eclipse.first)),
            central.map(|c| contact(ContactKey::Second, &c.second)),
            Some(contact(ContactKey::Greatest, &eclipse.greatest)),
            central.map(|c| contact(ContactKey::Third, &c.third)),
            Some(contact(ContactKey::Fourth, &eclipse.fourth)),
        ];
        let seen = local.view(&sight.maximum);
        Some(LocalSolarEclipse {
            magnitude: seen.magnitude,
            obscuration: seen.obscuration,
            contacts: contacts.into_iter().flatten().collect(),
        })
    }

    fn phases(&self, search: &EventSearch, lunar: &LunarFound) -> Vec<LunarEclipsePhase> {
        let phase = |moment: &LunarMoment| LunarEclipsePhase {
            key: moment.contact.word(),
            date: Instant::from_ut1(moment.t.to_ut1(search.choice.delta_t.at_tt(moment.t))).iso(),
            local: None,
            moon_altitude: self.altitude_deg(self.place(search, Target::Moon, moment.t)),
        };
        lunar.course.moments.iter().map(phase).collect()
    }
}
