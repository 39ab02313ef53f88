//! Licences and credits of the tables; `LICENSES.md` says the same of every source.

/// The licence of figures that are computed here from published theories.
pub(crate) const COMPUTED: &str = "computed from published figures; LICENSES.md names the sources";
/// The licence of outlines and names of Natural Earth.
pub(super) const PUBLIC_DOMAIN: &str = "public domain";
/// The licence of databases that are derived from the borders of time zones.
pub(super) const ODBL: &str = "Open Database License 1.0, \
    https://opendatacommons.org/licenses/odbl/1-0/: copies must keep the attribution";
/// The licence of the solar catalog, one of whose columns is of that database.
pub(super) const ECLIPSES_LICENCE: &str = "tz_id: Open Database License 1.0, \
    https://opendatacommons.org/licenses/odbl/1-0/: copies of the column must keep the attribution; \
    country_iso: public domain; the rest: computed from published figures, LICENSES.md names the sources";

/// The licence of names and places of GeoNames.
pub(super) const CC_BY_4: &str = "Creative Commons Attribution 4.0, \
    https://creativecommons.org/licenses/by/4.0/: copies must name GeoNames";

/// The towns.
pub(super) const GEONAMES: &str = "GeoNames, https://www.geonames.org";
pub(super) const TIME_ZONES: &str = "contains information from timezone-boundary-builder, which is made \
    available under the Open Database License; © OpenStreetMap contributors, \
    https://www.openstreetmap.org/copyright";
/// The solar catalog.
pub(super) const ECLIPSES: &str = "tz_id contains information from timezone-boundary-builder, which is made \
    available under the Open Database License; © OpenStreetMap contributors, \
    https://www.openstreetmap.org/copyright. country_iso: Natural Earth. mrg_id: Marine Regions. Eclipses: \
    ELP 2000-82B (Chapront-Touzé & Chapront), VSOP87 (Bretagnon & Francou), Bureau des Longitudes; numbering \
    and letters after Espenak & Meeus, NASA";
/// The theories behind every eclipse.
pub(super) const CANON: &str = "ELP 2000-82B (Chapront-Touzé & Chapront), VSOP87 (Bretagnon & Francou), \
    Bureau des Longitudes; numbering and letters after Espenak & Meeus, NASA";
/// The credits of the canon with the sources of the service's ΔT.
pub(crate) const CANON_AND_IERS: &str = "ELP 2000-82B (Chapront-Touzé & Chapront), VSOP87 (Bretagnon & \
    Francou), Bureau des Longitudes; ΔT: Espenak & Meeus, Meeus 1998, IERS, USNO";
/// Paths with mountains and ground; the columns name the operator's own maps.
pub(super) const PATHS_LIMB: &str = "ELP/MPP02 (Chapront & Francou, Observatoire de Paris), VSOP87 \
    (Bretagnon & Francou, Bureau des Longitudes), or the ephemeris and the maps that the columns name; ΔT: \
    IERS, USNO; ETOPO5, NOAA National Geophysical Data Center 1988; Moon: LOLA team, NASA";
/// The service's ΔT.
pub(super) const DELTA_T: &str = "Meeus 1998, Astronomical Algorithms; IERS finals2000A; USNO deltat.preds; \
    Espenak & Meeus 2006, NASA/TP-2006-214141; Morrison & Stephenson 2004; Huber 2000";
/// Other models of ΔT.
pub(super) const DELTA_T_MODELS: &str = "Espenak & Meeus 2006, NASA/TP-2006-214141; Stephenson, Morrison & \
    Hohenkerk 2016, doi 10.1098/rspa.2016.0404; Morrison, Stephenson, Hohenkerk & Zawilski 2021, doi \
    10.1098/rspa.2020.0776; Morrison & Stephenson 2004; Huber 2000";
/// The ephemeris.
pub(super) const SKY: &str = "ELP/MPP02 (Chapront & Francou, Observatoire de Paris), VSOP87 (Bretagnon & \
    Francou, Bureau des Longitudes), nutation IAU 2000A, precession of Vondrák et al. 2011";
/// Outlines and names of countries and seas.
pub(super) const PLACES: &str = "countries: Natural Earth 4.1.0, codes of ISO 3166-1; seas: our own polygons \
    drawn from IHO S-23 (1953), names and ids of Marine Regions (Flanders Marine Institute), IHO Sea Areas \
    v3";
pub(super) const COUNTRIES: &str = "codes and names of ISO 3166-1, carried by npm i18n-iso-countries 7.14.0 \
    (MIT); Natural Earth 4.1.0";
/// The heights.
pub(super) const HEIGHTS: &str = "ETOPO5, NOAA National Geophysical Data Center 1988; land mask: Natural \
    Earth 4.1.0";
