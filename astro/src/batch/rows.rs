//! One observer after the other.

use crate::batch::columns::{LocalColumns, LocalType, MomentColumns, VisibilityType};
use crate::batch::places::Places;
use crate::eclipse::besselian::Polynomials;
use crate::eclipse::local::{
    Circumstances, LocalContacts, LocalEclipseType, LocalView, ObservedEclipse, Reach, Visibility,
};

/// No contact.
const NOTHING: [f64; 7] = [f64::NAN; 7];

/// Appends a row for each observer. Accuracy and sources as [`ObservedEclipse::contacts`].
///
/// ```
/// use astro::batch::{LocalColumns, LocalType, Places, local};
/// use astro::eclipse::published::APRIL_2024;
///
/// // In Dallas all is seen, in Tokyo it is night.
/// let places = Places::from_degrees(&[32.8, 35.7], &[-96.8, 139.7], &[130.0, 0.0]);
/// let mut rows = LocalColumns::default();
/// local(&APRIL_2024, 69.2, &places, &mut rows);
/// assert_eq!(rows.local_type, [LocalType::Total, LocalType::None]);
/// assert!((rows.duration_s[0] - 231.0).abs() < 3.0 && rows.contacts[0].t_h[1].is_nan());
/// ```
pub fn local(elements: &Polynomials, delta_t_s: f64, places: &Places, rows: &mut LocalColumns) {
    for place in 0..places.len() {
        let eclipse = ObservedEclipse::new(elements, places.observer(place), delta_t_s);
        let contacts = eclipse.contacts();
        let visibility = contacts.as_ref().map(|contacts| eclipse.visibility(contacts));
        rows.push(place, &eclipse, contacts.zip(visibility));
    }
}

/// Appends a row for each observer who sees something of the eclipse. `reach` as of [`Reach::new`] of the
/// same elements; observers no higher than 1000 km.
pub fn seen(elements: &Polynomials, delta_t_s: f64, reach: &Reach, places: &Places, rows: &mut LocalColumns) {
    for place in 0..places.len() {
        let observer = places.observer(place);
        let eclipse = ObservedEclipse::new(elements, observer, delta_t_s);
        if !reach.may_include(&eclipse.constants(), observer.longitude) {
            continue;
        }
        let Some(contacts) = eclipse.contacts() else { continue };
        let visibility = eclipse.visibility(&contacts);
        if visibility != Visibility::None {
            rows.push(place, &eclipse, Some((contacts, visibility)));
        }
    }
}

/// Appends what each observer sees at their instant: `t_h` hours of TD from t0, one for each observer.
pub fn moments(
    elements: &Polynomials,
    delta_t_s: f64,
    places: &Places,
    t_h: &[f64],
    rows: &mut MomentColumns,
) {
    for (place, t) in t_h.iter().enumerate().take(places.len()) {
        let eclipse = ObservedEclipse::new(elements, places.observer(place), delta_t_s);
        let view = eclipse.view(&eclipse.at(*t));
        let [_, magnitude, obscuration, altitude, azimuth, p, v] = seen_at(*t, &view, false);
        let row = [magnitude.max(0.0), obscuration, view.separation.to_degrees(), altitude, azimuth, p, v];
        rows.columns().into_iter().zip(row).for_each(|(column, value)| column.push(value));
    }
}

impl LocalColumns {
    fn push(&mut self, place: usize, eclipse: &ObservedEclipse, found: Option<(LocalContacts, Visibility)>) {
        self.place.push(place as u32);
        let visible = found.as_ref().filter(|(_, visibility)| *visibility != Visibility::None);
        self.visibility.push(found.as_ref().map_or(VisibilityType::NoEclipse, |(_, v)| v.into()));
        let Some((contacts, visibility)) = visible else {
            self.local_type.push(LocalType::None);
            self.contacts_seen.push(0);
            for column in [&mut self.visible_from_h, &mut self.visible_to_h, &mut self.duration_s] {
                column.push(f64::NAN);
            }
            self.contacts.iter_mut().chain([&mut self.maximum]).for_each(|contact| contact.push(NOTHING));
            return;
        };
        let stretches = visibility.stretches().into_iter().flatten();
        let sight = eclipse.sight_in(*contacts, *visibility, stretches);
        let sight = sight.expect("what is visible has a maximum");
        self.local_type.push(sight.kind.into());
        let is_partial = sight.kind == LocalEclipseType::Partial;
        self.duration_s.push(if is_partial { f64::NAN } else { sight.central_s });
        let [from, to] = visibility.ends();
        self.visible_from_h.push(from);
        self.visible_to_h.push(to);
        let is_total = contacts.kind == LocalEclipseType::Total;
        let central = contacts.central.as_ref();
        let all = [
            Some(&contacts.first),
            central.map(|c| &c.second),
            Some(&contacts.greatest),
            central.map(|c| &c.third),
            Some(&contacts.fourth),
        ];
        let mut contacts_seen = 0;
        for (k, (columns, contact)) in self.contacts.iter_mut().zip(all).enumerate() {
            let is_inner = is_total && (k == 1 || k == 3);
            columns.push(contact.map_or(NOTHING, |c| seen_at(c.t, &eclipse.view(c), is_inner)));
            contacts_seen |= u8::from(contact.is_some_and(|c| visibility.includes(c.t))) << k;
        }
        self.contacts_seen.push(contacts_seen);
        let maximum: &Circumstances = &sight.maximum;
        self.maximum.push(seen_at(maximum.t, &eclipse.view(maximum), false));
    }
}

/// In the order of the columns. `is_inner`: at the second or third contact of a total eclipse the limbs meet
/// on the far side, and the magnitude is one by definition.
fn seen_at(t: f64, view: &LocalView, is_inner: bool) -> [f64; 7] {
    let p = (view.position_angle.to_degrees() + if is_inner { 180.0 } else { 0.0 }) % 360.0;
    let v = (p - view.parallactic_angle.to_degrees()).rem_euclid(360.0);
    let is_one = is_inner && (view.magnitude - 1.0).abs() < 1e-6;
    let magnitude = if is_one { 1.0 } else { view.magnitude };
    let sun = view.sun;
    [t, magnitude, view.obscuration, sun.altitude.to_degrees(), sun.azimuth.to_degrees(), p, v]
}
