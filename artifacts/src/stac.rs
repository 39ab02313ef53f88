//! `collection.json` and `item.json`: the Parquet tables of a generation as an item of a STAC collection.
//!
//! Sources: STAC 1.1.0, its Table extension 1.3.0 and its File Info extension 2.1.0.

use crate::layout;
use crate::manifest::FileEntry;
use crate::schema::{ColumnType, TableSchema};
use crate::tables::{self, CATALOG_YEARS};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

const VERSION: &str = "1.1.0";
const EXTENSIONS: [&str; 2] = [
    "https://stac-extensions.github.io/file/v2.1.0/schema.json",
    "https://stac-extensions.github.io/table/v1.3.0/schema.json",
];
const COLLECTION_ID: &str = "umbra";
/// Beginning of the item: the first year of RFC 3339 is 0, but many programs have no year 0.
const FIRST_INSTANT: &str = "0001-01-01T00:00:00Z";
/// Multihash of a SHA-256: its code and its length, 32 bytes.
const MULTIHASH_SHA256: &str = "1220";
const MARKDOWN: &str = "text/markdown";

/// The collection, equal for all generations of a builder.
pub(crate) fn collection() -> Value {
    json!({
        "type": "Collection",
        "stac_version": VERSION,
        "id": COLLECTION_ID,
        "title": "Umbra: eclipses of the Sun and the Moon",
        "description": format!(
            "Solar and lunar eclipses of the years {}, elements and curves of solar eclipses, ΔT, and the \
             places that they refer to. The temporal extent is open at its beginning because RFC 3339 has no \
             years before 0. The licence differs by table: see the description of each asset, and {}.",
            years(),
            layout::LICENSES
        ),
        "keywords": ["eclipse", "Sun", "Moon", "Besselian elements", "delta T", "astronomy"],
        "license": "other",
        "providers": [
            {
                "name": "Umbra",
                "description": "Computes the tables from published theories and figures.",
                "roles": ["producer", "processor"],
            },
            {
                "name": "OpenStreetMap contributors, timezone-boundary-builder",
                "description": "Time zones, Open Database License 1.0.",
                "roles": ["licensor"],
                "url": "https://www.openstreetmap.org/copyright",
            },
            {
                "name": "GeoNames",
                "description": "Towns, Creative Commons Attribution 4.0.",
                "roles": ["licensor"],
                "url": "https://www.geonames.org",
            },
        ],
        "extent": {
            "spatial": { "bbox": [[-180, -90, 180, 90]] },
            "temporal": { "interval": [[null, last_instant()]] },
        },
        "links": [
            link("root", layout::COLLECTION, "application/json"),
            link("item", layout::ITEM, "application/geo+json"),
            link("license", layout::LICENSES, MARKDOWN),
        ],
    })
}

/// The item of a generation with these files. It has no time of its build, because equal inputs give equal
/// bytes.
pub(crate) fn item(id: &str, files: &BTreeMap<String, FileEntry>) -> Value {
    let mut assets: Map<_, _> = tables::ALL
        .iter()
        .filter_map(|table| Some((table, files.get(&layout::parquet_file(table))?)))
        .map(|(table, file)| (table.name.to_owned(), table_asset(table, file)))
        .collect();
    if let Some(file) = files.get(layout::DICTIONARY) {
        let mut about = asset(layout::DICTIONARY, file, MARKDOWN, "metadata");
        about["title"] = "Data dictionary: every column of every table".into();
        assets.insert("schema".into(), about);
    }
    let to_collection = |rel| link(rel, layout::COLLECTION, "application/json");
    json!({
        "type": "Feature",
        "stac_version": VERSION,
        "stac_extensions": EXTENSIONS,
        "id": id,
        "collection": COLLECTION_ID,
        "geometry": {
            "type": "Polygon",
            "coordinates": [[[-180, -90], [180, -90], [180, 90], [-180, 90], [-180, -90]]],
        },
        "bbox": [-180, -90, 180, 90],
        "properties": {
            "title": format!("Tables of the generation {id}"),
            "description": format!(
                "Eclipses of the years {}. RFC 3339 has no years before 0, and many programs have no year \
                 0, so start_datetime is the beginning of the year 1.",
                years()
            ),
            "datetime": null,
            "start_datetime": FIRST_INSTANT,
            "end_datetime": last_instant(),
        },
        "links": (["root", "parent", "collection"].map(to_collection)),
        "assets": assets,
    })
}

fn years() -> String {
    format!("{} … {}", CATALOG_YEARS.start(), CATALOG_YEARS.end()).replace('-', "−")
}

fn last_instant() -> String {
    format!("{:04}-12-31T23:59:59Z", CATALOG_YEARS.end())
}

fn link(rel: &str, file: &str, media_type: &str) -> Value {
    json!({ "rel": rel, "href": format!("./{file}"), "type": media_type })
}

fn asset(name: &str, file: &FileEntry, media_type: &str, role: &str) -> Value {
    json!({
        "href": format!("./{name}"),
        "type": media_type,
        "roles": [role],
        "file:size": file.bytes,
        "file:checksum": format!("{MULTIHASH_SHA256}{}", file.sha256),
    })
}

fn table_asset(table: &TableSchema, file: &FileEntry) -> Value {
    let mut asset = asset(&layout::parquet_file(table), file, "application/vnd.apache.parquet", "data");
    asset["title"] = table.title.into();
    asset["description"] =
        format!("{} Licence: {}. Credits: {}.", table.notes, table.licence, table.attribution).into();
    let column = |kind| table.column_of(kind).map(|column| column.name.into());
    let optional = [
        ("table:row_count", file.rows.map(Value::from)),
        ("table:primary_geometry", column(ColumnType::Geometry)),
        ("table:primary_datetime", column(ColumnType::TimestampMs)),
    ];
    for (key, value) in optional {
        if let Some(value) = value {
            asset[key] = value;
        }
    }
    let columns = table.columns.iter().map(|column| {
        let description = format!("{}. Unit: {}.", column.meaning, column.unit);
        json!({ "name": column.name, "description": description, "type": column.kind.word() })
    });
    asset["table:columns"] = columns.collect();
    asset
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::Manifest;
    use crate::publication::tests::publish;
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    fn read(folder: &Path, name: &str) -> Value {
        serde_json::from_slice(&fs::read(folder.join(name)).expect("a file")).expect("JSON")
    }

    fn published() -> (tempfile::TempDir, Manifest, Value) {
        let root = tempfile::tempdir().expect("folder");
        let manifest = publish(root.path(), "1", 1);
        let item = read(&root.path().join("current"), layout::ITEM);
        (root, manifest, item)
    }

    #[test]
    fn every_parquet_table_is_an_asset_with_size_and_checksum_of_the_manifest() {
        let (_root, manifest, item) = published();
        assert_eq!(item["id"], manifest.id.as_str());
        let assets = item["assets"].as_object().expect("assets");
        let mut found = BTreeSet::new();
        for (key, asset) in assets {
            let name = asset["href"].as_str().and_then(|href| href.strip_prefix("./")).expect("relative");
            let file = &manifest.files[name];
            assert_eq!(asset["file:size"], file.bytes, "{key}");
            assert_eq!(asset["file:checksum"], format!("1220{}", file.sha256), "{key}");
            assert!(asset["title"].as_str().is_some_and(|title| !title.is_empty()), "{key}");
            found.insert(name);
            let Some(table) = tables::ALL.iter().find(|table| table.name == key) else { continue };
            assert_eq!(asset["table:row_count"], file.rows.expect("rows"), "{key}");
            let columns = asset["table:columns"].as_array().expect("columns").iter();
            assert!(columns.map(|c| &c["name"]).eq(table.columns.iter().map(|c| c.name)), "{key}");
        }
        let is_expected = |name: &str| name == layout::DICTIONARY || name.ends_with(".parquet");
        let expected: BTreeSet<_> =
            manifest.files.keys().map(String::as_str).filter(|name| is_expected(name)).collect();
        assert_eq!(found, expected);
        assert_eq!(assets["paths"]["table:primary_geometry"], "geometry");
        assert_eq!(assets["eclipses"]["table:primary_datetime"], "timestamp_ms");
    }

    #[test]
    fn links_are_relative_and_lead_to_files() {
        let (root, _, item) = published();
        let folder = root.path().join("current");
        let collection = read(&folder, layout::COLLECTION);
        for link in
            [&item, &collection].iter().flat_map(|document| document["links"].as_array().expect("links"))
        {
            let href = link["href"].as_str().expect("an address");
            assert!(href.starts_with("./") && folder.join(href).is_file(), "{href}");
        }
        assert_eq!(item["collection"], collection["id"]);
        assert!(collection["description"].as_str().is_some_and(|text| text.contains("−1999 … 3000")));
    }

    #[test]
    fn equal_inputs_give_equal_documents() {
        let [(_, one, _), (_, two, _)] = [published(), published()];
        assert_eq!(one, two);
        assert!([layout::COLLECTION, layout::ITEM].iter().all(|name| one.files.contains_key(*name)));
    }
}
