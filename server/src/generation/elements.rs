//! Besselian elements of the eclipses.

use almanac::{EclipseErrors, EclipseTypePrimary};
use artifacts::Error;
use artifacts::reader::Generation;
use artifacts::tables::theory::TheoryKind as Source;
use artifacts::tables::{countries, eclipses, elements, places};
use astro::earth::Observer;
use astro::earth::rotation::angle_in_delta_t;
use astro::eclipse::besselian::{Polynomials, Radii};
use astro::eclipse::local::Reach;
use astro::eclipse::path::{self, CentralWay, CurveVertex};
use astro::math::angle::normalize_signed;
use astro::time::{Tt, Ut1};
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

pub use almanac::Theory as ElementsTheory;

/// A row of the table `elements` or `elements_precise`.
#[derive(Debug, Clone)]
pub struct EclipseElements {
    /// The table of the row.
    pub theory: ElementsTheory,
    /// The source of Sun and Moon.
    pub source: Source,
    /// Number in the catalog.
    pub catalog_number: i32,
    /// Saros number.
    pub saros: i16,
    pub(crate) facts: Arc<Facts>,
    /// The polynomials for observers: those of the precise theory include the light time to the fundamental
    /// plane.
    pub polynomials: Polynomials,
    /// The polynomials of the table, if these are others.
    pub published: Option<Box<Polynomials>>,
    /// Instant of greatest eclipse.
    pub t_max: Tt,
    /// The hour of its TD day from which t counts.
    pub t0_hour: f64,
    /// 0h of the UT date of greatest eclipse.
    pub midnight_ut: f64,
    /// ΔT by the default model at greatest eclipse, s.
    pub delta_t_s: f64,
    /// `EclipseType` of the interface.
    pub type_code: u8,
    reach: OnceLock<Arc<Reach>>,
    /// The central line, to find its nearest point; computed on first use.
    way: OnceLock<Option<Arc<CentralWay>>>,
    latitude_deg: f64,
    longitude_deg: f64,
    /// The elements as JSON, the same in every response.
    json: OnceLock<Arc<RawValue>>,
}

/// The facts of the catalog about an eclipse.
#[derive(Debug, Clone)]
pub(crate) struct Facts {
    /// Type as in the catalog: P, A, T or H and a qualifier.
    pub(crate) eclipse_type: String,
    /// Least distance of the shadow axis from the Earth's centre, Earth radii, negative south.
    pub(crate) gamma: f64,
    /// Magnitude as the canon defines it.
    pub(crate) magnitude: f64,
    /// Duration of the central phase at greatest eclipse, s.
    pub(crate) central_duration_s: Option<f64>,
    /// Country or sea of the place of greatest eclipse.
    pub(crate) place: Option<String>,
}

impl Facts {
    pub(super) fn new(eclipse: &eclipses::Row, names: &PlaceNames) -> Self {
        Self {
            eclipse_type: eclipse.eclipse_type.to_owned(),
            gamma: eclipse.gamma,
            magnitude: eclipse.magnitude,
            central_duration_s: eclipse.central_duration_s,
            place: names.of_greatest(eclipse),
        }
    }
}

impl EclipseElements {
    /// Makes the elements of a row for a ΔT. The row contains the date and the longitude of greatest eclipse
    /// for the ΔT of the build; with another ΔT the Earth has rotated further.
    pub(super) fn new(
        theory: ElementsTheory,
        e: &elements::Row,
        saros: i16,
        facts: Arc<Facts>,
        delta_t_s: f64,
    ) -> Self {
        let t_max = Tt(e.t_max_jd_tt);
        let turn = angle_in_delta_t(delta_t_s - e.delta_t_s);
        let is_of_build = delta_t_s == e.delta_t_s;
        let published = e.polynomials();
        let (polynomials, published) = match theory {
            ElementsTheory::Canon => (published, None),
            ElementsTheory::Precise => (published.with_light_time(), Some(Box::new(published))),
        };
        let turned_deg = || normalize_signed(e.longitude_deg.to_radians() + turn).to_degrees();
        Self {
            theory,
            source: e.theory,
            catalog_number: e.catalog_number,
            saros,
            facts,
            reach: OnceLock::new(),
            way: OnceLock::new(),
            polynomials,
            published,
            t_max,
            t0_hour: e.t0_hour_tt,
            midnight_ut: t_max.to_ut1(delta_t_s).midnight().0,
            delta_t_s,
            type_code: e.eclipse_type_code.unsigned_abs(),
            latitude_deg: e.latitude_deg,
            longitude_deg: if is_of_build { e.longitude_deg } else { turned_deg() },
            json: OnceLock::new(),
        }
    }

    /// Returns the same eclipse with other radii of Sun and Moon, but with the type of the table.
    pub(crate) fn with_radii(&self, radii: Radii) -> Self {
        let polynomials = self.polynomials.with_radii(radii);
        let published = self.published.as_ref().map(|p| Box::new(p.with_radii(radii)));
        // The axis is the same, and therefore the central line.
        Self { polynomials, published, reach: OnceLock::new(), json: OnceLock::new(), ..self.clone() }
    }

    /// Returns the errors with a ΔT and its standard error, which a given ΔT does not have.
    pub(crate) fn errors(&self, delta_t_s: f64, delta_t_sigma_s: Option<f64>) -> EclipseErrors {
        let origin = (self.theory, self.source == Source::Kernel);
        EclipseErrors::new(&self.polynomials, self.t_max, origin, (delta_t_s, delta_t_sigma_s))
    }

    /// Returns an observer at sea level on the parallel of greatest eclipse.
    pub(crate) fn on_greatest_parallel(&self) -> Observer {
        Observer::from_degrees(self.latitude_deg, 0.0, 0.0)
    }

    /// Bounds outside which an observer sees nothing; computed on first use.
    pub fn reach(&self) -> &Reach {
        self.reach.get_or_init(|| Arc::new(Reach::new(&self.polynomials)))
    }

    /// Latitude and longitude of greatest eclipse, degrees.
    pub fn greatest_deg(&self) -> (f64, f64) {
        (self.latitude_deg, self.longitude_deg)
    }

    /// The type of the eclipse as a whole.
    pub(crate) fn primary_type(&self) -> EclipseTypePrimary {
        let letter = self.facts.eclipse_type.chars().next();
        letter.and_then(EclipseTypePrimary::of).unwrap_or(EclipseTypePrimary::Hybrid)
    }

    /// The point of the central line nearest to a place, latitude and longitude for ΔT = 0 in radians; none
    /// without a central line.
    pub fn nearest_of_path(&self, latitude: f64, longitude: f64) -> Option<CurveVertex> {
        let failed = |error: path::Error| {
            tracing::error!(%error, eclipse = self.catalog_number, "the central line cannot be computed");
        };
        let find = || CentralWay::of(&self.polynomials).map_err(failed).ok().flatten().map(Arc::new);
        let way = self.way.get_or_init(find);
        way.as_ref()?.nearest(&self.polynomials, latitude, longitude).map_err(failed).ok()
    }

    /// Instant of greatest eclipse, Universal Time.
    pub fn greatest_ut(&self) -> Ut1 {
        self.t_max.to_ut1(self.delta_t_s)
    }

    /// The elements as JSON; `write` is called once.
    pub(crate) fn json(&self, write: impl FnOnce() -> Box<RawValue>) -> Arc<RawValue> {
        // Writing pauses, and must not hold the cell meanwhile.
        let made = self.json.get().is_none().then(|| Arc::from(write()));
        Arc::clone(self.json.get_or_init(|| made.expect("nothing was there")))
    }
}

/// Names that differ from those of both sources: usual ones, and with their accents.
const CORRECTED: [(&str, &str); 6] = [
    ("FK", "Falkland Islands"),
    ("MK", "North Macedonia"),
    ("RE", "Réunion"),
    ("SZ", "Eswatini"),
    ("VG", "British Virgin Islands"),
    ("VI", "U.S. Virgin Islands"),
];

/// Names of countries by their codes and of seas by their Marine Regions ids.
pub(crate) struct PlaceNames {
    pub(super) countries: HashMap<String, String>,
    seas: HashMap<i32, String>,
}

impl PlaceNames {
    pub(crate) fn open(generation: &Generation) -> Result<Self, Error> {
        let (mut countries, mut seas) = (HashMap::new(), HashMap::new());
        for row in places::read(generation)?.iter() {
            // The first polygon of a country with a code is its own land.
            if let Some(code) = row.country_iso {
                countries.entry(code.to_owned()).or_insert_with(|| row.name.to_owned());
            }
            if let Some(id) = row.mrg_id {
                seas.entry(id).or_insert_with(|| row.name.to_owned());
            }
        }
        // Outlines have short names for maps, and none for lands that belong to the outline of another one.
        for row in countries::read(generation)?.iter() {
            let name = countries.entry(row.country_iso.to_owned()).or_default();
            if name.is_empty() || name.contains('.') {
                row.name.clone_into(name);
            }
        }
        countries.extend(CORRECTED.map(|(code, name)| (code.to_owned(), name.to_owned())));
        Ok(Self { countries, seas })
    }

    /// Returns the country or sea of the place of greatest eclipse, if any.
    pub(crate) fn of_greatest(&self, eclipse: &eclipses::Row) -> Option<String> {
        let country = eclipse.country_iso.and_then(|code| self.countries.get(code));
        country.or_else(|| self.seas.get(&eclipse.mrg_id?)).cloned()
    }
}
