//! The response of `/lunar-eclipse/local-circumstances`.

use crate::api::value::words_schema;
use crate::endpoints::prelude::*;
use almanac::ZenithPlace;
use astro::earth::rotation::gast;
use astro::eclipse::lunar::LunarMoment;
use astro::ephemeris::Places;
use astro::ephemeris::residual::{TheoryName, elongation_sigma};
use astro::sky::horizon::HorizonVector;
use astro::sky::zenith::place_below;
use utoipa::PartialSchema;

/// An observer, and ΔT with its standard error if it comes from a model.
pub(crate) struct LunarObserver {
    site: Site,
    horizon: Horizon,
    delta_t_s: f64,
    sigma_s: Option<f64>,
    has_appearance: bool,
}

/// A lunar eclipse for an observer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LunarCircumstances {
    /// Number in the catalog.
    #[schema(minimum = 1, maximum = 12064)]
    catalog: i32,
    /// Saros number.
    #[schema(minimum = -100, maximum = 300)]
    saros: i16,
    /// Penumbral, partial or total.
    #[serde(rename = "type")]
    #[schema(value_type = LunarEclipseTypePrimary)]
    kind: char,
    /// Least distance of the Moon's centre from the shadow axis, Earth radii, negative south.
    gamma: f64,
    /// Part of the Moon's diameter in the penumbra at greatest eclipse.
    penumbral_magnitude: f64,
    /// Part of the Moon's diameter in the umbra; negative if the Moon misses the umbra.
    umbral_magnitude: f64,
    /// From P1 to P4, s.
    penumbral_duration: f64,
    /// From U1 to U4, s, or null.
    partial_duration: Option<f64>,
    /// From U2 to U3, s, or null.
    total_duration: Option<f64>,
    /// In order of time.
    contacts: Vec<LunarEclipseContact>,
    /// The sources of the instants; each contact has its `sigma`.
    accuracy: Accuracy,
}

/// Names of contacts and greatest eclipse.
#[derive(Clone, Copy, PartialEq, Words)]
#[words(verbatim)]
enum LunarContactName {
    P1,
    U1,
    U2,
    #[word("greatest")]
    Greatest,
    U3,
    U4,
    P4,
}

/// Keys of contacts and greatest eclipse.
enum LunarContactKey {}

impl PartialSchema for LunarContactKey {
    fn schema() -> RefOr<Schema> {
        words_schema::<LunarContact>("Keys of contacts and greatest eclipse.")
    }
}

impl ToSchema for LunarContactKey {}

/// A contact, or greatest eclipse.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LunarEclipseContact {
    /// Its conventional name.
    contact: LunarContactName,
    /// Its key.
    #[schema(value_type = LunarContactKey)]
    key: &'static str,
    /// UTC, ISO 8601.
    date: String,
    /// Local time in the zone of `tz`, ISO 8601 with the offset from UTC; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    local: Option<String>,
    /// Azimuth of the Moon from north through east, degrees.
    azimuth: f64,
    /// Altitude of the Moon's centre, airless and topocentric, degrees.
    altitude: f64,
    /// Altitude of the centre of the Moon with refraction, degrees.
    apparent_altitude: f64,
    /// `true` if the Moon's upper limb is above the horizon.
    visible: bool,
    zenith: ZenithPlace,
    /// One standard error of the instant for the shadow as defined here, s: from ΔT and from the positions of
    /// Sun and Moon. The edge of the real shadow is diffuse, by half a minute to the eye.
    sigma: f64,
    /// The Moon as it is seen from the place; only with `extras=appearance`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    appearance: Option<Appearance>,
}

impl LunarCircumstances {
    /// Returns the response for an observer; `rates` belong to the moments of `course`, in the same order.
    pub(super) fn new(
        facts: &LunarFacts,
        course: &LunarCourse,
        rates: &[AngularRates],
        view: &LunarObserver,
    ) -> Self {
        let at = |contact| course.moments.iter().find(|m| m.contact == contact).map(|m| m.t);
        let greatest = at(LunarContact::Greatest).expect("every eclipse has a greatest one");
        let moments = course.moments.iter().zip(rates);
        let between =
            |first, last| Some(at(last)?.days_since(at(first)?) * astro::constants::SECONDS_PER_DAY);
        Self {
            catalog: facts.catalog_number,
            saros: facts.saros,
            kind: course.kind.letter(),
            gamma: course.gamma,
            penumbral_magnitude: course.penumbral_magnitude,
            umbral_magnitude: course.umbral_magnitude,
            penumbral_duration: between(LunarContact::PenumbraFirst, LunarContact::PenumbraFourth)
                .expect("every eclipse begins and ends"),
            partial_duration: between(LunarContact::UmbraFirst, LunarContact::UmbraFourth),
            total_duration: between(LunarContact::UmbraSecond, LunarContact::UmbraThird),
            contacts: moments.map(|(moment, rates)| view.contact(moment, *rates)).collect(),
            accuracy: view.basis(greatest).of_position(Some(view.site)),
        }
    }
}

impl LunarCircumstances {
    /// Adds the local times of a zone, if there is one.
    pub(super) fn in_zone(mut self, zone: Option<&Zone>) -> Self {
        for contact in &mut self.contacts {
            contact.local = zone.and_then(|zone| zone.of_iso(&contact.date));
        }
        self
    }
}

impl LunarObserver {
    /// Returns the view of an observer; ΔT and, if it comes from a model, its standard error in seconds.
    pub(crate) fn new(site: Site, delta_t_s: f64, sigma_s: Option<f64>) -> Self {
        Self { site, horizon: Horizon::new(site.observer()), delta_t_s, sigma_s, has_appearance: false }
    }

    /// Adds the appearance of the Moon to contacts.
    pub(super) fn with_appearance(self, has_appearance: bool) -> Self {
        Self { has_appearance, ..self }
    }

    /// Returns the sources of an instant.
    fn basis(&self, t: Tt) -> AccuracyBasis {
        AccuracyBasis {
            delta_t_s: self.delta_t_s,
            delta_t_sigma_s: self.sigma_s,
            theory: Theory::Precise.word(),
            theory_sigma_arcsec: elongation_sigma(TheoryName::Sky, t) / ARCSEC,
        }
    }

    fn sidereal(&self, t: Tt, p: &Places) -> f64 {
        gast(t.to_ut1(self.delta_t_s), t, p.nutation_longitude, p.obliquity)
    }

    /// Returns the Moon over the horizon at an instant; `places` belong to it.
    pub(crate) fn moon(&self, t: Tt, places: &Places) -> HorizonVector {
        self.horizon.topocentric(places.moon_km, self.sidereal(t, places))
    }

    fn contact(&self, moment: &LunarMoment, rates: AngularRates) -> LunarEclipseContact {
        let ut = moment.t.to_ut1(self.delta_t_s);
        let p = &moment.places;
        let sidereal = self.sidereal(moment.t, p);
        let moon = self.horizon.topocentric(p.moon_km, sidereal);
        let direction = moon.direction();
        LunarEclipseContact {
            // Both enums have the order of time.
            contact: LunarContactName::VALUES[moment.contact as usize],
            key: moment.contact.word(),
            date: Instant::from_ut1(ut).iso(),
            local: None,
            azimuth: direction.azimuth.to_degrees(),
            altitude: direction.altitude.to_degrees(),
            apparent_altitude: (direction.altitude + self.horizon.refraction(direction.altitude))
                .to_degrees(),
            visible: Limb::moon(0.0).margin(moon) > 0.0,
            zenith: place_below(p.moon_km, sidereal).into(),
            sigma: self.basis(moment.t).of_instant(None, rates, None).sigma.expect("an instant has one"),
            appearance: self.has_appearance.then(|| {
                Appearance::new(&SunAndMoon::new(*p, ut, moment.t), Target::Moon, Some(&self.horizon))
            }),
        }
    }
}
