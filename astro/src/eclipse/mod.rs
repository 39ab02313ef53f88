//! Solar and lunar eclipses: seasons, elements, circumstances for the Earth and for one observer.
//!
//! The way of a solar eclipse: [`saros`] proposes a new moon, [`besselian`] turns places of Sun and Moon into
//! the shadow's elements, [`course`] interpolates them over the eclipse, [`global`] finds what the Earth as a
//! whole has of it, [`fit`] makes the published polynomials, and [`local`] what one observer sees. All of
//! them meet in the plane of [`fundamental`].

pub mod besselian;
pub mod course;
pub mod fit;
pub mod fundamental;
pub mod global;
pub mod local;
pub mod lunar;
pub mod path;
pub mod published;
pub mod saros;
