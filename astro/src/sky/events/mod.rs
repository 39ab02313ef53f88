//! Events of Sun, Moon and Galactic Center as seen from the centre of the Earth: seasons, phases, extremes of
//! distance and declination, nodes, conjunctions.
//!
//! Every event is a change of sign of some quantity of the [`SunMoonCourse`]: the sine of a longitude, a
//! latitude, the rate of a distance; [`between`] finds them. Meteor showers follow the Sun's
//! longitude of J2000.0, [`solar_longitude`].

mod accuracy;
mod course;
mod series;
mod shower_list;
pub mod showers;
pub mod solar_longitude;
pub mod watch;

pub use accuracy::{EventSigma, syzygy_sigma};
pub use course::SunMoonCourse;
pub use series::{SkyEvent, between};
pub use shower_list::SHOWERS;
