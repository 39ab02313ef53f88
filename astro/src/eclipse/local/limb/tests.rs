//! Moons whose mountains are known, against contacts computed another way.

use super::*;
use crate::constants::{EQUATORIAL_RADIUS_KM, K_UMBRA, MOON_REFERENCE_RADIUS_KM, SUN_RADIUS};
use crate::earth::Observer;
use crate::eclipse::besselian::Polynomials;
use crate::eclipse::local::{Circumstances, Contact, LocalContacts, ObservedEclipse, Shift};
use crate::eclipse::published::{APRIL_2024, AUGUST_2017};
use crate::math::angle::normalize_signed;
use crate::sky::limb::{DIRECTIONS, Profile, STEP_DEG};
use proptest::prelude::*;

/// Claimed accuracy for contacts of a known limb, seconds.
const TOLERANCE_S: f64 = 0.01;
const AXIS_DEG: f64 = 338.0;

/// The height of a limb that is as high as the mean limb of the elements, km.
fn mean_km() -> f64 {
    K_UMBRA * EQUATORIAL_RADIUS_KM - MOON_REFERENCE_RADIUS_KM
}

/// An eclipse like that of 2024 with the Moon so far, 60.8 Earth radii, that a ring remains.
fn annular() -> Polynomials {
    let mut elements = APRIL_2024;
    let (height, radii) = (60.8, elements.radii);
    elements.l1[0] = height * elements.tan_f1 + radii.k1 * elements.tan_f1.hypot(1.0);
    elements.l2[0] = height * elements.tan_f2 - radii.k2 * elements.tan_f2.hypot(1.0);
    elements
}

fn moon(heights_km: &[f64]) -> RuggedMoon {
    let profile = Profile::new(heights_km.to_vec()).expect("1,800 heights");
    RuggedMoon::new(&profile, AXIS_DEG.to_radians(), SUN_RADIUS)
}

/// The direction of the profile nearest to a position angle from the Moon's centre, radians.
fn direction(position_angle: f64) -> usize {
    ((position_angle.to_degrees() - AXIS_DEG) / STEP_DEG).round().rem_euclid(DIRECTIONS as f64) as usize
}

/// Seconds from the circumstances `c` of a contact until a point of the limb comes over the Sun's edge, or
/// leaves it, as belongs to the contact: a straight motion and circles that stay as they are, again from
/// where that leads to.
fn crossing_s(
    local: &ObservedEclipse,
    (which, c): (Contact, &Circumstances),
    k: usize,
    height_km: f64,
) -> f64 {
    // A place of the limb loses the Sun where totality begins, and goes before it where a ring does.
    let leaves = (which == Contact::Second) == (c.umbra < 0.0);
    let first_s = straight_s(local, c, leaves, k, height_km);
    first_s + straight_s(local, &local.at(c.t + first_s / 3600.0), leaves, k, height_km)
}

/// The solution of the quadratic equation. The sizes of the discs come from the semidiameters that the view
/// gives, not from the cones.
fn straight_s(local: &ObservedEclipse, c: &Circumstances, leaves: bool, k: usize, height_km: f64) -> f64 {
    let view = local.view(c);
    let angle = AXIS_DEG.to_radians() + (k as f64 * STEP_DEG).to_radians();
    let e = [angle.sin(), angle.cos()];
    // Lengths are angles times the distance to the Moon, and brought to the scale in which m is L2.
    let (sun, moon) = (view.sun_semidiameter.tan(), view.moon_semidiameter.tan());
    let scale = c.umbra / (sun - moon);
    let radius = moon * scale * (MOON_REFERENCE_RADIUS_KM + height_km) / (K_UMBRA * EQUATORIAL_RADIUS_KM);
    let rate = [-c.u_rate / 3600.0, -c.v_rate / 3600.0];
    let d = [radius * e[0] + c.u, radius * e[1] + c.v];
    let (a, b) = (rate[0].powi(2) + rate[1].powi(2), -2.0 * (d[0] * rate[0] + d[1] * rate[1]));
    let constant = d[0].powi(2) + d[1].powi(2) - (sun * scale).powi(2);
    let discriminant = (b * b - 4.0 * a * constant).sqrt();
    (-b + if leaves { discriminant } else { -discriminant }) / (2.0 * a)
}

struct Case {
    elements: Polynomials,
    observer: Observer,
}

fn cases() -> Vec<Case> {
    let place = |latitude, longitude| Observer::from_degrees(latitude, longitude, 100.0);
    vec![
        Case { elements: APRIL_2024, observer: place(25.29, -104.14) },
        Case { elements: APRIL_2024, observer: place(32.8, -96.8) },
        Case { elements: AUGUST_2017, observer: place(36.97, -87.67) },
        Case { elements: annular(), observer: place(25.29, -104.14) },
        Case { elements: annular(), observer: place(25.8, -104.14) },
    ]
}

fn both(
    local: &ObservedEclipse,
    contacts: &LocalContacts,
    moon: &RuggedMoon,
) -> [(Circumstances, LimbContact); 2] {
    let central = contacts.central.expect("a central eclipse");
    let [second, third] = local.limb_contacts(contacts, [moon; 2]).expect("contacts");
    [(central.second, second), (central.third, third)]
}

/// The contact on one side.
fn one(local: &ObservedEclipse, contacts: &LocalContacts, which: Contact, moon: &RuggedMoon) -> LimbContact {
    let [second, third] = both(local, contacts, moon).map(|(_, found)| found);
    if which == Contact::Second { second } else { third }
}

#[test]
fn a_smooth_moon_changes_nothing() {
    for Case { elements, observer } in cases() {
        let local = ObservedEclipse::new(&elements, observer, 69.2);
        let contacts = local.contacts().expect("an eclipse");
        let smooth = moon(&vec![mean_km(); DIRECTIONS]);
        for (mean, limb) in both(&local, &contacts, &smooth) {
            let difference_s = (limb.t - mean.t) * 3600.0;
            println!("smooth: {difference_s:.6} s");
            assert!(difference_s.abs() < 0.001, "{difference_s}");
            // The contact is where the centres' line cuts the limb, opposite to the Moon in totality.
            let opposite = if mean.umbra < 0.0 { 180f64.to_radians() } else { 0.0 };
            let off = normalize_signed(limb.position_angle - mean.u.atan2(mean.v) - opposite);
            assert!(off.abs() < 0.005, "{off}");
        }
    }
}

#[test]
fn a_valley_between_two_mountains_is_a_bead() {
    let Case { elements, observer } = &cases()[0];
    let local = ObservedEclipse::new(elements, *observer, 69.2);
    let contacts = local.contacts().expect("an eclipse");
    let central = contacts.central.expect("a total eclipse");
    for (which, mean) in [(Contact::Second, central.second), (Contact::Third, central.third)] {
        let middle = direction((-mean.u).atan2(-mean.v));
        let mut heights = vec![mean_km(); DIRECTIONS];
        let around = |off: usize| (middle + off) % DIRECTIONS;
        let before = |off: usize| (middle + DIRECTIONS - off) % DIRECTIONS;
        heights[middle] -= 2.0;
        heights[around(20)] += 2.0;
        heights[before(25)] += 1.5;
        let found = one(&local, &contacts, which, &moon(&heights));
        let covered_s = |k: usize| crossing_s(&local, (which, &mean), k, heights[k]);
        // The valley is isolated once both mountains are over the limb of the Sun; towards C3, until the
        // first of them uncovers it.
        let (valley, mountains) = (covered_s(middle), [covered_s(around(20)), covered_s(before(25))]);
        let (from, to) = match which {
            Contact::Second => (mountains[0].max(mountains[1]), valley),
            _ => (valley, mountains[0].min(mountains[1])),
        };
        let seconds = |t: f64| (t - mean.t) * 3600.0;
        let beads = local.beads(&found, &moon(&heights));
        let bead = beads
            .iter()
            .find(|bead| (seconds(bead.from) - from).abs() < 0.1 && (seconds(bead.to) - to).abs() < 0.1);
        let bead = bead.unwrap_or_else(|| panic!("no bead {from} … {to} in {beads:?}"));
        let off_s = [seconds(bead.from) - from, seconds(bead.to) - to];
        println!("{which:?}: {from:.3} … {to:.3} s, off {off_s:.5?}");
        assert!(off_s.iter().all(|off_s| off_s.abs() < TOLERANCE_S), "{off_s:?}");
        assert!(normalize_signed(bead.position_angle - found.position_angle).abs() < 1e-3);
    }
}

#[test]
fn a_wider_sun_shortens_totality() {
    let Case { elements, observer } = &cases()[0];
    let local = ObservedEclipse::new(elements, *observer, 69.2);
    let contacts = local.contacts().expect("an eclipse");
    let profile = Profile::new(vec![mean_km(); DIRECTIONS]).expect("1,800 heights");
    let duration_s = |sun_radius: f64| {
        let moon = RuggedMoon::new(&profile, 0.0, sun_radius);
        let [second, third] = both(&local, &contacts, &moon).map(|(_, limb)| limb.t);
        (third - second) * 3600.0
    };
    let shorter_s = duration_s(SUN_RADIUS) - duration_s(SUN_RADIUS * 959.95 / 959.63);
    // Elements of a wider Sun, with a wider cone, give the same result.
    let mut wider = *elements;
    let (sun, k2) = (elements.radii.sun, elements.radii.k2);
    let height = elements.l2[0] / elements.tan_f2 + k2 / elements.tan_f2.atan().sin();
    wider.tan_f2 *= (sun * 959.95 / 959.63 - k2) / (sun - k2);
    wider.l2[0] = height * wider.tan_f2 - k2 * wider.tan_f2.hypot(1.0);
    let again = ObservedEclipse::new(&wider, *observer, 69.2).contacts().and_then(|c| c.central);
    let again = again.expect("a total eclipse");
    let expected_s = duration_s(SUN_RADIUS) - (again.third.t - again.second.t) * 3600.0;
    println!("shorter by {shorter_s:.4} s, by elements {expected_s:.4} s");
    assert!(shorter_s > 1.0 && (shorter_s - expected_s).abs() < TOLERANCE_S);
}

#[test]
fn mountains_give_totality_where_a_smooth_moon_leaves_a_crescent() {
    let (elements, smooth) = (APRIL_2024, moon(&vec![mean_km(); DIRECTIONS]));
    let (mut found, mut far) = (0, 0);
    let place = |latitude_deg: f64| Observer::from_degrees(latitude_deg, -104.14, 0.0);
    let is_smooth_total = |latitude_deg: &f64| {
        let contacts = ObservedEclipse::new(&elements, place(*latitude_deg), 69.2).contacts();
        contacts.is_some_and(|contacts| contacts.central.is_some())
    };
    let limit_deg = (0..200).map(|k| 25.29 - f64::from(k) * 0.01).find(|deg| !is_smooth_total(deg));
    let limit_deg = limit_deg.expect("the southern limit of the path");
    // Across the limit, 0.0005° apart, with a Moon that is 0.7 km larger.
    for k in 0..60 {
        let observer = place(limit_deg + 0.01 - f64::from(k) * 0.0005);
        let local = ObservedEclipse::new(&elements, observer, 69.2);
        let contacts = local.contacts().expect("an eclipse");
        let mut larger = elements;
        // The angle of the cone changes too: the Moon is at 1/391 of the distance from the Sun.
        larger.l2[0] -= 0.7 / EQUATORIAL_RADIUS_KM * larger.tan_f2.hypot(1.0) * (1.0 + 1.0 / 391.0);
        let expected = ObservedEclipse::new(&larger, observer, 69.2).contacts().and_then(|c| c.central);
        let mountains = moon(&vec![mean_km() + 0.7; DIRECTIONS]);
        let both = local.limb_contacts(&contacts, [&mountains; 2]);
        assert_eq!(both.is_some(), expected.is_some(), "{k}");
        if let Some((both, expected)) = both.zip(expected) {
            let off = [both[0].t - expected.second.t, both[1].t - expected.third.t];
            assert!(off.iter().all(|hours| hours.abs() * 3600.0 < 0.1), "{k}: {off:?}");
            found += u32::from(contacts.central.is_none());
        }
        far += u32::from(both.is_none());
        assert_eq!(local.limb_contacts(&contacts, [&smooth; 2]).is_some(), contacts.central.is_some());
        assert!(local.limb_matters(&contacts, SUN_RADIUS, 0.0) || both.is_none());
    }
    println!("{found} places between the limits, {far} beyond both");
    assert!(found > 2 && far > 2);
}

#[test]
fn a_contact_in_a_valley_moves_as_the_valley_says() {
    /// Earth radii: 64 m.
    const ASIDE: f64 = 1e-5;
    // A deep valley 50° from where the smooth Moon has C2.
    let Case { elements, observer } = cases().into_iter().next().expect("a case");
    let local = ObservedEclipse::new(&elements, observer, 69.2);
    let contacts = local.contacts().expect("an eclipse");
    let second = contacts.central.expect("totality").second;
    let mut heights = vec![mean_km(); DIRECTIONS];
    let at = direction((-second.u).atan2(-second.v) + 50f64.to_radians());
    (at - 1..at + 2).for_each(|k| heights[k % DIRECTIONS] -= 6.0);
    let valley = moon(&heights);
    let contact = one(&local, &contacts, Contact::Second, &valley);
    let (east, north) = contact.position_angle.sin_cos();
    let shift = Shift::towards(&local.at(contact.t), [east, north]).expect("no grazing");
    let mut other = elements;
    other.x[0] += ASIDE * east;
    other.y[0] += ASIDE * north;
    let moved = ObservedEclipse::new(&other, observer, 69.2);
    let again = one(&moved, &moved.contacts().expect("an eclipse"), Contact::Second, &valley);
    let (found_s, foretold_s) = ((again.t - contact.t).abs() * 3600.0, ASIDE * shift.per_earth_radius);
    assert!((found_s / foretold_s - 1.0).abs() < 0.05, "{found_s} {foretold_s}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn contacts_of_any_limb_are_those_of_its_last_valley(
        heights in proptest::collection::vec(-3.0f64..3.0, DIRECTIONS),
    ) {
        // At the last, near the edge of its path, 3 km may leave nothing of the ring.
        for Case { elements, observer } in cases().into_iter().take(4) {
            let local = ObservedEclipse::new(&elements, observer, 69.2);
            let contacts = local.contacts().expect("an eclipse");
            let total = contacts.greatest.umbra < 0.0;
            let central = contacts.central.expect("a central eclipse");
            let rugged = moon(&heights);
            for (which, mean) in [(Contact::Second, central.second), (Contact::Third, central.third)] {
                let found = one(&local, &contacts, which, &rugged);
                // Whatever decides the contact is within 60° of where the mean limb has it.
                let towards = if total { (-mean.u).atan2(-mean.v) } else { mean.u.atan2(mean.v) };
                let near = (0..601).map(|k| (direction(towards) + DIRECTIONS - 300 + k) % DIRECTIONS);
                let seconds = near.map(|k| crossing_s(&local, (which, &mean), k, heights[k]));
                let expected_s = match which {
                    Contact::Second => seconds.fold(f64::MIN, f64::max),
                    _ => seconds.fold(f64::MAX, f64::min),
                };
                let found_s = (found.t - mean.t) * 3600.0;
                prop_assert!((found_s - expected_s).abs() < TOLERANCE_S, "{found_s} {expected_s}");
                for bead in local.beads(&found, &rugged) {
                    prop_assert!(bead.to - bead.from >= 0.999 * MIN_BEAD_S / 3600.0);
                    let is_before = which == Contact::Second;
                    let outside = if is_before { found.t - bead.to } else { bead.from - found.t };
                    prop_assert!(outside > -1e-7 && outside < (BEADS_WITHIN_S + 0.1) / 3600.0);
                }
            }
        }
    }
}
