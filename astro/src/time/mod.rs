//! Time: the two scales as types, calendars, ISO 8601 text, and ΔT between the scales.

pub mod calendar;
pub mod delta_t;
pub mod iso;
pub mod scale;

pub use calendar::{Calendar, Date};
pub use iso::{date_text_ms, iso_text, iso_text_ms};
pub use scale::{Tt, Ut1};
