//! A request for the curves of an eclipse, as read.

use super::cost::MOST_VERTICES;
use super::format::preferred;
use super::parameters::{
    CUT, EXTRAS, Extra, FORMAT, ISO_STEP, MIN_ALT, OUT_STEP, SPACING_FACTOR, STEP, TOLERANCE,
};
use super::wanted::Wanted;
use crate::api::input::{Input, Word, words};
use crate::endpoints::elements::DAY;
use crate::one_of::one_of;
use crate::vocabulary::delta_t::AskedDeltaT;
use crate::vocabulary::eclipse_theory::AskedElements;
use hyper::HeaderMap;
use maps::{Cut, Density, Extras, Format, Options, PathWord};
use serde::Serialize;
use web::problem::Problem;

/// Name of the operation.
pub(super) const NAME: &str = "solar-eclipse/path";

const USUAL_TOLERANCE_M: f64 = 100.0;
const USUAL_ISO_STEP_MIN: f64 = 30.0;
const USUAL_OUT_STEP_MIN: f64 = 10.0;
const USUAL_STEP_MIN: f64 = 1.0;
const MS_PER_MINUTE: f64 = 60_000.0;

/// A request for the curves of an eclipse.
#[derive(Debug, Clone)]
pub(super) struct Request {
    /// The Julian Day that names the eclipse.
    pub(super) jd: f64,
    /// Curves, spacing and the like.
    pub(super) options: Options,
    /// Properties beside the usual.
    pub(super) extras: Extras,
    /// The format of the answer.
    pub(super) format: Format,
    /// Whether a parameter has named the format.
    pub(super) is_format_named: bool,
    /// Time between the rows of a table, ms.
    pub(super) step_ms: i64,
    /// The elements that are asked for.
    pub(super) elements: AskedElements,
    /// The ΔT that is asked for.
    pub(super) delta_t: AskedDeltaT,
    poly: Vec<String>,
    eqm: Option<i64>,
}

one_of! {
    /// Properties of curves that are given beside the usual.
    PathExtra, String, words::<Extra>()
}
one_of! {
    /// Formats of the answer.
    PathFormat, String, words::<Format>()
}
one_of! {
    /// What becomes of curves at the antimeridian.
    PathCut, String, words::<Cut>()
}
/// The parameters in force.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PathQuery)]
pub(super) struct Query<'a> {
    /// `solar-eclipse/path`.
    name: &'static str,
    /// The Julian Day asked for.
    jd: f64,
    /// The curves, each by its own word.
    paths: &'a [PathWord],
    /// Vertices in a degree of longitude, if given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 40, nullable = false)]
    spacing_factor: Option<u32>,
    /// Greatest distance of edges from curves, m, unless a spacing is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    tolerance: Option<f64>,
    /// Number of lines of equal magnitude, if given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 19, nullable = false)]
    eqm: Option<i64>,
    /// Magnitudes of lines.
    mag: &'a [f64],
    /// Obscurations of lines, 0 … 1.
    obscuration: &'a [f64],
    /// Least altitude of the Sun along lines, degrees.
    min_alt: f64,
    /// Polygons by the curves that are joined.
    poly: &'a [String],
    /// Minutes between isochrones.
    iso_step: f64,
    /// Minutes between outlines.
    out_step: f64,
    /// Minutes between rows.
    step: f64,
    /// Properties beside the usual.
    #[schema(value_type = Vec<PathExtra>)]
    extras: Vec<&'static str>,
    /// Format of the answer.
    #[schema(value_type = PathFormat)]
    format: &'static str,
    /// What becomes of curves at the antimeridian.
    #[schema(value_type = PathCut)]
    cut: &'static str,
    #[serde(flatten)]
    elements: AskedElements,
    #[serde(flatten)]
    delta_t: AskedDeltaT,
    /// Credits.
    cost: f64,
}

impl Request {
    /// Reads all parameters, and refuses everything that is wrong with them at once.
    pub(super) fn read(input: &mut Input, headers: &HeaderMap) -> Result<Self, Problem> {
        let day = input.required(&DAY, Input::day);
        let wanted = Wanted::read(input);
        let density = density(input);
        let least_altitude_deg = input.number(&MIN_ALT).unwrap_or(0.0);
        let mut step_ms =
            |parameter, usual: f64| (input.number(parameter).unwrap_or(usual) * MS_PER_MINUTE).round() as i64;
        let isochrone_step_ms = step_ms(&ISO_STEP, USUAL_ISO_STEP_MIN);
        let outline_step_ms = step_ms(&OUT_STEP, USUAL_OUT_STEP_MIN);
        let step_ms = step_ms(&STEP, USUAL_STEP_MIN);
        let extras = input.words::<Extra>(&EXTRAS).unwrap_or_default();
        let named = input.word(&FORMAT);
        let format = named.unwrap_or_else(|| preferred(headers));
        let cut = input.word(&CUT).unwrap_or(Cut::Antimeridian);
        if cut == Cut::None && !matches!(format, Format::GeoJson | Format::Json) {
            let detail = format!("\"none\" is for format=geojson and format=json, not for {}", format.word());
            input.wrong(CUT.name, detail);
        }
        let elements = input.elements();
        let delta_t = input.delta_t();
        let words = wanted.words(input, format);
        let Wanted { magnitudes, obscurations, poly, eqm, .. } = wanted;
        let jd = input.check(day)?;
        let extras =
            Extras { times: extras.contains(&Extra::Times), centre: extras.contains(&Extra::Centre) };
        let options = Options {
            words,
            density,
            least_altitude_deg,
            magnitudes,
            obscurations,
            isochrone_step_ms,
            outline_step_ms,
            // On a globe nothing is cut.
            cut: if format == Format::Czml { Cut::None } else { cut },
            max_vertices: MOST_VERTICES,
        };
        let is_format_named = named.is_some();
        Ok(Self { jd, options, extras, format, is_format_named, step_ms, elements, delta_t, poly, eqm })
    }

    /// A request that gives no more parameters than these.
    pub(super) fn of(jd: f64, options: Options, format: Format) -> Self {
        let (poly, step_ms) = (Vec::new(), options.outline_step_ms);
        let (elements, delta_t) = (AskedElements::default(), AskedDeltaT::default());
        let (extras, eqm, is_format_named) = (Extras::default(), None, true);
        Self { jd, options, extras, format, is_format_named, step_ms, elements, delta_t, poly, eqm }
    }

    /// The parameters in force, as the answer repeats them.
    pub(super) fn query(&self, cost: f64) -> Query<'_> {
        let options = &self.options;
        let (spacing_factor, tolerance) = match options.density {
            Density::Longitude { per_degree } => (Some(per_degree), None),
            Density::Tolerance { metres } => (None, Some(metres)),
        };
        let minutes = |ms: i64| ms as f64 / MS_PER_MINUTE;
        let extras = [(self.extras.times, Extra::Times), (self.extras.centre, Extra::Centre)];
        Query {
            name: NAME,
            jd: self.jd,
            paths: &options.words,
            spacing_factor,
            tolerance,
            eqm: self.eqm,
            mag: &options.magnitudes,
            obscuration: &options.obscurations,
            min_alt: options.least_altitude_deg,
            poly: &self.poly,
            iso_step: minutes(options.isochrone_step_ms),
            out_step: minutes(options.outline_step_ms),
            step: minutes(self.step_ms),
            extras: extras
                .iter()
                .filter(|(is_wanted, _)| *is_wanted)
                .map(|(_, extra)| extra.word())
                .collect(),
            format: self.format.word(),
            cut: options.cut.word(),
            // The theory is named always.
            elements: AskedElements { theory: Some(self.elements.theory()), ..self.elements },
            delta_t: self.delta_t,
            cost,
        }
    }

    /// Whether nothing but the eclipse is given, and what the answer says is the same for everybody.
    pub(super) fn is_usual(&self) -> bool {
        let Options { words, density, least_altitude_deg, cut, .. } = &self.options;
        self.format == Format::GeoJson
            && words[..] == [PathWord::Centre]
            && *density == Density::Tolerance { metres: USUAL_TOLERANCE_M }
            && *least_altitude_deg == 0.0
            && *cut == Cut::Antimeridian
            && self.extras == Extras::default()
            && !self.elements.has_own_radii()
            && self.delta_t == AskedDeltaT::default()
    }

    /// About how many bytes the answer has, if it takes longer to compute than a short one may; by a rough
    /// count of its vertices.
    pub(super) fn long_bytes(&self) -> Option<usize> {
        /// About as many as one core computes in two milliseconds.
        const MANY_VERTICES: f64 = 2000.0;
        /// Minutes during which the penumbra, and the umbra, touch the Earth at most.
        const PENUMBRA_MIN: f64 = 420.0;
        const UMBRA_MIN: f64 = 260.0;
        /// What a row costs to compute, in vertices.
        const ROW: f64 = 30.0;
        let options = &self.options;
        let minutes = |ms: i64| ms as f64 / MS_PER_MINUTE;
        if self.format == Format::Csv {
            // A table is short, whatever it takes to compute.
            return (UMBRA_MIN / minutes(self.step_ms) * ROW > 4.0 * MANY_VERTICES).then_some(0);
        }
        let density = match options.density {
            Density::Tolerance { metres } => (USUAL_TOLERANCE_M / metres).sqrt().max(0.3),
            // A path near a pole crosses many meridians.
            Density::Longitude { per_degree } => 4.0 * f64::from(per_degree),
        };
        let lines = (options.magnitudes.len() + 10 * options.obscurations.len()) as f64;
        let of_word = |word: &PathWord| match word {
            PathWord::Centre | PathWord::NorthernLimit | PathWord::SouthernLimit => 70.0,
            PathWord::NorthernPartial | PathWord::SouthernPartial => 150.0,
            PathWord::NorthernEqual | PathWord::SouthernEqual => 150.0 * lines,
            PathWord::Area => 200.0,
            PathWord::Region | PathWord::RiseSet | PathWord::MaximumOnHorizon => 400.0,
            PathWord::Isochrones => 200.0 * PENUMBRA_MIN / minutes(options.isochrone_step_ms),
            PathWord::Outlines => 70.0 * UMBRA_MIN / minutes(options.outline_step_ms),
            PathWord::Points => 50.0,
        };
        let of_extras = if self.extras == Extras::default() { 1.0 } else { 2.0 };
        let vertices = options.words.iter().map(of_word).sum::<f64>() * density;
        let bytes = (vertices as usize).min(MOST_VERTICES) * self.format.max_vertex_bytes(self.extras);
        (vertices * of_extras > MANY_VERTICES).then_some(bytes)
    }
}

fn density(input: &mut Input) -> Density {
    let per_degree = input.integer(&SPACING_FACTOR);
    let tolerance = input.number(&TOLERANCE);
    if input.has(&SPACING_FACTOR) && input.has(&TOLERANCE) {
        input.wrong(TOLERANCE.name, "given beside spacingFactor; only one of them is taken");
    }
    match per_degree.and_then(|n| u32::try_from(n).ok()) {
        Some(per_degree) => Density::Longitude { per_degree },
        None => Density::Tolerance { metres: tolerance.unwrap_or(USUAL_TOLERANCE_M) },
    }
}
