//! The elements of solar eclipses that a request selects: theory, years, and radii of Sun and Moon.

use crate::api::instant::day_in_words;
use crate::generation::eclipses;
use crate::generation::elements::ElementsTheory;
use crate::vocabulary::prelude::*;
use artifacts::tables::{CATALOG_YEARS, elements};
use astro::eclipse::besselian::Radii;
use astro::math::angle::ARCSEC;
use astro::time::Date;
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// Years of eclipses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Words)]
#[words(name = "EraWord")]
pub(crate) enum Era {
    /// 1500 … 2500.
    Default,
    /// −1999 … 3000, all years of the catalog.
    Canon,
}

impl Era {
    /// Returns the first and the last year.
    pub(crate) fn years(self) -> RangeInclusive<i32> {
        match self {
            Self::Default => elements::YEARS,
            Self::Canon => CATALOG_YEARS,
        }
    }
}

/// The elements that a request selects.
#[derive(Debug, Clone, Copy, Default, PartialEq, Parameters)]
#[parameters(check = radii_need_precise(theory))]
pub(crate) struct ElementsInput {
    /// The elements. `canon` (the default) uses ELP 2000-82B and VSOP87D like the published canon (within
    /// 0.04–0.14″ in 1600–2199, one standard error). `precise` is closest to the sky, for the years 1500 …
    /// 2500: it uses IAU 2000A nutation, the sidereal time of IAU 2006, and ELP/MPP02 and VSOP87, or a
    /// numerical ephemeris if the operator has built with one; `ephemeris` in `accuracy` names the source.
    #[param(example = "precise")]
    pub(crate) theory: Option<ElementsTheory>,
    /// The years: `default` (1500 … 2500), or `canon` (−1999 … 3000, all years of the catalog) with
    /// `theory=canon`. In remote years the error of ΔT dominates: `accuracy` contains its effect on the place
    /// of the eclipse.
    #[param(example = "canon")]
    pub(crate) era: Option<Era>,
    /// Radius of the Moon for the penumbra in equatorial radii of the Earth, with `theory=precise` (0.272488;
    /// others use 0.2725076, the value of the IAU).
    #[param(example = "0.2725076", min = 0.272, max = 0.273)]
    pub(crate) k1: Option<f64>,
    /// Radius of the Moon for the umbra in equatorial radii of the Earth, with `theory=precise` (0.272281,
    /// which allows for valleys of the limb; others use 0.2725076). A smaller radius shortens totality.
    #[param(example = "0.2725076", min = 0.272, max = 0.273)]
    pub(crate) k2: Option<f64>,
    /// Semidiameter of the Sun at 1 au in arcseconds, with `theory=precise` (959.63; 959.95 is the modern
    /// value, from eclipses and transits).
    #[param(example = "959.95", min = 955.0, max = 965.0)]
    pub(crate) sun_radius: Option<f64>,
}

fn radii_need_precise(input: &mut Input, theory: &Option<ElementsTheory>) {
    needs_precise(input, *theory, &ElementsInput::K1);
    needs_precise(input, *theory, &ElementsInput::K2);
}

/// Rejects `sunRadius` beside the canon's theory, for operations that use only the Sun of the elements.
pub(crate) fn sun_needs_precise(input: &mut Input, elements: &ElementsInput) {
    needs_precise(input, elements.theory, &ElementsInput::SUN_RADIUS);
}

/// Rejects a radius beside the canon's theory. If the theory is invalid, only that error is reported.
fn needs_precise(input: &mut Input, theory: Option<ElementsTheory>, p: &Parameter) {
    let is_canon = theory == Some(ElementsTheory::Canon) || !input.has(&ElementsInput::THEORY);
    if is_canon && input.has(p) {
        input.wrong(p.name, "needs theory=precise; the canon's elements have the canon's radii");
    }
}

impl ElementsInput {
    /// Returns the theory, the default if none is given.
    pub(crate) fn theory(&self) -> ElementsTheory {
        self.theory.unwrap_or(ElementsTheory::Canon)
    }

    /// Returns the years, the default if none are given.
    pub(crate) fn era(&self) -> Era {
        self.era.unwrap_or(Era::Default)
    }

    /// Returns the years with eclipses: the years of the era, or with the precise theory always the default.
    pub(crate) fn years(&self) -> RangeInclusive<i32> {
        match self.theory() {
            ElementsTheory::Canon => self.era().years(),
            ElementsTheory::Precise => Era::Default.years(),
        }
    }

    /// Returns whether the request sets a radius.
    pub(crate) fn has_own_radii(&self) -> bool {
        [self.k1, self.k2, self.sun_radius].iter().any(Option::is_some)
    }

    /// Returns the given parameters as pairs of a URL query.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&'static str, String)> {
        let number = |value: Option<f64>| value.map(|value| value.to_string());
        let pairs = [
            (Self::THEORY.name, self.theory.map(|theory| theory.word().to_owned())),
            (Self::ERA.name, self.era.map(|era| era.word().to_owned())),
            (Self::K1.name, number(self.k1)),
            (Self::K2.name, number(self.k2)),
            (Self::SUN_RADIUS.name, number(self.sun_radius)),
        ];
        pairs.into_iter().filter_map(|(name, value)| Some((name, value?)))
    }

    /// Returns the eclipses in order of time, with the radii of the tables.
    pub(crate) fn eclipses<'a>(&self, data: &'a Data) -> &'a [EclipseElements] {
        match (self.theory(), self.era()) {
            (ElementsTheory::Canon, Era::Default) => data.elements.usual(),
            (ElementsTheory::Canon, Era::Canon) => data.elements.all(),
            (ElementsTheory::Precise, _) => data.elements.precise(),
        }
    }

    /// Returns an eclipse with the requested radii.
    pub(crate) fn of<'a>(&self, eclipse: &'a EclipseElements) -> Cow<'a, EclipseElements> {
        match self.radii(eclipse.polynomials.radii) {
            Some(radii) => Cow::Owned(eclipse.with_radii(radii)),
            None => Cow::Borrowed(eclipse),
        }
    }

    /// Returns the requested radii; none if the elements keep theirs, as the canon's elements do.
    pub(crate) fn radii(&self, own: Radii) -> Option<Radii> {
        if self.theory() == ElementsTheory::Canon || !self.has_own_radii() {
            return None;
        }
        let moon = Radii { k1: self.k1.unwrap_or(own.k1), k2: self.k2.unwrap_or(own.k2), ..own };
        Some(self.sun_radius.map_or(moon, |arcsec| moon.with_sun_semidiameter(arcsec * ARCSEC)))
    }

    /// Returns the eclipse that a Julian Day identifies, with the requested radii.
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

    /// Returns the problem of a day without an eclipse; it names the nearest eclipse.
    fn nothing(&self, data: &Data, jd: f64) -> Problem {
        let nearest = eclipses::nearest(self.eclipses(data), jd).map_or_else(String::new, |e| {
            format!("; the nearest is that of {}, Julian Day {}", date(e), e.midnight_ut)
        });
        let years = self.years();
        let (from, to) = (years.start(), years.end());
        let detail = format!(
            "there is no solar eclipse within 1.5 days of {}{nearest}; /solar-eclipse/catalog/{from}/{to} \
                lists all{}",
            day_in_words(jd),
            self.elsewhere(data, jd) + &self.julian(data, jd)
        );
        Problem::new(Code::NoData, detail)
    }

    /// Returns a hint if the day has an eclipse when read in the Julian calendar, which the catalog uses
    /// before 1582; empty otherwise.
    fn julian(&self, data: &Data, jd: f64) -> String {
        let julian_jd = Date::gregorian(jd).civil_jd();
        let eclipse = eclipses::on(self.eclipses(data), julian_jd).filter(|_| julian_jd != jd);
        eclipse.map_or_else(String::new, |e| {
            let day = date(e);
            format!("; dates here are Gregorian: read as Julian, this date is {day}, which has an eclipse")
        })
    }

    /// Returns a hint at the parameters with which this day has an eclipse; empty if it has none.
    pub(crate) fn elsewhere(&self, data: &Data, jd: f64) -> String {
        let Some(eclipse) = eclipses::on(data.elements.all(), jd) else {
            let is_outside = !self.years().contains(&Date::gregorian(jd).year);
            let hint = "; era=canon has the years -1999 to 3000";
            return if is_outside && self.era() != Era::Canon { hint.to_owned() } else { String::new() };
        };
        let how = match self.theory() {
            ElementsTheory::Canon => "era=canon",
            ElementsTheory::Precise => "theory=canon with era=canon",
        };
        format!("; {how} answers for that of {}", date(eclipse))
    }
}

/// Returns the date of greatest eclipse, UT.
fn date(eclipse: &EclipseElements) -> String {
    Instant::from_ut1(eclipse.greatest_ut()).date()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_precise_theory_has_the_same_years_in_every_era() {
        let years = |theory, era| ElementsInput { theory, era, ..ElementsInput::default() }.years();
        assert_eq!(years(None, None), elements::YEARS);
        assert_eq!(years(None, Some(Era::Canon)), CATALOG_YEARS);
        assert_eq!(years(Some(ElementsTheory::Precise), Some(Era::Canon)), elements::YEARS);
    }
}
