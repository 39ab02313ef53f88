//! Bits of vectors against the functions for one observer.

use super::*;
use crate::batch::quantities::quantities_at;
use crate::eclipse::local::{Circumstances, LocalEclipseType, ObservedEclipse, Visibility};
use crate::eclipse::published::{APRIL_2024, AUGUST_1999, AUGUST_2017};

/// Reproducible numbers between −1 and 1.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// Places all over the Earth, some of them at poles and in the air.
fn places(random: &mut Random, count: usize) -> Places {
    let latitude_deg: Vec<f64> = (0..count)
        .map(|k| match k % 50 {
            0 => 90.0,
            1 => -90.0,
            2..8 => 89.0 + random.next(),
            _ => random.next().asin().to_degrees(),
        })
        .collect();
    let longitude_deg: Vec<f64> = (0..count).map(|_| random.next() * 180.0).collect();
    let height_m: Vec<f64> = (0..count).map(|k| if k % 3 == 0 { 0.0 } else { random.next() * 9e3 }).collect();
    Places::from_degrees(&latitude_deg, &longitude_deg, &height_m)
}

/// Shadows like those that occur, and worse.
fn shadow(random: &mut Random) -> Polynomials {
    Polynomials {
        x: [1.5 * random.next(), 0.5 + 0.2 * random.next(), 1e-5, -8e-6],
        y: [1.7 * random.next(), 0.3 * random.next(), -1e-4, 4e-6],
        d: [0.45 * random.next(), 2.6e-4, 0.0, 0.0],
        mu: [10.0 * random.next(), 0.261_81, 0.0, 0.0],
        l1: [0.55, 6e-5, -1e-5, 0.0],
        l2: [0.03 * random.next(), 6e-5, -1e-5, 0.0],
        ..APRIL_2024
    }
}

/// The rows by the functions for one observer.
fn expected(elements: &Polynomials, delta_t_s: f64, places: &Places) -> LocalColumns {
    let mut rows = LocalColumns::default();
    for place in 0..places.len() {
        let eclipse = ObservedEclipse::new(elements, places.observer(place), delta_t_s);
        let contacts = eclipse.contacts();
        let visibility = contacts.as_ref().map(|contacts| eclipse.visibility(contacts));
        rows.push(place as u32, visibility.as_ref().map_or(VisibilityType::NoEclipse, Into::into));
        rows.grow();
        let Some((contacts, visibility)) = contacts.zip(visibility) else { continue };
        if visibility == Visibility::None {
            continue;
        }
        let stretches = visibility.stretches().into_iter().flatten();
        let sight = eclipse.sight_in(contacts, visibility, stretches).expect("something is visible");
        rows.local_type[place] = match sight.kind {
            LocalEclipseType::Partial => LocalType::Partial,
            LocalEclipseType::Annular => LocalType::Annular,
            LocalEclipseType::Total => LocalType::Total,
        };
        if sight.kind != LocalEclipseType::Partial {
            rows.duration_s[place] = sight.central_s;
        }
        [rows.visible_from_h[place], rows.visible_to_h[place]] = visibility.ends();
        let is_total = contacts.kind == LocalEclipseType::Total;
        let central = contacts.central.as_ref();
        let all = [
            Some(&contacts.first),
            central.map(|c| &c.second),
            Some(&contacts.greatest),
            central.map(|c| &c.third),
            Some(&contacts.fourth),
        ];
        for (k, contact) in all.into_iter().enumerate() {
            let Some(c) = contact else { continue };
            let row = seen_at(&eclipse, c, is_total && (k == 1 || k == 3));
            set(&mut rows.contacts[k], place, row);
            rows.contacts_seen[place] |= u8::from(visibility.includes(c.t)) << k;
        }
        let maximum = &sight.maximum;
        set(&mut rows.maximum, place, seen_at(&eclipse, maximum, false));
    }
    rows
}

fn set(columns: &mut ViewColumns, row: usize, values: impl Iterator<Item = f64>) {
    columns.columns().zip(values).for_each(|(column, value)| column[row] = value);
}

/// The instant and the quantities for one observer, which are those of their view.
fn seen_at(one: &ObservedEclipse, c: &Circumstances, is_inner: bool) -> impl Iterator<Item = f64> + use<> {
    let view = one.view(c);
    let p = (view.position_angle.to_degrees() + if is_inner { 180.0 } else { 0.0 }) % 360.0;
    let v = (p - view.parallactic_angle.to_degrees()).rem_euclid(360.0);
    let is_one = is_inner && (view.magnitude - 1.0).abs() < 1e-6;
    let magnitude = if is_one { 1.0 } else { view.magnitude };
    let sun = view.sun;
    let quantities = quantities_at(one, c.t, is_inner);
    for (name, expected) in [
        ("magnitude", magnitude),
        ("obscuration", view.obscuration),
        ("sun_altitude_deg", sun.altitude.to_degrees()),
        ("sun_azimuth_deg", sun.azimuth.to_degrees()),
        ("north_angle_deg", p),
        ("vertex_angle_deg", v),
    ] {
        let index = QUANTITIES.iter().position(|known| known.0 == name).expect("a quantity");
        assert_eq!(quantities[index].to_bits(), expected.to_bits(), "{name}");
    }
    [c.t].into_iter().chain(quantities)
}

/// All columns as bits, one row after the other; all values that are not numbers are alike.
fn bits(rows: &mut LocalColumns) -> Vec<Vec<u64>> {
    let bits = |value: &f64| if value.is_nan() { u64::MAX } else { value.to_bits() };
    let numbers: Vec<Vec<u64>> = rows.numbers().map(|column| column.iter().map(bits).collect()).collect();
    let row = |k: usize| {
        let words = [rows.place[k].into(), rows.local_type[k] as u64, rows.visibility[k] as u64];
        let seen = u64::from(rows.contacts_seen[k]);
        words.into_iter().chain([seen]).chain(numbers.iter().map(|column| column[k])).collect()
    };
    (0..rows.len()).map(row).collect()
}

fn compare(elements: &Polynomials, delta_t_s: f64, places: &Places) -> [usize; 2] {
    let mut all = expected(elements, delta_t_s, places);
    let mut found = LocalColumns::default();
    local(elements, delta_t_s, places, &mut found);
    let expected_bits = bits(&mut all);
    for (k, (found, expected)) in bits(&mut found).iter().zip(&expected_bits).enumerate() {
        assert_eq!(found, expected, "{:?} {elements:?}", places.observer(k));
    }
    let mut only_seen = LocalColumns::default();
    let reach = Reach::new(elements);
    seen(elements, delta_t_s, &reach, places, &mut only_seen);
    let is_seen = |row: &Vec<u64>| {
        let one = ObservedEclipse::new(elements, places.observer(row[0] as usize), delta_t_s);
        row[1] != LocalType::None as u64 && reach.may_include(&one.constants(), one.observer().longitude)
    };
    let kept: Vec<_> = expected_bits.into_iter().filter(is_seen).collect();
    assert_eq!(bits(&mut only_seen), kept);
    let crossed = all.visibility.iter().filter(|v| **v as u8 > VisibilityType::Whole as u8).count();
    [kept.len(), crossed]
}

#[test]
fn vectors_of_observers_have_the_bits_of_single_ones() {
    let mut random = Random(1);
    let mut sums = [0; 2];
    for elements in [APRIL_2024, AUGUST_2017, AUGUST_1999] {
        let counts = compare(&elements, 69.2, &places(&mut random, 20_000));
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    for _ in 0..400 {
        let counts = compare(&shadow(&mut random), 69.2, &places(&mut random, 300));
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    println!("180,000 pairs, {} visible, {} of them at sunrise or sunset", sums[0], sums[1]);
    assert!(sums[0] > 20_000 && sums[1] > 5_000);
}

#[test]
fn instants_have_the_bits_of_single_ones() {
    let mut random = Random(2);
    let places = places(&mut random, 5_000);
    let t_h: Vec<f64> = (0..places.len()).map(|_| 3.0 * random.next()).collect();
    let mut rows = MomentColumns::default();
    moments(&APRIL_2024, 69.2, &places, &t_h, &mut rows);
    for (k, t) in t_h.iter().enumerate() {
        let one = ObservedEclipse::new(&APRIL_2024, places.observer(k), 69.2);
        let c = one.at(*t);
        let mut expected: Vec<_> = seen_at(&one, &c, false).collect();
        expected[1] = expected[1].max(0.0);
        let found = rows.view.columns().map(|column| column[k].to_bits());
        assert!(found.eq(expected.into_iter().map(f64::to_bits)));
        assert_eq!(rows.separation_deg[k].to_bits(), one.view(&c).separation.to_degrees().to_bits());
    }
}

#[test]
fn every_visibility_has_a_word() {
    let part = |rises, sets| Visibility::Part { from: 0.0, to: 1.0, rises, sets };
    let interrupted = Visibility::Interrupted { from: 0.0, set: 1.0, rise: 2.0, to: 3.0 };
    for (visibility, word) in [
        (Visibility::None, VisibilityType::BelowHorizon),
        (interrupted, VisibilityType::Interrupted),
        (part(false, false), VisibilityType::Whole),
        (part(true, false), VisibilityType::Sunrise),
        (part(false, true), VisibilityType::Sunset),
        (part(true, true), VisibilityType::SunriseAndSunset),
    ] {
        assert_eq!(VisibilityType::from(&visibility), word);
    }
}
