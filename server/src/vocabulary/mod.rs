//! Common parts of operations: observers' days and clocks, ΔT, theories, accuracy, formats, and the writer of
//! long responses.

pub(crate) mod accuracy;
pub(crate) mod batch;
pub(crate) mod besselian;
pub(crate) mod coverage;
pub(crate) mod days;
pub(crate) mod delta_t;
pub(crate) mod eclipse_theory;
pub(crate) mod edge_choice;
pub(crate) mod formats;
pub(crate) mod horizon_profile;
pub(crate) mod map_link;
pub(crate) mod prelude;
pub(crate) mod series;
pub(crate) mod svg_path;
pub(crate) mod terrain_horizon;
pub(crate) mod zone;
