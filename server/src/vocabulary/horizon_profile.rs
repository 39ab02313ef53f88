//! `horizon` and `profile`: hills and houses before the sky.

use crate::api::value::Value;
use crate::generation::skylines::Eye;
use crate::vocabulary::prelude::*;
use crate::vocabulary::terrain_horizon::{HorizonChoice, ResponsePieces, WHOLE_COST, after_skyline};
use astro::sky::horizontal::Horizontal;
use astro::sky::rim::{Rim, SkylineProfile};
use astro::sunlight::clear_sky::Irradiance;
use astro::sunlight::sky_view::sky_view;
use geography::sight::{RAYS, Skyline};

/// Numbers of altitudes of a profile.
const COUNTS: std::ops::RangeInclusive<usize> = 4..=RAYS;

/// The obstacles that hide the sky.
#[derive(Debug, Clone, Parameters)]
#[parameters(inline, check = is_one(choice))]
pub(crate) struct HorizonInput {
    #[param(flatten)]
    pub(crate) choice: HorizonChoice,
    /// A horizon of your own: 4 to 720 apparent altitudes in degrees, between −90 and 90, with commas
    /// between, at equal steps of azimuth from north through east, as `userhorizon` of PVGIS and as
    /// `altitude` of `/skyline`. Replaces `horizon`.
    #[param(example = "0,0,5,12,20,12,5,0")]
    pub(crate) profile: Option<HorizonProfile>,
}

/// Rejects a profile beside a skyline.
fn is_one(input: &mut Input, choice: &HorizonChoice) {
    if choice.is_skyline() && input.has(&HorizonInput::PROFILE) {
        let detail = "cannot be combined with horizon=terrain or coarse; remove one of the two";
        input.wrong(HorizonInput::PROFILE.name, detail);
    }
}

impl HorizonInput {
    /// The cost of the horizon, credits.
    pub(crate) fn cost(&self) -> f64 {
        if self.choice.is_skyline() { WHOLE_COST } else { 0.0 }
    }

    /// Returns what the horizon of a place is computed from, and sets it for the echo.
    pub(crate) fn source(&mut self, context: &Context, site: Site) -> Result<HorizonSource, Problem> {
        Ok(HorizonSource { eye: self.choice.eye(context, site)?, profile: self.profile.clone() })
    }
}

/// The eye of a skyline, or a profile; neither for the level horizon.
pub(crate) struct HorizonSource {
    eye: Option<Eye>,
    profile: Option<HorizonProfile>,
}

impl HorizonSource {
    /// Height of the eye of a skyline above mean sea level, m; none for a profile and the level horizon.
    pub(crate) fn eye_m(&self) -> Option<f64> {
        Some(self.eye?.viewpoint.elevation_m)
    }

    /// Finds the horizon, then makes the response; none is the level horizon. `are_short` are its pieces
    /// without a skyline.
    pub(crate) fn work<P>(
        self,
        context: &Context,
        are_short: bool,
        make: impl FnOnce(Option<HorizonProfile>) -> P + Send + Sync + 'static,
    ) -> Work
    where
        P: Iterator<Item = bytes::Bytes> + Send + Sync + 'static,
    {
        let Some(eye) = self.eye else { return Work::pieces(are_short, make(self.profile)) };
        let make = |skyline: Arc<Skyline>| -> ResponsePieces { Box::new(make(Some((&*skyline).into()))) };
        Work::pieces(false, after_skyline(context.generation(), eye, make))
    }
}

/// Apparent altitudes of a horizon at equal steps of azimuth, with the light that it leaves of the sky.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct HorizonProfile {
    pub(crate) profile: SkylineProfile,
    /// The part of the light of an evenly bright sky that is left, 0 … 1.
    sky_view: f64,
}

impl From<&Skyline> for HorizonProfile {
    fn from(skyline: &Skyline) -> Self {
        Self::new((0..RAYS).map(|ray| skyline.point(ray).altitude_deg).collect())
    }
}

impl HorizonProfile {
    fn new(altitudes_deg: Arc<[f64]>) -> Self {
        let sky_view = sky_view(altitudes_deg.iter().map(|degrees| degrees.to_radians()));
        Self { profile: SkylineProfile::new(altitudes_deg), sky_view }
    }

    /// The horizon for a body with a radius in km; 0 for its centre.
    pub(crate) fn rim<'a>(&'a self, horizon: &'a Horizon, radius_km: f64) -> Rim<'a, impl Fn(f64) -> f64> {
        self.profile.rim(horizon, radius_km)
    }

    /// Returns whether the horizon hides the centre of the Sun in an apparent direction.
    pub(crate) fn hides(&self, sun: Horizontal) -> bool {
        sun.altitude < self.profile.altitude(sun.azimuth)
    }

    /// The light that the horizon leaves: that of the Sun's disc unless it is hidden, and that of the visible
    /// part of an evenly bright sky.
    pub(crate) fn left_of(&self, light: Irradiance, sun: Horizontal) -> Irradiance {
        let direct_part = if self.hides(sun) { 0.0 } else { 1.0 };
        let level_w_m2 = direct_part * (light.global_w_m2 - light.diffuse_w_m2);
        let diffuse_w_m2 = self.sky_view * light.diffuse_w_m2;
        Irradiance {
            direct_w_m2: direct_part * light.direct_w_m2,
            global_w_m2: level_w_m2 + diffuse_w_m2,
            diffuse_w_m2,
        }
    }
}

impl Value for HorizonProfile {
    type Echo = [f64];

    fn accepted(_: &Parameter) -> Accepted {
        let words = "4 to 720 numbers between −90 and 90, with commas between";
        Accepted::described(words.to_owned())
    }

    fn read(input: &mut Input, p: &Parameter) -> Option<Self> {
        let number = |text: &str| text.trim().parse().ok().filter(|degrees: &f64| degrees.abs() < 90.0);
        let parse = |text: &str| {
            let all = text.split(',').map(number).collect::<Option<Arc<[f64]>>>()?;
            COUNTS.contains(&all.len()).then(|| Self::new(all))
        };
        input.parse(p, parse, |_| {
            format!(
                "must be {} to {} altitudes in degrees between -90 and 90, with commas between, such as {}",
                COUNTS.start(),
                COUNTS.end(),
                p.example
            )
        })
    }

    fn echo(&self) -> impl Serialize {
        &*self.profile.altitudes_deg
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_is_interpolated_all_around() {
        let profile = HorizonProfile::new([0.0, 10.0, 20.0, 4.0].into());
        for (azimuth_deg, expected_deg) in
            [(0.0, 0.0), (90.0, 10.0), (135.0, 15.0), (315.0, 2.0), (-45.0, 2.0)]
        {
            let found_deg = profile.profile.altitude(f64::to_radians(azimuth_deg)).to_degrees();
            assert!((found_deg - expected_deg).abs() < 1e-9, "{azimuth_deg}: {found_deg}");
        }
    }

    #[test]
    fn a_hill_takes_the_disc_and_a_part_of_the_sky() {
        let light = Irradiance { direct_w_m2: 800.0, global_w_m2: 500.0, diffuse_w_m2: 100.0 };
        let valley = HorizonProfile::new([30.0; 4].into());
        let at = |altitude_deg: f64| Horizontal { azimuth: 1.0, altitude: altitude_deg.to_radians() };
        let (above, below) = (valley.left_of(light, at(31.0)), valley.left_of(light, at(29.0)));
        assert!((above.global_w_m2 - 475.0).abs() < 1e-9 && above.direct_w_m2 == 800.0);
        assert!((below.global_w_m2 - 75.0).abs() < 1e-9 && below.direct_w_m2 == 0.0);
    }
}
