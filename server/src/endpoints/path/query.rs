//! The parameters of `/solar-eclipse/path`.

use super::curves::{Polygons, RequestedPaths};
use super::instants::{LimitsWord, UmbraInstants};
use crate::api::prepared::CSV;
use crate::endpoints::elements::EclipseDay;
use crate::endpoints::prelude::*;
use maps::{CurveOptions, Cut, Density, Extras, MapFormat, WorkLimits, decimals};

/// Name of the operation.
pub(super) const NAME: &str = "solar-eclipse/path";

/// Maximum number of vertices in a response.
pub(super) const MAX_VERTICES: usize = 200_000;
/// Maximum work of a call, looks: some three seconds of a core.
pub(crate) const MAX_LOOKS: u32 = 2_000_000;
/// Default maximum distance of edges from curves, m.
pub(super) const DEFAULT_TOLERANCE_M: f64 = 100.0;
const MS_PER_MINUTE: f64 = 60_000.0;
/// Minimum magnitude or obscuration: above 0, with six decimals.
const MIN_SHARE: f64 = 0.000_001;
/// Maximum magnitude or obscuration: below 1, with six decimals.
const MAX_SHARE: f64 = 0.999_999;

/// The parameters of `/solar-eclipse/path`.
#[derive(Debug, Clone, Parameters)]
#[parameters(check = one_density(), check = one_kind_of_lines(), check = sun_needs_precise(elements))]
pub(super) struct PathQuery {
    #[param(flatten)]
    pub(super) day: EclipseDay,
    /// The curves, comma-separated or repeated, in the order of the response: `c` central line (the default)
    /// · `tn`, `ts` northern and southern limit of totality or annularity · `pn`, `ps` limits of the partial
    /// eclipse · `eqn`, `eqs` lines of equal magnitude (`eqm`, `mag`) or obscuration · `area` path of
    /// totality or annularity, `region` where any phase is visible, both as polygons · `rs` where the eclipse
    /// begins or ends at sunrise or sunset · `mh` where it is greatest at sunrise or sunset · `iso` where it
    /// is greatest at whole multiples of `isoStep` · `out` outlines of the umbra at whole multiples of
    /// `outStep` · `pts` contacts of penumbra (P1–P4), umbra (U1–U4) and axis (C1, C2) with the Earth,
    /// greatest eclipse (GE) and duration (GD), transitions of a hybrid (H1, H2) · `dur` lines of equal
    /// duration (`dur`) · with `limits=limb` or `ground=1`: `sigma`, one standard error of the limits to
    /// either side, and with `limits=limb` `valley`, where a single valley of the Moon keeps totality away ·
    /// `classic` is `c,tn,ts,pn,ps,rs,mh,pts` · `all` is every curve but `dur`, `sigma` and `valley`; it
    /// includes `eqn` and `eqs` if magnitudes are given.
    #[param(example = "c,tn,ts", default)]
    pub(super) paths: RequestedPaths,
    /// Places a vertex wherever a line crosses a multiple of 1/spacingFactor degrees of longitude, at both
    /// ends, and wherever neighbours would be more than 1.5/spacingFactor degrees apart. Cannot be combined
    /// with `tolerance`.
    #[param(example = "4", min = 1, max = 40)]
    pub(super) spacing_factor: Option<u32>,
    /// Maximum distance in metres between a curve and its edges, which are straight in longitude and
    /// latitude; 100 if left out.
    #[param(example = "1000", min = 1.0, max = 10_000.0)]
    pub(super) tolerance: Option<f64>,
    /// Number of lines of equal magnitude on either side, at magnitudes k/(eqm+1): 1 gives 0.5, 4 gives 0.2,
    /// 0.4, 0.6, 0.8.
    #[param(example = "1", min = 0, max = 19)]
    pub(super) eqm: Option<i64>,
    /// Magnitudes of `eqn` and `eqs`, comma-separated or repeated, rounded to six decimals. Cannot be
    /// combined with `eqm`.
    #[param(example = "0.5,0.9", min = MIN_SHARE, max = MAX_SHARE, default)]
    pub(super) mag: Vec<f64>,
    /// Obscurations (parts of the Sun's disk) of lines of `eqn` and `eqs`, comma-separated or repeated,
    /// rounded to six decimals. A line that would begin and end on the path of an annular eclipse is left
    /// out.
    #[param(example = "0.8", min = MIN_SHARE, max = MAX_SHARE, default)]
    pub(super) obscuration: Vec<f64>,
    /// Minimum airless altitude of the Sun's centre along `c`, `tn`, `ts`, `pn`, `ps`, `eqn`, `eqs`, degrees;
    /// 0 if left out.
    #[param(example = "0", min = -2.0, max = 89.0, default)]
    pub(super) min_alt: f64,
    /// Curves to be joined to a polygon: `tn,c,ts` (the same as `area`) or `pn,c,ps` (the same as
    /// `region`), several separated by `;`. Added to `paths`.
    #[param(example = "tn,c,ts", default)]
    pub(super) poly: Polygons,
    /// Minutes of UT between the lines of `iso`, counted from midnight; 30 if left out.
    #[param(example = "30", min = 1.0, max = 60.0, default = 30.0)]
    pub(super) iso_step: f64,
    /// Minutes of UT between the outlines of `out`, counted from midnight; 10 if left out.
    #[param(example = "10", min = 0.1, max = 60.0, default = 10.0)]
    pub(super) out_step: f64,
    /// Outlines of the umbra: a step in seconds of UT, such as `10s`, or instants with commas between. Adds
    /// `out` to `paths`. Cannot be combined with `outStep`.
    #[param(example = "60s")]
    pub(super) umbra: Option<UmbraInstants>,
    /// Durations of totality or annularity in seconds, each for lines on which the eclipse lasts as long.
    /// Adds `dur` to `paths`.
    #[param(example = "60,120", min = 1.0, max = 900.0)]
    pub(super) dur: Option<Vec<f64>>,
    /// `mean` (the default): limits of a Moon with a smooth mean limb. `limb`: with the mountains and valleys
    /// of the Moon's limb, for `tn`, `ts`, `area`, `out` and `dur`.
    #[param(example = "limb")]
    pub(super) limits: Option<LimitsWord>,
    /// `1`: the same curves at the height of the ground, as `/elevation` returns it; 0 if left out.
    #[param(example = "1")]
    pub(super) ground: Option<Flag>,
    /// Minutes of UT between the rows of `csv`, counted from midnight; 1 if left out.
    #[param(example = "1", min = 0.1, max = 60.0, default = 1.0)]
    pub(super) step: f64,
    /// Additional properties of `geojson`, nested like the coordinates. `times`: the instant of every vertex
    /// of lines and of the boundaries of areas. `centre`, along `c`: `durationSec`, `widthKM`, `ratio` of the
    /// diameters of Moon and Sun, `sunAltitude`, `sunAzimuth` (degrees, from north through east).
    #[param(example = "times,centre", default)]
    pub(super) extras: Vec<PathExtra>,
    /// `geojson` (the default), `json`, `kml`, `gpx` or `csv`. If left out, `Accept` decides.
    #[param(example = "geojson", always)]
    pub(super) format: Option<MapFormat>,
    /// `antimeridian` (the default): curves are cut at ±180°. `none`: longitudes continue beyond ±180°, for
    /// maps that repeat the world; only with `geojson` and `json`.
    #[param(example = "antimeridian", default = Cut::Antimeridian)]
    pub(super) cut: Cut,
    #[param(flatten)]
    pub(super) elements: ElementsInput,
    #[param(flatten)]
    pub(super) delta_t: DeltaTInput,
}

/// Additional properties of curves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Words)]
pub(super) enum PathExtra {
    Times,
    Centre,
}

/// Formats of the response.
#[derive(Words)]
#[words(remote = MapFormat)]
pub(crate) enum PathFormat {
    #[word("geojson")]
    GeoJson,
    Json,
    Kml,
    Gpx,
    Csv,
}

/// Treatment of curves at the antimeridian.
#[derive(Words)]
#[words(remote = Cut)]
pub(crate) enum PathCut {
    Antimeridian,
    None,
}

pub(super) static GEOJSON: Form = bare(MapFormat::GeoJson);
static KML: Form = bare(MapFormat::Kml);
static GPX: Form = bare(MapFormat::Gpx);

const fn bare(format: MapFormat) -> Form {
    Form { media_type: format.media_type(), has_envelope: false, headers: &[] }
}

impl ResponseFormat for MapFormat {
    fn form(self) -> &'static Form {
        match self {
            Self::GeoJson => &GEOJSON,
            Self::Json => &JSON,
            Self::Kml => &KML,
            Self::Gpx => &GPX,
            Self::Csv => &CSV,
        }
    }
}

/// Rejects `tolerance` beside `spacingFactor`.
fn one_density(input: &mut Input) {
    if input.has(&PathQuery::SPACING_FACTOR) && input.has(&PathQuery::TOLERANCE) {
        input
            .wrong(PathQuery::TOLERANCE.name, "cannot be combined with spacingFactor; remove one of the two");
    }
}

/// Rejects `mag` beside `eqm`.
fn one_kind_of_lines(input: &mut Input) {
    if input.has(&PathQuery::EQM) && input.has(&PathQuery::MAG) {
        input.wrong(PathQuery::MAG.name, "cannot be combined with eqm; remove one of the two");
    }
}

impl PathQuery {
    /// Reads all parameters, and completes those that depend on others or on `Accept`.
    pub(super) fn new(input: &mut Input, context: &Context) -> Result<Self, Problem> {
        let mut query: Self = input.parameters()?;
        let format = <MapFormat as ResponseFormat>::negotiated(query.format, context).format;
        query.format = Some(format);
        if query.spacing_factor.is_none() {
            query.tolerance.get_or_insert(DEFAULT_TOLERANCE_M);
        }
        match query.eqm {
            Some(count) => query.mag = (1..=count).map(|k| decimals(k as f64 / (count + 1) as f64)).collect(),
            None => query.mag = shares(query.mag),
        }
        query.obscuration = shares(query.obscuration);
        // A line that is cut within 1e-7° of the horizon has no end that can be found.
        query.min_alt = decimals(query.min_alt);
        for minutes in [&mut query.iso_step, &mut query.out_step, &mut query.step] {
            *minutes = ms(*minutes) as f64 / MS_PER_MINUTE;
        }
        query.extras.sort();
        let has_lines = !query.mag.is_empty() || !query.obscuration.is_empty();
        query.paths.expand(input, &Self::PATHS, &query.poly, has_lines, format);
        query.check_edge(input);
        if query.cut == Cut::None && !matches!(format, MapFormat::GeoJson | MapFormat::Json) {
            let detail = format!("\"none\" is for format=geojson and format=json, not for {}", format.word());
            input.wrong(Self::CUT.name, detail);
        }
        input.check()?;
        // The echo always names the theory.
        query.elements.theory = Some(query.elements.theory());
        Ok(query)
    }

    pub(super) fn format(&self) -> MapFormat {
        self.format.unwrap_or(MapFormat::GeoJson)
    }

    /// Returns the additional properties.
    pub(super) fn extras(&self) -> Extras {
        let has = |extra| self.extras.contains(&extra);
        Extras { times: has(PathExtra::Times), centre: has(PathExtra::Centre) }
    }

    /// Returns the time between the rows of a table, ms.
    pub(super) fn step_ms(&self) -> i64 {
        ms(self.step)
    }

    pub(super) fn options(&self) -> CurveOptions {
        CurveOptions {
            words: self.paths.words.clone(),
            density: self.density(),
            least_altitude_deg: self.min_alt,
            magnitudes: self.mag.clone(),
            obscurations: self.obscuration.clone(),
            isochrone_step_ms: ms(self.iso_step),
            outline_step_ms: match self.umbra {
                Some(UmbraInstants::Step(step_ms)) => step_ms,
                _ => ms(self.out_step),
            },
            outline_instants_ms: self.outline_instants_ms(),
            durations_s: self.durations_s().to_vec(),
            edge: None,
            cut: self.cut,
            max_vertices: MAX_VERTICES,
            limits: WorkLimits { max_looks: MAX_LOOKS, pause },
        }
    }

    pub(super) fn density(&self) -> Density {
        match self.spacing_factor {
            Some(per_degree) => Density::Longitude { per_degree },
            None => Density::Tolerance { metres: self.tolerance.unwrap_or(DEFAULT_TOLERANCE_M) },
        }
    }
}

/// Returns minutes in whole milliseconds.
fn ms(minutes: f64) -> i64 {
    (minutes * MS_PER_MINUTE).round() as i64
}

/// Returns magnitudes or obscurations with six decimals, each once.
fn shares(given: Vec<f64>) -> Vec<f64> {
    let mut all: Vec<f64> = Vec::new();
    for share in given.into_iter().map(decimals) {
        if !all.contains(&share) {
            all.push(share);
        }
    }
    all
}
