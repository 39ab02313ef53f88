//! Schemas of types for the OpenAPI description.

use serde_json::{Value, json};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// A schema and the named ones that it refers to.
pub(crate) struct Described {
    /// The schema itself, or a reference to its name.
    pub(crate) schema: Value,
    /// Schemas that `schema` refers to, by name.
    pub(crate) components: Vec<(String, RefOr<Schema>)>,
}

/// The schema of a type: by its name if it has fields, in place otherwise.
pub(crate) fn described<T: ToSchema + PartialSchema>() -> Described {
    let mut components = Vec::new();
    T::schemas(&mut components);
    let own = serde_json::to_value(T::schema()).expect("a schema is JSON");
    let is_named =
        own.get("properties").is_some() || own.get("oneOf").is_some() || own.get("allOf").is_some();
    if is_named {
        components.push((T::name().into_owned(), T::schema()));
        return Described {
            schema: json!({ "$ref": format!("#/components/schemas/{}", T::name()) }),
            components,
        };
    }
    Described { schema: own, components }
}

impl Described {
    /// The schema of a list of such values.
    pub(crate) fn list(self) -> Self {
        Self { schema: json!({ "type": "array", "items": self.schema }), components: self.components }
    }

    /// The schema of a text.
    pub(crate) fn text() -> Self {
        Self { schema: json!({ "type": "string" }), components: Vec::new() }
    }

    /// The schema of bytes that are no text.
    pub(crate) fn bytes() -> Self {
        Self { schema: json!({ "type": "string", "format": "binary" }), components: Vec::new() }
    }

    /// The schema of an object with any members.
    pub(crate) fn any_object() -> Self {
        Self { schema: json!({ "type": "object" }), components: Vec::new() }
    }
}
