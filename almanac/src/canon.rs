//! The eclipses of a pack.

use crate::eclipse::Eclipse;
use crate::error::Error;
use crate::instant::Instant;
use crate::pack;
use astro::time::delta_t::DeltaT;
use astro::time::{Date, Ut1};
use std::ops::RangeInclusive;
use std::sync::OnceLock;

/// The eclipses of 1900 … 2100.
const EMBEDDED: &[u8] = include_bytes!("../data/1900-2100.pack");
/// Maximum distance of an instant from greatest eclipse that identifies an eclipse, days.
const MAX_DAYS_FROM_GREATEST: f64 = 1.5;

/// Eclipses in order of time, and ΔT.
pub struct Canon {
    dataset: String,
    eclipses: Vec<Eclipse>,
    delta_t: DeltaT,
}

impl Canon {
    /// The eclipses of the years 1900 … 2100, which are part of the program.
    pub fn embedded() -> &'static Self {
        static CANON: OnceLock<Canon> = OnceLock::new();
        CANON.get_or_init(|| Self::read(EMBEDDED).expect("the pack was tested"))
    }

    /// Reads a pack, as `builder pack` writes it.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let pack::Contents { dataset, eclipses, delta_t } = pack::read(bytes)?;
        Ok(Self { dataset, eclipses, delta_t })
    }

    /// Eclipses in order of time, with the ΔT of their years and the name of their generation.
    pub fn new(dataset: String, eclipses: Vec<Eclipse>, delta_t: DeltaT) -> Self {
        Self { dataset, eclipses, delta_t }
    }

    /// The pack with the eclipses of some years, and with the ΔT of these and the two years before
    /// and after.
    pub fn pack(&self, years: RangeInclusive<i32>) -> Vec<u8> {
        let year = |e: &Eclipse| e.greatest().decimal_year().floor() as i32;
        let eclipses: Vec<_> = self.eclipses.iter().filter(|e| years.contains(&year(e))).cloned().collect();
        let (from, to) = (f64::from(*years.start()) - 2.0, f64::from(*years.end()) + 3.0);
        let nodes = self.delta_t.nodes().iter().filter(|node| (from..=to).contains(&node.year));
        pack::write(&self.dataset, &eclipses, &nodes.copied().collect::<Vec<_>>())
    }

    /// Name of the generation from which the eclipses come.
    pub fn dataset(&self) -> &str {
        &self.dataset
    }

    /// All eclipses.
    pub fn eclipses(&self) -> &[Eclipse] {
        &self.eclipses
    }

    /// ΔT over the years.
    pub fn delta_t(&self) -> &DeltaT {
        &self.delta_t
    }

    /// The eclipse of a date, `2026-08-12`: greatest eclipse is within 1.5 days of its beginning.
    pub fn eclipse(&self, date: &str) -> Result<&Eclipse, Error> {
        let at = Instant::parse("eclipse", date)?.ut1();
        let days = |e: &Eclipse| (e.greatest().0 - at.0).abs();
        let nearest = self.eclipses.iter().min_by(|a, b| days(a).total_cmp(&days(b)));
        let nearest = nearest.ok_or_else(|| Error::Pack("it has no eclipses".into()))?;
        if days(nearest) <= MAX_DAYS_FROM_GREATEST {
            return Ok(nearest);
        }
        let [first, last] = self.ends();
        Err(Error::argument(
            "eclipse",
            format!(
                "there is no solar eclipse within 1.5 days of {}; the nearest is that of {}, and the pack \
                 has those from {first} to {last}",
                Instant::from_ut1(at).iso(),
                nearest.date()
            ),
        ))
    }

    fn ends(&self) -> [String; 2] {
        [self.eclipses.first(), self.eclipses.last()].map(|e| e.map_or_else(String::new, Eclipse::date))
    }

    /// Rejects a span of time beyond the years of the eclipses. The names are those of its ends.
    pub fn check_span(&self, [from, to]: [Instant; 2], names: [&'static str; 2]) -> Result<(), Error> {
        let year = |e: Option<&Eclipse>| e.map_or(0.0, |e| Ut1(e.jd()).decimal_year().floor());
        let (first, last) = (year(self.eclipses.first()), year(self.eclipses.last()));
        let begin = |year: f64| Date { year: year as i32, month: 1, day: 1.0 }.gregorian_jd();
        let years = begin(first)..=begin(last + 1.0);
        for (at, name) in [from, to].into_iter().zip(names) {
            if !years.contains(&at.ut1().0) {
                let problem = format!("the eclipses are those of the years {first} to {last}");
                return Err(Error::argument(name, problem));
            }
        }
        if to <= from {
            return Err(Error::argument(names[1], format!("must be after {}", from.iso())));
        }
        Ok(())
    }

    /// ΔT at an instant, s; an error outside the years of the pack, which names an argument.
    pub(crate) fn delta_t_at(&self, name: &'static str, at: Ut1) -> Result<f64, Error> {
        self.delta_t.at_ut1(at).map_err(|_| {
            let (from, to) = self.delta_t.years();
            Error::argument(name, format!("ΔT is known from the year {from:.0} to the start of {to:.0}"))
        })
    }
}
