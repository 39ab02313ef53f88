//! The command `visibility`: a raster of whether the Sun is above the hills during the central phase.

use super::show::{day, none_on};
use crate::commands::day::CivilDate;
use crate::options::threads;
use crate::visibility::{MAX_SPACING_M, TerrainEclipse, VisibilityClass, ZOOMS, values};
use crate::{Error, Progress};
use artifacts::reader::Generation;
use artifacts::tables::elevation::{self, Heights};
use artifacts::tables::{eclipses, elements};
use artifacts::terrain::TerrainPack;
use clap::Args;
use geography::tiles::TileId;
use geography::tiles::pmtiles::{ArchiveDescription, Compression, TileType};
use places::tiles::pmtiles;
use serde_json::json;
use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// The code of partial eclipses in the tables.
const PARTIAL: i8 = 4;

/// The options of a computation: its inputs and its output.
#[derive(Debug, Clone, Args)]
pub struct VisibilityOptions {
    /// Date of the solar eclipse (TD) as YYYY-MM-DD
    #[arg(long, value_name = "DATE", allow_hyphen_values = true)]
    pub eclipse: String,
    /// Folder of the heights that umbra terrain has published
    #[arg(long, env = "UMBRA_TERRAIN", value_name = "DIR")]
    pub terrain: PathBuf,
    /// Zoom of the tiles, 6 to 12; at 11 a pixel is 76 m wide at the equator and 56 m at 43° north
    #[arg(long, default_value_t = 11)]
    pub zoom: u8,
    /// Box of the map in degrees; tiles that overlap it are written. It crosses the antimeridian if W is
    /// greater than E
    #[arg(long = "bounds", value_name = "W,S,E,N", value_parser = bounds, allow_hyphen_values = true,
        default_value = "-180,-90,180,90")]
    pub bounds_deg: [f64; 4],
    /// Folder of the generations
    #[arg(long = "out", value_name = "OUT", default_value = "artifacts", env = "UMBRA_ARTIFACTS")]
    pub artifacts: PathBuf,
    /// Threads; 0 uses all cores
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
    /// File to write
    #[arg(value_name = "FILE.pmtiles")]
    pub file: PathBuf,
}

fn bounds(text: &str) -> Result<[f64; 4], String> {
    let parsed: Option<Vec<f64>> = text.split(',').map(|degrees| degrees.trim().parse().ok()).collect();
    let all = parsed.and_then(|all| all.try_into().ok());
    all.ok_or_else(|| "write W,S,E,N in degrees, for example -10,36,5,44".into())
}

/// The contents of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VisibilitySummary {
    /// The file.
    pub file: PathBuf,
    /// Its size, bytes.
    pub bytes: usize,
    /// Number of tiles.
    pub tiles: usize,
    /// Number of cells of each class, in the order of [`VisibilityClass::ALL`].
    pub counts: [u64; 4],
}

/// Computes the raster and writes the archive.
pub fn write(options: &VisibilityOptions, progress: &Progress) -> Result<VisibilitySummary, Error> {
    let VisibilityOptions { zoom, bounds_deg, file, .. } = options;
    check(options)?;
    let date = day(&options.eclipse).map_err(|error| Error::Option(format!("--eclipse: {error}")))?;
    let generation = Generation::current(&options.artifacts)?;
    let row = elements_of(&generation, date)?;
    let terrain = TerrainPack::current(&options.terrain, |e| eprintln!("{e}"))?;
    let threads = threads(options.threads)?;
    let unfinished = UnfinishedFile::new(file)?;
    let world = elevation::open(&generation)?;
    let eclipse = TerrainEclipse {
        elements: &row.polynomials(),
        delta_t_s: row.delta_t_s,
        terrain: &terrain,
        world: Some(Heights::grid(&world)),
    };
    let raster = threads.install(|| eclipse.raster(*zoom, *bounds_deg, progress));
    let Some(box_deg) = enclosing(raster.tiles.iter().map(|(tile, _)| *tile)) else {
        return Err(Error::NotFound(format!(
            "--terrain {}: no heights at most {MAX_SPACING_M} m apart lie in the path of the eclipse of \
             {date} within --bounds; add some with umbra terrain",
            options.terrain.display()
        )));
    };
    let [west, south, east, north] = box_deg;
    let about = ArchiveDescription {
        tile_type: TileType::Png,
        // PNG is compressed.
        tile_compression: Compression::None,
        min_zoom: *zoom,
        max_zoom: *zoom,
        bounds_deg: box_deg,
        center_deg: [(west + east) / 2.0, (south + north) / 2.0],
        center_zoom: *zoom,
    };
    let archive = pmtiles::write(about, &metadata(&generation, &terrain, date, *zoom), &raster.tiles);
    unfinished.publish(&archive)?;
    let (tiles, counts) = (raster.tiles.len(), raster.counts);
    Ok(VisibilitySummary { file: file.clone(), bytes: archive.len(), tiles, counts })
}

/// Rejects zooms and boxes for which no raster can be computed.
fn check(options: &VisibilityOptions) -> Result<(), Error> {
    let (zoom, [west, south, east, north]) = (options.zoom, options.bounds_deg);
    if !ZOOMS.contains(&zoom) {
        let (least, most) = (ZOOMS.start(), ZOOMS.end());
        return Err(Error::Option(format!("--zoom {zoom}: a zoom within {least} … {most}, for example 11")));
    }
    let is_on_earth = [west, east].iter().all(|degrees| degrees.abs() <= 180.0)
        && [south, north].iter().all(|degrees| degrees.abs() <= 90.0);
    if !is_on_earth || south >= north || west == east {
        return Err(Error::Option(format!(
            "--bounds {west},{south},{east},{north}: W,S,E,N in degrees, the south below the north, for \
             example -10,36,5,44"
        )));
    }
    Ok(())
}

/// The elements of the central eclipse of a date.
fn elements_of(generation: &Generation, date: CivilDate) -> Result<elements::Row, Error> {
    let solar = eclipses::read(generation)?;
    let Some(eclipse) = solar.iter().find(|e| CivilDate::from(e) == date) else {
        return Err(none_on("solar eclipse", date, solar));
    };
    let number = eclipse.catalog_number;
    let missing = || Error::NotFound(format!("no elements of eclipse {number}; run the builder"));
    let row = elements::read(generation)?.of_eclipse(number).ok_or_else(missing)?;
    if row.eclipse_type_code == PARTIAL {
        return Err(Error::Option(format!(
            "--eclipse {date}: this eclipse is partial everywhere and has no path; give a total, annular or \
             hybrid one, for example 2026-08-12"
        )));
    }
    Ok(row)
}

/// West, south, east and north of tiles, degrees; none without tiles.
fn enclosing(tiles: impl Iterator<Item = TileId>) -> Option<[f64; 4]> {
    tiles
        .map(TileId::bounds_deg)
        .reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])])
}

/// Metadata of the archive. Reference: PMTiles Version 3 Specification, chapter 5.
fn metadata(generation: &Generation, terrain: &TerrainPack, date: CivilDate, zoom: u8) -> String {
    let credits: BTreeSet<String> =
        terrain.sources().iter().map(|source| format!("{}: {}", source.name, source.licence)).collect();
    json!({
        "name": format!("Sun above the hills, eclipse of {date}"),
        "description": "Least altitude of the Sun's upper limb over the skyline at the begin, middle and end \
                        of totality or annularity, from 1.7 m above the ground. Buildings and trees count as \
                        far as the heights include them. Pixel values are the numbers of the palette; 0 is \
                        transparent: no central eclipse, no heights, or night.",
        "attribution": credits.into_iter().collect::<Vec<_>>().join("; "),
        "type": "overlay",
        "version": "1.0.0",
        "format": "png",
        "eclipse": date.to_string(),
        "terrain": terrain.id(),
        "generation": generation.manifest().id,
        "zoom": zoom,
        "values": values(),
    })
    .to_string()
}

/// A file beside the one that it will replace. Dropped before [`UnfinishedFile::publish`], it leaves nothing
/// behind.
struct UnfinishedFile<'a> {
    aside: PathBuf,
    file: &'a Path,
}

impl<'a> UnfinishedFile<'a> {
    /// Creates the file, so that an unusable folder is detected before anything is computed.
    fn new(file: &'a Path) -> Result<Self, Error> {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let aside = file.with_file_name(format!(".tmp-{name}-{}", std::process::id()));
        fs::write(&aside, []).map_err(artifacts::Error::io(file, "create"))?;
        Ok(Self { aside, file })
    }

    fn publish(self, bytes: &[u8]) -> Result<(), Error> {
        fs::write(&self.aside, bytes)
            .and_then(|()| fs::File::open(&self.aside)?.sync_all())
            .map_err(artifacts::Error::io(&self.aside, "write"))?;
        Ok(fs::rename(&self.aside, self.file)
            .map_err(artifacts::Error::io(self.file, "rename into place"))?)
    }
}

impl Drop for UnfinishedFile<'_> {
    fn drop(&mut self) {
        // A published file has another name by now, and an error cannot be reported here.
        let _ = fs::remove_file(&self.aside);
    }
}

impl fmt::Display for VisibilitySummary {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { file, bytes, tiles, counts } = self;
        writeln!(f, "{}: {tiles} tiles, {bytes} bytes", file.display())?;
        let all: u64 = counts.iter().sum();
        for (class, count) in VisibilityClass::ALL.into_iter().zip(counts) {
            let percent = 100.0 * *count as f64 / all.max(1) as f64;
            writeln!(f, "  {:18} {count:10} cells {percent:5.1} %", class.name())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zooms_and_boxes_out_of_range_are_refused_by_name() {
        let refusal = |zoom: u8, bounds_deg: [f64; 4]| {
            let options = VisibilityOptions {
                artifacts: "artifacts".into(),
                eclipse: "2026-08-12".into(),
                terrain: "terrain".into(),
                zoom,
                bounds_deg,
                file: "out.pmtiles".into(),
                threads: 0,
            };
            check(&options).err().map(|e| e.to_string()).unwrap_or_default()
        };
        let world = [-180.0, -90.0, 180.0, 90.0];
        assert_eq!([6, 12].map(|zoom| refusal(zoom, world)), [""; 2]);
        assert!([5, 13].iter().all(|zoom| refusal(*zoom, world).contains("--zoom")));
        for bounds_deg in [
            [0.0, 44.0, 5.0, 36.0],
            [-181.0, 0.0, 1.0, 1.0],
            [0.0, 0.0, 1.0, 91.0],
            [f64::NAN, 0.0, 1.0, 1.0],
        ] {
            assert!(refusal(11, bounds_deg).contains("--bounds"), "{bounds_deg:?}");
        }
        assert_eq!(refusal(11, [175.0, -20.0, -175.0, -10.0]), "", "across the antimeridian");
    }

    #[test]
    fn an_unfinished_file_leaves_nothing_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("map.pmtiles");
        let names = || {
            fs::read_dir(folder.path()).expect("list").flatten().map(|e| e.file_name()).collect::<Vec<_>>()
        };
        drop(UnfinishedFile::new(&file).expect("created"));
        assert!(names().is_empty());
        UnfinishedFile::new(&file).and_then(|unfinished| unfinished.publish(b"archive")).expect("published");
        assert_eq!((names(), fs::read(&file).ok()), (vec!["map.pmtiles".into()], Some(b"archive".to_vec())));
        assert!(UnfinishedFile::new(&folder.path().join("absent/map.pmtiles")).is_err());
    }
}
