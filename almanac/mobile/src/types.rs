//! The records of `almanac` with the fields for Kotlin and Swift. UniFFI reads and writes the types of
//! `almanac` through these declarations, without a conversion, and the compiler checks fields and types.

use almanac::{
    AzAlt, Body, Changes, Contact, ContactKey, ContactSigma, EclipseAccuracy, Ecliptic, EclipticPosition,
    Equatorial, Found, Instant, LocalCircumstances, LocalHorizontal, Maximum, Observational, Place, Position,
    Positions, PreciseEphemeris, RiseSetEvent, Theory, VisibilityReason, Visible,
};

/// A word of the interface, such as `total`.
pub type Word = &'static str;

uniffi::custom_type!(Word, String, {
    remote,
    lower: |word| word.to_owned(),
    try_lift: |word| Err(only_returned(&word)),
});

uniffi::custom_type!(ContactKey, String, {
    remote,
    lower: |key| key.word().to_owned(),
    try_lift: |word| Err(only_returned(&word)),
});

uniffi::custom_type!(VisibilityReason, String, {
    remote,
    lower: |reason| reason.word().to_owned(),
    try_lift: |word| Err(only_returned(&word)),
});

uniffi::custom_type!(PreciseEphemeris, String, {
    remote,
    lower: |source| source.word().to_owned(),
    try_lift: |word| Err(only_returned(&word)),
});

uniffi::custom_type!(Instant, String, {
    remote,
    lower: |at| at.iso(),
    try_lift: |text| Ok(Instant::parse("date", &text)?),
});

/// No function has an argument with these types.
fn only_returned(text: &str) -> uniffi::deps::anyhow::Error {
    uniffi::deps::anyhow::anyhow!("{text:?}: records of results are no arguments")
}

/// Called `AlmanacException` in Kotlin, where `Error` has another meaning.
pub type AlmanacError = almanac::Error;

/// The reason why a call has no result. The message names the argument and a valid value.
#[uniffi::remote(Error)]
#[uniffi(flat_error)]
#[non_exhaustive]
pub enum AlmanacError {
    /// An argument is wrong.
    Argument,
    /// An argument of `call` is missing, unknown or of a wrong type.
    Type,
    /// A pack cannot be read.
    Pack,
}

/// A place on the ellipsoid WGS 84: degrees, north and east positive, and metres above the ellipsoid.
#[uniffi::remote(Record)]
pub struct Place {
    /// Latitude, −90 … 90°.
    pub lat: f64,
    /// Longitude, −180 … 180°.
    pub lng: f64,
    /// Height, −1000 … 100,000 m.
    #[uniffi(default)]
    pub height: f64,
}

/// The theories of Sun and Moon.
#[uniffi::remote(Enum)]
pub enum Theory {
    /// Those of the published canon.
    Canon,
    /// The most accurate ones; eclipses of 1500 … 2500.
    Precise,
}

/// Changes of the basis of a computation. Null means the value of the theory.
#[uniffi::remote(Record)]
pub struct Changes {
    /// The theory.
    pub theory: Theory,
    /// Radius of the Moon for the penumbra, Earth radii, 0.272 … 0.273; only with the precise theory.
    #[uniffi(default)]
    pub k1: Option<f64>,
    /// Radius of the Moon for the umbra, Earth radii, 0.272 … 0.273; only with the precise theory.
    #[uniffi(default)]
    pub k2: Option<f64>,
    /// Semidiameter of the Sun at 1 au, arcseconds, 955 … 965; only with the precise theory.
    #[uniffi(default)]
    pub sun_radius: Option<f64>,
    /// ΔT, s, −100,000 … 100,000.
    #[uniffi(default)]
    pub delta_t: Option<f64>,
}

/// A solar eclipse for a place.
#[uniffi::remote(Record)]
pub struct LocalCircumstances {
    /// Type of the whole eclipse: 4 partial, 5 not central, 6 annular, 7 hybrid, 8 total.
    #[uniffi(name = "type")]
    pub kind: u8,
    /// Magnitude at greatest eclipse, also if the Sun is down then; 0 if nothing is visible.
    pub magnitude: f64,
    /// Apparent diameter of the Moon over that of the Sun at greatest eclipse, or null if nothing is visible.
    pub moon_sun_ratio: Option<f64>,
    /// In order of time; empty if nothing is visible.
    pub contacts: Vec<Contact>,
    /// The part above the horizon.
    pub visibility: Visible,
    /// Sources and uncertainties.
    pub accuracy: EclipseAccuracy,
}

/// A contact, or greatest eclipse.
#[uniffi::remote(Record)]
pub struct Contact {
    /// 0 greatest, 1 … 4 contacts.
    pub contact: u8,
    /// Its key, such as `solar_eclipse_second_contact`.
    pub key: ContactKey,
    /// Hours of TD from t0 of the elements.
    pub t: f64,
    /// The visible quantities.
    pub observational: Observational,
    /// UTC, ISO 8601.
    pub date: Instant,
    /// `true` if the Sun's upper limb is above the horizon; never null on the device, where it is level.
    pub visible: Option<bool>,
}

/// Azimuth and altitude, degrees.
#[uniffi::remote(Record)]
pub struct AzAlt {
    /// Azimuth from north through east, degrees.
    pub azimuth: f64,
    /// Altitude above the horizon, degrees.
    pub altitude: f64,
}

/// Visible quantities; degrees, airless and topocentric.
#[uniffi::remote(Record)]
pub struct Observational {
    /// Part of the Sun's diameter that is covered.
    pub magnitude: f64,
    /// Part of the Sun's disc that is covered, 0 … 1.
    pub obscuration: f64,
    /// Angle between the centres of Sun and Moon, degrees.
    pub angular_separation: f64,
    /// Direction of the Sun.
    pub sun_az_alt: AzAlt,
    /// Direction of the Moon.
    pub moon_az_alt: AzAlt,
    /// Semidiameter of the Sun, degrees.
    pub sun_semidiameter: f64,
    /// Semidiameter of the Moon, degrees.
    pub moon_semidiameter: f64,
    /// Distance of the Moon, km.
    pub moon_distance: f64,
    /// Position angle of the contact point from the north point of the limb through east, degrees.
    pub p: f64,
    /// Parallactic angle, degrees.
    pub c: f64,
    /// Position angle of the contact point from the vertex, degrees.
    pub v: f64,
}

/// The part of an eclipse above the horizon.
#[uniffi::remote(Record)]
pub struct Visible {
    /// First instant, UTC, ISO 8601, or null.
    pub from: Option<Instant>,
    /// Last instant, or null.
    pub to: Option<Instant>,
    /// `whole`, `sunrise`, `sunset`, `sunrise-and-sunset`, `interrupted`, `below-horizon`, `no-eclipse`.
    pub reason: VisibilityReason,
}

/// Sources and uncertainties. Every `sigma` is one standard error.
#[uniffi::remote(Record)]
pub struct EclipseAccuracy {
    /// ΔT of the computation, s.
    pub delta_t: f64,
    /// Standard error of ΔT, s; null for a given ΔT.
    pub delta_t_sigma: Option<f64>,
    /// Radius of the Moon for the penumbra, Earth radii.
    pub k1: f64,
    /// Radius of the Moon for the umbra, Earth radii.
    pub k2: f64,
    /// Semidiameter of the Sun at 1 au, arcseconds.
    pub solar_radius_arcsec: f64,
    /// Theory of the elements.
    pub theory: Theory,
    /// Source of Sun and Moon, `series` or `kernel`; null except with the precise theory.
    pub ephemeris: Option<PreciseEphemeris>,
    /// Standard error of the Moon's position relative to the Sun, arcseconds.
    pub theory_sigma_arcsec: f64,
    /// Shift east or west that corresponds to the error of ΔT, km; null for a given ΔT.
    pub east_west_km: Option<f64>,
    /// Standard error of greatest eclipse, s; null if `contacts` has the standard errors of all instants.
    pub sigma: Option<f64>,
    /// Standard errors of the contacts, in order of time; null if the eclipse is not visible.
    pub contacts: Option<Vec<ContactSigma>>,
}

/// The uncertainty of the instant of a contact.
#[uniffi::remote(Record)]
pub struct ContactSigma {
    /// 0 greatest, 1 … 4 contacts.
    pub contact: u8,
    /// Standard error of the instant, s, for a smooth limb of the Moon; null if the limbs nearly graze.
    pub sigma: Option<f64>,
}

/// An eclipse at a place.
#[uniffi::remote(Record)]
pub struct Found {
    /// Julian Day that identifies the eclipse: midnight UTC of its date.
    pub jd: f64,
    /// Greatest eclipse for the whole Earth, UTC.
    pub date: Instant,
    /// Number in the catalog.
    pub catalog: i32,
    /// Type of the whole eclipse: P, A, T or H.
    #[uniffi(name = "type")]
    pub kind: Word,
    /// Type at the place: `partial`, `annular` or `total`.
    pub local_type: Word,
    /// Part of the Sun's diameter that is covered at `max`.
    pub magnitude: f64,
    /// Part of the Sun's disc that is covered at `max`, 0 … 1.
    pub obscuration: f64,
    /// Visible duration of totality or annularity, s; null in a partial eclipse.
    pub duration_sec: Option<f64>,
    /// First contact, or null if it is not visible.
    pub c1: Option<Instant>,
    /// Second contact, or null.
    pub c2: Option<Instant>,
    /// Third contact, or null.
    pub c3: Option<Instant>,
    /// Fourth contact, or null.
    pub c4: Option<Instant>,
    /// The greatest visible phase.
    pub max: Maximum,
    /// The part above the horizon.
    pub visibility: Visible,
    /// Length of the geodesic to the nearest point of the central line, km, or null.
    pub path_distance_km: Option<f64>,
    /// Its direction at the place, degrees from north through east, or null.
    pub path_bearing: Option<f64>,
}

/// The greatest visible phase.
#[uniffi::remote(Record)]
pub struct Maximum {
    /// UTC, ISO 8601.
    pub date: Instant,
    /// Airless altitude of the Sun's centre, degrees.
    pub sun_alt: f64,
    /// Azimuth of the Sun from north through east, degrees.
    pub sun_az: f64,
}

/// A body of the sky.
#[uniffi::remote(Enum)]
pub enum Body {
    /// The Sun.
    Sun,
    /// The Moon.
    Moon,
    /// The Galactic Center.
    GalacticCenter,
}

/// An event, or a body that stays above or below the horizon.
#[uniffi::remote(Record)]
pub struct RiseSetEvent {
    /// Kind of event: `sunrise`, `solar_transit`, `sunset`, `sun_always_above`, `sun_always_below`, and so on
    /// for `moon` and `gc`.
    pub key: Word,
    /// UTC, ISO 8601; null if the body stays above or below the horizon.
    pub date: Option<Instant>,
    /// Position of the centre of the body; null without a date.
    pub az_alt: Option<LocalHorizontal>,
}

/// The requested positions at one instant.
#[uniffi::remote(Record)]
pub struct Positions {
    /// The Sun; null if not requested.
    pub sun: Option<Position>,
    /// The Moon; null if not requested.
    pub moon: Option<Position>,
    /// The Galactic Center; null if not requested.
    pub gc: Option<Position>,
}

/// A position; angles in degrees.
#[uniffi::remote(Record)]
pub struct Position {
    /// The instant in dynamical time, ISO 8601.
    pub date_td: String,
    /// Julian Ephemeris Day.
    pub jde: f64,
    /// Quantities of Sun and Moon; null for the Galactic Center.
    pub ecliptic: Option<EclipticPosition>,
    /// Apparent equatorial coordinates of date.
    pub apparent_coordinates: Equatorial,
    /// Horizontal coordinates; null without a place.
    pub local_horizontal: Option<LocalHorizontal>,
}

/// Quantities of Sun and Moon; angles in degrees.
#[uniffi::remote(Record)]
pub struct EclipticPosition {
    /// Ecliptic coordinates.
    pub ecliptic_coordinates: Ecliptic,
    /// Ecliptic longitude with nutation and aberration, degrees.
    pub apparent_longitude: f64,
    /// Distance in astronomical units.
    pub radius_vector: f64,
    /// Obliquity of the ecliptic, degrees.
    pub obliquity_of_ecliptic: f64,
    /// Equatorial horizontal parallax, degrees.
    pub equatorial_horizontal_parallax: f64,
}

/// Ecliptic coordinates, degrees.
#[uniffi::remote(Record)]
pub struct Ecliptic {
    /// Longitude, degrees.
    pub lambda: f64,
    /// Latitude, degrees.
    pub beta: f64,
}

/// Equatorial coordinates, degrees.
#[uniffi::remote(Record)]
pub struct Equatorial {
    /// Right ascension, degrees.
    pub ra: f64,
    /// Declination, degrees.
    pub decl: f64,
}

/// Horizontal coordinates of a body for an observer, degrees.
#[uniffi::remote(Record)]
pub struct LocalHorizontal {
    /// Geocentric direction, without parallax and without refraction: `true` in the service's response.
    pub geocentric: AzAlt,
    /// Apparent direction, with parallax and refraction.
    pub apparent: AzAlt,
    /// Topocentric direction, with parallax and without refraction.
    pub parallax: AzAlt,
    /// Refraction, degrees.
    pub refraction: f64,
}
