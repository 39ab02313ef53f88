//! The work of a call: a job of `maps`, and what only the response needs.

use super::json;
use super::query::{MAX_VERTICES, PathQuery};
use crate::endpoints::prelude::*;
use astro::eclipse::besselian::Polynomials;
use maps::{About, Error, Job, MapFormat, Samples};

/// The work of a call, which another thread can do.
pub(super) struct Task {
    /// The map.
    pub(super) job: Job,
    details: Details,
}

/// The data that only the response and the log need.
struct Details {
    /// Number of the eclipse in the catalog.
    catalog_number: i32,
    /// Sources and uncertainties; none in an example.
    accuracy: Option<EclipseAccuracy>,
}

/// The vertices of the response, which is not yet written.
pub(super) struct Sampled {
    samples: Samples,
    details: Details,
}

impl Task {
    /// Returns the task for an eclipse of the tables, with ΔT and its standard error.
    pub(super) fn of_eclipse(
        query: &PathQuery,
        eclipse: &EclipseElements,
        (delta_t_s, sigma_s): (f64, Option<f64>),
        data: &Data,
    ) -> Result<Self, Problem> {
        let errors = eclipse.errors(delta_t_s, sigma_s);
        let accuracy = errors.block(eclipse.on_greatest_parallel());
        let accuracy = EclipseAccuracy { sigma: Some(errors.of_greatest(&eclipse.polynomials)), ..accuracy };
        let about = About {
            jd: eclipse.midnight_ut,
            date: Instant::from_ut1(eclipse.t_max.to_ut1(delta_t_s)).iso(),
            kind: eclipse.type_code,
            saros: eclipse.saros,
            t_max: eclipse.t_max.0,
            delta_t: delta_t_s,
            delta_t_sigma: sigma_s,
            theory: accuracy.theory.word(),
            theory_sigma_arcsec: accuracy.theory_sigma_arcsec,
            east_west_km: accuracy.east_west_km,
            computed_by: data.computed_by.clone(),
            ..query.with_edge(About::computed_with(&eclipse.polynomials, &query.options()), data)
        };
        let accuracy = match query.has_edge() {
            true => EclipseAccuracy { solar_radius_arcsec: about.solar_radius_arcsec, ..accuracy },
            false => accuracy,
        };
        let edge = query.edge(data, &errors, sigma_s.unwrap_or(0.0))?;
        let mut task = Self::new(query, eclipse.polynomials, eclipse.catalog_number, about);
        task.job.options.edge = edge;
        Ok(Self { details: Details { accuracy: Some(accuracy), ..task.details }, ..task })
    }

    /// Returns the task for an eclipse by its elements.
    pub(super) fn new(query: &PathQuery, elements: Polynomials, catalog_number: i32, about: About) -> Self {
        let (options, extras, step_ms) = (query.options(), query.extras(), query.step_ms());
        let job = Job { elements, about, options, extras, format: query.format(), step_ms };
        Self { job, details: Details { catalog_number, accuracy: None } }
    }

    /// Limits the work for mountains, ground and durations.
    pub(super) fn with_max_looks(mut self, max_looks: u32) -> Self {
        self.job.options.limits.max_looks = max_looks;
        self
    }

    /// Estimates the number of vertices in the response.
    pub(super) fn estimated(&self) -> Result<usize, Problem> {
        maps::estimate::vertices(&self.job).map_err(|error| self.details.problem(&error))
    }

    /// Samples the curves. Stops as soon as they exceed the limit of a call.
    pub(super) fn sampled(self) -> Result<Sampled, Problem> {
        let Self { job, details } = self;
        match Samples::new(job) {
            Ok(samples) => Ok(Sampled { samples, details }),
            Err(error) => Err(details.problem(&error)),
        }
    }
}

impl Sampled {
    /// Returns the value of `Content-Disposition`: whether a browser shows or saves the response, and its
    /// file name.
    pub(super) fn disposition(&self) -> String {
        let Job { about, format, .. } = self.samples.job();
        let is_shown = matches!(format, MapFormat::GeoJson | MapFormat::Json);
        let treated = if is_shown { "inline" } else { "attachment" };
        format!("{treated}; filename=\"eclipse-{}-path.{}\"", about.day(), format.word())
    }

    /// The number of vertices in the response.
    pub(super) fn vertices(&self) -> usize {
        self.samples.vertices()
    }

    /// The maximum size of the response without an envelope, bytes.
    pub(super) fn max_bytes(&self) -> usize {
        self.samples.max_bytes()
    }

    /// Appends the response without an envelope.
    pub(super) fn write(self, out: &mut Vec<u8>) -> Result<(), Problem> {
        let Self { samples, details } = self;
        let written =
            samples.write(out, |out, job, curves| json::write(out, job, details.accuracy.as_ref(), curves));
        written.map_err(|error| details.problem(&error))
    }
}

impl Details {
    fn problem(&self, error: &Error) -> Problem {
        match error {
            Error::TooMany { .. } => too_large(),
            Error::TooLong => too_long(),
            Error::Curve(astro::eclipse::path::Error::Limb { problem }) => {
                Problem::new(Code::Unavailable, problem.clone())
            }
            Error::Curve(_) | Error::Map(_) => {
                let catalog_number = self.catalog_number;
                tracing::error!(catalog_number, %error, "the curves of an eclipse could not be computed");
                let detail = "the curves of this eclipse could not be computed; the operator's log says why";
                Problem::new(Code::Internal, detail)
            }
        }
    }
}

/// The error for a response with too many vertices.
pub(super) fn too_large() -> Problem {
    Problem::new(
        Code::TooLarge,
        format!(
            "these curves have more than {MAX_VERTICES} vertices, the maximum of a response: request fewer \
             paths, a greater tolerance, isoStep or outStep, or a smaller spacingFactor"
        ),
    )
}

/// The error for curves that take longer than their price or a call allows.
fn too_long() -> Problem {
    Problem::new(
        Code::TooLarge,
        "these curves with limits, ground or dur take longer than their price pays for, or than the few \
         seconds of a call: request each of paths and dur in a call of its own, a greater tolerance, outStep \
         or step of umbra, or a dur of 10 s or more",
    )
}
