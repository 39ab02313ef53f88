//! The imports of most operations.

pub(crate) use crate::vocabulary::accuracy::{Accuracy, AccuracyBasis};
pub(crate) use crate::vocabulary::coverage::{COVERED, Choice};
pub(crate) use crate::vocabulary::days::{Days, DaysInput, EndDate, in_order};
pub(crate) use crate::vocabulary::delta_t::{DeltaTInForce, DeltaTInput};
pub(crate) use crate::vocabulary::eclipse_theory::ElementsInput;
pub(crate) use crate::vocabulary::formats::{CalendarFormat, ResponseFormat, TableFormat};
pub(crate) use crate::vocabulary::prelude::*;
pub(crate) use crate::vocabulary::series::SeriesWriter;
pub(crate) use crate::vocabulary::zone::{Zone, ZoneInput};
