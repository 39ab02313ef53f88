//! The parameters of an operation as a struct, by `#[derive(Parameters)]`: read from a request, echoed in
//! `query`, and described.

use crate::api::parameter::{COST, DIGITS};
use crate::api::prelude::*;
use crate::api::value::{Schemas, Value, collect, reference_or_schema};
use serde::Serializer;
use serde::ser::SerializeMap;
use utoipa::PartialSchema;
use utoipa::openapi::Ref;
use utoipa::openapi::schema::{AllOfBuilder, ObjectBuilder, OneOfBuilder, SchemaType, Type};

pub(crate) use derive::Parameters;

/// The parameters of an operation, or a group of them that several operations embed.
pub(crate) trait Parameters: Sized + ToSchema {
    /// The descriptions of all parameters, in order.
    const ALL: &'static [Parameter];
    /// `true` if the fields are described among those of a struct that embeds this one.
    const IS_INLINE: bool;
    /// The fields of the echo, in order.
    const FIELDS: &'static [Field];

    /// Reads the parameters. None if a required one is missing or wrong, which is then recorded.
    fn read(input: &mut Input) -> Option<Self>;

    /// Writes the fields of the echo.
    fn echo<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error>;

    /// Returns the echo of an operation.
    fn in_query<'a>(&'a self, name: &'a str, cost: f64) -> Query<'a, Self> {
        Query { name, parameters: self, cost }
    }
}

impl Input<'_> {
    /// Reads all parameters of an operation, or refuses the request for everything that is wrong with them.
    pub(crate) fn parameters<P: Parameters>(&mut self) -> Result<P, Problem> {
        let read = P::read(self);
        self.check()?;
        Ok(read.expect("a required parameter that is missing or wrong is recorded, and the request refused"))
    }

    /// Reads a parameter that must be there.
    pub(crate) fn need<T: Value>(&mut self, p: &Parameter) -> Option<T> {
        let value = T::read(self, p);
        self.required(p, value)
    }
}

/// The member `query` of a response: the name of the operation, the parameters in force, and the cost.
pub(crate) struct Query<'a, P> {
    name: &'a str,
    parameters: &'a P,
    cost: f64,
}

impl<P: Parameters> Serialize for Query<'_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", self.name)?;
        self.parameters.echo(&mut map)?;
        map.serialize_entry("cost", &self.cost)?;
        map.end()
    }
}

impl<P: Parameters> PartialSchema for Query<'_, P> {
    fn schema() -> RefOr<Schema> {
        let name = Field::computed::<String>("name", "Name of the operation.", Presence::Always);
        let cost = Field::computed::<f64>("cost", "Credits.", Presence::Always);
        let note = "How the request is read where it may mean something else, such as the date 12-08-2026 or \
            an end that is not included, or a model of ΔT that is better: only then.";
        let note = Field::computed::<String>("note", note, Presence::IfGiven);
        let digits = Field::computed::<u32>(DIGITS.name, "Decimals. Only if given.", Presence::IfGiven);
        object(&[&[name], P::FIELDS, &[cost, note, digits]], "The parameters in force, and the cost.")
    }
}

impl<P: Parameters> ToSchema for Query<'_, P> {
    fn name() -> Cow<'static, str> {
        P::name()
    }

    fn schemas(found: &mut Schemas) {
        P::schemas(found);
    }
}

/// The condition for a field in the echo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    Always,
    /// If it has a value.
    IfGiven,
    /// Always, as `null` if it has no value.
    OrNull,
}

/// The schema of a field of the echo, by its parameter.
type FieldSchema = fn(&Parameter) -> RefOr<Schema>;

/// A field of the echo.
pub(crate) enum Field {
    Value {
        name: &'static str,
        description: &'static str,
        /// The condition for the field, which the description adds.
        condition: &'static str,
        /// The condition for it.
        presence: Presence,
        /// The parameter; of a field that is none, any.
        parameter: &'static Parameter,
        schema: FieldSchema,
        /// The named schemas that its schema refers to.
        schemas: fn(&mut Schemas),
    },
    /// The fields of another struct.
    Group {
        /// The name of its schema.
        name: fn() -> Cow<'static, str>,
        /// Its schema and those that it refers to.
        schemas: fn(&mut Schemas),
    },
    /// The fields of another struct, described here.
    Inline(&'static [Field]),
}

impl Field {
    /// Describes the echo of a parameter.
    pub(crate) const fn parameter<T: Value>(
        name: &'static str,
        parameter: &'static Parameter,
        presence: Presence,
    ) -> Self {
        let (schema, schemas): (FieldSchema, fn(&mut Schemas)) = (T::schema, T::schemas);
        let condition = if matches!(presence, Presence::IfGiven) { " Only if given." } else { "" };
        let description = parameter.meaning;
        Self::Value { name, description, condition, presence, parameter, schema, schemas }
    }

    /// Describes a field that the operation sets.
    pub(crate) const fn computed<T: ToSchema>(
        name: &'static str,
        description: &'static str,
        presence: Presence,
    ) -> Self {
        let schema: FieldSchema = |_| reference_or_schema::<T>();
        let condition = "";
        Self::Value {
            name,
            description,
            condition,
            presence,
            parameter: &COST,
            schema,
            schemas: collect::<T>,
        }
    }

    /// Describes the fields of a struct that is flattened into another.
    pub(crate) const fn group<T: Parameters>() -> Self {
        match T::IS_INLINE {
            true => Self::Inline(T::FIELDS),
            false => Self::Group { name: T::name, schemas: collect::<T> },
        }
    }
}

pub(crate) const fn count(parts: &[&[Parameter]]) -> usize {
    let (mut count, mut i) = (0, 0);
    while i < parts.len() {
        count += parts[i].len();
        i += 1;
    }
    count
}

pub(crate) const fn concat<const N: usize>(parts: &[&[Parameter]]) -> [Parameter; N] {
    let mut all = [COST; N];
    let (mut at, mut i) = (0, 0);
    while i < parts.len() {
        let mut k = 0;
        while k < parts[i].len() {
            all[at] = parts[i][k];
            at += 1;
            k += 1;
        }
        i += 1;
    }
    all
}

/// A parameter that serializes as its echo.
struct Echo<'a, T>(&'a T);

impl<T: Value> Serialize for Echo<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.echo().serialize(serializer)
    }
}

/// Writes a parameter.
pub(crate) fn echo<M: SerializeMap>(map: &mut M, name: &str, value: &impl Value) -> Result<(), M::Error> {
    map.serialize_entry(name, &Echo(value))
}

/// Writes a parameter, `null` if it is absent.
pub(crate) fn echo_or_null<M: SerializeMap>(
    map: &mut M,
    name: &str,
    value: Option<&impl Value>,
) -> Result<(), M::Error> {
    map.serialize_entry(name, &value.map(Echo))
}

/// The schema of the echo of a group.
pub(crate) fn schema<P: Parameters>(description: &str) -> RefOr<Schema> {
    object(&[P::FIELDS], description)
}

/// Collects the named schemas that the fields of the echo refer to.
pub(crate) fn schemas<P: Parameters>(found: &mut Schemas) {
    collect_all(P::FIELDS, found);
}

fn collect_all(fields: &[Field], found: &mut Schemas) {
    for field in fields {
        match field {
            Field::Value { schemas, .. } | Field::Group { schemas, .. } => schemas(found),
            Field::Inline(fields) => collect_all(fields, found),
        }
    }
}

/// The schema of an object with these fields. Groups come first, as references to their schemas.
fn object(fields: &[&[Field]], description: &str) -> RefOr<Schema> {
    let (mut groups, mut own) = (Vec::new(), ObjectBuilder::new());
    for fields in fields {
        own = add(fields, &mut groups, own);
    }
    if groups.is_empty() {
        return own.description(Some(description)).into();
    }
    let all = groups.into_iter().fold(AllOfBuilder::new(), AllOfBuilder::item::<Ref>);
    all.item(own).description(Some(description)).into()
}

/// Adds fields to an object, and references to the groups among them to a list.
fn add(fields: &[Field], groups: &mut Vec<Ref>, mut own: ObjectBuilder) -> ObjectBuilder {
    for field in fields {
        own = match *field {
            Field::Group { name, .. } => {
                groups.push(Ref::from_schema_name(name()));
                own
            }
            Field::Inline(fields) => add(fields, groups, own),
            Field::Value { name, description, condition, presence, parameter, schema, .. } => {
                let text = format!("{description}{condition}");
                let own = own.property(name, described(schema(parameter), text, presence));
                if presence == Presence::Always { own.required(name) } else { own }
            }
        };
    }
    own
}

/// The schema of a field with its description.
fn described(schema: RefOr<Schema>, text: String, presence: Presence) -> RefOr<Schema> {
    let null = presence == Presence::OrNull;
    let or_null = |kind: SchemaType| match kind {
        SchemaType::Type(kind) if null => SchemaType::Array(vec![kind, Type::Null]),
        kind => kind,
    };
    match schema {
        RefOr::Ref(mut reference) => {
            reference.description = text;
            if !null {
                return reference.into();
            }
            OneOfBuilder::new().item(reference).item(ObjectBuilder::new().schema_type(Type::Null)).into()
        }
        RefOr::T(Schema::Object(mut object)) => {
            object.schema_type = or_null(object.schema_type);
            object.description = Some(text);
            object.into()
        }
        RefOr::T(Schema::Array(mut array)) => {
            array.schema_type = or_null(array.schema_type);
            array.description = Some(text);
            array.into()
        }
        other => other,
    }
}
