//! Everything from which an answer is computed, apart from the request, so that another thread can do it.

use super::format::Format;
use super::request::Request;
use crate::api::input::Word;
use crate::api::instant::Instant;
use crate::endpoints::eclipse_accuracy::{EclipseAccuracy, EclipseErrors};
use crate::generation::elements::EclipseElements;
use artifacts::paths::{About, Extras, Options};
use astro::eclipse::besselian::Polynomials;
use astro::math::angle::ARCSEC;

/// Everything from which an answer is computed.
pub(super) struct Task {
    /// The elements of the eclipse.
    pub(super) elements: Polynomials,
    /// Its number in the catalog.
    pub(super) catalog_number: i32,
    /// ΔT in force, s.
    pub(super) delta_t_s: f64,
    /// Which eclipse it is.
    pub(super) about: About,
    /// How sure the curves are; none of an example.
    pub(super) accuracy: Option<EclipseAccuracy>,
    /// Curves, spacing and the like.
    pub(super) options: Options,
    /// Properties beside the usual.
    pub(super) extras: Extras,
    /// The format of the answer.
    pub(super) format: Format,
    /// Time between the rows of a table, ms.
    pub(super) step_ms: i64,
}

impl Task {
    /// The task of a request for an eclipse of the tables, with ΔT and its error.
    pub(super) fn of_eclipse(
        request: &Request,
        eclipse: &EclipseElements,
        delta_t_s: f64,
        sigma_s: Option<f64>,
        computed_by: &str,
    ) -> Self {
        let errors = EclipseErrors::new(eclipse, delta_t_s, sigma_s);
        let accuracy = errors.block(eclipse, None);
        let accuracy = EclipseAccuracy { sigma: Some(errors.of_greatest(eclipse)), ..accuracy };
        let about = About {
            jd: eclipse.midnight_ut,
            date: Instant::from_ut1(eclipse.t_max.to_ut1(delta_t_s)).iso(),
            kind: eclipse.type_code,
            saros: eclipse.saros,
            t_max: eclipse.t_max.0,
            delta_t: delta_t_s,
            delta_t_sigma: sigma_s,
            theory: accuracy.theory,
            theory_sigma_arcsec: accuracy.theory_sigma_arcsec,
            east_west_km: accuracy.east_west_km,
            computed_by: computed_by.to_owned(),
        };
        Self {
            accuracy: Some(accuracy),
            ..Self::new(request, eclipse.polynomials, eclipse.catalog_number, about)
        }
    }

    /// The task of a request for an eclipse by its elements.
    pub(super) fn new(request: &Request, elements: Polynomials, catalog_number: i32, about: About) -> Self {
        Self {
            elements,
            catalog_number,
            delta_t_s: about.delta_t,
            about,
            accuracy: None,
            options: request.options.clone(),
            extras: request.extras,
            format: request.format,
            step_ms: request.step_ms,
        }
    }

    /// The title of the whole, for people.
    pub(super) fn title(&self) -> String {
        let date = self.date();
        let kind = match self.about.kind {
            4 => "partial",
            5 => "non-central",
            6 => "annular",
            7 => "hybrid",
            8 => "total",
            other => unreachable!("solar eclipses have the types 4 to 8, not {other}"),
        };
        format!("Solar eclipse of {date} ({kind}, Saros {})", self.about.saros)
    }

    /// How a browser treats the answer, and the name that it has as a file: the value of
    /// `Content-Disposition`.
    pub(super) fn disposition(&self) -> String {
        let treated = if self.format.is_shown() { "inline" } else { "attachment" };
        format!("{treated}; filename=\"eclipse-{}-path.{}\"", self.date(), self.format.word())
    }

    /// The UT date of greatest eclipse.
    fn date(&self) -> &str {
        self.about.date.split('T').next().expect("splitting gives one part at least")
    }

    /// On what the whole rests, for people.
    pub(super) fn basis(&self) -> String {
        let About { computed_by, theory, delta_t_sigma, east_west_km, .. } = &self.about;
        let radii = self.elements.radii;
        let sun = radii.sun_semidiameter() / ARCSEC;
        let moved = match (delta_t_sigma, east_west_km) {
            (Some(sigma_s), Some(km)) => format!(" ± {sigma_s:.2} s, which moves all by {km:.1} km"),
            _ => " s".to_owned(),
        };
        format!(
            "Computed by {computed_by}. Theory: {theory}. ΔT = {:.1}{moved}. WGS 84, height 0, smooth Moon \
                (k1 = {}, k2 = {}), Sun {sun:.2}″, no refraction.",
            self.delta_t_s, radii.k1, radii.k2
        )
    }
}
