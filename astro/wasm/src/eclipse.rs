//! An eclipse from its elements, in the units of pages.

use astro::constants::{MS_PER_DAY, UNIX_EPOCH_JD};
use astro::earth::Observer;
use astro::earth::rotation::angle_in_delta_t;
use astro::eclipse::besselian::{Polynomials, Radii};
use astro::eclipse::fundamental::Projection;
use astro::eclipse::local::{Circumstances, LocalEclipseType, ObservedEclipse, Visibility};
use astro::eclipse::path::{CentralKind, Paths, Ring, VertexSpacing};
use astro::math::angle::{normalize, normalize_signed};
use astro::time::Tt;

const MS_PER_HOUR: f64 = 3_600_000.0;
const S_PER_HOUR: f64 = 3600.0;
/// No edge of the umbra's outline is further than this from the cone, km: less than a pixel of near maps.
const UMBRA_KM: f64 = 0.2;
/// The tolerance for the penumbra, whose edge is faint.
const PENUMBRA_KM: f64 = 3.0;

/// An eclipse and its ΔT.
pub(crate) struct Eclipse {
    elements: Polynomials,
    delta_t_s: f64,
    /// Instant of t0, milliseconds of UT since 1970.
    start_ms: f64,
}

impl Eclipse {
    /// Takes t0 (Julian Date of TD), the cubics x, y, d, µ (radians), l1 and l2, the tangents of f1 and f2,
    /// the radii k1, k2 and that of the Sun, and ΔT in seconds: 31 numbers. Missing ones are NaN.
    pub(crate) fn new(numbers: &[f64]) -> Self {
        let number = |k: usize| numbers.get(k).copied().unwrap_or(f64::NAN);
        let cubic = |k: usize| std::array::from_fn(|i| number(1 + 4 * k + i));
        let radii = Radii { k1: number(27), k2: number(28), sun: number(29) };
        let elements = Polynomials {
            t0: Tt(number(0)),
            x: cubic(0),
            y: cubic(1),
            d: cubic(2),
            mu: cubic(3),
            l1: cubic(4),
            l2: cubic(5),
            tan_f1: number(25),
            tan_f2: number(26),
            radii,
            fit_residual: 0.0,
        };
        let delta_t_s = number(30);
        let start_ms = (elements.t0.0 - UNIX_EPOCH_JD) * MS_PER_DAY as f64 - delta_t_s * 1000.0;
        Self { elements, delta_t_s, start_ms }
    }

    fn ms(&self, t: f64) -> f64 {
        self.start_ms + t * MS_PER_HOUR
    }

    fn hours(&self, ms: f64) -> f64 {
        (ms - self.start_ms) / MS_PER_HOUR
    }

    pub(crate) fn seen_from(&self, [latitude, longitude, height]: [f64; 3]) -> ObservedEclipse<'_> {
        let observer = Observer::from_degrees(latitude, longitude, height);
        ObservedEclipse::new(&self.elements, observer, self.delta_t_s)
    }

    /// The view of a place: the kind (0 none, 1 partial, 2 annular, 3 total), the visibility (0 no eclipse, 1
    /// below the horizon, 2 whole, 3 sunrise, 4 sunset, 5 both, 6 interrupted), its ends, the last sunrise
    /// and the first sunset, the duration of totality or annularity in seconds; then for C1, C2, greatest
    /// eclipse, C3 and C4 each the instant, altitude and azimuth of the Sun, position angle of the point of
    /// contact (of the Moon at greatest eclipse) from north and from the vertex, magnitude, obscuration, and
    /// whether the Sun is up.
    pub(crate) fn local(&self, place: [f64; 3], numbers: &mut Vec<f64>) {
        let local = self.seen_from(place);
        let Some(contacts) = local.contacts() else { return numbers.extend([0.0, 0.0]) };
        let is_total = contacts.kind == LocalEclipseType::Total;
        let kind = match contacts.kind {
            LocalEclipseType::Partial => 1.0,
            LocalEclipseType::Annular => 2.0,
            LocalEclipseType::Total => 3.0,
        };
        let visibility = local.visibility(&contacts);
        let (word, rise, set) = match visibility {
            Visibility::None => (1.0, f64::NAN, f64::NAN),
            Visibility::Interrupted { set, rise, .. } => (6.0, rise, set),
            Visibility::Part { from, to, rises, sets } => match (rises, sets) {
                (false, false) => (2.0, f64::NAN, f64::NAN),
                (true, false) => (3.0, from, f64::NAN),
                (false, true) => (4.0, f64::NAN, to),
                (true, true) => (5.0, from, to),
            },
        };
        let central = contacts.central.as_ref();
        let duration_s = central.map_or(0.0, |c| (c.third.t - c.second.t) * S_PER_HOUR);
        numbers.extend([kind, word]);
        numbers.extend(visibility.ends().into_iter().chain([rise, set]).map(|t| self.ms(t)));
        numbers.push(duration_s);
        for (c, is_opposite) in [
            (Some(&contacts.first), false),
            (central.map(|c| &c.second), is_total),
            (Some(&contacts.greatest), false),
            (central.map(|c| &c.third), is_total),
            (Some(&contacts.fourth), false),
        ] {
            match c {
                None => numbers.extend([f64::NAN; 8]),
                Some(c) => numbers.extend(self.contact(&local, c, is_opposite)),
            }
        }
    }

    fn contact(&self, local: &ObservedEclipse, c: &Circumstances, is_opposite: bool) -> [f64; 8] {
        let view = local.view(c);
        let p = view.position_angle + if is_opposite { std::f64::consts::PI } else { 0.0 };
        let up = f64::from(u8::from(view.is_up()));
        let [altitude, azimuth] = [view.sun.altitude, view.sun.azimuth].map(f64::to_degrees);
        let [p, v] = [p, p - view.parallactic_angle].map(|angle| normalize(angle).to_degrees());
        [self.ms(c.t), altitude, azimuth, p, v, view.magnitude, view.obscuration, up]
    }

    /// Sun and Moon at an instant: altitude and azimuth of the Sun and of the Moon, semidiameters, distance
    /// of the Moon in km, separation, position angle of the Moon's centre from the Sun's, parallactic angle,
    /// magnitude, obscuration, and whether the Sun is up.
    pub(crate) fn view(&self, ms: f64, place: [f64; 3], numbers: &mut Vec<f64>) {
        let local = self.seen_from(place);
        let view = local.view(&local.at(self.hours(ms)));
        let directions = [view.sun.altitude, view.sun.azimuth, view.moon.altitude, view.moon.azimuth];
        numbers.extend(directions.map(f64::to_degrees));
        numbers.extend([view.sun_semidiameter, view.moon_semidiameter].map(f64::to_degrees));
        numbers.push(view.moon_distance_km);
        numbers.extend([view.separation, view.position_angle, view.parallactic_angle].map(f64::to_degrees));
        numbers.extend([view.magnitude, view.obscuration, f64::from(u8::from(view.is_up()))]);
    }

    /// Altitude of the Sun at an instant, degrees.
    pub(crate) fn altitude_deg(&self, ms: f64, place: [f64; 3]) -> f64 {
        let local = self.seen_from(place);
        local.view(&local.at(self.hours(ms))).sun.altitude.to_degrees()
    }

    /// Latitude and longitude of the place where the axis meets the ground; NaN where it does not.
    pub(crate) fn axis(&self, ms: f64) -> [f64; 2] {
        let e = self.elements.at(self.hours(ms)).at;
        Projection::new(e.d).surface(e.x, e.y).map_or([f64::NAN; 2], |point| {
            let longitude = normalize_signed(point.hour_angle - e.mu + self.turned());
            [point.latitude.to_degrees(), longitude.to_degrees()]
        })
    }

    /// Turn of the Earth in ΔT, radians.
    fn turned(&self) -> f64 {
        angle_in_delta_t(self.delta_t_s)
    }

    /// The shadow on the Earth: whether the eclipse is total, the place under the Sun, the place of the axis,
    /// the numbers of points of the outlines of umbra and penumbra, and these points, latitude and longitude
    /// each.
    ///
    /// Outlines are closed and end where the Sun is on the horizon. Longitudes make no leap: about a pole the
    /// ends are 360° apart. Points lie on the cones within 1 mm, edges of the umbra within 0.2 km, of the
    /// penumbra within 3 km.
    pub(crate) fn shadow(&self, ms: f64, numbers: &mut Vec<f64>) {
        let t = self.hours(ms);
        let e = self.elements.at(t).at;
        let paths = |km| Paths::new(&self.elements, VertexSpacing::Tolerance { km }, 0.0).ok();
        let is_total = paths(UMBRA_KM).is_some_and(|paths| paths.kind_at(t) == CentralKind::Total);
        let umbra = paths(UMBRA_KM).and_then(|paths| paths.outline(t).ok().flatten());
        let penumbra = paths(PENUMBRA_KM).and_then(|paths| paths.penumbra_outline(t).ok().flatten());
        numbers.push(f64::from(u8::from(is_total)));
        numbers.extend([e.d, normalize_signed(self.turned() - e.mu)].map(f64::to_degrees));
        numbers.extend(self.axis(ms));
        numbers
            .extend([&umbra, &penumbra].map(|ring| ring.as_ref().map_or(0.0, |r| r.vertices.len() as f64)));
        for ring in [umbra, penumbra].into_iter().flatten() {
            self.append(&ring, numbers);
        }
    }

    fn append(&self, ring: &Ring, numbers: &mut Vec<f64>) {
        let mut last = 0.0;
        for (k, vertex) in ring.vertices.iter().enumerate() {
            let longitude = normalize_signed(vertex.longitude + self.turned()).to_degrees();
            let turns = if k == 0 { 0.0 } else { ((last - longitude) / 360.0_f64).round() };
            last = longitude + 360.0 * turns;
            numbers.extend([vertex.latitude.to_degrees(), last]);
        }
    }
}
