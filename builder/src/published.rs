//! The rows of a published generation, as the commands `show` and `verify` need them.

use crate::Error;
use arrow::array::Array;
use artifacts::reader::{Generation, View};
use artifacts::tables::{ECLIPSES, ELEMENTS, LUNAR_ECLIPSES, PLACES};
use std::collections::BTreeMap;

/// A date in the calendar of the canon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Day {
    /// Astronomical year.
    pub year: i32,
    /// Month.
    pub month: i32,
    /// Day of the month.
    pub day: i32,
}

/// A row of `eclipses`.
#[derive(Debug, Clone)]
pub struct Solar {
    /// Number in the catalog.
    pub catalog_number: i32,
    /// Civil date in TD (UTC for elements).
    pub date: Day,
    /// Greatest eclipse, TT.
    pub jd_tt: f64,
    /// Greatest eclipse, UT1.
    pub jd_ut: f64,
    /// Greatest eclipse as ISO text.
    pub iso_tt: String,
    /// TT − UT1.
    pub delta_t_s: f64,
    /// Lunation number.
    pub lunation: i32,
    /// Saros number.
    pub saros: i32,
    /// Type with qualifier.
    pub eclipse_type: String,
    /// Lunar eclipses before and after.
    pub qle: String,
    /// Least distance of the axis.
    pub gamma: f64,
    /// Magnitude at greatest eclipse.
    pub magnitude: f64,
    /// Latitude of greatest eclipse.
    pub latitude_deg: f64,
    /// Longitude of greatest eclipse.
    pub longitude_deg: f64,
    /// Sun's altitude there.
    pub sun_altitude_deg: f64,
    /// Sun's azimuth there.
    pub sun_azimuth_deg: f64,
    /// Width of the path.
    pub path_width_km: Option<f64>,
    /// Duration on the central line.
    pub central_duration_s: Option<f64>,
    /// Country of greatest eclipse.
    pub country_iso: Option<String>,
    /// Sea of greatest eclipse.
    pub mrg_id: Option<i32>,
    /// Time zone of greatest eclipse.
    pub tz_id: String,
}

/// A row of `lunar_eclipses`.
#[derive(Debug, Clone)]
pub struct Lunar {
    /// Civil date in TD (UTC for elements).
    pub date: Day,
    /// Greatest eclipse, TT.
    pub jd_tt: f64,
    /// TT − UT1.
    pub delta_t_s: f64,
    /// Lunation number.
    pub lunation: i32,
    /// Saros number.
    pub saros: i32,
    /// Type with qualifier.
    pub eclipse_type: String,
    /// Least distance of the axis.
    pub gamma: f64,
    /// Magnitude in the penumbra.
    pub penumbral_magnitude: f64,
    /// Magnitude in the umbra.
    pub umbral_magnitude: f64,
    /// First to last contact with the penumbra.
    pub penumbral_duration_min: f64,
    /// First to last contact with the umbra.
    pub partial_duration_min: Option<f64>,
    /// Totality.
    pub total_duration_min: Option<f64>,
}

/// A row of `elements`: polynomials in hours from `t0_jd_tt`, angles in degrees.
#[derive(Debug, Clone)]
pub struct Elements {
    /// Number in the catalog.
    pub catalog_number: i32,
    /// Civil date in TD (UTC for elements).
    pub date: Day,
    /// Instant from which hours count.
    pub t0_jd_tt: f64,
    /// TT − UT1.
    pub delta_t_s: f64,
    /// Shadow axis, east.
    pub x: [f64; 4],
    /// Shadow axis, north.
    pub y: [f64; 4],
    /// Declination of the axis.
    pub d: [f64; 4],
    /// Penumbral radius.
    pub l1: [f64; 4],
    /// Umbral radius.
    pub l2: [f64; 4],
    /// Ephemeris hour angle.
    pub mu: [f64; 4],
    /// Tangent of the penumbral cone.
    pub tan_f1: f64,
    /// Tangent of the umbral cone.
    pub tan_f2: f64,
    /// Worst residual of the fit.
    pub fit_residual_earth_radii: f64,
}

fn some<A: Array, T>(array: &A, row: usize, value: impl FnOnce(&A, usize) -> T) -> Option<T> {
    array.is_valid(row).then(|| value(array, row))
}

fn days(view: View) -> Result<Vec<Day>, Error> {
    let (year, month, day) = (view.int32s("year")?, view.int8s("month")?, view.int8s("day")?);
    Ok((0..view.rows())
        .map(|r| Day { year: year.value(r), month: month.value(r).into(), day: day.value(r).into() })
        .collect())
}

/// All solar eclipses.
pub fn solar(generation: &Generation) -> Result<Vec<Solar>, Error> {
    let v = generation.table(&ECLIPSES)?;
    let days = days(v)?;
    let (number, lunation, saros) = (v.int32s("catalog_number")?, v.int32s("lunation")?, v.int16s("saros")?);
    let (iso, kind, qle) = (v.texts("iso_tt")?, v.texts("eclipse_type")?, v.texts("qle")?);
    let (jd_tt, jd_ut, delta_t) = (v.f64s("jd_tt")?, v.f64s("jd_ut")?, v.f64s("delta_t_s")?);
    let (gamma, magnitude, latitude, longitude) =
        (v.f64s("gamma")?, v.f64s("magnitude")?, v.f64s("latitude_deg")?, v.f64s("longitude_deg")?);
    let (altitude, azimuth, width, duration) = (
        v.f64s("sun_altitude_deg")?,
        v.f64s("sun_azimuth_deg")?,
        v.f64s("path_width_km")?,
        v.f64s("central_duration_s")?,
    );
    let (country, sea, zone) = (v.texts("country_iso")?, v.int32s("mrg_id")?, v.texts("tz_id")?);
    let row = |r: usize| Solar {
        catalog_number: number.value(r),
        date: days[r],
        jd_tt: jd_tt.value(r),
        jd_ut: jd_ut.value(r),
        iso_tt: iso.value(r).into(),
        delta_t_s: delta_t.value(r),
        lunation: lunation.value(r),
        saros: saros.value(r).into(),
        eclipse_type: kind.value(r).into(),
        qle: qle.value(r).into(),
        gamma: gamma.value(r),
        magnitude: magnitude.value(r),
        latitude_deg: latitude.value(r),
        longitude_deg: longitude.value(r),
        sun_altitude_deg: altitude.value(r),
        sun_azimuth_deg: azimuth.value(r),
        path_width_km: some(width, r, |a, r| a.value(r)),
        central_duration_s: some(duration, r, |a, r| a.value(r)),
        country_iso: some(country, r, |a, r| a.value(r).into()),
        mrg_id: some(sea, r, |a, r| a.value(r)),
        tz_id: zone.value(r).into(),
    };
    Ok((0..v.rows()).map(row).collect())
}

/// All lunar eclipses.
pub fn lunar(generation: &Generation) -> Result<Vec<Lunar>, Error> {
    let v = generation.table(&LUNAR_ECLIPSES)?;
    let days = days(v)?;
    let (lunation, saros, kind) = (v.int32s("lunation")?, v.int16s("saros")?, v.texts("eclipse_type")?);
    let (jd_tt, delta_t, gamma) = (v.f64s("jd_tt")?, v.f64s("delta_t_s")?, v.f64s("gamma")?);
    let (penumbral, umbral) = (v.f64s("penumbral_magnitude")?, v.f64s("umbral_magnitude")?);
    let (whole, partial, total) =
        (v.f64s("penumbral_duration_min")?, v.f64s("partial_duration_min")?, v.f64s("total_duration_min")?);
    let row = |r: usize| Lunar {
        date: days[r],
        jd_tt: jd_tt.value(r),
        delta_t_s: delta_t.value(r),
        lunation: lunation.value(r),
        saros: saros.value(r).into(),
        eclipse_type: kind.value(r).into(),
        gamma: gamma.value(r),
        penumbral_magnitude: penumbral.value(r),
        umbral_magnitude: umbral.value(r),
        penumbral_duration_min: whole.value(r),
        partial_duration_min: some(partial, r, |a, r| a.value(r)),
        total_duration_min: some(total, r, |a, r| a.value(r)),
    };
    Ok((0..v.rows()).map(row).collect())
}

/// All Besselian elements.
pub fn elements(generation: &Generation) -> Result<Vec<Elements>, Error> {
    let v = generation.table(&ELEMENTS)?;
    let days = days(v)?;
    let number = v.int32s("catalog_number")?;
    let (t0, delta_t, tan_f1, tan_f2) =
        (v.f64s("t0_jd_tt")?, v.f64s("delta_t_s")?, v.f64s("tan_f1")?, v.f64s("tan_f2")?);
    let residual = v.f64s("fit_residual_earth_radii")?;
    let mut polynomials = Vec::new();
    for name in ["x", "y", "d", "l1_", "l2_", "mu"] {
        for k in 0..4 {
            polynomials.push(v.f64s(&format!("{name}{k}"))?);
        }
    }
    let cubic = |i: usize, r: usize| std::array::from_fn(|k| polynomials[4 * i + k].value(r));
    let row = |r: usize| Elements {
        catalog_number: number.value(r),
        date: days[r],
        t0_jd_tt: t0.value(r),
        delta_t_s: delta_t.value(r),
        x: cubic(0, r),
        y: cubic(1, r),
        d: cubic(2, r),
        l1: cubic(3, r),
        l2: cubic(4, r),
        mu: cubic(5, r),
        tan_f1: tan_f1.value(r),
        tan_f2: tan_f2.value(r),
        fit_residual_earth_radii: residual.value(r),
    };
    Ok((0..v.rows()).map(row).collect())
}

/// Names of countries by ISO code and of seas by Marine Regions id.
pub struct Names {
    countries: BTreeMap<String, String>,
    seas: BTreeMap<i32, String>,
}

impl Names {
    /// From the outlines of a generation: the first of each code names it.
    pub fn of(generation: &Generation) -> Result<Self, Error> {
        let v = generation.table(&PLACES)?;
        let (name, country, sea) = (v.texts("name")?, v.texts("country_iso")?, v.int32s("mrg_id")?);
        let mut names = Self { countries: BTreeMap::new(), seas: BTreeMap::new() };
        for r in 0..v.rows() {
            if let Some(id) = some(sea, r, |a, r| a.value(r)) {
                names.seas.entry(id).or_insert_with(|| name.value(r).to_owned());
            }
            if let Some(iso) = some(country, r, |a, r| a.value(r).to_owned()) {
                names.countries.entry(iso).or_insert_with(|| name.value(r).to_owned());
            }
        }
        Ok(names)
    }

    /// Name of a country.
    pub fn country<'a>(&'a self, iso: &'a str) -> &'a str {
        self.countries.get(iso).map_or(iso, String::as_str)
    }

    /// Name of a sea.
    pub fn sea(&self, mrg_id: i32) -> &str {
        self.seas.get(&mrg_id).map_or("", String::as_str)
    }

    /// Where greatest eclipse is, in words.
    pub fn place(&self, e: &Solar) -> String {
        match (&e.country_iso, e.mrg_id) {
            (Some(iso), _) => format!("{} ({iso})", self.country(iso)),
            (None, Some(id)) => format!("{} (MRGID {id})", self.sea(id)),
            (None, None) => "in no country and no sea area".into(),
        }
    }
}

impl std::fmt::Display for Day {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let sign = if self.year < 0 { "-" } else { "" };
        write!(f, "{sign}{:04}-{:02}-{:02}", self.year.unsigned_abs(), self.month, self.day)
    }
}
