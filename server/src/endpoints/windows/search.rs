//! The search: writes windows in order of time, piece by piece.

use super::found::{SkyWindow, TimedSky, WindowEnd, WindowFinder};
use super::query::WindowsQuery;
use crate::endpoints::az_alt_search::search::piece_days;
use crate::endpoints::prelude::*;
use crate::vocabulary::horizon_profile::HorizonProfile;
use crate::vocabulary::zone::clock_text;
use astro::sky::passage::finder::Finder;

/// Accuracy of an instant, s.
const INSTANT_S: f64 = 0.1;
/// Days after which calendar programs reload: the rules of time zones may change.
const REFRESH_DAYS: u32 = 30;

/// The inputs that the searches of all places share.
pub(super) struct WindowSearch {
    pub(super) choice: Choice,
    pub(super) query: WindowsQuery,
}

/// The search of one place in progress.
pub(super) struct OfPlace {
    site: Site,
    windows: WindowFinder,
    finder: Finder,
}

impl WindowSearch {
    /// Begins the search of a place, for an eye at a height above mean sea level.
    pub(super) fn of(&self, site: Site, eye_m: f64, profile: Option<&HorizonProfile>) -> OfPlace {
        let WindowsQuery { when, star, reference, days, .. } = &self.query;
        let horizon = Horizon::new(site.at_height(eye_m).observer());
        let view = PassageView { horizon, reference: *reference };
        let windows = WindowFinder::new(when, *star, view, profile.map(|profile| &profile.profile));
        let (at, end) = (days.start.ut1(), days.last().ut1());
        OfPlace { site, windows, finder: Finder::new(at, end) }
    }

    /// Continues a search for about a millisecond and returns the windows that are over; none at the end.
    pub(super) fn next(&self, place: &mut OfPlace) -> Option<Vec<SkyWindow>> {
        let at = place.finder.at();
        if at >= self.query.days.last().ut1() {
            return None;
        }
        let until = at.plus_days(piece_days(self.choice.theory));
        let (sky, mut found) = (self.choice.sky(), Vec::new());
        place.windows.search(&mut place.finder, &sky, |t| self.choice.tt(t), until, &mut found);
        let timed = TimedSky { sky, site: place.site, delta_t: &self.choice.delta_t };
        let timed = self.query.accuracy.extras.is_some().then_some(&timed);
        let zone = self.query.zone();
        let windows = found.iter().map(|passage| place.windows.window(passage, zone, timed));
        // Conditions that only touch hold at an instant, which is not known better than this.
        let min_s = self.query.min.map_or(0.0, |min| min.0).max(INSTANT_S);
        let is_long = |window: &SkyWindow| window.duration_sec >= min_s;
        Some(windows.filter(is_long).collect())
    }

    /// Returns the response in pieces; a piece without windows is empty.
    pub(super) fn pieces(
        self,
        eye_m: f64,
        profile: Option<HorizonProfile>,
    ) -> impl Iterator<Item = Bytes> + Send + Sync + 'static {
        let mut place = self.of(self.query.obs, eye_m, profile.as_ref());
        let is_calendar = self.query.chosen.format == CalendarFormat::Ics;
        let series = match is_calendar {
            true => SeriesWriter::calendar(format!("Sky at {}", self.query.obs.title()), REFRESH_DAYS),
            false => SeriesWriter::list(),
        };
        series.pieces(move |series| {
            let Some(windows) = self.next(&mut place) else { return false };
            match is_calendar {
                true => windows.iter().for_each(|window| self.event(series, window)),
                false => windows.iter().for_each(|window| series.item(window)),
            }
            true
        })
    }

    /// Writes a window to a calendar.
    fn event(&self, series: &mut SeriesWriter, window: &SkyWindow) {
        let zone = self.query.zone();
        let Site { lat, lng, .. } = self.query.obs;
        let names = self.query.when.iter().map(|part| part.name.as_str()).collect::<Vec<_>>();
        let line = |end: &WindowEnd| {
            let condition = end.condition.as_deref().unwrap_or("the range of the calendar");
            format!("{}: {condition}", clock_text(zone, &end.at.iso()))
        };
        series.event(&icalendar::Event {
            uid: &format!("{}-{}-{lat}-{lng}", names.join("-"), window.from.at.unix_ms / 1000),
            begin_ms: window.from.at.unix_ms,
            end_ms: Some(window.to.at.unix_ms),
            summary: &names.join(", "),
            description: &format!("{}\n{}", line(&window.from), line(&window.to)),
            place_deg: Some([lat, lng]),
        });
    }
}
