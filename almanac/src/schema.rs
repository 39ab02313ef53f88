//! Schemas of values that are one of a few.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// The schema of one of some texts or numbers, which have no enum.
pub fn one_of<V: Into<serde_json::Value>>(
    kind: Type,
    values: impl IntoIterator<Item = V>,
    description: &str,
) -> RefOr<Schema> {
    let object = ObjectBuilder::new().schema_type(kind).enum_values(Some(values));
    object.description(Some(description)).into()
}

/// Abbreviated names of the months.
pub(crate) const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Defines the schemas of values that have no enum.
macro_rules! schemas {
    ($($name:ident: $kind:ident $values:expr, $meaning:literal;)+) => {$(
        #[doc = $meaning]
        pub enum $name {}

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                one_of(Type::$kind, $values, $meaning)
            }
        }

        impl ToSchema for $name {}
    )+};
}

schemas! {
    ContactNumber: Integer 0..=4, "Numbers of greatest eclipse and the contacts.";
    EclipseTypeCode: Integer 4..=8,
        "Types of solar eclipses: 4 partial, 5 not central, 6 annular, 7 hybrid, 8 total.";
    Month: String MONTHS, "Abbreviated names of the months.";
    EclipseTypeQualifier: String ["b", "e", "m", "n", "s", "+", "-", "2", "3"],
        "Second letters of the types: ends and middle of a series, limits, the order of a hybrid.";
    LunarEclipseTypeQualifier: String ["b", "e", "x", "+", "-"],
        "Second letters of the types: ends of a series, the Moon's disc over the axis, total in the \
         penumbra.";
}
