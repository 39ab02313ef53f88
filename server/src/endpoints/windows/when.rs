//! `when`: conditions of the sky, as a request writes them.

use crate::api::number::decimal;
use crate::api::value::Value;
use crate::endpoints::prelude::*;
use astro::sky::passage::cap::Cap;
use astro::sky::passage::condition::{Condition, MOON, Quantity};
use astro::sky::passage::finder::MAX_CONDITIONS;
use astro::sky::rim::SkylineProfile;
use std::f64::consts::{FRAC_PI_2, TAU};
use utoipa::openapi::schema::ArrayBuilder;

/// The bodies, by their numbers.
const BODIES: [&str; 4] = ["sun", "moon", "gc", STAR];
/// The body of the parameter `star`.
const STAR: &str = "star";
/// Maximum number of conditions: a range has two limits.
const MAX_PARTS: usize = MAX_CONDITIONS / 2;
/// Altitude above which refraction matters, degrees.
const REFRACTED_DEG: f64 = -2.0;

/// Named sets of conditions.
const SETS: [(&str, &[(&str, &str)]); 5] = [
    ("dark", &[DARK]),
    ("moonless", &[MOONLESS]),
    ("golden", &[("golden", "sun.alt=-4..6")]),
    ("blue", &[("blue", "sun.alt=-6..-4")]),
    ("milky-way", &[DARK, MOONLESS, ("gc.alt>10", "gc.alt>10")]),
];
const DARK: (&str, &str) = ("dark", "sun.alt<-18");
const MOONLESS: (&str, &str) = ("moonless", "moon.alt<level");

/// A quantity of one or two bodies.
#[derive(Debug, Clone, Copy, PartialEq)]
enum QuantityWord {
    Altitude,
    Azimuth,
    HourAngle,
    Illumination,
    Separation,
}

/// The quantities by their words, with the bounds of their values: degrees, or a fraction.
const QUANTITIES: [(&str, QuantityWord, [f64; 2]); 5] = [
    ("alt", QuantityWord::Altitude, [-90.0, 90.0]),
    ("az", QuantityWord::Azimuth, [0.0, 360.0]),
    ("ha", QuantityWord::HourAngle, [-180.0, 180.0]),
    ("ill", QuantityWord::Illumination, [0.0, 1.0]),
    ("sep", QuantityWord::Separation, [0.0, 180.0]),
];

/// The limits of a quantity.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Limits {
    /// The upper limb is above the horizon or not; with `is_level` always the level horizon.
    Horizon { is_level: bool, is_up: bool },
    /// The least and the greatest value; one of them at least.
    Values([Option<f64>; 2]),
}

/// A condition of a request.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SkyCondition {
    /// Its name in responses.
    pub(super) name: String,
    /// The numbers of its bodies, twice that of a single one; the Moon last.
    bodies: [usize; 2],
    quantity: QuantityWord,
    limits: Limits,
    /// `true` if it belongs to a named set, whose altitudes are without refraction.
    is_of_set: bool,
}

impl SkyCondition {
    /// Reads a condition, or the conditions of a named set.
    pub(crate) fn parse(text: &str) -> Option<Vec<Self>> {
        let text = text.trim().to_ascii_lowercase();
        let Some((_, parts)) = SETS.iter().find(|(word, _)| *word == text) else {
            return Self::written(&text).map(|condition| vec![condition]);
        };
        let part = |(name, text): &(&str, &str)| {
            Some(Self { name: (*name).to_owned(), is_of_set: true, ..Self::written(text)? })
        };
        parts.iter().map(part).collect()
    }

    fn written(text: &str) -> Option<Self> {
        let (left, right) = text.split_at(text.find(['<', '>', '='])?);
        let (names, word) = left.rsplit_once('.')?;
        let (_, quantity, bounds) = QUANTITIES.into_iter().find(|(name, ..)| *name == word)?;
        let body = |word: &str| BODIES.iter().position(|body| *body == word);
        let (one, other) = names.split_once('-').unwrap_or((names, names));
        let mut bodies = [body(one)?, body(other)?];
        bodies.sort_by_key(|body| *body == MOON);
        let is_right = match quantity {
            // Two fixed directions keep their distance.
            QuantityWord::Separation => bodies[0] != bodies[1] && bodies.iter().any(|body| *body <= MOON),
            QuantityWord::Illumination => bodies == [MOON; 2],
            QuantityWord::Altitude | QuantityWord::Azimuth | QuantityWord::HourAngle => names == one,
        };
        let (sign, values) = right.split_at(1);
        let values = values.strip_prefix('=').filter(|_| sign != "=").unwrap_or(values);
        let number = |text: &str| {
            let hours = text.strip_suffix('h').filter(|_| quantity == QuantityWord::HourAngle);
            let value = hours.map_or_else(|| decimal(text), |hours| Some(15.0 * decimal(hours)?))?;
            (bounds[0]..=bounds[1]).contains(&value).then_some(value)
        };
        let limits = match (sign, values) {
            ("<" | ">", "horizon" | "level") if quantity == QuantityWord::Altitude => {
                Limits::Horizon { is_level: values == "level", is_up: sign == ">" }
            }
            ("<", value) => Limits::Values([None, Some(number(value)?)]),
            (">", value) => Limits::Values([Some(number(value)?), None]),
            (_, range) => {
                let (from, to) = range.split_once("..").filter(|_| range != "..")?;
                let end = |text: &str| if text.is_empty() { Some(None) } else { number(text).map(Some) };
                Limits::Values([end(from)?, end(to)?])
            }
        };
        let limits = match (limits, quantity) {
            // Ranges may pass through north and the lower meridian.
            (Limits::Values([from, to]), QuantityWord::Azimuth | QuantityWord::HourAngle) => {
                let [from, to] = [from.unwrap_or(bounds[0]), to.unwrap_or(bounds[1])];
                match to - from {
                    // All of them.
                    360.0 => Limits::Values([None; 2]),
                    width if width.rem_euclid(360.0) > 0.0 => Limits::Values([Some(from), Some(to)]),
                    _ => return None,
                }
            }
            (Limits::Values([Some(from), Some(to)]), _) if from >= to => return None,
            (limits, _) => limits,
        };
        let name = text.to_owned();
        is_right.then_some(Self { name, bodies, quantity, limits, is_of_set: false })
    }

    /// Returns whether it needs the parameter `star`.
    pub(super) fn is_of_star(&self) -> bool {
        self.bodies.iter().any(|body| BODIES[*body] == STAR)
    }

    /// Returns the lesser of its limits if it is an altitude of the request.
    pub(super) fn altitude_deg(&self) -> Option<f64> {
        match self.limits {
            Limits::Values([from, to]) if self.quantity == QuantityWord::Altitude && !self.is_of_set => {
                from.or(to)
            }
            _ => None,
        }
    }

    /// Returns whether refraction matters for its altitude, if that has refraction.
    pub(super) fn is_refracted(&self) -> bool {
        self.altitude_deg().is_some_and(|altitude_deg| altitude_deg > REFRACTED_DEG)
    }

    /// Appends its conditions to those of a search.
    pub(super) fn add_to(
        &self,
        all: &mut Vec<Condition>,
        view: &PassageView,
        profile: Option<&SkylineProfile>,
    ) {
        let bodies = self.bodies;
        let mut add = |quantity, is_more| all.push(Condition { bodies, quantity, is_more });
        let limits = match self.limits {
            Limits::Values(limits) => limits,
            Limits::Horizon { is_level, is_up } => {
                let body = CelestialBody::VALUES.get(bodies[0]).unwrap_or(&CelestialBody::GalacticCenter);
                let profile = profile.filter(|_| !is_level).cloned();
                return add(Quantity::Limb(body.limb(0.0), profile), is_up);
            }
        };
        if let (QuantityWord::Azimuth | QuantityWord::HourAngle, [Some(from), Some(to)]) =
            (self.quantity, limits.map(|limit| limit.map(f64::to_radians)))
        {
            let half = (to - from).rem_euclid(TAU) / 2.0;
            let caps = match self.quantity {
                QuantityWord::Azimuth => Cap::about_azimuth(&view.horizon, from + half, half),
                _ => Cap::about_hour_angle(&view.horizon, from + half, half),
            };
            return match half > FRAC_PI_2 {
                true => add(Quantity::EitherCap(caps), true),
                false => caps.into_iter().for_each(|cap| add(Quantity::Cap(cap), true)),
            };
        }
        for (limit, is_least) in limits.into_iter().zip([true, false]) {
            let Some(limit) = limit else { continue };
            match self.quantity {
                QuantityWord::Illumination => add(Quantity::Lit(limit), is_least),
                QuantityWord::Separation => {
                    add(Quantity::Separation(limit.to_radians().cos()), !is_least);
                }
                _ => {
                    let limit = limit.to_radians();
                    let airless = if self.is_of_set { limit } else { view.airless_altitude(limit) };
                    let of = if is_least { Cap::above } else { Cap::below };
                    let cap = of(&view.horizon, airless);
                    // Without a cap every altitude will do.
                    cap.into_iter().for_each(|cap| add(Quantity::Cap(cap), true));
                }
            }
        }
    }
}

/// Separated by commas, or the parameter repeated.
impl Value for Vec<SkyCondition> {
    const IS_LIST: bool = true;
    type Echo = String;

    fn accepted(_: &Parameter) -> Accepted {
        let words = "Conditions with commas between, such as `sun.alt<-18`, `gc.az=115..125` or `dark`";
        Accepted::texts(words.to_owned(), MAX_PARTS)
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let right = || {
            "a condition BODY.QUANTITY with < or > and a number, or =FROM..TO: sun.alt<-18, moon.az=350..10, \
                star.ha=-2h..2h, moon.ill<0.3, sun-moon.sep>30, sun.alt>horizon; or dark, moonless, golden, \
                blue, milky-way"
                .to_owned()
        };
        let parts: Self = input.list(p, "conditions", SkyCondition::parse, right)?.concat();
        if parts.len() > MAX_PARTS {
            input.wrong(p.name, format!("{} conditions; the maximum is {MAX_PARTS}", parts.len()));
        }
        Some(parts)
    }

    fn echo(&self) -> impl Serialize {
        self.iter().map(|condition| condition.name.as_str()).collect::<Vec<_>>()
    }

    fn schema(_: &Parameter) -> RefOr<Schema> {
        ArrayBuilder::new().items(crate::api::value::reference_or_schema::<String>()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_read_with_their_limits() {
        let limits = |text: &str| SkyCondition::parse(text).map(|parts| parts[0].limits);
        let values = |from, to| Some(Limits::Values([from, to]));
        assert_eq!(limits("sun.alt<-18"), values(None, Some(-18.0)));
        assert_eq!(limits("Sun.alt <= -18".replace(' ', "").as_str()), values(None, Some(-18.0)));
        assert_eq!(limits("gc.alt=10.."), limits("gc.alt>=10"));
        assert_eq!(limits("moon.az=350..10"), values(Some(350.0), Some(10.0)));
        assert_eq!(limits("moon.az>200"), values(Some(200.0), Some(360.0)));
        assert_eq!(limits("star.ha=-2h..2h"), values(Some(-30.0), Some(30.0)));
        assert_eq!(limits("moon-sun.sep=..30"), limits("sun-moon.sep<30"));
        let up = Some(Limits::Horizon { is_level: false, is_up: true });
        assert_eq!(limits("sun.alt>horizon"), up);
        for wrong in [
            "sun.alt",
            "sun.alt<",
            "sun.alt=5",
            "sun.alt=..",
            "sun.alt=5..5",
            "sun.alt<91",
            "mars.alt<5",
            "sun.ill<1",
            "sun.sep<5",
            "sun-sun.sep<5",
            "gc-star.sep<5",
            "sun-moon.alt<5",
            "sun-sun.alt<5",
            "moon.ill>1.1",
            "moon.az=10..10",
            "sun.alt<2h",
            "moon.ill<horizon",
            "sun.alt=horizon",
            "darkest",
            "",
            "é<1",
            "sun.alt<>5",
        ] {
            assert_eq!(SkyCondition::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn sets_have_their_parts_and_wide_ranges_are_one_condition() {
        let names = |text: &str| {
            let parts = SkyCondition::parse(text).expect("a set");
            parts.iter().map(|part| part.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names("milky-way"), ["dark", "moonless", "gc.alt>10"]);
        assert!(SETS.iter().all(|(word, _)| !names(word).is_empty()));
        let view = PassageView {
            horizon: Horizon::new(Observer::from_degrees(50.0, 10.0, 0.0)),
            reference: Reference::Parallax,
        };
        let count = |text: &str| {
            let mut all = Vec::new();
            SkyCondition::parse(text).expect("a condition")[0].add_to(&mut all, &view, None);
            all.len()
        };
        assert_eq!(
            ["sun.az=115..125", "sun.az=350..10", "sun.az<200", "sun.ha=-9h..9h"].map(count),
            [2, 2, 1, 1]
        );
        assert_eq!(["sun.az>0", "moon.az=0..360", "sun.ha=-180..180"].map(count), [0, 0, 0]);
        assert_eq!(
            ["sun.alt=-6..6", "sun.alt>-90", "moon.ill=0.2..0.4", "sun.alt>level"].map(count),
            [2, 0, 2, 1]
        );
    }
}
