//! The response of `/crescent`.

use super::side::{CrescentSide, MAX_AGE_H, course, nearest_new_moon};
use crate::endpoints::prelude::*;
use astro::math::angle::ARCMIN;
use astro::sky::crescent::{Crescent, CrescentTimes};
use astro::sky::riseset::BodyWatch;

/// Least altitude and elongation of the criterion of MABIMS, degrees.
const MABIMS_DEG: [f64; 2] = [3.0, 6.4];
/// Least elongation at which a crescent is seen, degrees. Source: Danjon (1936), *L'Astronomie* 50, 57.
const DANJON_DEG: f64 = 7.0;

/// The crescent of the Moon at a place, and whether it can be seen.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CrescentOfPlace {
    /// The local date, ISO 8601.
    date: String,
    /// The nearest new Moon, UTC.
    new_moon: String,
    /// Hours from new Moon to `bestTime`, or to `sun` without it; of a morning, hours until new Moon.
    /// Negative on the other side of new Moon; null without both.
    age: Option<f64>,
    /// Sunset, or sunrise of a morning.
    sun: Option<CrescentInstant>,
    /// The moonset nearest to it, or moonrise of a morning.
    moon: Option<CrescentInstant>,
    /// Minutes from sunset to moonset, or from moonrise to sunrise; negative if the Moon sets first or rises
    /// last.
    lag: Option<f64>,
    /// The best time to look: when four ninths of the time from `sun` to `moon` are over.
    best_time: Option<CrescentInstant>,
    /// The crescent at `bestTime`.
    crescent: Option<CrescentGeometry>,
    /// The criterion of Yallop (1998).
    yallop: Option<CrescentVisibility>,
    /// The criterion of Odeh (2006).
    odeh: Option<CrescentVisibility>,
    /// The criterion of the religious ministers of Brunei, Indonesia, Malaysia and Singapore (2021) at
    /// sunset; null for a morning.
    mabims: Option<MabimsVisibility>,
    /// `true` if the topocentric elongation reaches 7° (Danjon 1936), below which no crescent is seen.
    above_danjon_limit: Option<bool>,
    /// The reason why a field is null; null if none is.
    reason: Option<CrescentReason>,
}

/// An instant.
#[derive(Serialize, ToSchema)]
struct CrescentInstant {
    /// UTC.
    date: String,
    /// Local time in the zone of the day, ISO 8601 with the offset from UTC.
    local: Option<String>,
}

/// Angles of the Sun and the Moon without refraction, degrees.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CrescentGeometry {
    /// ARCL: angle between the Sun and the Moon at the centre of the Earth, degrees.
    arc_of_light: f64,
    /// ARCV: geocentric altitude of the Moon less that of the Sun, degrees.
    arc_of_vision: f64,
    /// DAZ: geocentric azimuth of the Sun less that of the Moon, degrees.
    relative_azimuth: f64,
    /// W′ of Yallop: greatest width of the crescent as the observer sees it, with `arcOfLight`, arcminutes.
    width: f64,
    /// Angle between the Sun and the Moon for the observer, degrees.
    topocentric_arc_of_light: f64,
    /// Altitude of the Moon less that of the Sun for the observer, degrees.
    topocentric_arc_of_vision: f64,
    /// W of Odeh: width of the crescent with `topocentricArcOfLight`, arcminutes.
    topocentric_width: f64,
    /// The direction of the Moon.
    moon: LocalHorizontal,
    /// The direction of the Sun.
    sun: LocalHorizontal,
}

/// Visibility by a criterion.
#[derive(Serialize, ToSchema)]
struct CrescentVisibility {
    /// The test parameter: q of Yallop, a pure number, or V of Odeh, degrees.
    value: f64,
    class: CrescentClass,
    /// The class, for people.
    meaning: &'static str,
}

/// Visibility by MABIMS.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MabimsVisibility {
    /// Topocentric altitude of the Moon's centre at sunset without refraction, degrees: at least 3.
    altitude: f64,
    /// This altitude with refraction, as some almanacs print it, degrees.
    apparent_altitude: f64,
    /// Geocentric elongation at sunset, degrees: at least 6.4.
    elongation: f64,
    /// `true` if both are reached after new Moon.
    is_met: bool,
}

/// Classes of visibility: A to F of Yallop, or the zones A to D of Odeh.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
pub(super) enum CrescentClass {
    #[word("A")]
    A,
    #[word("B")]
    B,
    #[word("C")]
    C,
    #[word("D")]
    D,
    #[word("E")]
    E,
    #[word("F")]
    F,
}

/// Criteria of the visibility of a crescent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Words)]
pub(super) enum CrescentCriterion {
    #[default]
    Yallop,
    Odeh,
}

impl CrescentCriterion {
    /// The classes in order, each with its lower limit, its meaning and its colour. Sources: Yallop (1998),
    /// NAO Technical Note 69; Odeh (2006), *Experimental Astronomy* 18, 39.
    pub(super) fn classes(self) -> &'static [(f64, &'static str, &'static str)] {
        match self {
            Self::Yallop => &[
                (0.216, "easily visible", "#1a9850"),
                (-0.014, "visible under perfect conditions", "#91cf60"),
                (-0.160, "may need optical aid to find it", "#d9ef8b"),
                (-0.232, "visible with optical aid only", "#fee08b"),
                (-0.293, "not visible with a telescope", "#fc8d59"),
                (f64::NEG_INFINITY, "not visible, below the Danjon limit", "#d73027"),
            ],
            Self::Odeh => &[
                (5.65, "visible by naked eye", "#1a9850"),
                (2.0, "visible by optical aid, and could be seen by naked eye", "#91cf60"),
                (-0.96, "visible by optical aid only", "#fee08b"),
                (f64::NEG_INFINITY, "not visible even with optical aid", "#d73027"),
            ],
        }
    }

    fn visibility(self, value: f64) -> CrescentVisibility {
        let class =
            self.classes().iter().position(|(limit, ..)| value > *limit).expect("the last has no limit");
        CrescentVisibility { value, class: CrescentClass::VALUES[class], meaning: self.classes()[class].1 }
    }
}

/// The reason why a field is null: the Sun or the Moon does not set or rise on the date, the Moon sets before
/// the Sun or rises after it, the new Moon is still ahead of an evening or already past in a morning, or the
/// Moon is too far from new for a crescent of these criteria.
#[derive(Debug, Clone, Copy, PartialEq, Words)]
#[words(snake)]
enum CrescentReason {
    NoSunset,
    NoSunrise,
    NoMoonset,
    NoMoonrise,
    MoonSetsFirst,
    MoonRisesLast,
    BeforeNewMoon,
    AfterNewMoon,
    NotACrescent,
}

/// A checked request.
pub(super) struct CrescentFinder {
    pub(super) site: Site,
    pub(super) side: CrescentSide,
    pub(super) zone: Zone,
    /// The local date, days since 1970 January 1.
    pub(super) day: i64,
    /// The 24 hours between the noons around the evening or the morning, UT.
    pub(super) night: [Ut1; 2],
    pub(super) delta_t_s: f64,
}

impl CrescentFinder {
    pub(super) fn answer(self, data: &Data) -> CrescentOfPlace {
        let (is_morning, horizon) = (self.side.is_morning(), Horizon::new(self.site.observer()));
        let course = course(data, self.delta_t_s);
        let [from, to] = self.night;
        let new_moon = nearest_new_moon(data, from.plus_days(to.days_since(from) / 2.0), self.delta_t_s);
        let sun_watch = BodyWatch::new(|t| course(Target::Sun, t), &horizon, from, to);
        let crossings = sun_watch.crossings(&Limb::sun(0.0)).into_iter();
        let mut crossings = crossings.filter(|(is_rise, _)| *is_rise == is_morning).map(|(_, t)| t);
        let sun = crossings.next();
        let times =
            sun.and_then(|sun| CrescentTimes::new(|t| course(Target::Moon, t), &horizon, sun, is_morning));
        let lag_s = times.map(|times| times.lag_s(is_morning));
        let is_alone = lag_s.is_some_and(|lag_s| lag_s > 0.0);
        let best = times.filter(|_| is_alone).map(|times| times.best());
        let age = best.or(sun).map(|at| self.side.hours(new_moon, at));
        let reason = match (sun, times, age) {
            (None, ..) if is_morning => Some(CrescentReason::NoSunrise),
            (None, ..) => Some(CrescentReason::NoSunset),
            (_, _, Some(age)) if age.abs() > MAX_AGE_H => Some(CrescentReason::NotACrescent),
            (_, _, Some(age)) if age < 0.0 && is_morning => Some(CrescentReason::AfterNewMoon),
            (_, _, Some(age)) if age < 0.0 => Some(CrescentReason::BeforeNewMoon),
            (_, None, _) if is_morning => Some(CrescentReason::NoMoonrise),
            (_, None, _) => Some(CrescentReason::NoMoonset),
            _ if !is_alone && is_morning => Some(CrescentReason::MoonRisesLast),
            _ if !is_alone => Some(CrescentReason::MoonSetsFirst),
            _ => None,
        };
        let at = |t: Ut1| {
            let at = Instant::from_ut1(t);
            CrescentInstant { date: at.iso(), local: self.zone.iso(at) }
        };
        let seen = best.filter(|_| reason.is_none()).map(|best| {
            let [sun, moon] = [Target::Sun, Target::Moon].map(|target| course(target, best));
            let geocentric = Crescent::geocentric(&horizon, sun, moon);
            let topocentric = Crescent::topocentric(&horizon, sun, moon);
            (geocentric, topocentric, [moon, sun].map(|place| LocalHorizontal::new(&horizon, place)))
        });
        let is_crescent = reason != Some(CrescentReason::NotACrescent);
        let mabims = sun.filter(|_| !is_morning && is_crescent).map(|sunset| {
            let [sun, moon] = [Target::Sun, Target::Moon].map(|target| course(target, sunset));
            let LocalHorizontal { parallax, apparent, .. } = LocalHorizontal::new(&horizon, moon);
            let elongation = Crescent::geocentric(&horizon, sun, moon).arc_of_light.to_degrees();
            let is_high = parallax.altitude >= MABIMS_DEG[0] && elongation >= MABIMS_DEG[1];
            MabimsVisibility {
                altitude: parallax.altitude,
                apparent_altitude: apparent.altitude,
                elongation,
                is_met: is_high && sunset > new_moon,
            }
        });
        CrescentOfPlace {
            date: Instant { unix_ms: self.day * MS_PER_DAY }.date(),
            new_moon: Instant::from_ut1(new_moon).iso(),
            age,
            sun: sun.map(at),
            moon: times.map(|times| at(times.moon)),
            lag: lag_s.map(|lag_s| lag_s / 60.0),
            best_time: best.map(at),
            yallop: seen.as_ref().map(|seen| CrescentCriterion::Yallop.visibility(seen.0.yallop_q())),
            odeh: seen.as_ref().map(|seen| CrescentCriterion::Odeh.visibility(seen.1.odeh_v())),
            mabims,
            above_danjon_limit: seen.as_ref().map(|seen| seen.1.arc_of_light.to_degrees() >= DANJON_DEG),
            crescent: seen.map(|(geocentric, topocentric, [moon, sun])| CrescentGeometry {
                arc_of_light: geocentric.arc_of_light.to_degrees(),
                arc_of_vision: geocentric.arc_of_vision.to_degrees(),
                relative_azimuth: geocentric.relative_azimuth.to_degrees(),
                width: geocentric.width / ARCMIN,
                topocentric_arc_of_light: topocentric.arc_of_light.to_degrees(),
                topocentric_arc_of_vision: topocentric.arc_of_vision.to_degrees(),
                topocentric_width: topocentric.width / ARCMIN,
                moon,
                sun,
            }),
            reason,
        }
    }
}
