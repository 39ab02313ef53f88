//! Are windows of the sky where a look each second has them, none missed and none too many?

use crate::generation;
use artifacts::tables::ephemeris::Ephemeris;
use astro::constants::SECONDS_PER_DAY;
use astro::earth::Observer;
use astro::earth::rotation::gast;
use astro::ephemeris::Body;
use astro::math::vector::{Vector, cross, dot, norm};
use astro::sky::apparent_place::ApparentPlace;
use astro::sky::fixed_direction::GALACTIC_CENTER;
use astro::sky::horizon::Horizon;
use astro::sky::passage::cap::Cap;
use astro::sky::passage::condition::{Condition, MOON, Quantity, SUN, SkyConditions};
use astro::sky::passage::finder::Finder;
use astro::sky::passage::view::{PassageView, Reference};
use astro::sky::phase::illuminated_fraction;
use astro::sky::rim::SkylineProfile;
use astro::sky::riseset::Limb;
use astro::time::Ut1;
use rayon::prelude::*;
use tests::Random;

const END_S: f64 = 0.1;
/// Windows and gaps of less are not compared, s: a look each second sees all of a second.
const SHORTEST_S: f64 = 1.0;
/// As [`SHORTEST_S`], over a skyline, which is not known more finely.
const SHORTEST_OVER_SKYLINE_S: f64 = 10.0;
/// Places of the whole set, each with a year, and of the part that is always compared, with some days.
const WHOLE: (u64, f64) = (200, 365.0);
const PART: (u64, f64) = (12, 8.0);
const DELTA_T_S: f64 = 69.2;
/// The Galactic Center.
const CENTER: usize = 2;
const START: Ut1 = Ut1(2_458_849.5);

/// A condition by its definition, degrees.
#[derive(Debug, Clone)]
enum Rule {
    Altitude { body: usize, limit: f64, is_above: bool },
    Azimuth { body: usize, from: f64, to: f64 },
    HourAngle { body: usize, from: f64, to: f64 },
    Lit { fraction: f64, is_more: bool },
    Apart { other: usize, limit: f64, is_within: bool },
    Limb { is_up: bool },
    Skyline { is_up: bool },
}

/// An observer with rules.
struct Case {
    view: PassageView,
    latitude: f64,
    profile: SkylineProfile,
    rules: [Rule; 4],
    from: Ut1,
}

fn place(ephemeris: &Ephemeris, body: usize, t: Ut1) -> ApparentPlace {
    let tt = t.to_tt(DELTA_T_S);
    let of = |body| {
        let p = ephemeris.columns().place(body, tt).expect("in range");
        ApparentPlace { body_km: p.km, gast: gast(t, tt, p.nutation_longitude, p.obliquity) }
    };
    match body {
        SUN => of(Body::Sun),
        MOON => of(Body::Moon),
        _ => GALACTIC_CENTER.place(t, tt),
    }
}

fn apart_deg([a, b]: [Vector; 2]) -> f64 {
    norm(cross(a, b)).atan2(dot(a, b)).to_degrees()
}

/// Returns whether an angle is in a range that may pass through zero, degrees.
fn is_between(angle: f64, from: f64, to: f64) -> bool {
    (angle - from).rem_euclid(360.0) <= (to - from).rem_euclid(360.0)
}

impl Case {
    fn new(number: u64) -> Self {
        let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ (number + 1).wrapping_mul(0x5851_f42d_4c95_7f2d));
        (0..8).for_each(|_| _ = random.uniform());
        let mut between = |from: f64, to: f64| from + (to - from) * random.uniform();
        // Also at the poles and on the equator.
        let latitude = match number % 20 {
            0 => 90.0,
            1 => 0.0,
            2 => -90.0,
            _ => between(-1.0, 1.0).asin().to_degrees(),
        };
        let horizon =
            Horizon::new(Observer::from_degrees(latitude, between(-180.0, 180.0), between(0.0, 4000.0)));
        let altitudes = (0..72).map(|_| between(0.0, 1.0).powi(3) * 20.0).collect::<Vec<_>>();
        let sun =
            Rule::Altitude { body: SUN, limit: between(-20.0, 10.0), is_above: between(0.0, 1.0) > 0.8 };
        let rules = std::array::from_fn(|k| {
            let kind = if k == 0 { return sun.clone() } else { between(0.0, 9.0) as u32 };
            let body = between(1.0, 3.0) as usize;
            let (is_more, from, limit) = (between(0.0, 1.0) > 0.5, between(0.0, 360.0), between(-15.0, 40.0));
            match kind {
                0..=2 => Rule::Altitude { body, limit, is_above: is_more },
                3 => Rule::Azimuth { body, from, to: (from + between(90.0, 330.0)) % 360.0 },
                4 => Rule::HourAngle { body, from, to: (from + between(90.0, 330.0)) % 360.0 },
                5 => Rule::Lit { fraction: between(0.1, 0.9), is_more },
                6 => Rule::Apart {
                    other: [SUN, CENTER][body - 1],
                    limit: between(30.0, 120.0),
                    is_within: is_more,
                },
                7 => Rule::Limb { is_up: is_more },
                _ => Rule::Skyline { is_up: is_more },
            }
        });
        let reference = [Reference::Apparent, Reference::Parallax, Reference::True][number as usize % 3];
        let view = PassageView { horizon, reference };
        let profile = SkylineProfile::new(altitudes.into());
        Self {
            view,
            latitude: latitude.to_radians(),
            profile,
            rules,
            from: START.plus_days(between(0.0, 3000.0)),
        }
    }

    fn conditions(&self) -> Vec<Condition> {
        let one = |body, quantity, is_more| vec![Condition { bodies: [body; 2], quantity, is_more }];
        let turned = |from: f64, to: f64, caps: fn(&Horizon, f64, f64) -> [Cap; 2], body| {
            let half = (to - from).rem_euclid(360.0).to_radians() / 2.0;
            let caps = caps(&self.view.horizon, from.to_radians() + half, half);
            match half > std::f64::consts::FRAC_PI_2 {
                true => one(body, Quantity::EitherCap(caps), true),
                false => caps.map(|cap| one(body, Quantity::Cap(cap), true)).concat(),
            }
        };
        let of = |rule: &Rule| match *rule {
            Rule::Altitude { body, limit, is_above } => {
                let cap = if is_above { Cap::above } else { Cap::below };
                one(
                    body,
                    Quantity::Cap(
                        cap(&self.view.horizon, self.view.airless_altitude(limit.to_radians()))
                            .expect("a part of the sky"),
                    ),
                    true,
                )
            }
            Rule::Azimuth { body, from, to } => turned(from, to, Cap::about_azimuth, body),
            Rule::HourAngle { body, from, to } => turned(from, to, Cap::about_hour_angle, body),
            Rule::Lit { fraction, is_more } => one(MOON, Quantity::Lit(fraction), is_more),
            Rule::Apart { other, limit, is_within } => {
                let quantity = Quantity::Separation(limit.to_radians().cos());
                vec![Condition { bodies: [other, MOON], quantity, is_more: is_within }]
            }
            Rule::Limb { is_up } => one(MOON, Quantity::Limb(Limb::moon(0.0), None), is_up),
            Rule::Skyline { is_up } => {
                one(MOON, Quantity::Limb(Limb::moon(0.0), Some(self.profile.clone())), is_up)
            }
        };
        self.rules.iter().flat_map(of).collect()
    }

    fn holds(&self, rule: &Rule, ephemeris: &Ephemeris, t: Ut1) -> bool {
        let seen = |body| {
            let place = place(ephemeris, body, t);
            self.view.horizon.topocentric(place.body_km, place.gast)
        };
        let airless = |body| self.view.airless(place(ephemeris, body, t));
        match *rule {
            Rule::Altitude { body, limit, is_above } => {
                (self.view.direction(airless(body)).altitude > limit.to_radians()) == is_above
            }
            Rule::Azimuth { body, from, to } => {
                let [north, east, _] = airless(body);
                is_between(east.atan2(north).to_degrees(), from, to)
            }
            Rule::HourAngle { body, from, to } => is_between(self.hour_angle_deg(airless(body)), from, to),
            Rule::Lit { fraction, is_more } => {
                let [sun, moon] = [SUN, MOON].map(|body| place(ephemeris, body, t).body_km);
                (illuminated_fraction(sun, moon) > fraction) == is_more
            }
            Rule::Apart { other, limit, is_within } => {
                (apart_deg([other, MOON].map(airless)) < limit) == is_within
            }
            Rule::Limb { is_up } => (Limb::moon(0.0).height(seen(MOON)) > 0.0) == is_up,
            Rule::Skyline { is_up } => {
                let rim = self.profile.rim(&self.view.horizon, Limb::moon(0.0).radius_km);
                (rim.margin(seen(MOON)) > 0.0) == is_up
            }
        }
    }

    fn hour_angle_deg(&self, [north, east, up]: Vector) -> f64 {
        let meridian = up * self.latitude.cos() - north * self.latitude.sin();
        (-east).atan2(meridian).to_degrees()
    }

    fn all_hold(&self, ephemeris: &Ephemeris, t: Ut1) -> bool {
        self.rules.iter().all(|rule| self.holds(rule, ephemeris, t))
    }

    /// A time after an instant in which a rule keeps its result, s: the distance from its limit over a rate
    /// that is never reached. Altitudes and hour angles change by less than 15″ × 1.2 a second, separations
    /// from the Moon by 0.93″ (its motion and its parallax), the lit part by 1.6e-6.
    fn kept_s(&self, rule: &Rule, ephemeris: &Ephemeris, t: Ut1) -> f64 {
        let airless = |body| self.view.airless(place(ephemeris, body, t));
        let turn = |angle: f64| ((angle + 180.0).rem_euclid(360.0) - 180.0).abs();
        let (away, rate) = match *rule {
            Rule::Altitude { body, limit, .. } => {
                (self.view.direction(airless(body)).altitude.to_degrees() - limit, 18.0 / 3600.0)
            }
            Rule::HourAngle { body, from, to } => {
                let angle = self.hour_angle_deg(airless(body));
                (turn(angle - from).min(turn(angle - to)), 18.0 / 3600.0)
            }
            Rule::Apart { other, limit, .. } => (apart_deg([other, MOON].map(airless)) - limit, 1.5 / 3600.0),
            Rule::Lit { fraction, .. } => {
                let [sun, moon] = [SUN, MOON].map(|body| place(ephemeris, body, t).body_km);
                (illuminated_fraction(sun, moon) - fraction, 2e-6)
            }
            // Within 200 seconds a body is at most a degree higher, where azimuths change faster.
            Rule::Azimuth { body, from, to } => {
                let [north, east, up] = airless(body);
                let azimuth = east.atan2(north).to_degrees();
                let highest = up.atan2(north.hypot(east)).abs() + 1f64.to_radians();
                let away = turn(azimuth - from).min(turn(azimuth - to)) * highest.cos().max(0.0);
                (away.min(1.0), 18.0 / 3600.0)
            }
            // The horizon is up to 3° below the level one, skylines reach to 20°, and the Moon has a radius.
            Rule::Limb { .. } | Rule::Skyline { .. } => {
                let altitude = self.view.direction(airless(MOON)).altitude.to_degrees();
                ((altitude - 21.0).max(-4.0 - altitude).max(0.0), 18.0 / 3600.0)
            }
        };
        away.abs() / rate
    }

    /// A time in which the rules together keep their result: all of those that hold, or one that does not.
    fn all_kept_s(&self, ephemeris: &Ephemeris, t: Ut1, hold: bool) -> f64 {
        let kept = |rule: &Rule| self.kept_s(rule, ephemeris, t);
        match hold {
            true => self.rules.iter().map(kept).fold(f64::INFINITY, f64::min),
            false => {
                let closed = self.rules.iter().filter(|rule| !self.holds(rule, ephemeris, t));
                closed.map(kept).fold(0.0, f64::max)
            }
        }
    }

    /// Windows by a look each second that is not already known, and by halving the second in which something
    /// changes; seconds.
    fn scanned(&self, ephemeris: &Ephemeris, days: f64) -> Vec<[f64; 2]> {
        let at = |second: f64| self.all_hold(ephemeris, self.from.plus_seconds(second));
        let (end, mut before, mut next) = ((days * SECONDS_PER_DAY).floor(), false, 0.0);
        let mut windows: Vec<[f64; 2]> = Vec::new();
        while next <= end {
            let second = next;
            let now = second < end && at(second);
            next += 1.0;
            if now == before {
                next += self.all_kept_s(ephemeris, self.from.plus_seconds(second), now).floor();
                next = next.min(f64::max(second + 1.0, end));
                continue;
            }
            let (mut a, mut b) = (second - 1.0, second);
            for _ in 0..12 {
                let middle = (a + b) / 2.0;
                if at(middle) == before { a = middle } else { b = middle }
            }
            match windows.last_mut() {
                Some([_, to]) if before => *to = b,
                _ => windows.push([if second == 0.0 { 0.0 } else { b }, f64::NAN]),
            }
            before = now;
        }
        windows
    }

    fn found(&self, ephemeris: &Ephemeris, days: f64) -> Vec<[f64; 2]> {
        let (conditions, mut found) = (self.conditions(), Vec::new());
        let place = |body, t| place(ephemeris, body, t);
        let sky = SkyConditions::new(&self.view, &conditions, place, self.from);
        let to = self.from.plus_days(days);
        Finder::new(self.from, to).search(&sky, to, &mut found);
        found.iter().map(|p| [p.from, p.to].map(|t| t.seconds_since(self.from))).collect()
    }
}

/// The windows without gaps and windows that a look each second may miss.
fn long(windows: Vec<[f64; 2]>, shortest_s: f64) -> Vec<[f64; 2]> {
    let mut joined: Vec<[f64; 2]> = Vec::new();
    for [from, to] in windows {
        match joined.last_mut() {
            Some(last) if from - last[1] < shortest_s => last[1] = to,
            _ => joined.push([from, to]),
        }
    }
    joined.retain(|[from, to]| to - from >= shortest_s);
    joined
}

#[test]
fn windows_are_those_of_a_look_each_second() {
    let ephemeris = Ephemeris::open(generation()).expect("columns");
    let (places, days) = if tests::is_whole() { WHOLE } else { PART };
    let compare = |number: u64| {
        let case = Case::new(number);
        let is_skyline = case.rules.iter().any(|rule| matches!(rule, Rule::Skyline { .. }));
        let shortest_s = if is_skyline { SHORTEST_OVER_SKYLINE_S } else { SHORTEST_S };
        let both = [case.found(&ephemeris, days), case.scanned(&ephemeris, days)];
        let [found, scanned] = both.map(|windows| long(windows, shortest_s));
        let what = || format!("{number}, latitude {:.2}: {:?}", case.latitude.to_degrees(), case.rules);
        assert_eq!(found.len(), scanned.len(), "{}\n{found:?}\n{scanned:?}", what());
        let ends = found.iter().flatten().zip(scanned.iter().flatten()).map(|(a, b)| (a - b).abs());
        let worst_s = ends.fold(0.0, f64::max);
        assert!(worst_s < END_S, "{worst_s} s at {}", what());
        (found.len(), worst_s)
    };
    let all: Vec<(usize, f64)> = (0..places).into_par_iter().map(compare).collect();
    let count: usize = all.iter().map(|(count, _)| count).sum();
    let worst_s = all.iter().map(|(_, worst_s)| *worst_s).fold(0.0, f64::max);
    println!("{count} windows of {places} places in {days} days, worst end {worst_s:.4} s");
    assert!(count > places as usize);
}
