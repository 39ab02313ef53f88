//! The hills in front of the Sun: in words, and for the picture.

use super::contacts::Local;
use super::words;
use crate::endpoints::prelude::*;
use crate::generation::elevation::{CoarseHorizon, Elevation, FineGround};
use crate::generation::skylines::Eye;
use crate::vocabulary::terrain_horizon::{Obstacle, margin, verdict};
use astro::eclipse::local::LocalView;
use geography::sight::{GroundPlace, RAYS, Skyline};

/// On either side of the Sun's path, a wide picture shows this much of the skyline, degrees.
const BESIDE_DEG: f64 = 30.0;

/// The ground in the direction of the Sun at greatest eclipse.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum TowardsSun {
    /// By heights 9 km apart.
    Coarse(CoarseHorizon),
    /// In words, by a skyline.
    Skyline(String),
}

impl TowardsSun {
    /// The ground before an observer by the finest heights at the place; none if the Sun is down or no height
    /// is known.
    pub(crate) fn of(local: &Local, elevation: &Arc<Elevation>, site: Site) -> Option<Self> {
        let view = local.greatest_view().filter(LocalView::is_up)?;
        let place = GroundPlace { latitude_deg: site.lat, longitude_deg: site.lng };
        if let Some(eye) = elevation.fine_eye(place, site.height) {
            let skyline = Skyline::new(eye, Box::new(FineGround(Arc::clone(elevation))));
            return Some(Self::by(&skyline, &view, site.at_height(eye.elevation_m), ""));
        }
        let azimuth_deg = view.sun.azimuth.to_degrees();
        Some(Self::Coarse(elevation.coarse_horizon_deg(place, site.known_eye_m(), azimuth_deg)?))
    }

    fn by(skyline: &Skyline, view: &LocalView, site: Site, note: &str) -> Self {
        let margin = margin(&Horizon::new(site.observer()), skyline, view.sun, view.sun_semidiameter);
        let Some(is_visible) = verdict(margin) else {
            return Self::Skyline(unknown(view));
        };
        Self::Skyline(format!(
            "{}; the Sun is at {}{}.{note}",
            Obstacle::at(skyline, view.sun.azimuth.to_degrees()).in_words(),
            words::degrees(view.sun.altitude.to_degrees()),
            if is_visible { "" } else { ", behind it" },
        ))
    }

    pub(crate) fn sentence(&self, local: &Local) -> String {
        let (horizon, view) = match (self, local.greatest_view()) {
            (Self::Skyline(sentence), _) => return sentence.clone(),
            (Self::Coarse(horizon), Some(view)) => (horizon, view),
            (Self::Coarse(_), None) => return String::new(),
        };
        if (view.sun.altitude.to_degrees() - horizon.altitude).abs() <= horizon.doubt {
            return unknown(&view);
        }
        // The greater of −0 and 0 may be either; the sum with 0 has no sign.
        format!(
            "Horizon towards the Sun: about {}; the Sun is at {}. It is coarse, from heights 9 km apart: \
             look for nearer hills and houses.",
            words::degrees(horizon.altitude.max(0.0) + 0.0),
            words::degrees(view.sun.altitude.to_degrees())
        )
    }
}

/// The sentence if heights 9 km apart are too coarse.
fn unknown(view: &LocalView) -> String {
    let sun = words::degrees(view.sun.altitude.to_degrees());
    format!("Mountains nearby: heights 9 km apart cannot tell whether they hide the Sun, which is at {sun}.")
}

/// The skyline of an observer behind the Sun's path.
pub(crate) struct SeenSkyline {
    pub(crate) skyline: Arc<Skyline>,
    pub(crate) eye: Eye,
}

impl SeenSkyline {
    /// The directions that the picture shows during an eclipse, degrees.
    pub(crate) fn azimuths_deg(local: &Local) -> Vec<f64> {
        let beside = |azimuth_deg: f64| [-BESIDE_DEG, 0.0, BESIDE_DEG].map(|by| azimuth_deg + by);
        local.sun_azimuths_deg().into_iter().flat_map(beside).collect()
    }

    /// The ground in the direction of the Sun; none if the Sun is down.
    pub(crate) fn towards_sun(&self, local: &Local, site: Site) -> Option<TowardsSun> {
        let view = local.greatest_view().filter(LocalView::is_up)?;
        let note = if self.eye.is_coarse {
            " The heights are 9 km apart: look for nearer hills and houses."
        } else {
            ""
        };
        let site = site.at_height(self.eye.viewpoint.elevation_m);
        Some(TowardsSun::by(&self.skyline, &view, site, note))
    }

    /// The computed altitudes, degrees, for every half degree from north through east; null elsewhere.
    pub(crate) fn altitudes_deg(&self) -> Vec<Option<f64>> {
        let altitude = |ray| (self.skyline.point(ray).altitude_deg * 100.0).round() / 100.0;
        (0..RAYS).map(|ray| self.skyline.is_known(ray).then(|| altitude(ray))).collect()
    }
}
