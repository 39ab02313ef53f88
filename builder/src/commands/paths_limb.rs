//! `umbra paths-limb`: limits and paths with the mountains of the Moon and the height of the ground.

use super::show::{day, none_on};
use crate::commands::day::CivilDate;
use crate::map_curve::MapCurve;
use crate::options::threads;
use crate::{Error, Progress};
use artifacts::limb::{LimbPack, MountainEdge};
use artifacts::reader::Generation;
use artifacts::table_file::{self, GenerationOrigin};
use artifacts::tables::theory::TheoryKind;
use artifacts::tables::{
    CATALOG_YEARS, delta_t, eclipses, elements, elements_precise, elevation, paths_limb,
};
use artifacts::terrain::TerrainPack;
use astro::accuracy::{edge_sigma_km, shadow_sigma};
use astro::constants::{ECLIPSED_SUN_SEMIDIAMETER, ECLIPSED_SUN_SIGMA};
use astro::eclipse::besselian::{Polynomials, Radii};
use astro::eclipse::path::{EdgeErrors, EdgeSource, Side};
use astro::math::angle::ARCSEC;
use astro::time::Tt;
use clap::Args;
use maps::{Collection, CurveOptions, Edge, PathWord, decimals};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The curves of the table, in the order of its rows; those of a group share their searches, whose number is
/// bounded.
const GROUPS: [&[PathWord]; 4] = [
    &[PathWord::Centre, PathWord::NorthernLimit, PathWord::SouthernLimit],
    &[PathWord::Area],
    &[PathWord::Sigma],
    &[PathWord::Valley],
];
/// Greatest distance of straight edges from a curve, m; the default of the server too.
const TOLERANCE_M: f64 = 100.0;

/// `true` once a part of the terrain could not be read.
static IS_TERRAIN_DAMAGED: AtomicBool = AtomicBool::new(false);

/// The eclipses, their data, and the output.
#[derive(Debug, Clone, Args)]
pub struct PathsLimbOptions {
    /// Folder with the profiles of the Moon's limb that umbra limb publishes
    #[arg(long, env = "UMBRA_LIMB", value_name = "FOLDER")]
    pub limb: PathBuf,
    /// Eclipses: years FIRST..LAST, or dates (TD) with commas between, such as 2024-04-08,2026-08-12
    #[arg(long, default_value = "2017..2035", value_name = "YEARS or DATES", allow_hyphen_values = true)]
    pub eclipses: String,
    /// Folder with the terrain that umbra terrain publishes; elsewhere, and without it, the heights are those
    /// of the artifacts
    #[arg(long, env = "UMBRA_TERRAIN", value_name = "FOLDER")]
    pub terrain: Option<PathBuf>,
    /// Folder of the generations
    #[arg(long = "out", value_name = "OUT", default_value = "artifacts", env = "UMBRA_ARTIFACTS")]
    pub artifacts: PathBuf,
    /// Threads; 0 uses all cores
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
    /// File to write; it is replaced if it exists
    #[arg(value_name = "FILE.parquet")]
    pub file: PathBuf,
}

/// The numbers of a file.
#[derive(Debug, PartialEq, Eq)]
pub struct PathsLimbSummary {
    /// Number of eclipses.
    pub eclipses: usize,
    /// Number of rows.
    pub rows: usize,
}

/// Computes the curves of the eclipses and writes the file; the same data give the same bytes at any number
/// of threads.
pub fn paths_limb(options: &PathsLimbOptions, progress: &Progress) -> Result<PathsLimbSummary, Error> {
    check_file(&options.file)?;
    let generation = Generation::current(&options.artifacts)?;
    let eclipses = named(&generation, &options.eclipses)?;
    let maps = Maps::open(&generation, options)?;
    let found = {
        let stage = progress.stage("paths", eclipses.len());
        let curves = |eclipse: &CentralEclipse| {
            let curves = eclipse.curves(&maps);
            stage.done(1);
            curves
        };
        threads(options.threads)?
            .install(|| eclipses.par_iter().map(curves).collect::<Result<Vec<_>, _>>())?
    };
    if IS_TERRAIN_DAMAGED.load(Ordering::Relaxed) {
        return Err(Error::Option("--terrain: a part of it cannot be read; nothing was written".into()));
    }
    let _stage = progress.stage("writing", 1);
    let rows: Vec<_> = eclipses
        .iter()
        .zip(&found)
        .flat_map(|(eclipse, curves)| curves.iter().map(|curve| eclipse.row(curve, &maps)))
        .collect();
    let manifest = generation.manifest();
    let origin = GenerationOrigin { generation: &manifest.id, inputs: &manifest.inputs };
    table_file::publish(&options.file, &paths_limb::TABLE, &paths_limb::batch(&rows)?, &origin)?;
    Ok(PathsLimbSummary { eclipses: eclipses.len(), rows: rows.len() })
}

/// Rejects a file that cannot be written, before anything is computed.
fn check_file(file: &Path) -> Result<(), Error> {
    let folder = file.parent().filter(|folder| *folder != "").unwrap_or(Path::new("."));
    if file.is_dir() || file.file_name().is_none() || !folder.is_dir() {
        let file = file.display();
        return Err(Error::Option(format!(
            "{file}: name a file in a folder that exists, for example paths_limb.parquet"
        )));
    }
    Ok(())
}

/// An eclipse with its elements of the best theory.
struct CentralEclipse<'a> {
    eclipse_type: &'a str,
    row: elements::Row,
    elements: Polynomials,
    delta_t_sigma_s: f64,
}

/// The eclipses of a text, in order of time.
fn named<'a>(generation: &'a Generation, text: &str) -> Result<Vec<CentralEclipse<'a>>, Error> {
    let catalog = eclipses::read(generation)?;
    let wrong = |problem: String| Error::Option(format!("--eclipses {text}: {problem}"));
    let is_central = |eclipse: &eclipses::Row| !eclipse.eclipse_type.starts_with('P');
    let mut chosen: Vec<eclipses::Row> = Vec::new();
    if let Some((from, to)) = text.split_once("..") {
        let years = from.trim().parse().ok().zip(to.trim().parse().ok());
        let years = years.filter(|(from, to): &(i32, i32)| {
            from <= to && CATALOG_YEARS.contains(from) && CATALOG_YEARS.contains(to)
        });
        let right = "two years within −1999 … 3000, the first not after the last, for example 2017..2035";
        let (from, to) = years.ok_or_else(|| wrong(right.into()))?;
        let is_within = |eclipse: &eclipses::Row| (from..=to).contains(&eclipse.year);
        chosen.extend(catalog.iter().filter(|eclipse| is_within(eclipse) && is_central(eclipse)));
    } else {
        for date in text.split(',').map(|date| day(date.trim())) {
            let date = date.map_err(|error| wrong(format!("{error}; or years, such as 2017..2035")))?;
            let eclipse = catalog.iter().find(|eclipse| CivilDate::from(eclipse) == date);
            let eclipse =
                eclipse.ok_or_else(|| wrong(none_on("solar eclipse", date, catalog).to_string()))?;
            if !is_central(&eclipse) {
                let right = "is partial everywhere; name total, annular and hybrid ones, such as 2026-08-12";
                return Err(wrong(format!("the eclipse of {date} {right}")));
            }
            chosen.push(eclipse);
        }
        chosen.sort_by_key(|eclipse| eclipse.catalog_number);
        chosen.dedup_by_key(|eclipse| eclipse.catalog_number);
    }
    if chosen.is_empty() {
        return Err(wrong("no total, annular or hybrid eclipse; name more years, such as 2017..2035".into()));
    }
    let (canon, precise) = (elements::read(generation)?, elements_precise::read(generation)?);
    let delta_t = delta_t::open(generation)?;
    let with_elements = |eclipse: eclipses::Row<'a>| {
        let number = eclipse.catalog_number;
        let row = precise.of_eclipse(number).or_else(|| canon.of_eclipse(number));
        let row = row.ok_or_else(|| Error::NotFound(format!("no elements of eclipse {number}")))?;
        let elements = match row.theory {
            TheoryKind::Canon => row.polynomials(),
            TheoryKind::Series | TheoryKind::Kernel => row.polynomials().with_light_time(),
        };
        let year = Tt(row.t_max_jd_tt).to_ut1(row.delta_t_s).decimal_year();
        let delta_t_sigma_s = delta_t.at_year_or_end(year).sigma_s;
        Ok(CentralEclipse { eclipse_type: eclipse.eclipse_type, row, elements, delta_t_sigma_s })
    };
    chosen.into_iter().map(with_elements).collect()
}

/// The Moon and the ground of all eclipses, and what the table says of them.
struct Maps {
    source: Arc<dyn EdgeSource>,
    limb_map: String,
    limb_sigma_km: f64,
    ground: String,
}

impl Maps {
    fn open(generation: &Generation, options: &PathsLimbOptions) -> Result<Self, Error> {
        let wrong = |name: &str, error: artifacts::Error| Error::Option(format!("{name} {error}"));
        let limb = LimbPack::current(&options.limb).map_err(|error| wrong("--limb", error))?;
        let report: fn(&artifacts::Error) = |error| {
            eprintln!("error: {error}");
            IS_TERRAIN_DAMAGED.store(true, Ordering::Relaxed);
        };
        let terrain = options.terrain.as_deref().map(|root| TerrainPack::current(root, report));
        let terrain = terrain.transpose().map_err(|error| wrong("--terrain", error))?;
        let mut ground: Vec<_> =
            terrain.iter().flat_map(TerrainPack::sources).map(|of| &of.name[..]).collect();
        ground.push("ETOPO5");
        let (ground, source) = (ground.join(", "), &limb.manifest().source);
        let (limb_map, limb_sigma_km) = (source.to_string(), source.error_km());
        let world = elevation::open(generation)?;
        let ground_m = move |latitude_deg, longitude_deg| {
            let own = terrain.as_ref().and_then(|own| own.height_m(latitude_deg, longitude_deg));
            own.or_else(|| world.grid().height_m(latitude_deg, longitude_deg)).unwrap_or(0.0)
        };
        let (limb, damaged) = (Some(Arc::new(limb)), artifacts::Error::to_string);
        let source = Arc::new(MountainEdge { limb, ground_m, damaged });
        Ok(Self { source, limb_map, limb_sigma_km, ground })
    }
}

impl CentralEclipse<'_> {
    fn curves(&self, maps: &Maps) -> Result<Vec<MapCurve>, Error> {
        let (row, elements) = (&self.row, &self.elements);
        let of_theory = row.theory.sigma(Tt(row.t_max_jd_tt));
        let of_shadow = shadow_sigma(of_theory, elements.fit_residual);
        let edge = Edge {
            source: Arc::clone(&maps.source),
            sun_radius: Some(Radii::CANON.with_sun_semidiameter(ECLIPSED_SUN_SEMIDIAMETER).sun),
            errors: EdgeErrors {
                shadow_km: edge_sigma_km(of_shadow, ECLIPSED_SUN_SIGMA).hypot(maps.limb_sigma_km),
                delta_t_s: self.delta_t_sigma_s,
            },
        };
        let curves = |words: &&[PathWord]| {
            let edge = Some(edge.clone());
            let options = CurveOptions { edge, ..CurveOptions::of(words.to_vec(), TOLERANCE_M) };
            Ok(MapCurve::all(Collection::new(elements, row.delta_t_s, &options)?.features))
        };
        let all: Result<Vec<_>, maps::Error> = GROUPS.par_iter().map(curves).collect();
        let catalog_number = row.catalog_number;
        Ok(all.map_err(|source| Error::Path { catalog_number, source })?.into_iter().flatten().collect())
    }

    fn row<'a>(&'a self, curve: &'a MapCurve, maps: &'a Maps) -> paths_limb::Row<'a> {
        let row = &self.row;
        let has_edge = curve.word != PathWord::Centre;
        let of_elements = self.elements.radii.sun_semidiameter();
        let sun = if has_edge { ECLIPSED_SUN_SEMIDIAMETER } else { of_elements };
        paths_limb::Row {
            catalog_number: row.catalog_number,
            year: row.year,
            month: row.month,
            day: row.day,
            eclipse_type: self.eclipse_type,
            curve: curve.word.word(),
            kind: curve.kind.map(|kind| kind.word()),
            side: curve.side.map(|side| if side == Side::North { "north" } else { "south" }),
            length_km: curve.length_km,
            area_km2: curve.area_km2,
            theory: row.theory,
            delta_t_s: row.delta_t_s,
            delta_t_sigma_s: self.delta_t_sigma_s,
            sun_radius_arcsec: decimals(sun / ARCSEC),
            limb_map: has_edge.then_some(&maps.limb_map),
            limb_sigma_m: has_edge.then_some(decimals(maps.limb_sigma_km * 1000.0)),
            ground: has_edge.then_some(&maps.ground),
            tolerance_m: TOLERANCE_M,
            bbox: curve.around,
            geometry: &curve.geometry,
        }
    }
}
