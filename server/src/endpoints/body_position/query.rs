//! The parameters of `/body-position`.

use super::response::{BodyPositionExtra, PositionFinder, RequestedExtras};
use crate::api::place::Equatorial;
use crate::endpoints::prelude::*;
use astro::sky::fixed_direction::FixedDirection;

/// Maximum number of instants of a range.
const MAX_POSITIONS: i64 = 100_000;

/// Theories of the positions of the Sun and the Moon.
#[derive(Words)]
#[words(remote = Theory)]
pub(crate) enum TheoryWord {
    Standard,
    #[word("vsop-87a-tr")]
    TruncatedSun,
    Truncated,
    Precise,
}

/// The parameters of `/body-position`.
#[derive(Parameters)]
#[parameters(check = ends_later(from, to), check = names_a_body())]
pub(super) struct BodyPositionQuery {
    /// The instant, or the first of a range, Universal Time, in the years −1999 … +3000.
    #[param(path, name = "date-from", example = "2024-04-08T18:00:00Z", echo = "start-date")]
    pub(super) from: Instant,
    /// End of the range, not included.
    #[param(path, name = "date-to", example = "2024-04-08T19:00:00Z", echo = "end-date")]
    pub(super) to: Option<Instant>,
    /// Comma-separated or repeated: `sun`, `moon`, `gc` (the Galactic Center). You must give `body`,
    /// `ra-decl` or both.
    #[param(example = "sun,moon", shown, default, echo_after = high_accuracy)]
    pub(super) body: Vec<CelestialBody>,
    /// Right ascension and declination of J2000.0 in degrees, comma-separated; returned as `ra-decl`.
    #[param(name = "ra-decl", alias = "ra_decl", example = "83.82,-5.39", null, echo_after = high_accuracy)]
    pub(super) ra_decl: Option<Equatorial>,
    #[param(example = "38.9,-77.04,20", alias = "observer", meaning = OBSERVER, null)]
    pub(super) obs: Option<Site>,
    /// `standard` (the default: Meeus, Sun 0.01°, Moon 10″), `vsop-87a-tr` (the Sun by truncated VSOP87,
    /// within 1″; other bodies as `standard`), `truncated` (Sun and Moon by truncated VSOP87 and ELP/MPP02,
    /// within 1.1″ in 0–3000), or `precise` (Sun and Moon within 0.032″ of JPL DE440 in 1550–2650, in the
    /// range of the ephemeris; the fastest).
    #[param(example = "precise", default = Theory::Standard)]
    pub(super) alg: Theory,
    /// `true` if `alg` is not `standard`.
    #[param(computed, name = "high-accuracy")]
    pub(super) high_accuracy: bool,
    /// Comma-separated or repeated: `distance-to-earth` or `d` (km; Sun, Moon), `illuminated-fraction` or
    /// `ill` (0 … 1; Moon), `waxing` or `w` (Moon), or `all` (these three); `accuracy`: the
    /// standard error of each source of uncertainty; and `appearance`: bright limb, tilt, phase angle,
    /// magnitude, light, libration, place below, hour angle, sidereal and solar time.
    #[param(example = "d,ill", default)]
    pub(super) extras: Vec<BodyPositionExtra>,
    /// Seconds between the positions of a range. The default is 60.
    #[param(example = "300", min = 1.0, max = 1e9, default = 60.0)]
    pub(super) interval: f64,
    #[param(flatten)]
    pub(super) zone: ZoneInput,
    #[param(flatten)]
    pub(super) delta_t: DeltaTInput,
}

fn ends_later(input: &mut Input, from: &Instant, to: &Option<Instant>) {
    if let Some(to) = to.filter(|to| to <= from) {
        let detail = format!("{} must come after date-from = {}", to.iso(), from.iso());
        input.wrong(BodyPositionQuery::TO.name, detail);
    }
}

fn names_a_body(input: &mut Input) {
    if !input.has(&BodyPositionQuery::BODY) && !input.has(&BodyPositionQuery::RA_DECL) {
        let detail = "add body or ra-decl, for example body=sun,moon";
        input.wrong(BodyPositionQuery::BODY.name, detail);
    }
}

impl BodyPositionQuery {
    /// Returns the instants, or an error if there are too many.
    pub(super) fn instants(&self) -> Result<Instants, Problem> {
        let step_ms = (self.interval * 1000.0).round() as i64;
        let count = self.to.map_or(1, |to| (to.unix_ms - self.from.unix_ms + step_ms - 1) / step_ms);
        if count > MAX_POSITIONS {
            return Err(Problem::new(
                Code::TooLarge,
                format!(
                    "{count} positions requested; the maximum is {MAX_POSITIONS}: use a longer interval or a \
                     shorter range"
                ),
            ));
        }
        Ok(Instants { from: self.from, step_ms, count })
    }

    /// Rejects instants outside the years of ΔT and, with `precise`, outside the ephemeris.
    pub(super) fn check_range(
        &self,
        instants: Instants,
        delta_t: &DeltaTInForce,
        data: &Data,
    ) -> Result<(), Problem> {
        let ends = [(self.from, Self::FROM.name), (instants.at(instants.count - 1), Self::TO.name)];
        if self.alg == Theory::Precise {
            return coverage::check(data, ends, delta_t, 0.0, "; alg=truncated has no such limit");
        }
        ends.into_iter().try_for_each(|(at, name)| delta_t.checked(at.ut1(), name).map(drop))
    }

    /// Returns the first and the last instant that [`Self::check_range`] accepts, milliseconds since 1970.
    pub(super) fn time_range_ms(&self, data: &Data, delta_t: &DeltaTInForce) -> [i64; 2] {
        /// Far more than the error of conversions between time scales.
        const MARGIN_MS: i64 = 1000;
        let years = delta_t.years().map(|year| Date { year, month: 1, day: 1.0 }.gregorian_jd());
        let mut ends = years.map(|jd| Instant::from_ut1(Ut1(jd)).unix_ms);
        if self.alg == Theory::Precise {
            let coverage = data.coverage(0.0);
            let ends_tt = [*coverage.start(), *coverage.end()];
            ends = ends_tt.map(|tt| Instant::from_ut1(tt.to_ut1(delta_t.at_tt(tt))).unix_ms);
        }
        [ends[0] + MARGIN_MS, ends[1] - MARGIN_MS]
    }

    /// Returns the number of requested bodies.
    pub(super) fn bodies(&self) -> usize {
        self.body.len() + usize::from(self.ra_decl.is_some())
    }

    pub(super) fn positions(&self, site: Option<Site>, delta_t: DeltaTInForce) -> PositionFinder {
        PositionFinder {
            theory: self.alg,
            bodies: self.body.clone(),
            ra_decl: self.ra_decl.map(|Equatorial([ra, decl])| FixedDirection::from_degrees(ra, decl)),
            site,
            horizon: site.map(|s| Horizon::new(s.observer())),
            extras: RequestedExtras::of(&self.extras),
            delta_t,
        }
    }
}

/// Instants at a fixed interval.
#[derive(Clone, Copy)]
pub(super) struct Instants {
    pub(super) from: Instant,
    pub(super) step_ms: i64,
    pub(super) count: i64,
}

impl Instants {
    pub(super) fn at(self, index: i64) -> Instant {
        Instant { unix_ms: self.from.unix_ms + index * self.step_ms }
    }
}
