//! Observers by column.

use crate::earth::Observer;

/// Observers of one length of columns.
#[derive(Debug, Clone, Default)]
pub struct Places {
    observers: Vec<Observer>,
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
        self.observers.clear();
        let rows = latitude_deg.iter().zip(longitude_deg).zip(height_m);
        self.observers.extend(rows.map(|((lat, lng), height)| Observer::from_degrees(*lat, *lng, *height)));
    }

    /// Number of observers.
    pub fn len(&self) -> usize {
        self.observers.len()
    }

    /// True without any.
    pub fn is_empty(&self) -> bool {
        self.observers.is_empty()
    }

    /// One observer; it panics beyond the last.
    pub fn observer(&self, place: usize) -> Observer {
        self.observers[place]
    }
}
