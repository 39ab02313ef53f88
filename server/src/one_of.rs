//! Named schemas of values that are one of a few, so that a generated client has all of them.

use serde_json::Value;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};

/// Declares a name for a set of words or whole numbers, to be used as `#[schema(value_type = Name)]`. There
/// are no values of such a type. Its comment is its description.
macro_rules! one_of {
    ($(#[doc = $doc:literal])* $name:ident, $type:ident, $values:expr) => {
        $(#[doc = $doc])*
        pub(crate) enum $name {}

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                let description = concat!($($doc),*);
                $crate::one_of::schema(utoipa::openapi::schema::Type::$type, $values, description)
            }
        }

        impl utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
        }
    };
}
pub(crate) use one_of;

/// The schema of one of some values.
pub(crate) fn schema<V: Into<Value>>(
    kind: Type,
    values: impl IntoIterator<Item = V>,
    description: &str,
) -> RefOr<Schema> {
    let object = ObjectBuilder::new().schema_type(kind).enum_values(Some(values));
    let object = object.description(Some(description.trim()));
    RefOr::T(Schema::Object(object.build()))
}
