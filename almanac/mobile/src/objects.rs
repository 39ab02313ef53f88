//! Objects for Kotlin and Swift: solar eclipses, rise and set, and positions on the device.
//!
//! UniFFI writes the Kotlin and Swift sources from these objects and from the records of this crate. An
//! instant is text in UTC, `2026-08-12` or `2026-08-12T18:30:00Z`. An error names the argument and a valid
//! value.

use crate::{
    Body, Changes, ContactKey, Error, Found, Instant, LocalCircumstances, Place, Positions, PreciseEphemeris,
    RiseSetEvent, Search, VisibilityReason,
};
use std::sync::Arc;

/// A word of the interface, such as `total`.
type Word = &'static str;

uniffi::custom_type!(Word, String, {
    remote,
    lower: |word| word.to_owned(),
    try_lift: |word| Err(only_returned(&word)),
});

/// Lets enums appear as their words.
macro_rules! words {
    ($($type:ident),+) => {
        $(uniffi::custom_type!($type, String, {
            lower: |value| value.word().to_owned(),
            try_lift: |word| Err(only_returned(&word)),
        });)+
    };
}

words!(ContactKey, VisibilityReason, PreciseEphemeris);

uniffi::custom_type!(Instant, String, {
    lower: |at| at.iso(),
    try_lift: |text| Ok(Instant::parse("date", &text)?),
});

/// No function has an argument with these types.
fn only_returned(text: &str) -> uniffi::deps::anyhow::Error {
    uniffi::deps::anyhow::anyhow!("{text:?}: records of results are no arguments")
}

/// The solar eclipses of a span of years.
#[derive(uniffi::Object)]
pub struct Canon {
    /// The eclipses of 1900 … 2100 if none.
    pack: Option<crate::Canon>,
}

impl Canon {
    fn get(&self) -> &crate::Canon {
        self.pack.as_ref().unwrap_or_else(|| crate::Canon::embedded())
    }
}

#[uniffi::export]
impl Canon {
    /// The eclipses of the years 1900 … 2100, which are part of the library.
    #[uniffi::constructor]
    pub fn embedded() -> Self {
        Self { pack: None }
    }

    /// Reads the bytes of a pack of other years.
    #[uniffi::constructor]
    pub fn from_pack(bytes: Vec<u8>) -> Result<Self, Error> {
        Ok(Self { pack: Some(crate::Canon::read(&bytes)?) })
    }

    /// Dates of all eclipses, in order of time.
    pub fn eclipses(&self) -> Vec<String> {
        self.get().eclipses().iter().map(crate::Eclipse::date).collect()
    }

    /// The eclipse of a date, UT: greatest eclipse is within 1.5 days of its beginning.
    pub fn eclipse(self: Arc<Self>, date: &str) -> Result<Eclipse, Error> {
        let eclipse = self.get().eclipse(date)?.clone();
        Ok(Eclipse { canon: self, eclipse })
    }

    /// The eclipses that a place sees, in order of time: their greatest visible phase is between `from`,
    /// included, and `to`, not included.
    #[uniffi::method(default(changes = None))]
    pub fn search(
        &self,
        place: Place,
        from: &str,
        to: &str,
        changes: Option<Changes>,
    ) -> Result<Vec<Found>, Error> {
        let [from, to] = span(from, to)?;
        let search = Search { from, to, changes: changes.unwrap_or_default() };
        Ok(self.get().search(&search, &[checked(place)?])?.swap_remove(0))
    }

    /// Rise, transit and set on each day of 24 hours between `from` and `to`, for the upper limb and 34′ of
    /// refraction; at most 3660 days. Accuracy: 0.2 s in middle latitudes, for this refraction.
    pub fn rise_set(
        &self,
        place: Place,
        from: &str,
        to: &str,
        bodies: &[Body],
    ) -> Result<Vec<RiseSetDay>, Error> {
        let days = crate::rise_set(self.get(), checked(place)?, span(from, to)?, bodies)?;
        Ok(days.into_iter().map(|(day, events)| RiseSetDay { date: day.iso(), events }).collect())
    }

    /// Positions of bodies at an instant, within 1.1″ of JPL's ephemerides in 0–3000; horizontal coordinates
    /// only with a place.
    #[uniffi::method(default(place = None))]
    pub fn position(&self, at: &str, bodies: &[Body], place: Option<Place>) -> Result<Positions, Error> {
        self.get().positions(Instant::parse("at", at)?, bodies, place.map(checked).transpose()?)
    }

    /// Answers JSON with JSON: `{"function":"position","at":"2026-08-12T18:30:00Z"}`. Functions:
    /// `localCircumstances`, `search`, `path`, `riseSet`, `position`, `eclipses`.
    pub fn call(&self, json: &str) -> Result<String, Error> {
        crate::call(self.get(), json)
    }
}

/// A solar eclipse.
#[derive(uniffi::Object)]
pub struct Eclipse {
    canon: Arc<Canon>,
    eclipse: crate::Eclipse,
}

#[uniffi::export]
impl Eclipse {
    /// The date of greatest eclipse, UT.
    pub fn date(&self) -> String {
        self.eclipse.date()
    }

    /// Returns the eclipse with another theory, other radii or another ΔT.
    pub fn with(&self, changes: Changes) -> Result<Self, Error> {
        let eclipse = self.eclipse.with(&changes, self.canon.get().delta_t())?;
        Ok(Self { canon: Arc::clone(&self.canon), eclipse })
    }

    /// Returns the local circumstances of a place.
    pub fn local_circumstances(&self, place: Place) -> Result<LocalCircumstances, Error> {
        Ok(self.eclipse.local(checked(place)?))
    }

    /// The curves on the map as GeoJSON. `paths` are names of curves, or `classic` for those of an ordinary
    /// map; an error lists all names. Edges are within `tolerance` metres of the curves, 0.1 … 100,000.
    #[uniffi::method(default(tolerance = 100.0))]
    pub fn path(&self, paths: Vec<String>, tolerance: f64) -> Result<String, Error> {
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        self.eclipse.path(self.canon.get(), &paths, tolerance)
    }
}

/// The events of a day.
#[derive(uniffi::Record)]
pub struct RiseSetDay {
    /// Start of the day, UTC, ISO 8601.
    pub date: String,
    /// In order of time, after the states that last all day.
    pub events: Vec<RiseSetEvent>,
}

fn checked(place: Place) -> Result<Place, Error> {
    Place::new(place.lat, place.lng, place.height)
}

fn span(from: &str, to: &str) -> Result<[Instant; 2], Error> {
    Ok([Instant::parse("from", from)?, Instant::parse("to", to)?])
}
