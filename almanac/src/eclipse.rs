//! A solar eclipse by its elements.

use crate::error::{Error, within};
use crate::instant::Instant;
use crate::place::Place;
use crate::words::words;
use astro::eclipse::besselian::Polynomials;
use astro::eclipse::local::{ObservedEclipse, Reach};
use astro::eclipse::path::CentralWay;
use astro::math::angle::ARCSEC;
use astro::time::delta_t::DeltaT;
use astro::time::{Tt, Ut1};
use serde::Deserialize;
use std::sync::{Arc, OnceLock};

/// The theories of Sun and Moon behind elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize)]
#[cfg_attr(feature = "mobile", derive(uniffi::Enum))]
#[serde(rename_all = "camelCase")]
pub enum Theory {
    /// Those of the published canon.
    #[default]
    Canon,
    /// The most accurate ones; eclipses of 1500 … 2500.
    Precise,
}

words!(Theory as "ElementsTheoryWord", "Theories of elements.": Canon = "canon", Precise = "precise");

/// Type of a solar eclipse as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EclipseTypePrimary {
    /// Nowhere central.
    Partial,
    /// Annular.
    Annular,
    /// Total.
    Total,
    /// Total on a part of the path.
    Hybrid,
}

words!(EclipseTypePrimary as "EclipseTypePrimary",
    "First letters of the types: partial, annular, total, hybrid.":
    Partial = "P",
    Annular = "A",
    Total = "T",
    Hybrid = "H",
);

impl EclipseTypePrimary {
    /// The type by its letter, the first of those in catalogs.
    pub fn of(letter: char) -> Option<Self> {
        Self::VALUES.iter().copied().find(|kind| kind.word().starts_with(letter))
    }
}

/// Changes of the basis of a computation. What is left out stays as in the canon.
#[derive(Debug, Clone, Copy, PartialEq, Default, Deserialize)]
#[cfg_attr(feature = "mobile", derive(uniffi::Record))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Changes {
    /// The theory.
    #[serde(default)]
    pub theory: Theory,
    /// Radius of the Moon for the penumbra, Earth radii, 0.272 … 0.273; only with the precise theory.
    #[cfg_attr(feature = "mobile", uniffi(default))]
    pub k1: Option<f64>,
    /// Radius of the Moon for the umbra, Earth radii, 0.272 … 0.273; only with the precise theory.
    #[cfg_attr(feature = "mobile", uniffi(default))]
    pub k2: Option<f64>,
    /// Semidiameter of the Sun at 1 au, arcseconds, 955 … 965; only with the precise theory.
    #[cfg_attr(feature = "mobile", uniffi(default))]
    pub sun_radius: Option<f64>,
    /// ΔT, s, −100,000 … 100,000.
    #[cfg_attr(feature = "mobile", uniffi(default))]
    pub delta_t: Option<f64>,
}

impl Changes {
    /// Rejects values out of range, and radii with the canon's theory.
    pub fn check(&self) -> Result<(), Error> {
        for (name, given, range) in [
            ("k1", self.k1, [0.272, 0.273]),
            ("k2", self.k2, [0.272, 0.273]),
            ("sunRadius", self.sun_radius, [955.0, 965.0]),
        ] {
            let Some(value) = given else { continue };
            within(name, value, range)?;
            if self.theory == Theory::Canon {
                return Err(Error::argument(name, "needs theory = precise; the canon has its own radii"));
            }
        }
        self.delta_t.map_or(Ok(()), |s| within("deltaT", s, [-100_000.0, 100_000.0]).map(drop))
    }
}

/// An eclipse by one theory.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Basis {
    /// Instant of greatest eclipse.
    pub t_max: Tt,
    /// `EclipseType` of the interface: 4 partial, 5 not central, 6 annular, 7 hybrid, 8 total.
    pub type_code: u8,
    /// Latitude of greatest eclipse, degrees.
    pub latitude_deg: f64,
    /// `true` if Sun and Moon come from a numerical ephemeris.
    pub is_kernel: bool,
    /// The elements.
    pub elements: Polynomials,
}

/// A solar eclipse.
#[derive(Debug, Clone)]
pub struct Eclipse {
    /// Number in the catalog.
    pub(crate) catalog: i32,
    pub(crate) saros: i16,
    pub(crate) kind: EclipseTypePrimary,
    pub(crate) canon: Basis,
    pub(crate) precise: Option<Basis>,
    /// The basis in use, with its radii.
    pub(crate) basis: Basis,
    pub(crate) theory: Theory,
    /// ΔT of the table at greatest eclipse, s.
    table_s: f64,
    /// ΔT of the computation, s, and its standard error, none for a given one.
    pub(crate) delta_t_s: f64,
    pub(crate) sigma_s: Option<f64>,
    reach: OnceLock<Arc<Reach>>,
    way: OnceLock<Option<Arc<CentralWay>>>,
}

impl Eclipse {
    /// An eclipse by its number in the catalog, its Saros, the letter of its type, and what the theories say;
    /// an error outside the years of ΔT.
    pub fn new(
        (catalog, saros, letter): (i32, i16, char),
        canon: Basis,
        precise: Option<Basis>,
        delta_t: &DeltaT,
    ) -> Result<Self, Error> {
        let table_s = of_table(delta_t, &canon)?;
        let kind = EclipseTypePrimary::of(letter);
        let kind = kind.ok_or_else(|| Error::Pack("an eclipse has no type".into()))?;
        let theory = Theory::Canon;
        let (reach, way) = (OnceLock::new(), OnceLock::new());
        let (basis, delta_t_s) = (canon, table_s);
        let sigma_s = Some(sigma_s(delta_t, canon.t_max.to_ut1(table_s)));
        Ok(Self {
            catalog,
            saros,
            kind,
            canon,
            precise,
            basis,
            theory,
            table_s,
            delta_t_s,
            sigma_s,
            reach,
            way,
        })
    }

    /// Returns the eclipse of a canon with another theory, other radii or another ΔT.
    pub fn with(&self, changes: &Changes, delta_t: &DeltaT) -> Result<Self, Error> {
        changes.check()?;
        let Changes { theory, k1, k2, sun_radius, delta_t: given_s } = *changes;
        let none = || Error::argument("theory", "precise has the eclipses of 1500 to 2500");
        let mut basis = match theory {
            Theory::Canon => self.canon,
            Theory::Precise => self.precise.ok_or_else(none)?,
        };
        let mut radii = basis.elements.radii;
        (radii.k1, radii.k2) = (k1.unwrap_or(radii.k1), k2.unwrap_or(radii.k2));
        if let Some(arcsec) = sun_radius {
            radii = radii.with_sun_semidiameter(arcsec * ARCSEC);
        }
        basis.elements = basis.elements.with_radii(radii);
        if theory == Theory::Precise {
            basis.elements = basis.elements.with_light_time();
        }
        let table_s = of_table(delta_t, &basis)?;
        let delta_t_s = given_s.unwrap_or(table_s);
        let of_table = || sigma_s(delta_t, basis.t_max.to_ut1(delta_t_s));
        let sigma_s = given_s.is_none().then(of_table);
        let (reach, way) = (OnceLock::new(), OnceLock::new());
        Ok(Self { basis, theory, table_s, delta_t_s, sigma_s, reach, way, ..*self })
    }

    /// Number in the catalog.
    pub fn catalog(&self) -> i32 {
        self.catalog
    }

    /// Type of the whole eclipse: P, A, T or H.
    pub fn letter(&self) -> &'static str {
        self.kind.word()
    }

    /// ΔT of the computation, s.
    pub fn delta_t_s(&self) -> f64 {
        self.delta_t_s
    }

    /// The elements with the radii of the computation, for observers: those of the precise theory include the
    /// light time from the observer to the fundamental plane.
    pub fn elements(&self) -> &Polynomials {
        &self.basis.elements
    }

    /// Instant of greatest eclipse, UT.
    pub fn greatest(&self) -> Ut1 {
        self.basis.t_max.to_ut1(self.delta_t_s)
    }

    /// Julian Day of 0h UT of the date, by which the interface names the eclipse.
    pub fn jd(&self) -> f64 {
        self.basis.t_max.to_ut1(self.table_s).midnight().0
    }

    /// The date of greatest eclipse, UT, by the ΔT of the table; it finds the eclipse in a canon.
    pub fn date(&self) -> String {
        Instant::from_ut1(Ut1(self.jd())).date()
    }

    /// The eclipse and an observer.
    pub fn seen_from(&self, place: Place) -> ObservedEclipse<'_> {
        ObservedEclipse::new(&self.basis.elements, place.observer(), self.delta_t_s)
    }

    /// Bounds outside which an observer sees nothing; computed on first use.
    pub fn reach(&self) -> &Reach {
        self.reach.get_or_init(|| Arc::new(Reach::new(&self.basis.elements)))
    }

    /// The central line, to find its nearest point; computed on first use, none without one.
    pub(crate) fn way(&self) -> Option<&CentralWay> {
        self.way.get_or_init(|| CentralWay::of(&self.basis.elements).ok().flatten().map(Arc::new)).as_deref()
    }

    /// The instant `t` hours of TD from t0 of the elements.
    pub fn instant(&self, t: f64) -> Instant {
        Instant::from_ut1(self.basis.elements.t0.plus_hours(t).to_ut1(self.delta_t_s))
    }
}

fn of_table(delta_t: &DeltaT, basis: &Basis) -> Result<f64, Error> {
    delta_t.at_tt(basis.t_max).map_err(|error| Error::Pack(error.to_string()))
}

fn sigma_s(delta_t: &DeltaT, at: Ut1) -> f64 {
    delta_t.at_year_or_end(at.decimal_year()).sigma_s
}
