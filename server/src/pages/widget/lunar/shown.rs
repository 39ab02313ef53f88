//! A lunar eclipse as pages and cards show it.

use super::way::way;
use crate::endpoints::lunar_circumstances::LunarEclipse;
use crate::endpoints::lunar_circumstances::response::LunarObserver;
use crate::endpoints::lunar_search::found::SeenLunarEclipse;
use crate::endpoints::lunar_search::query::LunarSearchQuery;
use crate::endpoints::lunar_search::search::LunarExaminer;
use crate::pages::prelude::*;
use crate::pages::widget::shared::picture::Picture;
use crate::pages::widget::shared::request::Observer;
use crate::pages::widget::shared::{calendar, lunar};
use astro::eclipse::lunar::LunarContact;

/// A lunar eclipse, and the observer if the request names one.
pub(super) struct Shown {
    pub(super) data: Arc<Data>,
    pub(super) eclipse: LunarEclipse,
    pub(super) delta_t: DeltaTInForce,
    pub(super) observer: Option<Observer>,
}

/// A contact or greatest eclipse.
pub(super) struct Row {
    pub(super) key: &'static str,
    pub(super) name: &'static str,
    pub(super) at: Instant,
    /// For an observer: altitude and azimuth of the Moon, degrees, and whether it is up.
    pub(super) moon: Option<(f64, f64, bool)>,
}

impl Shown {
    /// The kind: `Total`.
    pub(super) fn kind(&self) -> &'static str {
        lunar::kind(self.eclipse.course.kind.letter())
    }

    /// The name: `Total lunar eclipse, 31 December 2028`.
    pub(super) fn name(&self) -> String {
        format!("{} lunar eclipse, {}", self.kind(), calendar::date(self.greatest()))
    }

    pub(super) fn greatest(&self) -> Instant {
        Instant::from_ut1(self.eclipse.facts.greatest.to_ut1(self.eclipse.delta_t_s))
    }

    /// Magnitudes and Saros.
    pub(super) fn about(&self) -> String {
        let course = &self.eclipse.course;
        let saros = self.eclipse.facts.saros;
        let (umbral, penumbral) = (course.umbral_magnitude, course.penumbral_magnitude);
        let umbral = if umbral > 0.0 { format!("umbral magnitude {umbral:.3} · ") } else { String::new() };
        format!("Saros {saros} · {umbral}penumbral magnitude {penumbral:.3}")
    }

    /// The view of the observer, or the places where the eclipse is seen.
    pub(super) fn summary(&self, seen: Option<&SeenLunarEclipse>) -> String {
        match &self.observer {
            None => "Seen wherever the Moon is above the horizon. Times are UTC.".to_owned(),
            Some(observer) => match seen {
                Some(seen) => lunar::summary(seen, observer.zone.as_ref()),
                None => "The Moon is below the horizon here throughout the eclipse.".to_owned(),
            },
        }
    }

    /// Returns the eclipse of the observer; none if the Moon is down throughout.
    pub(super) fn seen(&self) -> Option<SeenLunarEclipse> {
        let observer = self.observer.as_ref()?;
        let [from, to] = [-1, 1].map(|days| Instant { unix_ms: self.greatest().unix_ms + days * MS_PER_DAY });
        let query = Arc::new(LunarSearchQuery::next_at(observer.site, from..to, DeltaTInput::default()));
        LunarExaminer::search(Arc::clone(&self.data), query, None, self.delta_t.clone()).first()
    }

    /// The contacts in order of time.
    pub(super) fn rows(&self) -> Vec<Row> {
        let LunarEclipse { course, delta_t_s, sigma_s, .. } = &self.eclipse;
        let view = self.observer.as_ref().map(|of| LunarObserver::new(of.site, *delta_t_s, *sigma_s));
        let row = |moment: &astro::eclipse::lunar::LunarMoment| {
            let (key, name) = NAMES[moment.contact as usize];
            let moon = view.as_ref().map(|view| {
                let moon = view.moon(moment.t, &moment.places);
                let direction = moon.direction();
                let is_up = Limb::moon(0.0).margin(moon) > 0.0;
                (direction.altitude.to_degrees(), direction.azimuth.to_degrees(), is_up)
            });
            Row { key, name, at: Instant::from_ut1(moment.t.to_ut1(*delta_t_s)), moon }
        };
        course.moments.iter().map(row).collect()
    }

    /// The Moon's way through the shadow.
    pub(super) fn picture(&self) -> Picture {
        let keys = |contact: LunarContact| NAMES[contact as usize].0;
        way(&self.eclipse.course, &keys, &self.name())
    }
}

/// Keys and names of contacts, in the order of [`LunarContact`].
const NAMES: [(&str, &str); 7] = [
    ("P1", "Penumbra begins"),
    ("U1", "Partial eclipse begins"),
    ("U2", "Totality begins"),
    ("max", "Greatest eclipse"),
    ("U3", "Totality ends"),
    ("U4", "Partial eclipse ends"),
    ("P4", "Penumbra ends"),
];
