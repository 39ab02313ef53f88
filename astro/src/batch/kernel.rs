//! Many observers of one eclipse, a vector of them at a time.
//!
//! A block of observers goes through the steps of [`ObservedEclipse::sight`] one by one. After each step only
//! those remain for whom there is more to do, packed side by side: greatest eclipse for all, contacts for
//! those within the penumbra, C2 and C3 for those within the umbra, rise and set for those with the Sun near
//! the horizon, views for those who see something. The few for whom an iteration does not settle go through
//! the functions for one observer.

use crate::batch::columns::{LocalColumns, MomentColumns, ViewColumns, VisibilityType};
use crate::batch::places::{Eclipse, Places, gather, scatter};
use crate::batch::quantities::quantities_at;
use crate::eclipse::local::visibility::{FASTEST, STRETCHES, TOLERANCE_HOURS, longest_turn};
use crate::eclipse::local::{Circumstances, ObservedEclipse, Reach, Visibility};
use crate::math::lanes::{Lanes, MAX_LANES};
use crate::math::real::{Mask, Real};
use crate::math::search::{self, Sample, SignChange};
use pulp::{Simd, WithSimd};

/// Observers that go through the steps together; what is kept of them fits into the first cache.
const BLOCK: usize = 256;
/// Index of greatest eclipse among the contacts.
const GREATEST: usize = 2;

/// The circumstances of all observers of an eclipse.
pub(super) struct Local<'a> {
    pub(super) eclipse: Eclipse<'a>,
    pub(super) places: &'a Places,
    /// With bounds, only rows in which something is seen.
    pub(super) reach: Option<&'a Reach>,
    pub(super) rows: &'a mut LocalColumns,
}

/// A block of observers on its way. Columns go by the number of the observer in `place`.
struct Block {
    /// Numbers of the observers.
    place: Vec<u32>,
    /// C1, C2, greatest eclipse, C3, C4; hours of TD from t0, NaN where there is none.
    contacts: [Vec<f64>; 5],
    /// `true` if greatest eclipse is under the umbra proper, not its extension.
    is_total: Vec<bool>,
    /// `true` if all iterations settle.
    is_settled: Vec<bool>,
    /// The part above the horizon; none if the penumbra passes by.
    visibility: Vec<Option<Visibility>>,
    /// Indices into the columns: who is within the penumbra at greatest eclipse.
    some: Vec<u32>,
    /// The observers within the umbra then.
    central: Vec<u32>,
    /// The observers with the Sun near the horizon.
    low: Vec<u32>,
    /// Rows in which something is seen: all, those with a ring, with totality, and without greatest eclipse.
    seen: [Rows; 4],
}

impl WithSimd for Local<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { eclipse, places, reach, rows } = self;
        let mut block = Block::new(BLOCK.min(places.len()));
        for from in (0..places.len()).step_by(BLOCK) {
            let all = from as u32..places.len().min(from + BLOCK) as u32;
            block.place.clear();
            block.place.extend(all);
            if let Some(reach) = reach {
                block.keep_within(simd, reach, &eclipse, places);
            }
            if S::IS_SCALAR {
                block.is_settled.fill(false);
            } else {
                block.find_greatest(simd, &eclipse, places);
                block.find_contacts(simd, &eclipse, places);
                block.find_visible(simd, &eclipse, places);
            }
            block.find_unsettled(&eclipse, places);
            block.write(simd, &eclipse, places, reach.is_some(), rows);
        }
    }
}

impl Block {
    /// A block of at most `size` observers.
    fn new(size: usize) -> Self {
        Self {
            place: Vec::with_capacity(size),
            contacts: std::array::from_fn(|_| vec![f64::NAN; size]),
            is_total: vec![false; size],
            is_settled: vec![false; size],
            visibility: vec![None; size],
            some: Vec::with_capacity(size),
            central: Vec::with_capacity(size),
            low: Vec::with_capacity(size),
            seen: Default::default(),
        }
    }

    /// Drops observers who see nothing.
    #[inline(always)]
    fn keep_within<S: Simd>(&mut self, simd: S, reach: &Reach, eclipse: &Eclipse, places: &Places) {
        let mut kept = 0;
        let count = self.place.len();
        for from in (0..count).step_by(S::F64_LANES) {
            let to = count.min(from + S::F64_LANES);
            let some = places.some(simd, eclipse, &self.place[from..to]);
            let is_included = reach.includes(&some.constants(), some.observer().longitude).flags();
            for (lane, k) in (from..to).enumerate() {
                self.place[kept] = self.place[k];
                kept += usize::from(is_included[lane]);
            }
        }
        self.place.truncate(kept);
    }

    /// Greatest eclipse of all. `some` are those within the penumbra then.
    #[inline(always)]
    fn find_greatest<S: Simd>(&mut self, simd: S, eclipse: &Eclipse, places: &Places) {
        self.some.clear();
        let count = self.place.len();
        for from in (0..count).step_by(S::F64_LANES) {
            let to = count.min(from + S::F64_LANES);
            let here = places.some(simd, eclipse, &self.place[from..to]);
            let (greatest, is_settled) = here.nearly_greatest(&eclipse.grid);
            greatest.t.store(&mut self.contacts[GREATEST][from..to]);
            let is_within = ((greatest.m - greatest.penumbra).less(greatest.m.splat(0.0))).flags();
            let is_total = greatest.umbra.less(greatest.m.splat(0.0)).flags();
            let is_settled = is_settled.flags();
            for (lane, k) in (from..to).enumerate() {
                self.visibility[k] = None;
                self.is_total[k] = is_total[lane];
                self.is_settled[k] = is_settled[lane];
                if is_settled[lane] && is_within[lane] {
                    self.some.push(k as u32);
                }
            }
        }
    }

    /// C1, C4 and visibility of `some`, and C2 and C3 of those within the umbra.
    #[inline(always)]
    fn find_contacts<S: Simd>(&mut self, simd: S, eclipse: &Eclipse, places: &Places) {
        self.contacts
            .iter_mut()
            .enumerate()
            .filter(|(k, _)| *k != GREATEST)
            .for_each(|(_, t)| t.fill(f64::NAN));
        self.central.clear();
        self.low.clear();
        for is_central in [false, true] {
            let some = std::mem::take(if is_central { &mut self.central } else { &mut self.some });
            for chunk in some.chunks(S::F64_LANES) {
                let here = places.some(simd, eclipse, &self.place_numbers(chunk)[..chunk.len()]);
                let greatest = here.each_at(gather(simd, &self.contacts[GREATEST], chunk));
                let sides = if is_central { [(1, -1.0), (3, 1.0)] } else { [(0, -1.0), (4, 1.0)] };
                for (contact, side) in sides {
                    let radius = |c: &Circumstances<Lanes<S>>| match is_central {
                        true => c.umbra.absolute(),
                        false => c.penumbra,
                    };
                    let (c, is_settled) = here.crossing(&greatest, side, radius);
                    scatter(c.t, &mut self.contacts[contact], chunk);
                    if !is_settled.all() {
                        let is_settled = is_settled.flags();
                        for (k, is_settled) in chunk.iter().zip(is_settled) {
                            self.is_settled[*k as usize] &= is_settled;
                        }
                    }
                }
                if !is_central {
                    let is_within = (greatest.m - greatest.umbra.absolute()).less(greatest.m.splat(0.0));
                    let (height, is_within) = (here.upper_limb(&greatest).numbers(), is_within.flags());
                    for (lane, k) in chunk.iter().enumerate() {
                        self.find_middle(*k, height[lane], is_within[lane]);
                    }
                }
            }
            *(if is_central { &mut self.central } else { &mut self.some }) = some;
        }
    }

    /// Visibility by the height of the Sun's upper limb at greatest eclipse, radians, if the Sun cannot reach
    /// the horizon before the eclipse is over.
    fn find_middle(&mut self, k: u32, height: f64, is_central: bool) {
        let [first, _, greatest, _, fourth] =
            std::array::from_fn(|contact| self.contacts[contact][k as usize]);
        let turn = longest_turn([first, greatest, fourth]);
        let is_up = height > turn;
        self.visibility[k as usize] =
            Some(if is_up { Visibility::whole([first, fourth]) } else { Visibility::None });
        if height.abs() <= turn {
            self.low.push(k);
        }
        if is_central {
            self.central.push(k);
        }
    }

    /// Rise and set during the eclipse.
    #[inline(always)]
    fn find_visible<S: Simd>(&mut self, simd: S, eclipse: &Eclipse, places: &Places) {
        for chunk in self.low.chunks(S::F64_LANES) {
            let here = places.some(simd, eclipse, &self.place_numbers(chunk)[..chunk.len()]);
            let [first, fourth] = [0, 4].map(|k| gather(simd, &self.contacts[k], chunk));
            let step = (fourth - first) / STRETCHES;
            let zero = first.splat(0.0);
            let (mut t, mut next, mut value, mut begins_up) = (first, first, zero, [false; MAX_LANES]);
            let mut crossings = [[None; 2]; MAX_LANES];
            let mut is_full = [false; MAX_LANES];
            for k in 0.. {
                let next_value = here.upper_limb(&here.each_at(next));
                let (up, next_up) = (zero.less(value), zero.less(next_value));
                let changes = up.and(next_up.not()).or(next_up.and(up.not())).and(t.less(next));
                if k == 0 {
                    begins_up = next_up.flags();
                } else if changes.any() {
                    let changes = changes.flags();
                    let [from, to, before, after] = [t, next, value, next_value].map(Lanes::numbers);
                    for lane in (0..chunk.len()).filter(|lane| changes[*lane]) {
                        let samples = [
                            Sample { t: from[lane], value: before[lane] },
                            Sample { t: to[lane], value: after[lane] },
                        ];
                        match crossings[lane].iter_mut().find(|c| c.is_none()) {
                            Some(free) => *free = Some(samples),
                            None => is_full[lane] = true,
                        }
                    }
                }
                (t, value) = (next, next_value);
                let is_open = t.less(fourth);
                if !is_open.any() {
                    break;
                }
                let far = value.absolute() / FASTEST / 2.0;
                let further = t + step.less(far).select(far, step);
                next = is_open.select(further.less(fourth).select(further, fourth), t);
            }
            for (lane, k) in chunk.iter().enumerate() {
                let k = *k as usize;
                let one = places.one(eclipse, self.place[k] as usize);
                let height = |t: f64| one.sun_over_horizon(t);
                let [first, fourth] = [self.contacts[0][k], self.contacts[4][k]];
                let mut changes = [SignChange { t: 0.0, is_rising: false }; 2];
                let mut count = 0;
                for [before, after] in crossings[lane].into_iter().flatten() {
                    if let Ok(t) = search::root_between(height, before, after, TOLERANCE_HOURS) {
                        changes[count] = SignChange { t, is_rising: after.value > 0.0 };
                        count += 1;
                    }
                }
                self.visibility[k] = Some(match is_full[lane] {
                    true => Visibility::of([first, self.contacts[GREATEST][k], fourth], height),
                    false => Visibility::with_crossings([first, fourth], begins_up[lane], &changes[..count]),
                });
            }
        }
    }

    /// Contacts and visibility of those for whom an iteration does not settle.
    fn find_unsettled(&mut self, eclipse: &Eclipse, places: &Places) {
        for k in 0..self.place.len() {
            if !self.is_settled[k] {
                self.find_alone(k, eclipse, places);
            }
        }
    }

    /// Contacts and visibility by the functions for one observer.
    #[cold]
    #[inline(never)]
    fn find_alone(&mut self, k: usize, eclipse: &Eclipse, places: &Places) {
        let one = places.one(eclipse, self.place[k] as usize);
        let found = one.contacts();
        self.visibility[k] = found.as_ref().map(|contacts| one.visibility(contacts));
        let Some(found) = found else { return };
        let central = found.central.as_ref();
        let times = [
            found.first.t,
            central.map_or(f64::NAN, |c| c.second.t),
            found.greatest.t,
            central.map_or(f64::NAN, |c| c.third.t),
            found.fourth.t,
        ];
        self.contacts.iter_mut().zip(times).for_each(|(column, t)| column[k] = t);
        self.is_total[k] = found.greatest.umbra < 0.0;
    }

    /// The numbers of some observers.
    #[inline(always)]
    fn place_numbers(&self, some: &[u32]) -> [u32; MAX_LANES] {
        let mut numbers = [0; MAX_LANES];
        numbers.iter_mut().zip(some).for_each(|(number, k)| *number = self.place[*k as usize]);
        numbers
    }

    /// Appends the rows.
    #[inline(always)]
    fn write<S: Simd>(
        &mut self,
        simd: S,
        eclipse: &Eclipse,
        places: &Places,
        is_seen_only: bool,
        to: &mut LocalColumns,
    ) {
        let [all, annular, total, hidden] = &mut self.seen;
        [&mut *all, &mut *annular, &mut *total, &mut *hidden].into_iter().for_each(Rows::clear);
        self.some.clear();
        for (k, place) in self.place.iter().enumerate() {
            let visibility = self.visibility[k].as_ref();
            let is_visible = visibility.is_some_and(|v| *v != Visibility::None);
            if is_visible {
                self.some.push(k as u32);
                all.push(*place, to.len());
            }
            if is_visible || !is_seen_only {
                to.push(*place, visibility.map_or(VisibilityType::NoEclipse, VisibilityType::from));
            }
        }
        to.grow();
        for (k, row) in self.some.iter().zip(&all.rows) {
            let (k, row) = (*k as usize, *row as usize);
            let place = self.place[k];
            let visible = self.visibility[k].as_ref().expect("some are visible");
            let contacts = std::array::from_fn(|contact| self.contacts[contact][k]);
            let is_seen = to.set_times(row, contacts, self.is_total[k], visible);
            if !contacts[1].is_nan() {
                if self.is_total[k] { &mut *total } else { &mut *annular }.push(place, row);
            }
            if !is_seen {
                to.maximum.t_h[row] = best_end(&places.one(eclipse, place as usize), visible);
                hidden.push(place, row);
            }
        }
        let views = Views { simd, eclipse, places };
        let [first, second, greatest, third, fourth] = &mut to.contacts;
        let (all, annular, total, hidden) = (&*all, &*annular, &*total, &*hidden);
        let none = Rows::default();
        let seen = [
            (first, [all, &none]),
            (second, [annular, total]),
            (greatest, [all, &none]),
            (third, [annular, total]),
            (fourth, [all, &none]),
            (&mut to.maximum, [hidden, &none]),
        ];
        for (columns, rows) in seen {
            for (rows, is_inner) in rows.into_iter().zip([false, true]) {
                views.write(rows, is_inner, columns);
            }
        }
        let greatest = &mut to.contacts[GREATEST];
        for row in all.rows.iter().map(|row| *row as usize) {
            if to.maximum.t_h[row] == greatest.t_h[row] {
                let columns = to.maximum.columns().zip(greatest.columns());
                columns.for_each(|(maximum, greatest)| maximum[row] = greatest[row]);
            }
        }
    }
}

/// Rows of the result with their observers.
#[derive(Default)]
struct Rows {
    places: Vec<u32>,
    rows: Vec<u32>,
}

impl Rows {
    fn clear(&mut self) {
        self.places.clear();
        self.rows.clear();
    }

    fn push(&mut self, place: u32, row: usize) {
        self.places.push(place);
        self.rows.push(row as u32);
    }
}

/// The end of the visible part at which more of the Sun is covered, hours.
fn best_end(one: &ObservedEclipse, visibility: &Visibility) -> f64 {
    let ends = visibility.stretches().into_iter().flatten().flat_map(|(from, to)| [from, to]);
    let magnitude = |t: &f64| one.at(*t).magnitude();
    ends.max_by(|a, b| magnitude(a).total_cmp(&magnitude(b))).unwrap_or(f64::NAN)
}

/// The views at the instants of a column.
struct Views<'a, S> {
    simd: S,
    eclipse: &'a Eclipse<'a>,
    places: &'a Places,
}

impl<S: Simd> Views<'_, S> {
    /// Fills the columns at some rows by their instants. `is_inner` as of [`quantities_at`].
    #[inline(always)]
    fn write(&self, at: &Rows, is_inner: bool, columns: &mut ViewColumns) {
        let lanes = S::F64_LANES;
        for (places, rows) in at.places.chunks(lanes).zip(at.rows.chunks(lanes)) {
            let here = self.places.some(self.simd, self.eclipse, places);
            let seen = quantities_at(&here, gather(self.simd, &columns.t_h, rows), is_inner);
            for (column, numbers) in columns.columns().skip(1).zip(seen) {
                scatter(numbers, column, rows);
            }
        }
    }
}

/// The view of each observer at their instant.
pub(super) struct Moments<'a> {
    pub(super) eclipse: Eclipse<'a>,
    pub(super) places: &'a Places,
    /// Hours of TD from t0, one for each observer.
    pub(super) t_h: &'a [f64],
    pub(super) rows: &'a mut MomentColumns,
}

impl WithSimd for Moments<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let count = self.places.len().min(self.t_h.len());
        for from in (0..count).step_by(S::F64_LANES) {
            let to = count.min(from + S::F64_LANES);
            let mut numbers = [0; MAX_LANES];
            numbers.iter_mut().zip(from as u32..).for_each(|(number, k)| *number = k);
            let numbers = &numbers[..to - from];
            let here = self.places.some(simd, &self.eclipse, numbers);
            let t = gather(simd, self.t_h, numbers);
            let seen = here.sun_and_moon(&here.each_at(t));
            let mut quantities = quantities_at(&here, t, false);
            let (zero, [magnitude, ..]) = (t.splat(0.0), &mut quantities);
            *magnitude = magnitude.less(zero).select(zero, *magnitude);
            let values = [seen.separation.degrees(), t].into_iter().chain(quantities);
            for (column, values) in self.rows.columns().zip(values) {
                column.extend_from_slice(&values.numbers()[..to - from]);
            }
        }
    }
}
