//! From the columns of the kernel to those of Arrow. Numbers are moved, not copied.

use crate::Error;
use crate::batch::fields::{Fields, ID};
use crate::batch::tables::SEARCH;
use arrow_array::types::Int16Type;
use arrow_array::{
    ArrayRef, DictionaryArray, Float64Array, Int16Array, Int32Array, RecordBatch, StringArray,
    TimestampMillisecondArray, UInt32Array,
};
use arrow_buffer::{BooleanBuffer, NullBuffer};
use astro::batch::{LocalColumns, LocalType, MomentColumns, QUANTITIES, ViewColumns, VisibilityType};
use astro::time::{Tt, Ut1};
use std::iter::repeat_n;
use std::mem::take;
use std::sync::Arc;

/// The eclipse of a batch.
#[derive(Debug, Clone, Copy)]
pub struct EclipseKey {
    /// Number in the catalog.
    pub catalog_number: i32,
    /// 0h UT of the date of greatest eclipse, milliseconds since 1970.
    pub date_ms: i64,
    /// Type of the whole eclipse: P, A, T or H.
    pub eclipse_type: &'static str,
    /// Origin of the hours of the rows.
    pub t0: Tt,
    /// TT − UT1, seconds.
    pub delta_t_s: f64,
}

impl EclipseKey {
    /// Milliseconds of UT since 1970 of an instant, in hours of TD from t0.
    pub fn unix_ms(&self, t_h: f64) -> i64 {
        self.t0.plus_hours(t_h).to_ut1(self.delta_t_s).unix_ms()
    }

    /// Hours of TD from t0 of milliseconds of UT since 1970.
    pub fn hours(&self, unix_ms: i64) -> f64 {
        Ut1::from_unix_ms(unix_ms).to_tt(self.delta_t_s).days_since(self.t0) * 24.0
    }
}

/// The places of a batch by column, in the order of those that the kernel had.
#[derive(Debug, Clone, Copy)]
pub struct PlaceColumns<'a> {
    /// Number of each place for the reader of the results.
    pub number: &'a [i32],
    /// Latitude, degrees.
    pub latitude_deg: &'a [f64],
    /// Longitude, degrees, east positive.
    pub longitude_deg: &'a [f64],
    /// Height above the ellipsoid, metres.
    pub height_m: &'a [f64],
    /// The caller's names of the places, of the type in [`Fields::with_id`].
    pub ids: Option<&'a ArrayRef>,
}

impl Fields {
    /// Rows of [`SEARCH`] or [`crate::batch::tables::LOCAL`] as Arrow.
    pub fn eclipse(
        &self,
        key: &EclipseKey,
        places: &PlaceColumns,
        rows: LocalColumns,
    ) -> Result<RecordBatch, Error> {
        self.eclipses(&[(*key, rows.len())], places, rows)
    }

    /// Like [`eclipse`](Self::eclipse), of several eclipses, each with the number of its rows; the rows of
    /// one follow those of the one before.
    pub fn eclipses(
        &self,
        eclipses: &[(EclipseKey, usize)],
        places: &PlaceColumns,
        mut rows: LocalColumns,
    ) -> Result<RecordBatch, Error> {
        let context = Context { eclipses, places, index: take(&mut rows.place) };
        let is_search = self.table.name == SEARCH.name;
        let mut nulls = Default::default();
        self.batch(&context, |name| context.of_rows(&mut rows, &mut nulls, is_search, name))
    }

    /// Rows of [`crate::batch::tables::MOMENTS`] as Arrow: a row for each place, at its instant.
    pub fn moments(
        &self,
        key: &EclipseKey,
        places: &PlaceColumns,
        time_ms: &[i64],
        mut rows: MomentColumns,
    ) -> Result<RecordBatch, Error> {
        let index = (0..).zip(time_ms).map(|(place, _)| place).collect();
        let context = Context { eclipses: &[(*key, time_ms.len())], places, index };
        let valid = valid(&rows.view.magnitude);
        self.batch(&context, |name| match name {
            "time" => Arc::new(TimestampMillisecondArray::new(time_ms.to_vec().into(), valid.clone())),
            "separation_deg" => numbers(take(&mut rows.separation_deg)),
            _ => numbers(take(of_quantity(&mut rows.view, name))),
        })
    }

    /// The selected columns: those of place and eclipse, and `of_rows` by name.
    fn batch(
        &self,
        context: &Context,
        mut of_rows: impl FnMut(&str) -> ArrayRef,
    ) -> Result<RecordBatch, Error> {
        let broken = |e: arrow_schema::ArrowError| self.table.broken(e.to_string());
        let mut arrays = Vec::with_capacity(self.columns.len() + 1);
        if self.has_id() {
            let ids = context.places.ids.ok_or_else(|| self.table.broken(format!("{ID} has no values")))?;
            let index = UInt32Array::from(context.index.clone());
            arrays.push(arrow_select::take::take(ids, &index, None).map_err(broken)?);
        }
        let columns =
            self.columns.iter().map(|c| context.of_place(c.name).unwrap_or_else(|| of_rows(c.name)));
        arrays.extend(columns);
        RecordBatch::try_new(self.schema().clone(), arrays).map_err(broken)
    }
}

/// The values that the rows of a batch have in common.
struct Context<'a> {
    /// The eclipses, each with the number of its rows.
    eclipses: &'a [(EclipseKey, usize)],
    places: &'a PlaceColumns<'a>,
    /// Number of the place of each row in `places`.
    index: Vec<u32>,
}

/// The rows that have a contact, by its number: for the columns of its instant and view. Greatest visible
/// eclipse comes last.
type Nulls = [Option<Option<NullBuffer>>; CONTACTS.len() + 1];

impl Context<'_> {
    /// A value of each row by its eclipse.
    fn of_eclipse<T: Copy>(&self, value: impl Fn(&EclipseKey) -> T) -> Vec<T> {
        self.eclipses.iter().flat_map(|(key, count)| repeat_n(value(key), *count)).collect()
    }

    /// A column of the place or of the eclipse; none for others.
    fn of_place(&self, name: &str) -> Option<ArrayRef> {
        let coordinate = |of: &[f64]| numbers(self.index.iter().map(|k| of[*k as usize]).collect());
        Some(match name {
            "place" => {
                let number = |k: &u32| self.places.number[*k as usize];
                Arc::new(Int32Array::from_iter_values(self.index.iter().map(number)))
            }
            "catalog_number" => Arc::new(Int32Array::from(self.of_eclipse(|key| key.catalog_number))),
            "eclipse" => Arc::new(TimestampMillisecondArray::from(self.of_eclipse(|key| key.date_ms))),
            "eclipse_type" => {
                let number = |key: &EclipseKey| ECLIPSE_TYPES.iter().position(|t| *t == key.eclipse_type);
                words(self.of_eclipse(|key| number(key).expect("a type") as i16), None, &ECLIPSE_TYPES)
            }
            "latitude_deg" => coordinate(self.places.latitude_deg),
            "longitude_deg" => coordinate(self.places.longitude_deg),
            "height_m" => coordinate(self.places.height_m),
            _ => return None,
        })
    }

    fn of_rows(&self, rows: &mut LocalColumns, nulls: &mut Nulls, is_search: bool, name: &str) -> ArrayRef {
        match name {
            "local_type" => return local_types(&rows.local_type),
            "visibility" => return visibilities(&rows.visibility),
            "visible_from" => return self.instants(take(&mut rows.visible_from_h)),
            "visible_to" => return self.instants(take(&mut rows.visible_to_h)),
            "duration_s" => return numbers(take(&mut rows.duration_s)),
            _ => {}
        }
        let number = |name: &str| CONTACTS.iter().position(|contact| *contact == name);
        let (contact, quantity) = match name.split_once('_') {
            None if name == "max" && is_search => (MAXIMUM, None),
            None if let Some(contact) = number(name) => (contact, None),
            Some((contact, quantity)) if let Some(contact) = number(contact) => (contact, Some(quantity)),
            _ => (if is_search { MAXIMUM } else { GREATEST }, Some(name)),
        };
        let columns = if contact == MAXIMUM { &mut rows.maximum } else { &mut rows.contacts[contact] };
        if is_search && contact != MAXIMUM {
            let mut t_h = take(&mut columns.t_h);
            let is_hidden = |seen: u8| seen >> contact & 1 == 0;
            let hidden = t_h.iter_mut().zip(&rows.contacts_seen).filter(|(_, seen)| is_hidden(**seen));
            hidden.for_each(|(t, _)| *t = f64::NAN);
            return self.instants(t_h);
        }
        let nulls = nulls[contact].get_or_insert_with(|| valid(&columns.t_h)).clone();
        match quantity {
            // Moves the instants, of which the nulls were made.
            None => self.instants_with(take(&mut columns.t_h), nulls),
            Some(quantity) => Arc::new(Float64Array::new(take(of_quantity(columns, quantity)).into(), nulls)),
        }
    }

    /// Instants in hours of TD from t0 as timestamps; NaN becomes null.
    fn instants(&self, t_h: Vec<f64>) -> ArrayRef {
        let nulls = valid(&t_h);
        self.instants_with(t_h, nulls)
    }

    fn instants_with(&self, t_h: Vec<f64>, nulls: Option<NullBuffer>) -> ArrayRef {
        let (mut unix_ms, mut rest) = (Vec::with_capacity(t_h.len()), &t_h[..]);
        for (key, count) in self.eclipses {
            let (of_eclipse, later) = rest.split_at(*count);
            unix_ms.extend(of_eclipse.iter().map(|t| key.unix_ms(*t)));
            rest = later;
        }
        Arc::new(TimestampMillisecondArray::new(unix_ms.into(), nulls))
    }
}

/// Names of the contacts in the order of the kernel.
const CONTACTS: [&str; 5] = ["c1", "c2", "max", "c3", "c4"];
/// Number of greatest eclipse there, and of the greatest visible phase.
const GREATEST: usize = 2;
const MAXIMUM: usize = CONTACTS.len();
/// Types of a whole eclipse.
const ECLIPSE_TYPES: [&str; 4] = ["P", "A", "T", "H"];

fn of_quantity<'a>(columns: &'a mut ViewColumns, name: &str) -> &'a mut Vec<f64> {
    let mut named = QUANTITIES.iter().zip(columns.columns().skip(1));
    named.find(|((known, ..), _)| *known == name).expect("a quantity of the kernel").1
}

/// Returns the rows whose values are numbers; none if all are.
fn valid(values: &[f64]) -> Option<NullBuffer> {
    nulls_unless(values, |value| !value.is_nan())
}

/// Nulls where values do not fulfil a condition; none if all do.
fn nulls_unless<T>(values: &[T], is_valid: impl Fn(&T) -> bool) -> Option<NullBuffer> {
    let nulls = NullBuffer::new(BooleanBuffer::collect_bool(values.len(), |k| is_valid(&values[k])));
    (nulls.null_count() > 0).then_some(nulls)
}

fn numbers(values: Vec<f64>) -> ArrayRef {
    let nulls = valid(&values);
    Arc::new(Float64Array::new(values.into(), nulls))
}

/// Words by their numbers.
fn words(keys: Vec<i16>, nulls: Option<NullBuffer>, words: &[&str]) -> ArrayRef {
    let words = Arc::new(StringArray::from_iter_values(words));
    Arc::new(DictionaryArray::<Int16Type>::new(Int16Array::new(keys.into(), nulls), words))
}

fn local_types(values: &[LocalType]) -> ArrayRef {
    let key = |value: &LocalType| match value {
        LocalType::None | LocalType::Partial => 0,
        LocalType::Annular => 1,
        LocalType::Total => 2,
    };
    let nulls = nulls_unless(values, |value| *value != LocalType::None);
    words(values.iter().map(key).collect(), nulls, &["partial", "annular", "total"])
}

fn visibilities(values: &[VisibilityType]) -> ArrayRef {
    const WORDS: [&str; 7] =
        ["no-eclipse", "below-horizon", "whole", "sunrise", "sunset", "sunrise-and-sunset", "interrupted"];
    // The variants are numbered in this order.
    words(values.iter().map(|value| *value as i16).collect(), None, &WORDS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::{ALL, LOCAL, MOMENTS};
    use arrow_array::Array;
    use arrow_array::cast::AsArray;
    use arrow_array::types::{Float64Type, Int32Type, TimestampMillisecondType};
    use astro::batch::{Places, local, moments, seen};
    use astro::eclipse::local::Reach;
    use astro::eclipse::published::APRIL_2024;

    /// Tokyo, where it is night; Dallas; Dublin, where the Sun sets; and a row that is not valid.
    const LATITUDE_DEG: [f64; 4] = [35.7, 32.8, 53.35, f64::NAN];
    const LONGITUDE_DEG: [f64; 4] = [139.7, -96.8, -6.26, 0.0];
    const HEIGHT_M: [f64; 4] = [0.0; 4];

    fn key() -> EclipseKey {
        EclipseKey {
            catalog_number: 9561,
            date_ms: 1_712_534_400_000,
            eclipse_type: "T",
            t0: APRIL_2024.t0,
            delta_t_s: 69.2,
        }
    }

    fn columns(ids: Option<&ArrayRef>) -> PlaceColumns<'_> {
        PlaceColumns {
            number: &[10, 11, 12, 13],
            latitude_deg: &LATITUDE_DEG,
            longitude_deg: &LONGITUDE_DEG,
            height_m: &HEIGHT_M,
            ids,
        }
    }

    fn places() -> Places {
        Places::from_degrees(&LATITUDE_DEG, &LONGITUDE_DEG, &HEIGHT_M)
    }

    fn words_of(batch: &RecordBatch, name: &str) -> Vec<Option<String>> {
        let array = batch.column_by_name(name).expect(name).as_dictionary::<Int16Type>();
        let texts = array.downcast_dict::<StringArray>().expect("text");
        texts.into_iter().map(|text| text.map(str::to_owned)).collect()
    }

    #[test]
    fn every_column_of_every_table_has_values() {
        let (mut rows, mut instants) = (LocalColumns::default(), MomentColumns::default());
        local(&APRIL_2024, 69.2, &places(), &mut rows);
        moments(&APRIL_2024, 69.2, &places(), &[0.0; 4], &mut instants);
        for table in ALL {
            let batch = if table.name == MOMENTS.name {
                Fields::all(table).moments(&key(), &columns(None), &[0; 4], instants.clone())
            } else {
                Fields::all(table).eclipse(&key(), &columns(None), rows.clone())
            };
            let batch = batch.expect(table.name);
            for (column, array) in table.columns.iter().zip(batch.columns()) {
                assert!(array.is_valid(1), "{} of {}", column.name, table.name);
            }
        }
    }

    #[test]
    fn local_rows_have_the_values_of_the_kernel() {
        let mut rows = LocalColumns::default();
        local(&APRIL_2024, 69.2, &places(), &mut rows);
        let batch = Fields::all(&LOCAL).eclipse(&key(), &columns(None), rows.clone()).expect("rows");
        let number = |name: &str, row: usize| {
            let array = batch.column_by_name(name).expect(name).as_primitive::<Float64Type>();
            array.is_valid(row).then(|| array.value(row).to_bits())
        };
        let [c1, .., c3, c4] = &rows.contacts;
        for (name, values) in [
            ("magnitude", &rows.contacts[GREATEST].magnitude),
            ("c1_sun_altitude_deg", &c1.sun_altitude_deg),
            ("c3_north_angle_deg", &c3.north_angle_deg),
            ("c4_vertex_angle_deg", &c4.vertex_angle_deg),
            ("duration_s", &rows.duration_s),
            ("latitude_deg", &LATITUDE_DEG.to_vec()),
        ] {
            for (row, value) in values.iter().enumerate() {
                assert_eq!(number(name, row), (!value.is_nan()).then(|| value.to_bits()), "{name} of {row}");
            }
        }
        let of = |name| words_of(&batch, name).into_iter().map(Option::unwrap_or_default).collect::<Vec<_>>();
        assert_eq!(of("local_type"), ["", "total", "partial", ""]);
        assert_eq!(of("visibility"), ["below-horizon", "whole", "sunset", "no-eclipse"]);
    }

    #[test]
    fn search_rows_have_the_visible_part_and_the_ids() {
        let mut rows = LocalColumns::default();
        seen(&APRIL_2024, 69.2, &Reach::new(&APRIL_2024), &places(), &mut rows);
        let ids: ArrayRef = Arc::new(StringArray::from(vec!["Tokyo", "Dallas", "Dublin", "?"]));
        let fields = Fields::all(&SEARCH).with_id(arrow_schema::DataType::Utf8);
        let batch = fields.eclipse(&key(), &columns(Some(&ids)), rows.clone()).expect("rows");
        assert_eq!(batch["id"].as_string::<i32>().iter().flatten().collect::<Vec<_>>(), ["Dallas", "Dublin"]);
        assert_eq!(batch["place"].as_primitive::<Int32Type>().values(), &[11, 12]);
        let instant = |name: &str, row: usize| {
            let array = batch[name].as_primitive::<TimestampMillisecondType>();
            array.is_valid(row).then(|| array.value(row))
        };
        // The Sun of Dublin sets before greatest eclipse.
        assert_eq!(instant("max", 1), instant("visible_to", 1));
        assert!(instant("c1", 1).is_some() && instant("c4", 1).is_none());
        assert_eq!(instant("max", 0), Some(key().unix_ms(rows.contacts[GREATEST].t_h[0])));
        let fields = Fields::all(&SEARCH).with_id(arrow_schema::DataType::Utf8);
        assert!(fields.eclipse(&key(), &columns(None), rows).is_err());
    }

    #[test]
    fn an_instant_is_found_again() {
        let ms = 1_712_600_000_123;
        assert_eq!(key().unix_ms(key().hours(ms)), ms);
    }
}
