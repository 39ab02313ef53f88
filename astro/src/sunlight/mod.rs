//! Sunlight on the ground under a clear sky: air mass, intensity, irradiance of surfaces, sums of a day, and
//! what an eclipse leaves of them.
//!
//! Powers are W/m², energies kWh/m², altitudes those that are seen, with refraction.

pub mod air_mass;
pub mod clear_sky;
pub mod day;
pub mod eclipsed;
pub mod intensity;
pub mod sky_view;
pub mod surface;

/// Sunlight above the air at one astronomical unit, W/m²: the solar constant. Source: Kopp & Lean (2011),
/// Geophys. Res. Lett. 38, L01706, 1360.8 ± 0.5, as the interface rounds it.
pub const SOLAR_CONSTANT_W_M2: f64 = 1361.0;
