//! Results of [`astro::batch`] as Arrow: three tables, of which a caller selects columns.
//!
//! ```
//! use artifacts::batch::{EclipseKey, Fields, PlaceColumns, SEARCH};
//! use astro::batch::{LocalColumns, Places, seen};
//! use astro::eclipse::{local::Reach, published::APRIL_2024};
//!
//! // Dallas sees the eclipse, Tokyo does not.
//! let (lat, lng, height) = ([32.8, 35.7], [-96.8, 139.7], [130.0, 0.0]);
//! let mut rows = LocalColumns::default();
//! let places = Places::from_degrees(&lat, &lng, &height);
//! seen(&APRIL_2024, 69.2, &Reach::new(&APRIL_2024), &places, &mut rows);
//! let key = EclipseKey {
//!     catalog_number: 9561,
//!     date_ms: 1_712_534_400_000,
//!     eclipse_type: "T",
//!     t0: APRIL_2024.t0,
//!     delta_t_s: 69.2,
//! };
//! let (number, ids) = ([0, 1], None);
//! let (latitude_deg, longitude_deg, height_m) = (&lat, &lng, &height);
//! let places = PlaceColumns { number: &number, latitude_deg, longitude_deg, height_m, ids };
//! let fields = Fields::named(&SEARCH, "place,max,magnitude")?;
//! let batch = fields.eclipse(&key, &places, rows)?;
//! assert_eq!((batch.num_rows(), batch.num_columns()), (1, 3));
//! # Ok::<(), artifacts::Error>(())
//! ```

mod columns;
mod fields;
#[cfg(feature = "write")]
pub mod file;
mod tables;

pub use columns::{EclipseKey, PlaceColumns};
pub use fields::{Fields, listed};
pub use tables::{ALL, LOCAL, MOMENTS, SEARCH};
