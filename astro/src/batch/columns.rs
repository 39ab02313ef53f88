//! Results by column.

use crate::eclipse::local::Visibility;

/// Type of an eclipse at a place, of its visible part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum LocalType {
    /// Nothing is visible.
    None,
    /// Partial.
    Partial,
    /// Annular.
    Annular,
    /// Total.
    Total,
}

/// The part of an eclipse that is above the horizon, or the reason why none is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum VisibilityType {
    /// The penumbra passes by.
    NoEclipse,
    /// The Sun is down throughout.
    BelowHorizon,
    /// All of it.
    Whole,
    /// It begins before sunrise.
    Sunrise,
    /// It ends after sunset.
    Sunset,
    /// Both.
    SunriseAndSunset,
    /// The Sun sets and rises again during the eclipse.
    Interrupted,
}

macro_rules! view_columns {
    (() $($name:ident, $short:literal, $unit:literal, $meaning:tt;)+) => {
        /// The views at instants, by column. NaN where there is none. At C2 and C3 of a total eclipse the
        /// magnitude is exactly 1.
        #[derive(Debug, Clone, Default, PartialEq)]
        pub struct ViewColumns {
            /// Hours of TD from t0 of the elements.
            pub t_h: Vec<f64>,
            $(#[doc = concat!($short, ", ", $unit)] pub $name: Vec<f64>,)+
        }

        impl ViewColumns {
            /// The instants, and the quantities in the order of [`QUANTITIES`](crate::batch::QUANTITIES).
            pub fn columns(&mut self) -> impl Iterator<Item = &mut Vec<f64>> {
                [&mut self.t_h, $(&mut self.$name),+].into_iter()
            }
        }
    };
}
crate::quantities!(view_columns!());

/// Circumstances of an eclipse by column: a row for each observer, or for each who sees something.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LocalColumns {
    /// Number of the observer, ascending within one call.
    pub place: Vec<u32>,
    /// Type of the visible part.
    pub local_type: Vec<LocalType>,
    /// The part above the horizon.
    pub visibility: Vec<VisibilityType>,
    /// First visible instant, hours of TD from t0, or NaN.
    pub visible_from_h: Vec<f64>,
    /// Last visible instant, hours of TD from t0, or NaN.
    pub visible_to_h: Vec<f64>,
    /// For how long totality or annularity is visible, seconds; NaN if partial.
    pub duration_s: Vec<f64>,
    /// C1, C2, greatest eclipse, C3, C4. All are there if anything is visible, also those below the horizon.
    pub contacts: [ViewColumns; 5],
    /// The contacts in the visible part: bit k for `contacts[k]`.
    pub contacts_seen: Vec<u8>,
    /// The greatest visible phase, hours of TD from t0: greatest eclipse, sunrise or sunset; or NaN.
    pub maximum: ViewColumns,
}

/// Views at given instants, by column. NaN where the observer or the instant is not a number.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MomentColumns {
    /// The quantities; the magnitude is 0 without an eclipse. Contact points are the Moon's centre.
    pub view: ViewColumns,
    /// Angle between the centres of Sun and Moon, degrees.
    pub separation_deg: Vec<f64>,
}

impl From<&Visibility> for VisibilityType {
    fn from(visibility: &Visibility) -> Self {
        match visibility {
            Visibility::None => Self::BelowHorizon,
            Visibility::Interrupted { .. } => Self::Interrupted,
            Visibility::Part { rises: false, sets: false, .. } => Self::Whole,
            Visibility::Part { rises: true, sets: false, .. } => Self::Sunrise,
            Visibility::Part { rises: false, sets: true, .. } => Self::Sunset,
            Visibility::Part { rises: true, sets: true, .. } => Self::SunriseAndSunset,
        }
    }
}

impl LocalColumns {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.place.len()
    }

    /// True without rows.
    pub fn is_empty(&self) -> bool {
        self.place.is_empty()
    }

    /// Removes all rows and keeps the memory.
    pub fn clear(&mut self) {
        self.place.clear();
        self.local_type.clear();
        self.visibility.clear();
        self.contacts_seen.clear();
        self.numbers().for_each(Vec::clear);
    }

    /// All columns of numbers.
    pub(super) fn numbers(&mut self) -> impl Iterator<Item = &mut Vec<f64>> {
        let contacts = self.contacts.iter_mut().chain([&mut self.maximum]);
        let of_contacts = contacts.flat_map(ViewColumns::columns);
        [&mut self.visible_from_h, &mut self.visible_to_h, &mut self.duration_s]
            .into_iter()
            .chain(of_contacts)
    }

    /// Appends a row in which nothing is seen; [`LocalColumns::grow`] must follow.
    pub(super) fn push(&mut self, place: u32, visibility: VisibilityType) {
        self.place.push(place);
        self.visibility.push(visibility);
    }

    /// Makes all columns as long as the first.
    pub(super) fn grow(&mut self) {
        let len = self.place.len();
        self.local_type.resize(len, LocalType::None);
        self.contacts_seen.resize(len, 0);
        self.numbers().for_each(|column| column.resize(len, f64::NAN));
    }

    /// Sets the instants of a row, its type and its duration, by C1, C2, greatest eclipse, C3 and C4. Returns
    /// whether greatest eclipse is visible.
    pub(super) fn set_times(
        &mut self,
        row: usize,
        contacts: [f64; 5],
        is_total: bool,
        visibility: &Visibility,
    ) -> bool {
        let [_, second, greatest, third, _] = contacts;
        [self.visible_from_h[row], self.visible_to_h[row]] = visibility.ends();
        let central_s = if second.is_nan() { 0.0 } else { visibility.seconds_between(second, third) };
        if central_s > 0.0 {
            self.duration_s[row] = central_s;
        }
        self.local_type[row] = match central_s > 0.0 {
            true if is_total => LocalType::Total,
            true => LocalType::Annular,
            false => LocalType::Partial,
        };
        for (k, (columns, t)) in self.contacts.iter_mut().zip(contacts).enumerate() {
            columns.t_h[row] = t;
            self.contacts_seen[row] |= u8::from(visibility.includes(t)) << k;
        }
        self.maximum.t_h[row] = greatest;
        visibility.includes(greatest)
    }
}

impl MomentColumns {
    /// All columns.
    pub(super) fn columns(&mut self) -> impl Iterator<Item = &mut Vec<f64>> {
        std::iter::once(&mut self.separation_deg).chain(self.view.columns())
    }

    /// Removes all rows and keeps the memory.
    pub fn clear(&mut self) {
        self.columns().for_each(Vec::clear);
    }
}
