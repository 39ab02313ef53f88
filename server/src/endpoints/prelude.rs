//! The imports of most operations.

pub(crate) use crate::api::batch::{Batch, Results, RowWork};
pub(crate) use crate::api::icalendar;
pub(crate) use crate::api::instant::Day;
pub(crate) use crate::api::long_responses::Later;
pub(crate) use crate::api::prepared::{BARE_JSON, Form};
pub(crate) use crate::api::row_series::RowsFormat;
pub(crate) use crate::generation::catalog::LunarFacts;
pub(crate) use crate::generation::elevation::{Elevation, ElevationSource, GroundHeight};
pub(crate) use crate::vocabulary::accuracy::{Accuracy, AccuracyBasis, AccuracyExtras};
pub(crate) use crate::vocabulary::coverage::{self, COVERED, Choice, TheoryOfEvents};
pub(crate) use crate::vocabulary::days::{Days, DaysInput, EndDate, in_order};
pub(crate) use crate::vocabulary::delta_t::{DeltaTInForce, DeltaTInput};
pub(crate) use crate::vocabulary::eclipse_theory::{ElementsInput, Era, sun_needs_precise};
pub(crate) use crate::vocabulary::formats::{
    CalendarFormat, GEOJSON, ResponseFormat, TableFormat, UsedFormat,
};
pub(crate) use crate::vocabulary::prelude::*;
pub(crate) use crate::vocabulary::series::SeriesWriter;
pub(crate) use crate::vocabulary::terrain_horizon::{HorizonChoice, OverSkyline, Stretches};
pub(crate) use crate::vocabulary::zone::{Zone, ZoneChoice, ZoneInput};
pub(crate) use almanac::catalog::LunarEclipseTypePrimary;
pub(crate) use almanac::{Appearance, EclipseAccuracy, EclipseTypePrimary, Found, LocalType, RiseSetEvent};
pub(crate) use arrow_schema::SchemaRef;
pub(crate) use artifacts::batch::Fields;
pub(crate) use astro::accuracy::AngularRates;
pub(crate) use astro::appearance::SunAndMoon;
pub(crate) use astro::earth::Observer;
pub(crate) use astro::eclipse::local::Visibility;
pub(crate) use astro::eclipse::lunar::{LunarContact, LunarCourse};
pub(crate) use astro::math::angle::ARCSEC;
pub(crate) use astro::sky::apparent_place::ApparentPlace;
pub(crate) use astro::sky::horizontal::Horizontal;
pub(crate) use astro::sky::passage::view::{PassageView, Reference};
pub(crate) use astro::sky::riseset::Limb;
pub(crate) use astro::sky::theory::Sky;
pub(crate) use astro::time::Date;
pub(crate) use geography::Geometry;
pub(crate) use geography::cut::Vertex;
pub(crate) use geography::sight::Skyline;
pub(crate) use std::collections::BTreeMap;
pub(crate) use tokio::task::yield_now;
pub(crate) use utoipa::openapi::{RefOr, Schema};
pub(crate) use web::turns::pause;
