//! Files that the builder reads.

use super::target::Target;
use artifacts::terrain::TerrainPack;
use builder::{TerrainOptions, kernel, limb, terrain, testing, update_delta_t};
use std::fmt::Display;
use std::fs::{self, File};
use std::path::Path;

/// Memory that reading a file may need beside its contents, bytes: buffers, and the output.
const SPARE_BYTES: u64 = 16 << 20;
/// Memory that a GeoTIFF may need: the library allocates up to 256 MiB for a tag before it reads the tag.
const GEOTIFF_BYTES: u64 = SPARE_BYTES + (256 << 20);
const KERNEL_YEARS: (i32, i32) = (2024, 2024);
/// Limit of the size of a file that an input declares, bytes: a .hgt file of 1201 × 1201 samples fits.
const MAX_DECLARED_BYTES: u64 = 3_000_000;

/// Files of `catalog-src`, one for each format.
const SOURCES: [&str; 9] = [
    "delta-t/iers.csv",
    "delta-t/espenak_meeus_2006.csv",
    "delta-t/stephenson_2016_spline.csv",
    "iso-3166/codes.csv",
    "natural-earth/countries-110m.json",
    "nutation/iau2000a_planetary.csv",
    "precession/vondrak2011_equator_pole.csv",
    "seas/limits.geojson",
    "vsop87/vsop87d_earth.csv",
];

/// A target with samples beside those in files.
fn target(name: &'static str, samples: Vec<Vec<u8>>, cases: u32) -> Target {
    Target { name, samples, cases, spare_bytes: SPARE_BYTES }
}

/// Runs a target whose parser reads files in a new folder; an error must name the file.
fn run<E: Display>(target: Target, file: &str, read: impl Fn(&Path, &[u8]) -> Result<(), E>) {
    let folder = tempfile::tempdir().expect("a folder");
    target.run(|bytes| {
        read(folder.path(), bytes).map_err(|error| {
            let error = error.to_string();
            assert!(error.contains(file), "{error}");
            error
        })
    });
}

/// Publishes a file of heights, and reads the dataset at the corners and the middle of each grid.
fn publish(folder: &Path, file: &str) -> Result<(), builder::Error> {
    let out = folder.join("out");
    let files = vec![folder.join(file)];
    let options = TerrainOptions { out: out.clone(), files, name: None, datum: None, licence: None, keep: 1 };
    let manifest = terrain(&options)?;
    let pack = TerrainPack::current(&out, |e| panic!("{e}"))?;
    for grid in &manifest.grids {
        let samples = grid.samples();
        for (column, row) in [(0, 0), (grid.columns / 2, grid.rows / 2), (grid.columns - 1, grid.rows - 1)] {
            let (latitude_deg, longitude_deg) = samples.place(column, row);
            let height_m = pack.height_m(latitude_deg, longitude_deg).unwrap_or(0.0);
            assert!((-501.0..=9001.0).contains(&height_m), "{height_m} m");
        }
    }
    Ok(())
}

fn write(folder: &Path, file: &str, bytes: &[u8]) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().unwrap_or(folder)).expect("a folder");
    fs::write(path, bytes).expect("written");
}

pub(super) fn geotiff(name: &'static str) {
    run(
        Target { spare_bytes: GEOTIFF_BYTES, ..target(name, Vec::new(), 20) },
        "heights.tif",
        |folder, bytes| {
            write(folder, "heights.tif", bytes);
            publish(folder, "heights.tif")
        },
    );
}

pub(super) fn terrarium(name: &'static str) {
    run(target(name, Vec::new(), 15), "0.png", |folder, bytes| {
        write(folder, "0/0/0.png", &with_right_sums(bytes));
        publish(folder, "0/0/0.png")
    });
}

/// A PNG whose chunks have their right checksums, without which all its contents would be ignored.
fn with_right_sums(png: &[u8]) -> Vec<u8> {
    let (mut png, mut at) = (png.to_vec(), b"\x89PNG\r\n\x1a\n".len());
    while let Some(&[a, b, c, d]) = png.get(at..at + 4) {
        let end = at + 8 + u32::from_be_bytes([a, b, c, d]) as usize;
        let Some(content) = png.get(at + 4..end) else { break };
        let mut sum = flate2::Crc::new();
        sum.update(content);
        let sum = sum.sum().to_be_bytes();
        png.iter_mut().skip(end).zip(sum).for_each(|(byte, sum)| *byte = sum);
        at = end + 4;
    }
    png
}

/// An input is the name of a file, its size, and its first bytes.
pub(super) fn hgt(name: &'static str) {
    let samples = ["N47E007.hgt 2884802\n\0\u{1}\0\u{2}", "s12w077_v3.HGT 2884802\n"];
    let samples = samples.map(|text| text.as_bytes().to_vec()).into();
    run(target(name, samples, 10), "", |folder, bytes| {
        let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
        let line = String::from_utf8_lossy(&bytes[..end]).replace(['/', '\0'], "");
        let (file, size) = line.split_once(' ').unwrap_or((&line, ""));
        let file: String = file.chars().take(50).collect::<String>() + ".hgt";
        write(folder, &file, bytes.get(end + 1..).unwrap_or_default());
        let path = folder.join(&file);
        let size = size.parse().unwrap_or(0).min(MAX_DECLARED_BYTES);
        File::options().write(true).open(&path).and_then(|f| f.set_len(size)).expect("a size");
        let published = publish(folder, &file);
        fs::remove_file(path).expect("removed");
        published.map_err(|error| {
            assert!(error.to_string().contains(&file), "{error}");
            error
        })
    });
}

/// An input is a label, then the first bytes of an image of one pixel a degree.
pub(super) fn lunar_maps(name: &'static str) {
    const END: &[u8] = b"\nEND\n";
    run(target(name, Vec::new(), 50), "LDEM_1.", |folder, bytes| {
        let end =
            bytes.windows(END.len()).position(|part| part == END).map_or(bytes.len(), |at| at + END.len());
        write(folder, "LDEM_1.LBL", &bytes[..end]);
        let mut image = bytes[end..].to_vec();
        image.resize(2 * 180 * 360, 0);
        write(folder, "LDEM_1.IMG", &image);
        limb::read(&folder.join("LDEM_1.IMG"), &[]).map(drop)
    });
}

pub(super) fn kernels(name: &'static str) {
    run(target(name, Vec::new(), 100), "small.bsp", |folder, bytes| {
        write(folder, "small.bsp", bytes);
        let kernel = kernel::read(&folder.join("small.bsp"), KERNEL_YEARS)?;
        let [from, to] = kernel.bodies.centers();
        assert!(from <= to && kernel.bodies.covers(from), "{from:?} {to:?}");
        Ok::<_, builder::Error>(())
    });
}

/// A renewal either fails, or leaves a table that the builder reads and to which a second one adds nothing.
pub(super) fn delta_t(name: &'static str) {
    const PARTS: [&str; 5] = [
        "delta-t/iers.csv",
        "delta-t/espenak_meeus_2006.csv",
        "delta-t/meeus_table_10a.csv",
        "delta-t/stephenson_2016_spline.csv",
        "delta-t/stephenson_2016_errors.csv",
    ];
    let from = tests::sources_folder();
    let sums = fs::read_to_string(from.join("SHA256SUMS")).expect("sums");
    let sums: String =
        sums.lines().filter(|line| line.contains("  delta-t/")).map(|l| format!("{l}\n")).collect();
    run(target(name, Vec::new(), 15), "", |folder, bytes| {
        let source = folder.join("source");
        for part in PARTS.into_iter().chain(["README.md"]) {
            write(&source, part, &fs::read(from.join(part)).expect("a source"));
        }
        write(&source, "SHA256SUMS", sums.as_bytes());
        write(folder, "published", bytes);
        let published = [folder.join("published")];
        // A child that another test starts has the lock until it runs its program.
        let update = || loop {
            match update_delta_t(&source, &published) {
                Err(error) if error.to_string().contains("another update-delta-t") => {
                    std::thread::yield_now()
                }
                done => break done,
            }
        };
        update().inspect_err(|error| {
            let error = error.to_string();
            // A gap between the files is an error of the table.
            assert!(error.contains("published") || error.contains("iers.csv"), "{error}");
        })?;
        testing::read_source(&source, PARTS[0]).unwrap_or_else(|e| panic!("{e}"));
        let again = update().unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(again.rows[0], again.rows[1], "{again}");
        Ok::<_, builder::Error>(())
    });
}

/// An input is the name of a source, and its contents.
pub(super) fn catalogs(name: &'static str) {
    let from = tests::sources_folder();
    let content = |file: &str| fs::read(from.join(file)).expect("a source");
    let sample = |file: &str| [file.as_bytes(), b"\n", &content(file)].concat();
    run(target(name, SOURCES.map(sample).into(), 20), "", |folder, bytes| {
        let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
        let file = String::from_utf8_lossy(&bytes[..end]);
        let file = SOURCES.into_iter().find(|known| *known == file).unwrap_or(SOURCES[0]);
        let family = file.split('/').next().unwrap_or(file);
        for entry in from.join(family).read_dir().expect("a folder") {
            let other = format!("{family}/{}", entry.expect("an entry").file_name().to_string_lossy());
            if family != "natural-earth" {
                write(folder, &other, &content(&other));
            }
        }
        write(folder, file, bytes.get(end + 1..).unwrap_or_default());
        testing::read_source(folder, file).map_err(|error| {
            assert!(error.to_string().contains(file) || matches!(error, builder::Error::Astro(_)), "{error}");
            error
        })
    });
}
