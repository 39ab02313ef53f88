use crate::testing::{batch, places, read, schema, written};
use crate::{Error, Format, Writer};
use arrow_array::{
    ArrayRef, BooleanArray, Float32Array, Float64Array, Int32Array, RecordBatch, StringArray,
    TimestampMillisecondArray,
};
use arrow_ipc::reader::StreamReader;
use arrow_schema::{DataType, Field, Schema};
use bytes::Bytes;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::sync::Arc;

/// Two rows with all types.
fn mixed() -> RecordBatch {
    let columns: [(&str, ArrayRef); 7] = [
        ("x", Arc::new(Float64Array::from(vec![Some(0.1), Some(f64::NAN)]))),
        ("y", Arc::new(Float32Array::from(vec![Some(0.1), None]))),
        ("n", Arc::new(Int32Array::from(vec![Some(-5), None]))),
        ("is_total", Arc::new(BooleanArray::from(vec![Some(true), Some(false)]))),
        ("t", Arc::new(TimestampMillisecondArray::from(vec![Some(-1), None]))),
        ("name", Arc::new(StringArray::from(vec![Some("a \"b\", c"), None]))),
        ("error", Arc::new(StringArray::from(vec![None, Some("lat: missing")]))),
    ];
    RecordBatch::try_from_iter_with_nullable(columns.map(|(n, c)| (n, c, true))).expect("a batch")
}

fn text(format: Format, batch: &RecordBatch, end: Option<&str>) -> String {
    String::from_utf8(written(format, batch, end)).expect("UTF-8")
}

const ROWS: [&str; 2] = [
    concat!(
        r#"{"x":0.1,"y":0.1,"n":-5,"is_total":true,"t":"1969-12-31T23:59:59.999Z","#,
        r#""name":"a \"b\", c","error":null}"#
    ),
    r#"{"x":null,"y":null,"n":null,"is_total":false,"t":null,"name":null,"error":"lat: missing"}"#,
];

#[test]
fn text_formats_write_each_type() {
    let [first, second] = ROWS;
    assert_eq!(text(Format::Ndjson, &mixed(), None), format!("{first}\n{second}\n"));
    assert_eq!(text(Format::Json, &mixed(), None), format!("[\n{first},\n{second}\n]\n"));
    let csv = "x,y,n,is_total,t,name,error\n\
               0.1,0.1,-5,true,1969-12-31T23:59:59.999Z,\"a \"\"b\"\", c\",\n\
               ,,,false,,,lat: missing\n";
    assert_eq!(text(Format::Csv, &mixed(), None), csv);
}

#[test]
fn a_result_without_rows_is_complete() {
    let none = mixed().slice(0, 0);
    assert_eq!(text(Format::Json, &none, None), "[]\n");
    assert_eq!(text(Format::Ndjson, &none, None), "");
    assert_eq!(text(Format::Csv, &none, None), "x,y,n,is_total,t,name,error\n");
    assert_eq!(text(Format::Json, &none, Some("late")), "[\n{\"error\":\"late\"}\n]\n");
    for format in [Format::Arrow, Format::Parquet] {
        let bytes = written(format, &batch(1).slice(0, 0), None);
        assert_eq!(read(format, places(), &bytes, 100).expect("a result").count(), 0);
    }
}

#[test]
fn an_early_end_is_the_last_row_of_every_format() {
    let [first, second] = ROWS;
    let reason = "stopped: \"quota\"";
    let end = r#"{"error":"stopped: \"quota\""}"#;
    assert_eq!(text(Format::Ndjson, &mixed(), Some(reason)), format!("{first}\n{second}\n{end}\n"));
    assert_eq!(text(Format::Json, &mixed(), Some(reason)), format!("[\n{first},\n{second},\n{end}\n]\n"));
    let csv = text(Format::Csv, &mixed(), Some(reason));
    assert!(csv.ends_with("lat: missing\n,,,,,,\"stopped: \"\"quota\"\"\"\n"));
    let last = |batch: &RecordBatch| {
        let columns = batch.columns();
        let (error, others) = columns.split_last().expect("columns");
        let row = batch.num_rows() - 1;
        assert!(others.iter().all(|column| arrow_array::Array::is_null(column, row)));
        arrow_array::cast::AsArray::as_string::<i32>(error).value(row).to_owned()
    };
    let bytes = written(Format::Arrow, &mixed(), Some(reason));
    let batches: Vec<_> = StreamReader::try_new(&bytes[..], None).expect("a stream").flatten().collect();
    assert_eq!((batches.len(), last(&batches[1])), (2, reason.to_owned()));
    let bytes = Bytes::from(written(Format::Parquet, &mixed(), Some(reason)));
    let reader = ParquetRecordBatchReaderBuilder::try_new(bytes).and_then(|b| b.build()).expect("a file");
    let batches: Vec<_> = reader.flatten().collect();
    assert_eq!((batches[0].num_rows(), last(&batches[0])), (3, reason.to_owned()));
}

#[test]
fn binary_formats_keep_rows_and_metadata() {
    let batch = batch(100);
    let bytes = written(Format::Arrow, &batch, None);
    let reader = StreamReader::try_new(&bytes[..], None).expect("a stream");
    assert_eq!(reader.schema(), schema());
    let rows: Vec<_> = reader.flatten().collect();
    assert_eq!((rows.len(), &rows[3]), (10, &batch.slice(30, 10)));
    let bytes = Bytes::from(written(Format::Parquet, &batch, None));
    let builder = ParquetRecordBatchReaderBuilder::try_new(bytes).expect("a file");
    let pairs = builder.metadata().file_metadata().key_value_metadata().expect("pairs").clone();
    let of = |key: &str| pairs.iter().find(|p| p.key == key).and_then(|p| p.value.as_deref());
    assert_eq!([of("dataset"), of("lon.unit")], [Some("abc"), Some("unit of lon")]);
    assert_eq!(builder.schema().fields(), schema().fields());
    let rows: Vec<_> = builder.build().expect("a reader").flatten().collect();
    assert_eq!(rows[0].columns(), batch.columns());
}

#[test]
fn groups_of_parquet_leave_before_the_end() {
    let batch = batch(10_000);
    let mut writer = Writer::new(Format::Parquet, schema()).expect("a writer");
    let sizes = [(); 4].map(|()| writer.write(&batch).expect("written").len());
    assert!(sizes[0] < 100 && sizes[1] > 100_000 && sizes[3] > 100_000, "{sizes:?}");
    assert!(writer.finish(None).is_ok());
}

#[test]
fn a_schema_that_some_format_cannot_write_is_refused() {
    let field = |name: &str, kind, is_nullable| Field::new(name, kind, is_nullable);
    let error = || field("error", DataType::Utf8, true);
    for fields in [
        vec![field("x", DataType::Float64, true)],
        vec![field("x", DataType::Float64, false), error()],
        vec![field("x", DataType::UInt64, true), error()],
        vec![field("x", DataType::Binary, true), error()],
    ] {
        for format in Format::ALL {
            let schema = Arc::new(Schema::new(fields.clone()));
            assert!(matches!(Writer::new(format, schema), Err(Error::Unsuitable(_))), "{fields:?}");
        }
    }
    let mut writer = Writer::new(Format::Csv, schema()).expect("a writer");
    assert!(matches!(writer.write(&mixed()), Err(Error::Unsuitable(_))));
}
