//! The queries that give the data of the figures, for DuckDB. `tests/parquet_readers.py` runs them.

/// Eclipses by century.
pub(super) const CENTURIES: &str = "\
SELECT ceil(year / 100)::INTEGER * 100 AS last_year, count(*) AS eclipses,
       count(*) FILTER (eclipse_type_primary = 'T') AS total,
       max(central_duration_s) FILTER (eclipse_type_primary = 'T') AS longest_s
FROM 'artifacts/current/eclipses.parquet' GROUP BY last_year ORDER BY last_year";

/// Places of greatest eclipse.
pub(super) const GREATEST: &str = "\
SELECT year, month, day, eclipse_type, latitude_deg, longitude_deg
FROM 'artifacts/current/eclipses.parquet' WHERE eclipse_type_primary = 'T' ORDER BY jd_tt";

/// Paths of this century.
pub(super) const PATHS: &str = "\
SELECT year, month, day, kind, area_km2, geometry
FROM 'artifacts/current/paths.parquet' WHERE curve = 'area' AND year BETWEEN 2001 AND 2100";

pub(super) const SAROS: &str = "\
SELECT saros, min(year) AS first, max(year) AS last, count(*) AS eclipses,
       count(*) FILTER (eclipse_type_primary = 'T') AS total
FROM 'artifacts/current/eclipses.parquet' GROUP BY saros ORDER BY saros";

/// Width and duration by latitude.
pub(super) const WIDTHS: &str = "\
SELECT 10 * floor(latitude_deg / 10) AS from_latitude, eclipse_type_primary AS type, count(*) AS eclipses,
       median(path_width_km) AS width_km, median(central_duration_s) AS duration_s
FROM 'artifacts/current/eclipses.parquet' WHERE central_duration_s > 0
GROUP BY ALL ORDER BY type, from_latitude";

/// Eclipses by country.
pub(super) const PLACES: &str = "\
SELECT country_iso, mrg_id, count(*) AS eclipses
FROM 'artifacts/current/eclipses.parquet' GROUP BY ALL ORDER BY eclipses DESC";

pub(super) const DELTA_T: &str = "\
SELECT year, delta_t_s, sigma_s FROM 'artifacts/current/delta_t.parquet' ORDER BY year";

/// Residuals of the fits.
pub(super) const FITS: &str = "\
SELECT year, month, day, fit_residual_earth_radii * 6378137 AS residual_m
FROM 'artifacts/current/elements.parquet' ORDER BY residual_m DESC";
