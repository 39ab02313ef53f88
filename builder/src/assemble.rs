//! Joining the computed eclipses into the published rows: Saros series, qualifiers, QLE. The joins are
//! polars'.

use crate::Error;
use crate::compute::{CATALOG_YEARS, Computed};
use astro::constants::SECONDS_PER_DAY;
use astro::eclipse::global::{HybridSequence, LimitsPresent, SolarEclipse, SolarEclipseType};
use astro::eclipse::lunar::LunarEclipse;
use astro::eclipse::saros::{Phase, saros_number};
use astro::time::Date;
use astro::time::delta_t::Polynomials;
use polars::prelude::*;

/// A solar eclipse with its place in the catalog.
pub struct Solar {
    /// What was computed.
    pub eclipse: SolarEclipse,
    /// Civil date in TD.
    pub date: Date,
    /// TT − UT1 by the canon's rule, s.
    pub delta_t_s: f64,
    /// Saros number.
    pub saros: i32,
    /// Qualifier, if any.
    pub qualifier: Option<&'static str>,
    /// Lunar eclipses half a lunation before and after.
    pub qle: String,
}

impl Solar {
    /// Latitude of greatest eclipse, degrees.
    pub fn latitude_deg(&self) -> f64 {
        self.eclipse.point.latitude.to_degrees()
    }

    /// Longitude of greatest eclipse, degrees.
    pub fn longitude_deg(&self) -> f64 {
        self.eclipse.point.longitude(self.delta_t_s).to_degrees()
    }
}

/// A lunar eclipse with its place in the catalog.
pub struct Lunar {
    /// What was computed.
    pub eclipse: LunarEclipse,
    /// Civil date in TD.
    pub date: Date,
    /// Saros number.
    pub saros: i32,
    /// Type with qualifier.
    pub kind: String,
}

/// Where an eclipse stands in its Saros series.
#[derive(Clone, Copy)]
struct Standing {
    saros: i32,
    /// Eclipses of the series before this one, and in all.
    index: i32,
    count: i32,
}

const LUNATIONS_PER_SAROS: i32 = 223;

/// The solar rows of the catalog's years, ascending.
pub fn solar(computed: &Computed, delta_t: &Polynomials) -> Result<Vec<Solar>, Error> {
    let lunations: Vec<i32> = computed.solar.iter().map(|e| e.lunation).collect();
    let standings = standings(&lunations, Phase::New)?;
    let qles = qles(&lunations, &computed.lunar)?;
    let rows = computed.solar.iter().zip(standings).zip(qles).map(|((&eclipse, s), qle)| {
        let date = Date::civil(to_second(eclipse.greatest.0));
        let delta_t_s = delta_t.canon(date.year, date.month, date.day as i32);
        Solar { eclipse, date, delta_t_s, saros: s.saros, qualifier: solar_qualifier(&eclipse, s), qle }
    });
    Ok(rows.filter(|r| CATALOG_YEARS.contains(&r.date.year)).collect())
}

/// The lunar rows of the catalog's years, ascending.
pub fn lunar(computed: &Computed) -> Result<Vec<Lunar>, Error> {
    let lunations: Vec<i32> = computed.lunar.iter().map(|e| e.lunation).collect();
    let standings = standings(&lunations, Phase::Full)?;
    let rows = computed.lunar.iter().zip(standings).map(|(&eclipse, s)| Lunar {
        eclipse,
        date: Date::civil(to_second(eclipse.greatest.0)),
        saros: s.saros,
        kind: format!("{}{}", eclipse.kind.letter(), lunar_qualifier(&eclipse, s).unwrap_or_default()),
    });
    Ok(rows.filter(|r| CATALOG_YEARS.contains(&r.date.year)).collect())
}

/// The Julian Date of the nearest whole second, which the canon prints.
fn to_second(jd: f64) -> f64 {
    (jd * SECONDS_PER_DAY).round() / SECONDS_PER_DAY
}

/// Groups the eclipses by Saros number and joins first and last of each series back to its members.
#[expect(
    deprecated,
    reason = "polars offers other aggregations only in its lazy engine, which triples the time of a first build"
)]
fn standings(lunations: &[i32], phase: Phase) -> Result<Vec<Standing>, Error> {
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
        .map(|((lunation, saros), (first, last))| Standing {
            saros,
            index: (lunation - first) / LUNATIONS_PER_SAROS,
            count: (last - first) / LUNATIONS_PER_SAROS + 1,
        })
        .collect())
}

/// Joins the lunar eclipses of the full moons before and after each new moon.
fn qles(lunations: &[i32], lunar: &[LunarEclipse]) -> Result<Vec<String>, Error> {
    let letters: Vec<String> =
        lunar.iter().map(|e| e.kind.letter().to_ascii_lowercase().to_string()).collect();
    let full_moons = |name: &str, shift: i32| df!("lunation" => lunar.iter().map(|e| e.lunation + shift).collect::<Vec<_>>(), name => &letters);
    let joined = df!("lunation" => lunations)?
        .left_join(&full_moons("before", 1)?, ["lunation"], ["lunation"])?
        .left_join(&full_moons("after", 0)?, ["lunation"], ["lunation"])?
        .sort(["lunation"], SortMultipleOptions::default())?;
    let (before, after) = (joined.column("before")?.str()?, joined.column("after")?.str()?);
    Ok(before
        .iter()
        .zip(after.iter())
        .map(|(b, a)| format!("{}{}", b.unwrap_or("-"), a.unwrap_or("-")))
        .collect())
}

/// The canon's second letter. The ends of a series come first, then what is peculiar to the path, then the
/// middle of the series.
fn solar_qualifier(e: &SolarEclipse, s: Standing) -> Option<&'static str> {
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

fn lunar_qualifier(e: &LunarEclipse, s: Standing) -> Option<&'static str> {
    use astro::eclipse::lunar::LunarEclipseType;
    match e.kind {
        LunarEclipseType::Total if e.is_central => Some(if e.gamma > 0.0 { "+" } else { "-" }),
        LunarEclipseType::Penumbral if s.index == 0 => Some("b"),
        LunarEclipseType::Penumbral if s.index == s.count - 1 => Some("e"),
        LunarEclipseType::Penumbral if e.is_total_penumbral => Some("x"),
        _ => None,
    }
}

/// Number of rows of each value of a column, most frequent first.
#[expect(deprecated, reason = "as for the Saros series")]
pub fn counts(values: Vec<String>) -> Result<Vec<(String, u32)>, Error> {
    let ones = vec![1u32; values.len()];
    let frame = df!("value" => values, "n" => ones)?;
    let summed = frame.group_by(["value"])?.select(["n"]).sum()?;
    let mut out: Vec<(String, u32)> = summed
        .column("value")?
        .str()?
        .iter()
        .zip(summed.column("n_sum")?.u32()?.iter())
        .filter_map(|(v, n)| Some((v?.to_owned(), n?)))
        .collect();
    out.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Ok(out)
}
