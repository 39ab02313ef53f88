//! The types of parameters: how each is read, echoed and described.

use crate::api::flag::FLAG;
use crate::api::input::{Input, Word, words};
use crate::api::instant::Instant;
use crate::api::parameter::{Kind, Parameter};
use crate::api::point::Point;
use crate::api::site::Site;
use serde::Serialize;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Type};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{Number, PartialSchema, ToSchema};

pub(crate) use derive::Words;

/// Named schemas, as [`ToSchema::schemas`] collects them.
pub(crate) type Schemas = Vec<(String, RefOr<Schema>)>;

/// The type of a parameter.
pub(crate) trait Value: Sized {
    /// The accepted values, for the documentation. Numbers get their bounds by [`Kind::between`].
    const KIND: Kind;
    /// The type of the echo, for its schema.
    type Echo: ToSchema + ?Sized;

    /// Reads a parameter. None if it is absent, or wrong and recorded as such.
    fn read(input: &mut Input, p: &Parameter) -> Option<Self>;

    /// Returns the value as the answer repeats it.
    fn echo(&self) -> impl Serialize;

    /// Returns the schema of the echo.
    fn schema(_: &Parameter) -> RefOr<Schema> {
        reference_or_schema::<Self::Echo>()
    }

    /// Collects the named schemas that [`Value::schema`] refers to.
    fn schemas(found: &mut Schemas) {
        collect::<Self::Echo>(found);
    }
}

/// A closed set of words, made by `#[derive(Words)]`: the type of one word, and with `Vec` of a list.
pub(crate) trait Words: Word {
    /// The type whose name the schema has: the enum itself, or a substitute for a foreign enum.
    type Schema: ToSchema;
}

impl<W: Words> Value for W {
    const KIND: Kind = Kind::Word(W::WORDS);
    type Echo = W::Schema;

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        input.word(p)
    }

    fn echo(&self) -> impl Serialize {
        self.word()
    }
}

/// A word in a list.
struct Listed<W>(W);

impl<W: Words> Serialize for Listed<W> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.word())
    }
}

/// The words of a list, in place of a vector of texts.
struct List<'a, W>(&'a [W]);

impl<W: Words> Serialize for List<'_, W> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().copied().map(Listed))
    }
}

impl<W: Words> Value for Vec<W> {
    const KIND: Kind = Kind::Words(W::WORDS);
    type Echo = W::Schema;

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        input.words(p)
    }

    fn echo(&self) -> impl Serialize {
        List(self)
    }

    fn schema(_: &Parameter) -> RefOr<Schema> {
        ArrayBuilder::new().items(reference_or_schema::<W::Schema>()).into()
    }
}

impl Value for Instant {
    const KIND: Kind = Kind::DateTime;
    type Echo = String;

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        input.instant(p)
    }

    fn echo(&self) -> impl Serialize {
        self.iso()
    }
}

/// A Julian Day of UT, which a request may also write as a date.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Day(pub(crate) f64);

/// On or off, echoed as 1 or 0; a `bool` is echoed as `true` or `false`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Flag(pub(crate) bool);

/// Two numbers within bounds, the lesser first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct MinMax(pub(crate) [f64; 2]);

/// A right ascension and a declination, degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Equatorial(pub(crate) [f64; 2]);

/// South, west, north and east, degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Area(pub(crate) [f64; 4]);

/// A latitude and a longitude within ±180°, degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LatLng(pub(crate) [f64; 2]);

/// Implements [`Value`] for a type: its kind, the type of its echo, how it is read and how it is echoed.
macro_rules! value {
    ($type:ty, $kind:expr, $echo:ty, $read:expr, $of:expr) => {
        impl Value for $type {
            const KIND: Kind = $kind;
            type Echo = $echo;

            fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
                let read: fn(&mut Input, &Parameter) -> Option<Self> = $read;
                read(input, p)
            }

            fn echo(&self) -> impl Serialize {
                let of: fn(&Self) -> &$echo = $of;
                of(self)
            }
        }
    };
}

/// Numbers that have no bounds yet; see [`Kind::between`].
const NUMBER: Kind = Kind::Number { from: f64::NEG_INFINITY, to: f64::INFINITY };
const NUMBERS: Kind = Kind::Numbers { from: f64::NEG_INFINITY, to: f64::INFINITY };
const BOUNDS: Kind = Kind::Bounds { from: f64::NEG_INFINITY, to: f64::INFINITY };

value!(f64, NUMBER, f64, |input, p| input.number(p), |value| value);
value!(Vec<f64>, NUMBERS, [f64], |input, p| input.numbers(p), |value| value);
value!(MinMax, BOUNDS, [f64], |input, p| input.bounds(p).map(MinMax), |value| &value.0);
value!(Day, Kind::Day, f64, |input, p| input.day(p).map(Day), |value| &value.0);
value!(Site, Kind::Observer, Site, |input, p| input.site(p), |value| value);
value!(Point, Kind::Point, Point, |input, p| input.point(p), |value| value);
value!(LatLng, Kind::Place, [f64], |input, p| input.place(p).map(LatLng), |value| &value.0);
value!(Area, Kind::Area, [f64], |input, p| input.area(p).map(Area), |value| &value.0);
value!(Equatorial, Kind::Equatorial, [f64], |input, p| input.equatorial(p).map(Equatorial), |v| &v.0);
value!(String, Kind::Text, String, |input, p| input.text(p), |value| value);
value!(bool, FLAG, bool, |input, p| input.flag(p), |value| value);

impl Value for Flag {
    const KIND: Kind = FLAG;
    type Echo = u8;

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        input.flag(p).map(Self)
    }

    fn echo(&self) -> impl Serialize {
        u8::from(self.0)
    }
}

impl Value for Vec<Point> {
    const KIND: Kind = Kind::Points { most: usize::MAX };
    type Echo = Point;

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        input.points(p)
    }

    fn echo(&self) -> impl Serialize {
        self
    }

    fn schema(_: &Parameter) -> RefOr<Schema> {
        ArrayBuilder::new().items(reference_or_schema::<Point>()).into()
    }
}

/// Implements [`Value`] for whole numbers; the schema of the echo has the bounds of the parameter.
macro_rules! whole {
    ($type:ty) => {
        impl Value for $type {
            const KIND: Kind = Kind::Integer { from: i64::MIN, to: i64::MAX };
            type Echo = $type;

            fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
                input.integer(p).and_then(|value| value.try_into().ok())
            }

            fn echo(&self) -> impl Serialize {
                *self
            }

            fn schema(p: &Parameter) -> RefOr<Schema> {
                bounded(<$type>::schema_of_type(), p.kind)
            }
        }
    };
}

/// The schema of a type by a name that [`Value::schema`] does not hide.
trait SchemaOfType: PartialSchema {
    fn schema_of_type() -> RefOr<Schema> {
        Self::schema()
    }
}

impl<T: PartialSchema> SchemaOfType for T {}

whole!(i64);
whole!(i32);
whole!(u32);

fn bounded(schema: RefOr<Schema>, kind: Kind) -> RefOr<Schema> {
    match (schema, kind) {
        (RefOr::T(Schema::Object(mut object)), Kind::Integer { from, to }) => {
            (object.minimum, object.maximum) = (Some(whole_number(from)), Some(whole_number(to)));
            object.into()
        }
        (schema, _) => schema,
    }
}

fn whole_number(value: i64) -> Number {
    Number::Int(value as isize)
}

/// The schema of a closed set of words, with the description that `#[derive(Words)]` takes from its comment.
pub(crate) fn words_schema<W: Word>(description: &str) -> RefOr<Schema> {
    let object = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words::<W>()));
    object.description(Some(description)).into()
}

/// A reference to the schema of a type that has a name of its own; the schema itself of a number, a text or a
/// list.
pub(crate) fn reference_or_schema<T: ToSchema + ?Sized>() -> RefOr<Schema> {
    let schema = T::schema();
    if is_named(&schema) { RefOr::Ref(Ref::from_schema_name(T::name())) } else { schema }
}

/// Collects the named schemas that [`reference_or_schema`] refers to.
pub(crate) fn collect<T: ToSchema + ?Sized>(found: &mut Schemas) {
    let schema = T::schema();
    if is_named(&schema) {
        found.push((T::name().into_owned(), schema));
    }
    T::schemas(found);
}

fn is_named(schema: &RefOr<Schema>) -> bool {
    match schema {
        RefOr::T(Schema::Object(object)) => {
            object.description.is_some() || !object.properties.is_empty() || object.enum_values.is_some()
        }
        RefOr::T(Schema::Array(_)) => false,
        _ => true,
    }
}
