//! Observers by column.

use crate::earth::Observer;
use crate::eclipse::besselian::Polynomials;
use crate::eclipse::local::{HourlyGrid, ObservedEclipse, ObserverConstants};
use crate::math::lanes::{Lanes, MAX_LANES};
use crate::math::real::Real;
use pulp::{Arch, Simd, WithSimd};

/// Observers side by side, with what does not depend on the eclipse.
#[derive(Debug, Clone, Default)]
pub struct Places {
    latitude: Vec<f64>,
    longitude: Vec<f64>,
    height_m: Vec<f64>,
    sin_latitude: Vec<f64>,
    cos_latitude: Vec<f64>,
    rho_cos: Vec<f64>,
    rho_sin: Vec<f64>,
}

impl Places {
    /// Observers from geodetic latitudes (north positive), longitudes (east positive), both degrees, and
    /// heights above the ellipsoid in metres. The shortest slice sets the number.
    ///
    /// Nothing is refused; a value that is not a number gives an observer who sees nothing.
    pub fn from_degrees(latitude_deg: &[f64], longitude_deg: &[f64], height_m: &[f64]) -> Self {
        let mut places = Self::default();
        places.fill(latitude_deg, longitude_deg, height_m);
        places
    }

    /// Replaces the observers by those of [`Places::from_degrees`], in the memory that is there.
    pub fn fill(&mut self, latitude_deg: &[f64], longitude_deg: &[f64], height_m: &[f64]) {
        let count = latitude_deg.len().min(longitude_deg.len()).min(height_m.len());
        for (column, values) in [(&mut self.latitude, latitude_deg), (&mut self.longitude, longitude_deg)] {
            column.clear();
            column.extend(values[..count].iter().map(|degrees| degrees.to_radians()));
        }
        self.height_m.clear();
        self.height_m.extend_from_slice(&height_m[..count]);
        for column in [&mut self.sin_latitude, &mut self.cos_latitude, &mut self.rho_cos, &mut self.rho_sin] {
            column.resize(count, 0.0);
        }
        Arch::new().dispatch(Fill(self));
    }

    /// Number of observers.
    pub fn len(&self) -> usize {
        self.latitude.len()
    }

    /// True without any.
    pub fn is_empty(&self) -> bool {
        self.latitude.is_empty()
    }

    /// One observer; it panics beyond the last.
    pub fn observer(&self, place: usize) -> Observer {
        Observer {
            latitude: self.latitude[place],
            longitude: self.longitude[place],
            height_m: self.height_m[place],
        }
    }

    /// An eclipse and one observer.
    pub(super) fn one<'a>(&self, eclipse: &Eclipse<'a>, place: usize) -> ObservedEclipse<'a> {
        let at = |column: &[f64]| column[place];
        eclipse.seen_from(
            self.observer(place),
            (at(&self.sin_latitude), at(&self.cos_latitude)),
            (at(&self.rho_cos), at(&self.rho_sin)),
        )
    }

    /// An eclipse and as many observers as a vector has numbers; of fewer, the last repeats.
    #[inline(always)]
    pub(super) fn some<'a, S: Simd>(
        &self,
        simd: S,
        eclipse: &Eclipse<'a>,
        places: &[u32],
    ) -> ObservedEclipse<'a, Lanes<S>> {
        let at = |column: &[f64]| gather(simd, column, places);
        let observer = Observer {
            latitude: at(&self.latitude),
            longitude: at(&self.longitude),
            height_m: at(&self.height_m),
        };
        eclipse.seen_from(
            observer,
            (at(&self.sin_latitude), at(&self.cos_latitude)),
            (at(&self.rho_cos), at(&self.rho_sin)),
        )
    }
}

/// An eclipse for all observers.
pub(super) struct Eclipse<'a> {
    pub(super) elements: &'a Polynomials,
    /// ΔT as an angle of the Earth's rotation, radians.
    pub(super) delta_t_correction: f64,
    pub(super) grid: HourlyGrid,
}

impl<'a> Eclipse<'a> {
    #[inline(always)]
    fn seen_from<R: Real>(
        &self,
        observer: Observer<R>,
        sin_cos_latitude: (R, R),
        (rho_cos, rho_sin): (R, R),
    ) -> ObservedEclipse<'a, R> {
        let constants = ObserverConstants { rho_cos, rho_sin, delta_t_correction: self.delta_t_correction };
        ObservedEclipse::from_parts(self.elements, observer, sin_cos_latitude, constants)
    }
}

/// Some numbers of a column; of fewer than a vector has, the last repeats.
#[inline(always)]
pub(super) fn gather<S: Simd>(simd: S, column: &[f64], rows: &[u32]) -> Lanes<S> {
    let from = rows[0] as usize;
    if let (true, Some(column)) = (is_contiguous(rows), column.get(from..from + S::F64_LANES)) {
        return Lanes::load(simd, column);
    }
    let mut numbers = [0.0; MAX_LANES];
    let numbers = &mut numbers[..S::F64_LANES];
    for (lane, number) in numbers.iter_mut().enumerate() {
        *number = column[rows[lane.min(rows.len() - 1)] as usize];
    }
    Lanes::load(simd, numbers)
}

/// Writes numbers into some rows of a column.
#[inline(always)]
pub(super) fn scatter<S: Simd>(numbers: Lanes<S>, column: &mut [f64], rows: &[u32]) {
    let (numbers, from) = (numbers.numbers(), rows[0] as usize);
    let is_full = rows.len() == S::F64_LANES && is_contiguous(rows);
    if let (true, Some(column)) = (is_full, column.get_mut(from..from + S::F64_LANES)) {
        return column.copy_from_slice(&numbers[..S::F64_LANES]);
    }
    rows.iter().zip(numbers).for_each(|(row, number)| column[*row as usize] = number);
}

/// Returns whether ascending rows follow each other.
#[inline(always)]
fn is_contiguous(rows: &[u32]) -> bool {
    rows[rows.len() - 1] - rows[0] == rows.len() as u32 - 1
}

/// Sines and cosines of latitudes, and the distances from the Earth's axis and equator.
struct Fill<'a>(&'a mut Places);

impl WithSimd for Fill<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let places = self.0;
        for from in (0..places.len()).step_by(S::F64_LANES) {
            let row = from..places.len().min(from + S::F64_LANES);
            let load = |column: &[f64]| Lanes::load(simd, &column[row.clone()]);
            let latitude = load(&places.latitude);
            let observer =
                Observer { latitude, longitude: load(&places.longitude), height_m: load(&places.height_m) };
            let (sine, cosine) = latitude.sine_cosine();
            let (rho_cos, rho_sin) = observer.geocentric();
            sine.store(&mut places.sin_latitude[row.clone()]);
            cosine.store(&mut places.cos_latitude[row.clone()]);
            rho_cos.store(&mut places.rho_cos[row.clone()]);
            rho_sin.store(&mut places.rho_sin[row]);
        }
    }
}
