//! The Rust types that fill columns: how each is stored in Arrow, and how one row is read in place.

use crate::schema::ColumnType;
use arrow_array::types::Int16Type;
use arrow_array::{
    Array, ArrayRef, BinaryArray, DictionaryArray, FixedSizeListArray, Float64Array, Int8Array, Int16Array,
    Int32Array, StringArray, StructArray, TimestampMillisecondArray,
};
use geography::BoundingBox;
use std::sync::Arc;

/// A type whose values fill a column; an `Option` if a row may have none.
pub trait Cell<'a>: Copy {
    /// The type of the column as the schema states it.
    const KIND: ColumnType;
    /// `true` if a row may have no value.
    const NULLABLE: bool;
    /// The Arrow array that holds the column.
    type Array: Array + 'static;

    /// Returns a problem of a column that the schema cannot express, such as an unknown word.
    fn problem(_: &'a Self::Array) -> Option<String> {
        None
    }

    /// Reads the value of a row in place. The column has no [`Cell::problem`].
    fn read(array: &'a Self::Array, row: usize) -> Self;

    /// Returns the column of these values.
    fn array(values: impl Iterator<Item = Self>) -> ArrayRef;
}

/// Stores the variants of an enum as words in a text column.
macro_rules! words {
    ($type:ty: $($variant:ident = $word:literal),+) => {
        impl $type {
            /// The word in the table.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl crate::cell::Cell<'_> for $type {
            const KIND: crate::schema::ColumnType = crate::schema::ColumnType::Text;
            const NULLABLE: bool = false;
            type Array = arrow_array::StringArray;

            fn problem(array: &Self::Array) -> Option<String> {
                crate::cell::unknown_word(array, &[$($word),+])
            }

            fn read(array: &Self::Array, row: usize) -> Self {
                match array.value(row) {
                    $($word => Self::$variant,)+
                    word => unreachable!("\"{word}\" is a problem of the column"),
                }
            }

            fn array(values: impl Iterator<Item = Self>) -> arrow_array::ArrayRef {
                std::sync::Arc::new(Self::Array::from_iter_values(values.map(Self::word)))
            }
        }
    };
}
pub(crate) use words;

/// Returns the first row with a word outside a closed set, as a problem.
pub(crate) fn unknown_word(array: &StringArray, words: &[&str]) -> Option<String> {
    let row = (0..array.len()).find(|&row| !words.contains(&array.value(row)))?;
    Some(format!("row {row}: \"{}\" is none of {}", array.value(row), words.join(", ")))
}

/// Milliseconds since 1970-01-01, proleptic Gregorian calendar, no time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimestampMs(pub i64);

macro_rules! numbers {
    ($($type:ty, $array:ty, $kind:ident;)+) => {$(
        impl Cell<'_> for $type {
            const KIND: ColumnType = ColumnType::$kind;
            const NULLABLE: bool = false;
            type Array = $array;

            fn read(array: &$array, row: usize) -> Self {
                array.value(row)
            }

            fn array(values: impl Iterator<Item = Self>) -> ArrayRef {
                Arc::new(<$array>::from_iter_values(values))
            }
        }

        impl Cell<'_> for Option<$type> {
            const KIND: ColumnType = ColumnType::$kind;
            const NULLABLE: bool = true;
            type Array = $array;

            fn read(array: &$array, row: usize) -> Self {
                array.is_valid(row).then(|| array.value(row))
            }

            fn array(values: impl Iterator<Item = Self>) -> ArrayRef {
                Arc::new(values.collect::<$array>())
            }
        }
    )+};
}

numbers! {
    i8, Int8Array, Int8;
    i16, Int16Array, Int16;
    i32, Int32Array, Int32;
    f64, Float64Array, Float64;
}

impl<'a> Cell<'a> for &'a str {
    const KIND: ColumnType = ColumnType::Text;
    const NULLABLE: bool = false;
    type Array = StringArray;

    fn read(array: &'a StringArray, row: usize) -> Self {
        array.value(row)
    }

    fn array(values: impl Iterator<Item = Self>) -> ArrayRef {
        Arc::new(StringArray::from_iter_values(values))
    }
}

impl<'a> Cell<'a> for Option<&'a str> {
    const KIND: ColumnType = ColumnType::Text;
    const NULLABLE: bool = true;
    type Array = StringArray;

    fn read(array: &'a StringArray, row: usize) -> Self {
        array.is_valid(row).then(|| array.value(row))
    }

    fn array(values: impl Iterator<Item = Self>) -> ArrayRef {
        Arc::new(values.collect::<StringArray>())
    }
}

/// Text that repeats from row to row: Arrow stores each text once, and a number in each row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeated<'a>(pub &'a str);

impl<'a> Repeated<'a> {
    fn text(array: &'a DictionaryArray<Int16Type>, row: usize) -> Option<Self> {
        let texts: Option<&StringArray> = array.values().as_any().downcast_ref();
        let texts = texts.expect("the schema states that the dictionary holds text");
        array.key(row).map(|key| Self(texts.value(key)))
    }
}

impl<'a> Cell<'a> for Repeated<'a> {
    const KIND: ColumnType = ColumnType::Repeated;
    const NULLABLE: bool = false;
    type Array = DictionaryArray<Int16Type>;

    fn read(array: &'a Self::Array, row: usize) -> Self {
        Self::text(array, row).expect("the schema states that there are no nulls")
    }

    fn array(values: impl Iterator<Item = Self>) -> ArrayRef {
        Arc::new(values.map(|text| Some(text.0)).collect::<Self::Array>())
    }
}

impl<'a> Cell<'a> for Option<Repeated<'a>> {
    const KIND: ColumnType = ColumnType::Repeated;
    const NULLABLE: bool = true;
    type Array = DictionaryArray<Int16Type>;

    fn read(array: &'a Self::Array, row: usize) -> Self {
        Repeated::text(array, row)
    }

    fn array(values: impl Iterator<Item = Self>) -> ArrayRef {
        Arc::new(values.map(|text| text.map(|text| text.0)).collect::<Self::Array>())
    }
}

impl Cell<'_> for TimestampMs {
    const KIND: ColumnType = ColumnType::TimestampMs;
    const NULLABLE: bool = false;
    type Array = TimestampMillisecondArray;

    fn read(array: &TimestampMillisecondArray, row: usize) -> Self {
        Self(array.value(row))
    }

    fn array(values: impl Iterator<Item = Self>) -> ArrayRef {
        Arc::new(TimestampMillisecondArray::from_iter_values(values.map(|v| v.0)))
    }
}

/// A column with `N` coefficients in each row.
impl<'a, const N: usize> Cell<'a> for &'a [f64; N] {
    const KIND: ColumnType = ColumnType::Coefficients(N as i32);
    const NULLABLE: bool = false;
    type Array = FixedSizeListArray;

    fn read(lists: &'a FixedSizeListArray, row: usize) -> Self {
        let from = lists.value_offset_at(row);
        coefficients(lists).values()[from..].first_chunk().expect("the schema states the length of the lists")
    }

    fn array(values: impl Iterator<Item = Self>) -> ArrayRef {
        let all = values.flatten().copied().collect::<Vec<f64>>();
        let list = FixedSizeListArray::try_new(
            ColumnType::coefficient_field(),
            N as i32,
            Arc::new(Float64Array::from(all)),
            None,
        );
        Arc::new(list.expect("every row has as many coefficients as its type says"))
    }
}

/// A column with `N` whole numbers in each row.
impl<'a, const N: usize> Cell<'a> for &'a [i16; N] {
    const KIND: ColumnType = ColumnType::Samples(N as i32);
    const NULLABLE: bool = false;
    type Array = FixedSizeListArray;

    fn read(lists: &'a FixedSizeListArray, row: usize) -> Self {
        let from = lists.value_offset_at(row);
        samples(lists).values()[from..].first_chunk().expect("the schema states the length of the lists")
    }

    fn array(values: impl Iterator<Item = Self>) -> ArrayRef {
        let mut all = Vec::new();
        values.for_each(|list| all.extend_from_slice(list));
        let items = Arc::new(Int16Array::from(all));
        let list = FixedSizeListArray::try_new(ColumnType::sample_field(), N as i32, items, None);
        Arc::new(list.expect("every row has as many samples as its type says"))
    }
}

/// Well-Known Binary.
impl<'a> Cell<'a> for &'a [u8] {
    const KIND: ColumnType = ColumnType::Geometry;
    const NULLABLE: bool = false;
    type Array = BinaryArray;

    fn read(array: &'a BinaryArray, row: usize) -> Self {
        array.value(row)
    }

    fn array(values: impl Iterator<Item = Self>) -> ArrayRef {
        Arc::new(BinaryArray::from_iter_values(values))
    }
}

/// Bytes of a response, in a content coding or as they are.
#[derive(Debug, Clone, Copy)]
pub struct Encoded<'a>(pub &'a [u8]);

impl<'a> Cell<'a> for Encoded<'a> {
    const KIND: ColumnType = ColumnType::Bytes;
    const NULLABLE: bool = false;
    type Array = BinaryArray;

    fn read(array: &'a BinaryArray, row: usize) -> Self {
        Self(array.value(row))
    }

    fn array(values: impl Iterator<Item = Self>) -> ArrayRef {
        Arc::new(BinaryArray::from_iter_values(values.map(|bytes| bytes.0)))
    }
}

impl Cell<'_> for BoundingBox {
    const KIND: ColumnType = ColumnType::BoundingBox;
    const NULLABLE: bool = false;
    type Array = StructArray;

    fn read(boxes: &StructArray, row: usize) -> Self {
        let part = |i: usize| {
            let part: Option<&Float64Array> = boxes.column(i).as_any().downcast_ref();
            part.expect("the schema states that the parts of boxes are doubles").value(row)
        };
        Self { west: part(0), south: part(1), east: part(2), north: part(3) }
    }

    fn array(values: impl Iterator<Item = Self>) -> ArrayRef {
        let values: Vec<_> = values.map(Self::to_array).collect();
        let part = |i: usize| -> ArrayRef {
            Arc::new(values.iter().map(|parts| Some(parts[i])).collect::<Float64Array>())
        };
        let boxes =
            StructArray::try_new(ColumnType::bounding_box_fields(), [0, 1, 2, 3].map(part).into(), None);
        Arc::new(boxes.expect("every box has all of its parts"))
    }
}

/// The samples of all rows, one after another.
pub(crate) fn samples(lists: &FixedSizeListArray) -> &Int16Array {
    lists.values().as_any().downcast_ref().expect("the schema states that the lists hold whole numbers")
}

/// The coefficients of all rows, one after another.
pub(crate) fn coefficients(lists: &FixedSizeListArray) -> &Float64Array {
    lists.values().as_any().downcast_ref().expect("the schema states that the lists hold doubles")
}
