//! The values of arrays of several types.

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Date64Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType,
    UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_schema::{DataType, TimeUnit};

const DAY_MS: i64 = 86_400_000;

/// Converts the values of a primitive array; nulls become arbitrary numbers.
macro_rules! converted {
    ($array:expr, $to:ty, $($kind:ident: $type:ty),+) => {
        match $array.data_type() {
            $(DataType::$kind => {
                $array.as_primitive::<$type>().values().iter().map(|v| *v as $to).collect()
            })+
            other => unreachable!("the types of columns were checked: {other}"),
        }
    };
}

/// The values of an array of numbers.
pub(crate) fn floats(array: &dyn Array) -> Vec<f64> {
    match array.data_type() {
        DataType::Float64 => array.as_primitive::<Float64Type>().values().to_vec(),
        DataType::Float32 => {
            array.as_primitive::<Float32Type>().values().iter().map(|v| f64::from(*v)).collect()
        }
        DataType::UInt64 => array.as_primitive::<UInt64Type>().values().iter().map(|v| *v as f64).collect(),
        _ => integers(array).into_iter().map(|v| v as f64).collect(),
    }
}

/// The values of an array of integers. Those of `u64` keep their bits.
pub(crate) fn integers(array: &dyn Array) -> Vec<i64> {
    converted!(
        array, i64,
        Int8: Int8Type, Int16: Int16Type, Int32: Int32Type, Int64: Int64Type,
        UInt8: UInt8Type, UInt16: UInt16Type, UInt32: UInt32Type, UInt64: UInt64Type,
        Date32: Date32Type, Date64: Date64Type
    )
}

/// The values of an array of timestamps or dates.
pub(crate) fn instants_ms(array: &dyn Array) -> Vec<i64> {
    let values = |unit: &TimeUnit| match unit {
        TimeUnit::Second => array.as_primitive::<TimestampSecondType>().values(),
        TimeUnit::Millisecond => array.as_primitive::<TimestampMillisecondType>().values(),
        TimeUnit::Microsecond => array.as_primitive::<TimestampMicrosecondType>().values(),
        TimeUnit::Nanosecond => array.as_primitive::<TimestampNanosecondType>().values(),
    };
    let times = |values: &[i64], factor| values.iter().map(|v| v.saturating_mul(factor)).collect();
    match array.data_type() {
        DataType::Timestamp(unit @ TimeUnit::Second, _) => times(values(unit), 1000),
        DataType::Timestamp(unit @ TimeUnit::Millisecond, _) => values(unit).to_vec(),
        DataType::Timestamp(unit, _) => {
            let parts = if *unit == TimeUnit::Microsecond { 1000 } else { 1_000_000 };
            values(unit).iter().map(|v| v.div_euclid(parts)).collect()
        }
        DataType::Date32 => times(&integers(array), DAY_MS),
        _ => integers(array),
    }
}

pub(crate) fn is_text(kind: &DataType) -> bool {
    match kind {
        DataType::Dictionary(_, values) => !matches!(**values, DataType::Dictionary(..)) && is_text(values),
        _ => matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View),
    }
}

pub(crate) fn texts<'a>(array: &'a dyn Array) -> Box<dyn Fn(usize) -> Option<&'a str> + 'a> {
    match array.data_type() {
        DataType::Utf8 => {
            let array = array.as_string::<i32>();
            Box::new(|row| array.is_valid(row).then(|| array.value(row)))
        }
        DataType::LargeUtf8 => {
            let array = array.as_string::<i64>();
            Box::new(|row| array.is_valid(row).then(|| array.value(row)))
        }
        DataType::Utf8View => {
            let array = array.as_string_view();
            Box::new(|row| array.is_valid(row).then(|| array.value(row)))
        }
        _ => match array.as_any_dictionary_opt() {
            Some(array) if !array.values().is_empty() => {
                let (keys, value) = (array.normalized_keys(), texts(array.values().as_ref()));
                Box::new(move |row| array.keys().is_valid(row).then(|| value(keys[row])).flatten())
            }
            _ => Box::new(|_| None),
        },
    }
}
