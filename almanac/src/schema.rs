//! Schemas of numbers that are one of a few.

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

/// Numbers of greatest eclipse and the contacts.
pub enum ContactNumber {}

impl PartialSchema for ContactNumber {
    fn schema() -> RefOr<Schema> {
        one_of(Type::Integer, 0..=4, "Numbers of greatest eclipse and the contacts.")
    }
}

impl ToSchema for ContactNumber {}

/// Types of solar eclipses.
pub enum EclipseTypeCode {}

impl PartialSchema for EclipseTypeCode {
    fn schema() -> RefOr<Schema> {
        let meaning = "Types of solar eclipses: 4 partial, 5 not central, 6 annular, 7 hybrid, 8 total.";
        one_of(Type::Integer, 4..=8, meaning)
    }
}

impl ToSchema for EclipseTypeCode {}
