//! `limits`, `ground`, `dur` and `umbra`: the mountains of the Moon and the ground on the map.

use super::instants::{LimitsWord, UmbraInstants};
use super::query::PathQuery;
use crate::endpoints::prelude::*;
use crate::vocabulary::edge_choice::EdgeChoice;
use almanac::EclipseErrors;
use astro::constants::ECLIPSED_SUN_SEMIDIAMETER;
use maps::{About, Edge, PathWord};

impl PathQuery {
    /// Returns whether limits have mountains or heights.
    pub(super) fn has_edge(&self) -> bool {
        self.has_mountains() || self.is_on_ground()
    }

    pub(super) fn durations_s(&self) -> &[f64] {
        self.dur.as_deref().unwrap_or_default()
    }

    fn has_mountains(&self) -> bool {
        self.limits == Some(LimitsWord::Limb)
    }

    fn is_on_ground(&self) -> bool {
        self.ground == Some(Flag(true))
    }

    /// Rejects what belongs to the true edge without it, or beside it. Adds the words of `dur` and `umbra`.
    pub(super) fn check_edge(&mut self, input: &mut Input) {
        let words = &mut self.paths.words;
        for (is_named, word) in
            [(self.dur.is_some(), PathWord::Durations), (self.umbra.is_some(), PathWord::Outlines)]
        {
            if is_named && !words.contains(&word) {
                words.push(word);
            }
        }
        let mut needs = |word: PathWord, is_there: bool, what: &str| {
            if words.contains(&word) && !is_there {
                input.wrong(Self::PATHS.name, format!("\"{}\" needs {what}", word.word()));
            }
        };
        let has_mountains = self.limits == Some(LimitsWord::Limb);
        let has_edge = has_mountains || self.ground == Some(Flag(true));
        needs(PathWord::Durations, self.dur.is_some(), "dur, such as dur=60");
        needs(PathWord::Sigma, has_edge, "limits=limb or ground=1");
        needs(PathWord::Valley, has_mountains, "limits=limb");
        if (has_edge || self.dur.is_some()) && input.has(&Self::SPACING_FACTOR) {
            let detail = "cannot be combined with limits=limb, ground=1 or dur; use tolerance";
            input.wrong(Self::SPACING_FACTOR.name, detail);
        }
        if (has_edge || self.dur.is_some()) && self.min_alt < 0.0 {
            let detail = "must be 0 or more with limits=limb, ground=1 or dur";
            input.wrong(Self::MIN_ALT.name, detail);
        }
        if self.umbra.is_some() && input.has(&Self::OUT_STEP) {
            input.wrong(Self::OUT_STEP.name, "cannot be combined with umbra; remove one of the two");
        }
    }

    /// The mountains and the ground; none for a smooth Moon and height 0.
    pub(super) fn edge(
        &self,
        data: &Data,
        errors: &EclipseErrors,
        delta_t_sigma_s: f64,
    ) -> Result<Option<Edge>, Problem> {
        if !self.has_edge() {
            return Ok(None);
        }
        let limb = if self.has_mountains() { Some(data.limb()?) } else { None };
        let is_on_ground = self.is_on_ground();
        let edge = EdgeChoice { limb, is_on_ground, sun_radius_arcsec: self.elements.sun_radius };
        Ok(Some(edge.edge(data, errors, delta_t_sigma_s)))
    }

    /// Adds to the basis of the curves what limits have.
    pub(super) fn with_edge(&self, about: About, data: &Data) -> About {
        if !self.has_edge() {
            return about;
        }
        let pack = if self.has_mountains() { data.limb().ok() } else { None };
        let solar_radius_arcsec = match (self.elements.sun_radius, &pack) {
            (None, Some(_)) => (ECLIPSED_SUN_SEMIDIAMETER / ARCSEC * 1e6).round() / 1e6,
            _ => about.solar_radius_arcsec,
        };
        About {
            limits: pack.map(|_| "limb"),
            limb_map: pack.map(|pack| pack.manifest().source.to_string()),
            ground: self.is_on_ground().then_some(true),
            solar_radius_arcsec,
            ..about
        }
    }

    /// The maximum number of outlines while the umbra touches the Earth, minutes.
    pub(super) fn max_outlines(&self, umbra_min: f64) -> f64 {
        const MS_PER_MIN: f64 = 60_000.0;
        match &self.umbra {
            Some(UmbraInstants::Given(instants)) => instants.len() as f64,
            Some(UmbraInstants::Step(ms)) => umbra_min * MS_PER_MIN / *ms as f64,
            None => umbra_min / self.out_step,
        }
    }

    /// The instants of outlines, milliseconds; empty for a step.
    pub(super) fn outline_instants_ms(&self) -> Vec<i64> {
        match &self.umbra {
            Some(UmbraInstants::Given(instants)) => instants.iter().map(|at| at.unix_ms).collect(),
            _ => Vec::new(),
        }
    }
}
