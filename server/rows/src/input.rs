//! The columns of an input, its limits, and its rows.

use arrow_array::ArrayRef;

/// The columns that a reader expects. `id` and `height` are always optional. Other columns are ignored, so
/// that published tables such as `towns.parquet` are valid input.
///
/// | column | names | values |
/// |---|---|---|
/// | id | `id` | text of at most [`MAX_ID_BYTES`](Input::MAX_ID_BYTES), or an integer |
/// | latitude | `lat`, `latitude`; also with `_deg` | −90 … 90 degrees |
/// | longitude | `lng`, `lon`, `long`, `longitude`; `_deg` | −180 … 360 degrees |
/// | height | `height`, `elevation`, `altitude`, `alt`; `_m` | −12,000 … 100,000 metres; 0 if empty |
/// | time | `time`, `date` | ISO 8601 such as `2026-08-12T17:30:00Z`; without an offset UTC; or a timestamp |
#[derive(Debug, Clone, PartialEq)]
pub struct Input {
    /// `true` if each row has a place: latitude and longitude are required. Otherwise they are ignored.
    pub has_place: bool,
    /// `true` if each row has a time, which is then required. Otherwise it is ignored.
    pub has_time: bool,
    /// Earliest and latest time, milliseconds since 1970, UTC.
    pub time_range_ms: [i64; 2],
}

impl Input {
    /// Length of an id, bytes.
    pub const MAX_ID_BYTES: usize = 256;
}

/// Limits of memory and disk space of one reader.
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    /// Maximum number of rows of a batch.
    pub batch_rows: usize,
    /// Size of one line of CSV or NDJSON or one object of JSON, bytes.
    pub row_bytes: usize,
    /// Bytes in memory beyond [`BASE_BYTES`](Self::BASE_BYTES): messages and dictionaries of an Arrow stream;
    /// index, pages and dictionaries of a Parquet file, over all columns.
    pub memory_bytes: usize,
    /// Size of a Parquet file, bytes.
    pub file_bytes: u64,
}

impl Limits {
    /// Bytes in memory of a reader that holds no message and no page: bytes that have come, a batch of rows
    /// and its errors.
    pub const BASE_BYTES: usize = 1 << 20;
}

impl Default for Limits {
    fn default() -> Self {
        Self { batch_rows: 4096, row_bytes: 64 << 10, memory_bytes: 16 << 20, file_bytes: 256 << 20 }
    }
}

/// Consecutive rows of an input, by column. All columns have the same length.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    /// Number of the first row in the input, from 0.
    pub first: u64,
    /// The ids as given, a `StringArray` or an `Int64Array`, null where a row has none. The first row of the
    /// input decides whether there is a column and of which type. Ids of CSV are text.
    pub id: Option<ArrayRef>,
    /// Latitudes, degrees, north positive; NaN in a bad row and without a place.
    pub lat_deg: Vec<f64>,
    /// Longitudes as given, degrees, east positive; NaN in a bad row and without a place.
    pub lng_deg: Vec<f64>,
    /// Heights, metres; 0 where the input has none, NaN in a bad row.
    pub height_m: Vec<f64>,
    /// Milliseconds since 1970, UTC; 0 in a bad row. None if the input has no times.
    pub time_ms: Option<Vec<i64>>,
    /// Bad rows in order, by their number in this batch, each with its first problem and a valid value.
    pub errors: Vec<(usize, String)>,
}

impl Rows {
    /// Number of rows.
    pub fn count(&self) -> usize {
        self.height_m.len()
    }
}
