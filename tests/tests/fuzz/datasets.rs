//! Published datasets, as the server opens them: tables, base map, terrain and limb profiles.
//!
//! A checksum would stop almost every change, so these targets renew it, as a faulty or malicious publisher
//! would.

use super::target::Target;
use artifacts::layout;
use artifacts::limb::LimbPack;
use artifacts::manifest::{FileAccess, FileEntry, Manifest, Verification, sha256_hex};
use artifacts::reader::Generation;
use artifacts::schema::TableSchema;
use artifacts::tables;
use artifacts::terrain::TerrainPack;
use astro::sky::libration::Selenographic;
use astro::sky::limb::LunarViewpoint;
use geography::tiles::TileId;
use geography::tiles::pmtiles::Archive;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::hint::black_box;
use std::path::Path;

/// Memory for a dataset in memory, bytes.
const SPARE_BYTES: u64 = 256 << 20;
/// Bytes of a file that one input replaces.
const WINDOW: usize = 4096;
/// Limit of the size of a file that a manifest declares, bytes.
const MAX_DECLARED_BYTES: u64 = 64 << 20;
/// Marks the end of the head of an input.
const END: u8 = b'\n';

/// The rows of a table, each read.
type ReadRows = fn(&Generation) -> Result<usize, artifacts::Error>;

/// Tables with their readers.
macro_rules! readers {
    ($($table:ident)+) => {
        [$((
            &tables::$table::TABLE,
            |generation| Ok(tables::$table::read(generation)?.iter().map(black_box).count()),
        )),+]
    };
}

const TABLES: [(&TableSchema, ReadRows); 14] = readers! {
    countries seas places time_zone_names time_zones delta_t delta_t_models eclipses lunar_eclipses elements
    elements_precise ephemeris catalog_records catalog_blocks
};

/// A copy of a generation in which one file after the other is replaced.
struct Generations {
    folder: tempfile::TempDir,
    manifest: Manifest,
    files: BTreeMap<String, Vec<u8>>,
}

impl Generations {
    /// A generation with some of the files of the tests' one.
    fn with(is_kept: impl Fn(&str) -> bool) -> Self {
        let from = layout::current(tests::built()).expect("a generation");
        let mut manifest = Manifest::read(&from).expect("a manifest");
        manifest.files.retain(|name, _| is_kept(name));
        let names =
            manifest.files.keys().map(String::as_str).chain(["built.json"]).filter(|name| is_kept(name));
        let read = |name: &str| (name.to_owned(), fs::read(from.join(name)).expect("a file"));
        let mut files: BTreeMap<_, _> = names.map(read).collect();
        let text = manifest.to_json().expect("JSON");
        files.insert(layout::MANIFEST.into(), text.into_bytes());
        let folder = tempfile::tempdir().expect("a folder");
        for (name, bytes) in &files {
            fs::write(folder.path().join(name), bytes).expect("written");
        }
        std::os::unix::fs::symlink(folder.path(), folder.path().join("current")).expect("a link");
        Self { folder, manifest, files }
    }

    fn publish(&self, manifest: &Manifest) {
        let text = manifest.to_json().expect("JSON");
        fs::write(self.folder.path().join(layout::MANIFEST), text).expect("written");
    }

    /// Inputs that change nothing: a file, a place in it, and the bytes from there.
    fn samples(&self, is_changed: impl Fn(&str) -> bool) -> Vec<Vec<u8>> {
        let window = |(name, bytes): (&String, &Vec<u8>)| {
            let last = bytes.len().saturating_sub(WINDOW);
            let mut places = vec![0, last / 2, last];
            places.dedup();
            let sample = |at: usize| {
                let end = (at + WINDOW).min(bytes.len());
                [format!("{name} {at}\n").as_bytes(), &bytes[at..end]].concat()
            };
            places.into_iter().map(sample).collect::<Vec<_>>()
        };
        self.files.iter().filter(|(name, _)| is_changed(name)).flat_map(window).collect()
    }

    /// Calls `open` with the name of the file that an input changes, in a generation with that file.
    fn changed<T>(&self, input: &[u8], open: impl FnOnce(&str) -> T) -> Option<T> {
        let end = input.iter().position(|byte| *byte == END)?;
        let (name, at) = std::str::from_utf8(&input[..end]).ok()?.split_once(' ')?;
        let original = self.files.get(name)?;
        let at = at.parse::<usize>().ok()?.min(original.len());
        let mut bytes = original.clone();
        bytes.splice(at..(at + WINDOW).min(original.len()), input[end + 1..].iter().copied());
        let path = self.folder.path().join(name);
        fs::write(&path, &bytes).expect("written");
        let mut manifest = self.manifest.clone();
        if let Some(entry) = manifest.files.get_mut(name) {
            *entry = FileEntry { bytes: bytes.len() as u64, sha256: sha256_hex(&bytes), rows: entry.rows };
        }
        if name != layout::MANIFEST {
            self.publish(&manifest);
        }
        let opened = open(name);
        fs::write(&path, original).expect("written");
        self.publish(&self.manifest);
        Some(opened)
    }
}

/// A changed table is refused by the name of its file or its own, or every row can be read.
pub(super) fn tables(name: &'static str) {
    let generations =
        Generations::with(|file| TABLES.iter().any(|(table, _)| layout::arrow_file(table) == file));
    let samples = generations.samples(|file| file != layout::MANIFEST);
    Target { name, samples, cases: 20, spare_bytes: SPARE_BYTES }.run(|input| {
        let read = generations.changed(input, |file| {
            let found = TABLES.iter().find(|(table, _)| layout::arrow_file(table) == file);
            let Some((table, read)) = found else { return Err("not a table".into()) };
            let (folder, access) = (generations.folder.path(), FileAccess::Copied);
            let opened = Generation::with_tables(folder, &[table], access, Verification::First);
            let rows = opened.and_then(|generation| read(&generation));
            rows.map(drop).map_err(|error| {
                let error = error.to_string();
                assert!(error.contains(table.name), "{error}");
                error
            })
        });
        read.unwrap_or(Err("not a change of a file".into()))
    });
}

/// A changed generation is refused by a name, or the server opens all of it.
pub(super) fn generation(name: &'static str) {
    let others = [&tables::elevation::TABLE, &tables::towns::TABLE, &tables::town_names::TABLE];
    let needed = others.into_iter().chain(TABLES.iter().map(|(table, _)| *table));
    let needed: Vec<_> = needed.map(layout::arrow_file).collect();
    let others = [layout::BASEMAP, "built.json"];
    let generations = Generations::with(|file| others.contains(&file) || needed.iter().any(|n| n == file));
    let folder = generations.folder.path();
    let samples = generations.samples(|_| true);
    Target { name, samples, cases: 4, spare_bytes: SPARE_BYTES }.run(|input| {
        let opened = generations.changed(input, |file| {
            server::testing::Data::open(folder).map(drop).map_err(|error| {
                let (error, place) = (error.to_string(), folder.to_string_lossy());
                assert!(error.contains(&*place) || error.contains("table "), "{file}: {error}");
                error
            })
        });
        opened.unwrap_or(Err("not a change of a file".into()))
    });
}

/// Checks that every tile of an archive that is accepted can be read or is refused.
pub(super) fn pmtiles(name: &'static str) {
    let sample = fs::read(tests::root().join("server/src/generation/basemap.pmtiles")).expect("a base map");
    Target { name, samples: vec![sample], cases: 60, spare_bytes: SPARE_BYTES }.run(|bytes| {
        let archive = Archive::open(bytes.to_vec().into()).map_err(|e| e.to_string())?;
        let all = (0..4u8).flat_map(|z| (0..1 << z).flat_map(move |x| (0..1 << z).map(move |y| (z, x, y))));
        for tile in all.filter_map(|(z, x, y)| archive.tile(TileId::new(z, x, y)?)) {
            assert!(tile.len() <= bytes.len());
            let _ = black_box(archive.unpacked(&tile));
        }
        Ok(())
    });
}

/// Renews the name of a dataset, and writes its manifest. Returns the manifest if it is JSON.
fn publish(folder: &Path, input: &[u8]) -> Option<Value> {
    let manifest = serde_json::from_slice::<Value>(input).ok().map(|mut manifest| {
        if let Some(id) = manifest.get_mut("id") {
            *id = "".into();
            let text = manifest.to_string();
            manifest["id"] = sha256_hex(text.as_bytes())[..16].into();
        }
        manifest
    });
    let text = manifest.as_ref().map_or_else(|| input.to_vec(), |manifest| manifest.to_string().into_bytes());
    fs::write(folder.join(layout::MANIFEST), text).expect("written");
    manifest
}

/// Whatever the manifest says, a height anywhere is one of the dataset, or unknown.
pub(super) fn terrain(name: &'static str) {
    let folder = tempfile::tempdir().expect("a folder");
    let samples = tests::root().join("tests/tests/fuzz/samples/geotiff");
    for file in ["strips.tif", "tiled.tif"] {
        crate::http::terrain::publish(folder.path(), vec![samples.join(file)]);
    }
    let current = layout::current(folder.path()).expect("a dataset");
    let sample = fs::read(current.join(layout::MANIFEST)).expect("a manifest");
    let heights = fs::read(current.join("heights.bin")).expect("heights");
    let open = tempfile::tempdir().expect("a folder");
    Target { name, samples: vec![sample], cases: 100, spare_bytes: SPARE_BYTES }.run(|input| {
        let manifest = publish(open.path(), input);
        let declared = manifest.and_then(|m| m["heights_bytes"].as_u64()).unwrap_or(0);
        let path = open.path().join("heights.bin");
        fs::write(&path, &heights).expect("written");
        let file = File::options().write(true).open(path).expect("heights");
        file.set_len(declared.min(MAX_DECLARED_BYTES)).expect("a size");
        let pack = TerrainPack::open(open.path(), |_| ()).map_err(|error| {
            let error = error.to_string();
            assert!(error.contains(layout::MANIFEST) || error.contains("heights.bin"), "{error}");
            error
        })?;
        for (latitude_deg, longitude_deg) in
            [(47.99, 7.01), (90.0, 180.0), (-90.0, -180.0), (0.0, 0.0), (1e-9, -179.999_999_999)]
        {
            let height_m = pack.height_m(latitude_deg, longitude_deg).unwrap_or(0.0);
            assert!((-501.0..=9001.0).contains(&height_m), "{height_m} m");
        }
        Ok(())
    });
}

pub(super) fn limb_profiles(name: &'static str) {
    let current = layout::current(tests::limb()).expect("a dataset");
    let sample = fs::read(current.join(layout::MANIFEST)).expect("a manifest");
    let open = tempfile::tempdir().expect("a folder");
    for file in ["profiles.bin", "heights.bin"] {
        std::os::unix::fs::symlink(current.join(file), open.path().join(file)).expect("a link");
    }
    Target { name, samples: vec![sample], cases: 100, spare_bytes: SPARE_BYTES }.run(|input| {
        publish(open.path(), input);
        let read = LimbPack::open(open.path()).and_then(|pack| {
            for (longitude_deg, latitude_deg) in [(0.0, 0.0), (8.9, -1.5), (f64::NAN, 0.0), (1e300, 1.0)] {
                let _ = pack.between(longitude_deg, latitude_deg)?;
                let _ = pack.nearest(longitude_deg, latitude_deg)?;
            }
            let libration = Selenographic { latitude: 0.1, longitude: 0.2 };
            pack.limb_km(LunarViewpoint { libration, distance_km: 380_000.0 }, 7, || ()).map(drop)
        });
        read.map_err(|error: artifacts::Error| {
            let error = error.to_string();
            let files = [layout::MANIFEST, "profiles.bin", "heights.bin"];
            assert!(files.iter().any(|file| error.contains(file)), "{error}");
            error
        })
    });
}
