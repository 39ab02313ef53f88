//! Solar eclipses, rise and set, and positions without a server, for programs in any language.
//!
//! The packages for JavaScript, Python, the JVM and Swift are thin layers over this crate, and this crate is
//! a thin layer over `astro`: the same code as in the server, so a result has the same bits in each. Names,
//! units and shapes are those of the service's responses. Only the intermediate quantities of local
//! circumstances and of the Moon's position are left out.
//!
//! ```
//! use almanac::{Canon, Place};
//! let canon = Canon::embedded();
//! let eclipse = canon.eclipse("2026-08-12")?;
//! let seen = eclipse.local(Place::new(42.34, -3.70, 860.0)?);
//! assert_eq!(seen.contacts[1].key.word(), "solar_eclipse_second_contact");
//! assert_eq!(&seen.contacts[1].date.iso()[..19], "2026-08-12T18:28:26");
//! # Ok::<(), almanac::Error>(())
//! ```

mod accuracy;
#[cfg(feature = "service")]
mod appearance;
mod call;
mod canon;
#[cfg(all(feature = "generation", feature = "service"))]
pub mod catalog;
mod eclipse;
mod error;
#[cfg(feature = "generation")]
mod generation;
mod horizontal;
mod instant;
mod local;
#[cfg(feature = "service")]
mod local_times;
#[cfg(feature = "mobile")]
#[path = "../mobile/src/objects.rs"]
mod mobile;
mod pack;
mod path;
mod place;
mod position;
mod rise_set;
#[cfg(feature = "service")]
pub mod schema;
mod search;
mod way;
mod words;

#[cfg(feature = "service")]
pub use accuracy::Accuracy;
pub use accuracy::{ContactSigma, EclipseAccuracy, EclipseErrors, PreciseEphemeris};
#[cfg(feature = "service")]
pub use appearance::{Appearance, SelenographicPoint, ZenithPlace};
pub use call::call;
pub use canon::Canon;
pub use eclipse::{Basis, Changes, Eclipse, EclipseTypePrimary, Theory};
pub use error::Error;
pub use horizontal::{AzAlt, LocalHorizontal};
pub use instant::Instant;
pub use local::{
    Contact, ContactKey, LocalCircumstances, Observation, Observational, VisibilityReason, Visible,
};
#[cfg(feature = "service")]
pub use local::{LocalSpan, limb, obstacle, quantities};
#[cfg(feature = "service")]
pub use local_times::LocalTimes;
pub use place::Place;
pub use position::{Body, Ecliptic, EclipticPosition, Equatorial, Position, Positions};
#[cfg(feature = "service")]
pub use rise_set::RiseTransitSetKey;
pub use rise_set::{RiseSetEvent, rise_set};
pub use search::{Found, LocalType, Maximum, Search};
pub use way::WayToPath;

#[cfg(feature = "mobile")]
uniffi::setup_scaffolding!("almanac");
