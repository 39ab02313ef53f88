//! Which elements answer about a solar eclipse: their theory, the years, and the radii of Sun and Moon.

use crate::api::input::{Input, Word};
use crate::api::instant::Instant;
use crate::api::parameter::Parameter;
use crate::api::parameters::Parameters;
use crate::api::value::Words;
use crate::generation::Data;
use crate::generation::eclipses;
use crate::generation::elements::{EclipseElements, ElementsTheory};
use artifacts::tables::{CATALOG_YEARS, elements};
use astro::eclipse::besselian::Radii;
use astro::math::angle::ARCSEC;
use astro::time::Date;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::ops::RangeInclusive;
use web::problem::{Code, Problem};

/// The theories that elements come from.
#[derive(Words)]
#[words(remote = ElementsTheory)]
pub(crate) enum ElementsTheoryWord {
    Canon,
    Precise,
}

/// The years whose eclipses are answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
#[words(name = "EraWord")]
pub(crate) enum Era {
    /// Those of the usual interface.
    Default,
    /// All of the catalog.
    Canon,
}

impl Era {
    /// Its first and last year.
    pub(crate) fn years(self) -> RangeInclusive<i32> {
        match self {
            Self::Default => elements::YEARS,
            Self::Canon => CATALOG_YEARS,
        }
    }
}

/// The elements that a request asks for. A query repeats what is given by `#[serde(flatten)]`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Parameters, Serialize)]
#[parameters(check = radii_need_precise(theory))]
#[serde(rename_all = "camelCase")]
pub(crate) struct AskedElements {
    /// The elements: `canon` (the default), by ELP 2000-82B and VSOP87D as the published canon has them
    /// (within 0.04–0.14″ in 1600–2199, one standard error), or `precise`, those closest to the sky, with IAU
    /// 2000A nutation and the sidereal time of IAU 2006, for the years 1500 … 2500: by ELP/MPP02 and VSOP87,
    /// or by a numerical ephemeris where the operator has built with one; `ephemeris` of `accuracy` says
    /// which.
    #[param(example = "precise")]
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "word")]
    pub(crate) theory: Option<ElementsTheory>,
    /// The years: `default`, 1500 … 2500, or `canon`, −1999 … 3000, all of the catalog, with `theory=canon`.
    /// So far from today it is ΔT that decides where an eclipse was seen: `accuracy` says how far its error
    /// moves everything.
    #[param(example = "canon")]
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "word")]
    pub(crate) era: Option<Era>,
    /// Radius of the Moon for the penumbra in equatorial radii of the Earth, with `theory=precise` (0.272488;
    /// 0.2725076, of the IAU, is what others use).
    #[param(example = "0.2725076", min = 0.272, max = 0.273)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) k1: Option<f64>,
    /// Radius of the Moon for the umbra in equatorial radii of the Earth, likewise (0.272281, which allows
    /// for valleys of the limb; 0.2725076 is what others use). A smaller one shortens totality.
    #[param(example = "0.2725076", min = 0.272, max = 0.273)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) k2: Option<f64>,
    /// Semidiameter of the Sun at 1 au in arcseconds, with `theory=precise` (959.63; 959.95 is the modern
    /// value, from eclipses and transits).
    #[param(example = "959.95", min = 955.0, max = 965.0)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) sun_radius: Option<f64>,
}

pub(crate) const THEORY: Parameter = AskedElements::THEORY;
pub(crate) const ERA: Parameter = AskedElements::ERA;
pub(crate) const K1: Parameter = AskedElements::K1;
pub(crate) const K2: Parameter = AskedElements::K2;
pub(crate) const SUN_RADIUS: Parameter = AskedElements::SUN_RADIUS;

fn word<W: Word, S: Serializer>(given: &Option<W>, serializer: S) -> Result<S::Ok, S::Error> {
    given.map(Word::word).serialize(serializer)
}

fn radii_need_precise(input: &mut Input, theory: &Option<ElementsTheory>) {
    needs_precise(input, *theory, &AskedElements::K1);
    needs_precise(input, *theory, &AskedElements::K2);
}

/// Refuses `sunRadius` beside the canon's theory, for operations that compute with the Sun of the elements
/// alone.
pub(crate) fn sun_needs_precise(input: &mut Input, asked: &AskedElements) {
    needs_precise(input, asked.theory, &AskedElements::SUN_RADIUS);
}

/// Refuses a radius beside the canon's theory. A theory that is wrong is told alone.
fn needs_precise(input: &mut Input, theory: Option<ElementsTheory>, p: &Parameter) {
    let is_canon = theory == Some(ElementsTheory::Canon) || !input.has(&AskedElements::THEORY);
    if is_canon && input.has(p) {
        input.wrong(p.name, "needs theory=precise; the canon's elements have the canon's radii");
    }
}

impl Input<'_> {
    /// Reads the parameters; radii need the precise theory.
    pub(crate) fn elements(&mut self) -> AskedElements {
        let asked = AskedElements::read(self).unwrap_or_default();
        sun_needs_precise(self, &asked);
        asked
    }
}

impl AskedElements {
    /// The theory in force.
    pub(crate) fn theory(&self) -> ElementsTheory {
        self.theory.unwrap_or(ElementsTheory::Canon)
    }

    /// The years in force.
    pub(crate) fn era(&self) -> Era {
        self.era.unwrap_or(Era::Default)
    }

    /// The years whose eclipses there are: those of the era, but of the precise theory always the same.
    pub(crate) fn years(&self) -> RangeInclusive<i32> {
        match self.theory() {
            ElementsTheory::Canon => self.era().years(),
            ElementsTheory::Precise => Era::Default.years(),
        }
    }

    /// Whether the request sets radii.
    pub(crate) fn has_own_radii(&self) -> bool {
        [self.k1, self.k2, self.sun_radius].iter().any(Option::is_some)
    }

    /// The parameters as pairs of an address, those that are given.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&'static str, String)> {
        let number = |value: Option<f64>| value.map(|value| value.to_string());
        let pairs = [
            (THEORY.name, self.theory.map(|theory| theory.word().to_owned())),
            (ERA.name, self.era.map(|era| era.word().to_owned())),
            (K1.name, number(self.k1)),
            (K2.name, number(self.k2)),
            (SUN_RADIUS.name, number(self.sun_radius)),
        ];
        pairs.into_iter().filter_map(|(name, value)| Some((name, value?)))
    }

    /// The eclipses that there are, in order of time; their radii are those of the tables.
    pub(crate) fn eclipses<'a>(&self, data: &'a Data) -> &'a [EclipseElements] {
        match (self.theory(), self.era()) {
            (ElementsTheory::Canon, Era::Default) => data.elements.usual(),
            (ElementsTheory::Canon, Era::Canon) => data.elements.all(),
            (ElementsTheory::Precise, _) => data.elements.precise(),
        }
    }

    /// An eclipse with the radii of the request.
    pub(crate) fn of<'a>(&self, eclipse: &'a EclipseElements) -> Cow<'a, EclipseElements> {
        match self.radii(eclipse.polynomials.radii) {
            Some(radii) => Cow::Owned(eclipse.with_radii(radii)),
            None => Cow::Borrowed(eclipse),
        }
    }

    /// The radii of the request, completed by `own`; none if it sets none, or of the canon's elements.
    pub(crate) fn radii(&self, own: Radii) -> Option<Radii> {
        if self.theory() == ElementsTheory::Canon || !self.has_own_radii() {
            return None;
        }
        let moon = Radii { k1: self.k1.unwrap_or(own.k1), k2: self.k2.unwrap_or(own.k2), ..own };
        Some(self.sun_radius.map_or(moon, |arcsec| moon.with_sun_semidiameter(arcsec * ARCSEC)))
    }

    /// The eclipse that a Julian Day names, with the radii of the request.
    pub(crate) fn eclipse_of<'a>(
        &self,
        data: &'a Data,
        jd: f64,
    ) -> Result<Cow<'a, EclipseElements>, Problem> {
        match eclipses::on(self.eclipses(data), jd) {
            Some(eclipse) => Ok(self.of(eclipse)),
            None => Err(self.nothing(data, jd)),
        }
    }

    /// The problem of a day without an eclipse, which names the nearest.
    fn nothing(&self, data: &Data, jd: f64) -> Problem {
        let nearest = eclipses::nearest(self.eclipses(data), jd).map_or_else(String::new, |e| {
            format!("; the nearest is that of {}, Julian Day {}", date(e), e.midnight_ut)
        });
        let years = self.years();
        let (from, to) = (years.start(), years.end());
        let detail = format!(
            "no solar eclipse of the years {from} to {to} is greatest within 1.5 days of Julian Day \
                {jd}{nearest}; /solar-eclipse/catalog/{from}/{to} lists all{}",
            self.elsewhere(data, jd) + &self.julian(data, jd)
        );
        Problem::new(Code::NoData, detail)
    }

    /// That the day is one of the Julian calendar, in which the catalog gives dates before 1582, if there is
    /// an eclipse on it.
    fn julian(&self, data: &Data, jd: f64) -> String {
        let julian_jd = Date::gregorian(jd).civil_jd();
        let eclipse = eclipses::on(self.eclipses(data), julian_jd).filter(|_| julian_jd != jd);
        eclipse.map_or_else(String::new, |e| {
            let day = date(e);
            format!("; dates here are Gregorian, and in the Julian calendar this day is that of {day}")
        })
    }

    /// With which parameters the eclipse is answered that others of them leave out; empty if it is not.
    pub(crate) fn elsewhere(&self, data: &Data, jd: f64) -> String {
        let Some(eclipse) = eclipses::on(data.elements.all(), jd) else { return String::new() };
        let how = match self.theory() {
            ElementsTheory::Canon => "era=canon",
            ElementsTheory::Precise => "theory=canon with era=canon",
        };
        format!("; {how} answers for that of {}", date(eclipse))
    }
}

/// The date of greatest eclipse, UT.
fn date(eclipse: &EclipseElements) -> String {
    Instant::from_ut1(eclipse.greatest_ut()).date()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_precise_theory_has_the_same_years_in_every_era() {
        let years = |theory, era| AskedElements { theory, era, ..AskedElements::default() }.years();
        assert_eq!(years(None, None), elements::YEARS);
        assert_eq!(years(None, Some(Era::Canon)), CATALOG_YEARS);
        assert_eq!(years(Some(ElementsTheory::Precise), Some(Era::Canon)), elements::YEARS);
    }

    #[test]
    fn radii_are_ones_own_only_where_one_is_given() {
        let precise = AskedElements { theory: Some(ElementsTheory::Precise), ..AskedElements::default() };
        assert!(!precise.has_own_radii());
        assert!(AskedElements { k2: Some(0.2725), ..precise }.has_own_radii());
    }
}
