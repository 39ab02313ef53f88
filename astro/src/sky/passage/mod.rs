//! Passages of a body through a part of an observer's sky: when it is in a direction, or in a band of
//! azimuth or altitude, and the instant at which it comes closest to the target.
//!
//! A part of the sky is what several caps have in common ([`cap`]). [`finder`] gives the stretches of time in
//! which a body is in all of them, or other conditions of the sky ([`condition`]) hold together, and misses
//! none of a second; [`aim`] gives the instant of each.

pub mod aim;
pub mod cap;
pub mod condition;
pub mod finder;
pub mod view;

#[cfg(test)]
mod tests;
