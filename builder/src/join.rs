//! Joins the computed eclipses into catalog entries: Saros series, qualifiers, QLE, and the place of greatest
//! eclipse. polars joins by lunation and by Saros number.

use crate::Error;
use crate::compute::Computed;
use crate::progress::Progress;
use artifacts::tables::CATALOG_YEARS;
use astro::constants::SECONDS_PER_DAY;
use astro::eclipse::global::{HybridSequence, LimitsPresent, SolarEclipse, SolarEclipseType};
use astro::eclipse::lunar::LunarEclipse;
use astro::eclipse::saros::{LUNATIONS, Phase, saros_number};
use astro::time::delta_t::DeltaTPolynomials;
use astro::time::{Date, iso_text};
use places::{Atlas, Location};
use polars_core::prelude::*;
use polars_ops::prelude::*;
use rayon::prelude::*;

/// A solar eclipse with the further columns of the catalog.
pub(crate) struct SolarEntry {
    pub(crate) eclipse: SolarEclipse,
    /// Greatest eclipse as ISO text, TD.
    pub(crate) iso_tt: String,
    /// Civil date in TD, to the whole second.
    pub(crate) date: Date,
    /// TT − UT1 by the canon's rule, s.
    pub(crate) delta_t_s: f64,
    /// Number of the Saros series.
    pub(crate) saros: i32,
    /// Letter of the type, and the qualifier if there is one.
    pub(crate) eclipse_type: String,
    /// Lunar eclipses half a lunation before and after.
    pub(crate) qle: String,
}

impl SolarEntry {
    /// Latitude of greatest eclipse, degrees.
    pub(crate) fn latitude_deg(&self) -> f64 {
        self.eclipse.point.latitude.to_degrees()
    }

    /// Longitude of greatest eclipse, degrees.
    pub(crate) fn longitude_deg(&self) -> f64 {
        self.eclipse.point.longitude(self.delta_t_s).to_degrees()
    }
}

/// A lunar eclipse with the further columns of the catalog.
pub(crate) struct LunarEntry {
    pub(crate) eclipse: LunarEclipse,
    /// Civil date in TD, to the whole second.
    pub(crate) date: Date,
    /// TT − UT1 by the canon's rule, s.
    pub(crate) delta_t_s: f64,
    /// Number of the Saros series.
    pub(crate) saros: i32,
    /// Letter of the type, and the qualifier if there is one.
    pub(crate) eclipse_type: String,
    /// Letters of the solar eclipses half a lunation before and after.
    pub(crate) qse: String,
}

#[derive(Clone, Copy)]
struct SarosPosition {
    saros: i32,
    /// Eclipses of the series before this one, and in all.
    index: i32,
    count: i32,
}

/// The solar eclipses of the catalog's years, ascending.
pub(crate) fn solar(computed: &Computed, delta_t: &DeltaTPolynomials) -> Result<Vec<SolarEntry>, Error> {
    let lunations: Vec<i32> = computed.solar.iter().map(|e| e.lunation).collect();
    let saros_positions = saros_positions(&lunations, Phase::New)?;
    let full_moons = computed.lunar.iter().map(|e| (e.lunation, e.kind.letter()));
    // The full moon before a new one is half a lunation after the new moon of the lunation before.
    let qles = neighbours(&lunations, full_moons, [1, 0])?;
    let entry = |((&eclipse, position), qle): ((&SolarEclipse, SarosPosition), String)| {
        let (date, delta_t_s) = date_and_delta_t(eclipse.greatest.0, delta_t);
        let qualifier = solar_qualifier(&eclipse, position).unwrap_or_default();
        SolarEntry {
            eclipse,
            iso_tt: iso_text(eclipse.greatest.0),
            date,
            delta_t_s,
            saros: position.saros,
            eclipse_type: format!("{}{qualifier}", eclipse.kind.letter()),
            qle,
        }
    };
    let entries = computed.solar.iter().zip(saros_positions).zip(qles).map(entry);
    Ok(entries.filter(|e| CATALOG_YEARS.contains(&e.date.year)).collect())
}

/// The lunar eclipses of the catalog's years, ascending.
pub(crate) fn lunar(computed: &Computed, delta_t: &DeltaTPolynomials) -> Result<Vec<LunarEntry>, Error> {
    let lunations: Vec<i32> = computed.lunar.iter().map(|e| e.lunation).collect();
    let saros_positions = saros_positions(&lunations, Phase::Full)?;
    let new_moons = computed.solar.iter().map(|e| (e.lunation, e.kind.letter()));
    let qses = neighbours(&lunations, new_moons, [0, -1])?;
    let entry = |((&eclipse, position), qse): ((&LunarEclipse, SarosPosition), String)| {
        let (date, delta_t_s) = date_and_delta_t(eclipse.greatest.0, delta_t);
        let is_eclipse = |lunation| computed.traditional_lunar.binary_search(&lunation).is_ok();
        let ends = LunarEnds {
            is_first: position.index == 0 && !is_eclipse(eclipse.lunation - LUNATIONS),
            is_last: position.index == position.count - 1 && !is_eclipse(eclipse.lunation + LUNATIONS),
        };
        let qualifier = lunar_qualifier(&eclipse, ends).unwrap_or_default();
        LunarEntry {
            eclipse,
            date,
            delta_t_s,
            saros: position.saros,
            eclipse_type: format!("{}{qualifier}", eclipse.kind.letter()),
            qse,
        }
    };
    let entries = computed.lunar.iter().zip(saros_positions).zip(qses).map(entry);
    Ok(entries.filter(|e| CATALOG_YEARS.contains(&e.date.year)).collect())
}

/// Country, zone and sea of each greatest eclipse.
pub(crate) fn locations<'a>(
    entries: &[SolarEntry],
    atlas: &'a Atlas,
    progress: &Progress,
) -> Result<Vec<Location<'a>>, Error> {
    let stage = progress.stage("places", entries.len());
    let at = |entry: &SolarEntry| {
        stage.done(1);
        Ok(atlas.at(entry.latitude_deg(), entry.longitude_deg())?)
    };
    entries.par_iter().map(at).collect()
}

/// The civil date of greatest eclipse, and ΔT by the canon's rule on that day, s.
fn date_and_delta_t(greatest_jd_tt: f64, delta_t: &DeltaTPolynomials) -> (Date, f64) {
    // The canon prints whole seconds.
    let date = Date::civil((greatest_jd_tt * SECONDS_PER_DAY).round() / SECONDS_PER_DAY);
    (date, delta_t.canon(date.year, date.month, date.day as i32))
}

/// Groups the eclipses by Saros number and joins the first and last of each series to its members.
#[expect(
    deprecated,
    reason = "polars offers other aggregations only in its lazy engine, which triples the first build"
)]
fn saros_positions(lunations: &[i32], phase: Phase) -> Result<Vec<SarosPosition>, Error> {
    let saros: Vec<i32> = lunations.iter().map(|&l| saros_number(l, phase)).collect();
    let members = df!("lunation" => lunations, "saros" => &saros)?;
    let by_saros = || members.group_by(["saros"]).map(|g| g.select(["lunation"]));
    let series = by_saros()?.min()?.inner_join(&by_saros()?.max()?, ["saros"], ["saros"])?;
    let joined = members
        .left_join(&series, ["saros"], ["saros"])?
        .sort(["lunation"], SortMultipleOptions::default())?;
    let (lunation, saros) = (joined.column("lunation")?.i32()?, joined.column("saros")?.i32()?);
    let (first, last) = (joined.column("lunation_min")?.i32()?, joined.column("lunation_max")?.i32()?);
    let rows = lunation
        .into_no_null_iter()
        .zip(saros.into_no_null_iter())
        .zip(first.into_no_null_iter().zip(last.into_no_null_iter()));
    Ok(rows
        .map(|((lunation, saros), (first, last))| SarosPosition {
            saros,
            index: (lunation - first) / LUNATIONS,
            count: (last - first) / LUNATIONS + 1,
        })
        .collect())
}

/// Joins to each lunation the letters of the eclipses half a lunation before and after. The lunations of
/// `others`, shifted by `before` and `after`, match those of the list.
fn neighbours(
    lunations: &[i32],
    others: impl Iterator<Item = (i32, char)>,
    [before, after]: [i32; 2],
) -> Result<Vec<String>, Error> {
    let (numbers, letters): (Vec<i32>, Vec<String>) =
        others.map(|(lunation, letter)| (lunation, letter.to_ascii_lowercase().to_string())).unzip();
    let shifted = |name: &str, shift: i32| {
        let lunations: Vec<i32> = numbers.iter().map(|lunation| lunation + shift).collect();
        df!("lunation" => lunations, name => &letters)
    };
    let joined = df!("lunation" => lunations)?
        .left_join(&shifted("before", before)?, ["lunation"], ["lunation"])?
        .left_join(&shifted("after", after)?, ["lunation"], ["lunation"])?
        .sort(["lunation"], SortMultipleOptions::default())?;
    let (before, after) = (joined.column("before")?.str()?, joined.column("after")?.str()?);
    Ok(before
        .iter()
        .zip(after.iter())
        .map(|(b, a)| format!("{}{}", b.unwrap_or("-"), a.unwrap_or("-")))
        .collect())
}

/// The qualifier of a solar eclipse, the second letter of its type in the canon. The ends of a series have
/// priority, then peculiarities of the path, then the middle of the series.
fn solar_qualifier(e: &SolarEclipse, s: SarosPosition) -> Option<&'static str> {
    match (e.kind, e.limits, e.hybrid) {
        (SolarEclipseType::Partial, ..) if s.index == 0 => Some("b"),
        (SolarEclipseType::Partial, ..) if s.index == s.count - 1 => Some("e"),
        (_, LimitsPresent::NonCentralNorth, _) => Some("+"),
        (_, LimitsPresent::NonCentralSouth, _) => Some("-"),
        (_, LimitsPresent::NoNorthernLimit, _) => Some("n"),
        (_, LimitsPresent::NoSouthernLimit, _) => Some("s"),
        (_, _, Some(HybridSequence::TotalAnnular)) => Some("2"),
        (_, _, Some(HybridSequence::AnnularTotal)) => Some("3"),
        _ if s.index == s.count / 2 => Some("m"),
        _ => None,
    }
}

/// Flags of a lunar eclipse that begins or ends its series, counted with the traditional enlargement of the
/// shadow by a fiftieth.
#[derive(Clone, Copy)]
struct LunarEnds {
    is_first: bool,
    is_last: bool,
}

/// The qualifier of a lunar eclipse, the second letter of its type in the canon.
fn lunar_qualifier(e: &LunarEclipse, ends: LunarEnds) -> Option<&'static str> {
    use astro::eclipse::lunar::LunarEclipseType as Kind;
    match e.kind {
        Kind::Total if e.is_central => Some(if e.gamma > 0.0 { "+" } else { "-" }),
        Kind::Penumbral if ends.is_first => Some("b"),
        Kind::Penumbral if ends.is_last => Some("e"),
        Kind::Penumbral if e.is_total_penumbral => Some("x"),
        _ => None,
    }
}
