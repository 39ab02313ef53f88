//! Formats of rows.

/// A format of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// A JSON array of objects.
    Json,
    /// One JSON object per line.
    Ndjson,
    /// Comma-separated values with a header line.
    Csv,
    /// An Arrow IPC stream.
    Arrow,
    /// A Parquet file.
    Parquet,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 5] = [Self::Json, Self::Ndjson, Self::Csv, Self::Arrow, Self::Parquet];

    /// The media type of the format.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Ndjson => "application/x-ndjson",
            Self::Csv => "text/csv",
            Self::Arrow => "application/vnd.apache.arrow.stream",
            Self::Parquet => "application/vnd.apache.parquet",
        }
    }

    /// The usual extension of a file.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Ndjson => "ndjson",
            Self::Csv => "csv",
            Self::Arrow => "arrows",
            Self::Parquet => "parquet",
        }
    }

    /// Returns the format of a media type such as `text/csv; charset=utf-8`. Parameters are ignored.
    pub fn of_media_type(text: &str) -> Option<Self> {
        let name = text.split(';').next().unwrap_or_default().trim();
        let is_named = |format: &Self| name.eq_ignore_ascii_case(format.media_type());
        let alias =
            || ["application/ndjson", "application/jsonl"].iter().any(|a| name.eq_ignore_ascii_case(a));
        Self::ALL.into_iter().find(is_named).or_else(|| alias().then_some(Self::Ndjson))
    }

    /// Returns the format of a file by the extension of its name.
    pub fn of_file_name(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        let is_named = |format: &Self| extension.eq_ignore_ascii_case(format.extension());
        let alias = || extension.eq_ignore_ascii_case("jsonl").then_some(Self::Ndjson);
        Self::ALL.into_iter().find(is_named).or_else(alias)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_is_found_by_its_media_type_and_by_the_name_of_a_file() {
        for format in Format::ALL {
            let media_type = format!("{}; charset=utf-8", format.media_type().to_uppercase());
            assert_eq!(Format::of_media_type(&media_type), Some(format));
            assert_eq!(Format::of_file_name(&format!("my.towns.{}", format.extension())), Some(format));
        }
        assert_eq!(Format::of_media_type("application/jsonl"), Some(Format::Ndjson));
        assert_eq!(Format::of_file_name("towns.JSONL"), Some(Format::Ndjson));
        assert_eq!((Format::of_media_type("text/html"), Format::of_file_name("csv")), (None, None));
    }
}
