//! The types of parameters: how each is described, read and echoed. A type with its own rules implements
//! [`Value`] where it is declared.

use crate::api::prelude::*;
use almanac::schema::one_of;
use serde::Serializer;
use utoipa::openapi::Ref;
use utoipa::openapi::schema::{ArrayBuilder, Type};

pub(crate) use derive::Words;

/// Named schemas, as [`ToSchema::schemas`] collects them.
pub(crate) type Schemas = Vec<(String, RefOr<Schema>)>;

/// The type of a parameter.
pub(crate) trait Value: Sized {
    /// `true` if the parameter is a list, and may be repeated.
    const IS_LIST: bool = false;
    /// `true` if the parameter is a date, or may be one.
    const IS_DATE: bool = false;
    /// The type of the echo, for its schema.
    type Echo: ToSchema + ?Sized;

    fn accepted(p: &Parameter) -> Accepted;

    /// Reads a parameter, and records what is wrong. None if it is absent, or nothing of it can be used.
    fn read(input: &mut Input, p: &Parameter) -> Option<Self>;

    /// Returns the value as the response repeats it.
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

/// Returns the value of a word, in capitals or not.
pub(crate) fn named<W: Words>(text: &str) -> Option<W> {
    W::VALUES.iter().copied().find(|value| value.word().eq_ignore_ascii_case(text))
}

/// A closed set of words, made by `#[derive(Words)]`: the type of one word, and with `Vec` of a list.
pub(crate) trait Words: Copy + PartialEq + 'static {
    /// The type whose name the schema has: the enum itself, or a substitute for a foreign enum.
    type Schema: ToSchema;
    /// The words; one with a short form has it after a colon.
    const WORDS: &'static [&'static str];
    /// The values, in the same order.
    const VALUES: &'static [Self];

    fn word(self) -> &'static str;
}

/// The words of `almanac` that are parameters too.
macro_rules! words_of_almanac {
    ($($of:path),+) => {$(
        impl Words for $of {
            type Schema = Self;
            const WORDS: &'static [&'static str] = Self::WORDS;
            const VALUES: &'static [Self] = Self::VALUES;

            fn word(self) -> &'static str {
                self.word()
            }
        }
    )+};
}
words_of_almanac!(
    almanac::Body,
    almanac::EclipseTypePrimary,
    almanac::LocalType,
    almanac::Theory,
    almanac::catalog::LunarEclipseTypePrimary
);

impl<W: Words> Value for W {
    type Echo = W::Schema;

    fn accepted(_: &Parameter) -> Accepted {
        Accepted::word(&W::VALUES.iter().map(|value| value.word()).collect::<Vec<_>>())
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let words = || W::VALUES.iter().map(|value| value.word()).collect::<Vec<_>>().join(", ");
        input.parse(p, named, |_| format!("must be one of {}", words()))
    }

    fn echo(&self) -> impl Serialize {
        self.word()
    }
}

struct Listed<W>(W);

impl<W: Words> Serialize for Listed<W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.word())
    }
}

/// The words of a list, in place of a vector of texts.
struct List<'a, W>(&'a [W]);

impl<W: Words> Serialize for List<'_, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().copied().map(Listed))
    }
}

/// Separated by commas, or the parameter repeated; each word once, in the order given. A short form means its
/// word.
impl<W: Words> Value for Vec<W> {
    const IS_LIST: bool = true;
    type Echo = W::Schema;

    fn accepted(_: &Parameter) -> Accepted {
        Accepted::words(W::WORDS)
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let value = |part: &str| {
            let index =
                W::WORDS.iter().position(|w| w.split(':').any(|form| form.eq_ignore_ascii_case(part.trim())));
            index.map(|i| W::VALUES[i])
        };
        input.list(p, "words", value, || format!("one of {}", W::WORDS.join(", ").replace(':', " or ")))
    }

    fn echo(&self) -> impl Serialize {
        List(self)
    }

    fn schema(_: &Parameter) -> RefOr<Schema> {
        ArrayBuilder::new().items(reference_or_schema::<W::Schema>()).into()
    }
}

impl Value for String {
    type Echo = Self;

    fn accepted(_: &Parameter) -> Accepted {
        Accepted::text()
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        input.text(p).map(Into::into)
    }

    fn echo(&self) -> impl Serialize {
        self
    }
}

/// The words for off and on, twice.
const FLAG: &[&str] = &["0", "1", "false", "true"];

impl Value for bool {
    type Echo = Self;

    fn accepted(_: &Parameter) -> Accepted {
        Accepted::word(FLAG)
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        input.word(p, FLAG).map(|i| i % 2 == 1)
    }

    fn echo(&self) -> impl Serialize {
        self
    }
}

/// On or off, echoed as 1 or 0; a `bool` is echoed as `true` or `false`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Flag(pub(crate) bool);

impl Value for Flag {
    type Echo = u8;

    fn accepted(p: &Parameter) -> Accepted {
        bool::accepted(p)
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        bool::read(input, p).map(Self)
    }

    fn echo(&self) -> impl Serialize {
        u8::from(self.0)
    }
}

/// The schema of a closed set of words, with the description that `#[derive(Words)]` takes from its comment.
pub(crate) fn words_schema<W: Words>(description: &str) -> RefOr<Schema> {
    one_of(Type::String, W::VALUES.iter().map(|value| value.word()), description)
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
