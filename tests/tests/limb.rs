//! The Moon's limb from NASA's own map of heights, against a direct loop over the map and a finer map.

use crate::http::demo;
use astro::constants::{AU_KM, ECLIPSED_SUN_SEMIDIAMETER, EQUATORIAL_RADIUS_KM, SECONDS_PER_DAY};
use astro::earth::Observer;
use astro::eclipse::local::ObservedEclipse;
use astro::eclipse::local::limb::RuggedMoon;
use astro::eclipse::published::APRIL_2024;
use astro::math::angle::ARCSEC;
use astro::sky::horizon::Horizon;
use astro::sky::libration::{Selenographic, facing};
use astro::sky::limb::{Grid, LunarViewpoint};
use astro::theory::meeus;
use rayon::prelude::*;
use std::collections::HashMap;

/// Radius from which heights count, km.
const RADIUS_KM: f64 = 1737.4;
/// ΔT of 2024, s.
const DELTA_T_2024_S: f64 = 69.2;
/// The observer of the check values of the interface.
const LIBRATION_DEG: [f64; 2] = [2.0, -0.1];
const AXIS_DEG: f64 = 340.0;
const DISTANCE_KM: f64 = 380_000.0;
/// Heights at celestial position angles 0°, 90°, 180° and 270° with LDEM_16, km: check values of the
/// interface.
const FINER_KM: [f64; 4] = [-0.185596, 2.115692, 1.296247, -0.927427];
/// Minimum and maximum height of a limb from LDEM_4 above one from LDEM_16, km. Its pixels are 7.6 km wide:
/// peaks are lost in them, a valley of a few pixels is filled a little.
const COARSER_KM: [f64; 2] = [-1.6, 0.1];
/// Tolerances against the same map, km, of 18,000 directions: elsewhere, and within [`POLAR_DEG`] of the
/// poles of the Moon. There pixels are narrower than the steps of the loop, which can miss a peak.
const SAME_MAP_KM: f64 = 0.0015;
const SAME_MAP_POLAR_KM: f64 = 0.0032;
const POLAR_DEG: f64 = 10.0;
/// Directions of a fine profile, and how far compared ones are apart unless [`tests::is_whole`].
const MANY_DIRECTIONS: usize = 18_000;
const USUAL_STEP: usize = 127;
/// Steps of the direct loop along a line of sight, degrees on the Moon, and how far it goes from the mean
/// limb.
const LOOK_DEG: f64 = 0.0003;
const MOST_DEG: f64 = 12.0;

/// A map of four pixels a degree, the northernmost row first, each from longitude 0° eastwards.
struct Map(Vec<i16>);

impl Map {
    const ROWS: i32 = 720;
    const COLUMNS: i32 = 1440;

    fn read() -> Self {
        let bytes = std::fs::read(tests::reference("lola/LDEM_4.IMG")).expect("readable");
        assert_eq!(bytes.len(), (2 * Self::ROWS * Self::COLUMNS) as usize);
        Self(bytes.chunks(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect())
    }

    fn pixel_km(&self, row: i32, column: i32) -> f64 {
        // Over a pole rows run on at the opposite meridian.
        let beyond = !(0..Self::ROWS).contains(&row);
        let column = column + if beyond { Self::COLUMNS / 2 } else { 0 };
        let row = row.clamp(0, Self::ROWS - 1);
        0.0005 * f64::from(self.0[(row * Self::COLUMNS + column.rem_euclid(Self::COLUMNS)) as usize])
    }

    /// Between the four pixels around a place, km.
    fn height_km(&self, latitude_deg: f64, longitude_deg: f64) -> f64 {
        let (row, column) = ((90.0 - latitude_deg) * 4.0 - 0.5, longitude_deg * 4.0 - 0.5);
        let (top, left) = (row.floor() as i32, column.floor() as i32);
        let (down, right) = (row - row.floor(), column - column.floor());
        let along = |row| self.pixel_km(row, left) * (1.0 - right) + self.pixel_km(row, left + 1) * right;
        along(top) * (1.0 - down) + along(top + 1) * down
    }

    /// The limb in a direction: the greatest angle of all points of the line of sight's plane, each by
    /// spherical trigonometry from the point below the observer, km over the mean limb.
    fn limb_km(&self, axis_angle_deg: f64) -> f64 {
        let [longitude, latitude] = LIBRATION_DEG.map(f64::to_radians);
        // Celestial east is west on the Moon.
        let bearing = -axis_angle_deg.to_radians();
        let count = (2.0 * MOST_DEG / LOOK_DEG) as usize;
        let angle = |k: usize| {
            let from_limb_deg = k as f64 * LOOK_DEG - MOST_DEG;
            let arc = (RADIUS_KM / DISTANCE_KM).acos() + from_limb_deg.to_radians();
            let to = latitude.sin() * arc.cos() + latitude.cos() * arc.sin() * bearing.cos();
            let east = (bearing.sin() * arc.sin() * latitude.cos()).atan2(arc.cos() - latitude.sin() * to);
            let height_km = self.height_km(to.asin().to_degrees(), (longitude + east).to_degrees());
            let radius_km = RADIUS_KM + height_km;
            (radius_km * arc.sin()).atan2(DISTANCE_KM - radius_km * arc.cos())
        };
        DISTANCE_KM * (0..=count).map(angle).fold(f64::NEG_INFINITY, f64::max).sin() - RADIUS_KM
    }
}

fn grid(map: Map) -> Grid {
    Grid::new(Map::ROWS as usize, 0.0, 0.0005, map.0).expect("a map of the Moon")
}

/// The Moon before a Sun for an observer in 2024, `t` hours of TD from t0.
fn rugged(grid: &Grid, local: &ObservedEclipse, t: f64, sun_radius: f64) -> RuggedMoon {
    let tt = local.instant(t);
    let sidereal_time = meeus::apparent_sidereal_time(tt.to_ut1(DELTA_T_2024_S), tt);
    let moon = facing(tt, Horizon::new(local.observer()).observer_km(sidereal_time));
    let from = LunarViewpoint { libration: moon.libration, distance_km: moon.distance_km };
    RuggedMoon::new(&grid.silhouette(from), moon.position_angle, sun_radius)
}

fn viewpoint() -> LunarViewpoint {
    let [longitude, latitude] = LIBRATION_DEG.map(f64::to_radians);
    LunarViewpoint { libration: Selenographic { latitude, longitude }, distance_km: DISTANCE_KM }
}

#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn the_limb_agrees_with_a_direct_loop_over_the_map_and_roughly_with_a_finer_map() {
    let map = Map::read();
    let grid = grid(Map(map.0.clone()));
    let (profile, found_km) =
        (grid.silhouette(viewpoint()), grid.limb_km(viewpoint(), MANY_DIRECTIONS, || ()));
    let every = if tests::is_whole() { 1 } else { USUAL_STEP };
    let off = (0..MANY_DIRECTIONS).into_par_iter().step_by(every).map(|k| {
        let axis_angle_deg = k as f64 * 360.0 / MANY_DIRECTIONS as f64;
        ((found_km[k] - map.limb_km(axis_angle_deg)).abs(), axis_angle_deg)
    });
    let from_pole_deg = |degrees: f64| (degrees % 180.0).min(180.0 - degrees % 180.0);
    let (polar, others): (Vec<_>, Vec<_>) =
        off.partition(|(_, degrees)| from_pole_deg(*degrees) <= POLAR_DEG);
    for (name, off, most_km) in [("poles", polar, SAME_MAP_POLAR_KM), ("elsewhere", others, SAME_MAP_KM)] {
        let (worst_km, at) = off.into_iter().fold((0.0, 0.0), |a, b| if b.0 > a.0 { b } else { a });
        println!("LDEM_4 against a direct loop, {name}: worst {worst_km:.4} km at {at}°");
        assert!(worst_km < most_km, "{name}: {worst_km} km at {at}°");
    }
    for (position_angle_deg, finer_km) in [0.0, 90.0, 180.0, 270.0].into_iter().zip(FINER_KM) {
        let found_km = profile.height_km(f64::to_radians(position_angle_deg - AXIS_DEG));
        let off_km = found_km - finer_km;
        println!("position angle {position_angle_deg}°: {found_km:.4} km, LDEM_16 {finer_km:.4} km");
        assert!(off_km > COARSER_KM[0] && off_km < COARSER_KM[1], "{position_angle_deg}°: {off_km} km");
    }
}

/// San Antonio, Texas, lies 0.8 km outside of the path of a smooth Moon, with a published totality behind
/// mountains.
#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn totality_behind_mountains_is_found_where_a_smooth_moon_has_none() {
    let observer = Observer::from_degrees(29.4628, -98.5246, 200.0);
    let local = ObservedEclipse::new(&APRIL_2024, observer, DELTA_T_2024_S);
    let contacts = local.contacts().expect("an eclipse");
    let sun_radius = ECLIPSED_SUN_SEMIDIAMETER.sin() * AU_KM / EQUATORIAL_RADIUS_KM;
    let moon = rugged(&grid(Map::read()), &local, contacts.greatest.t, sun_radius);
    assert!(contacts.central.is_none() && local.limb_matters(&contacts, sun_radius, 0.0));
    assert!(local.limb_contacts(&contacts, [&moon; 2]).expect("totality")[0].is_total);
}

/// The part of the Sun's disc that the published times count as dark, and their radius of the Sun.
const DARK: f64 = 1e-6;
const SUN_OF_TOWNS_ARCSEC: f64 = 959.63;
/// Second and third contact against published ones, which are rounded up to a second, of 99 %: 1.4 s and 2 s.
const TOWNS_S: [f64; 2] = [2.1, 3.0];

/// Towns in the path of 2024 April 8, on the ground of the generation.
#[test]
#[cfg_attr(not(has_reference), ignore = "needs the reference tables: name their folder in UMBRA_REFERENCE")]
fn contacts_with_mountains_are_those_of_published_towns() {
    let grid = grid(Map::read());
    let rows = tests::rows(&tests::reference("limb_towns_sample.csv"));
    let rows: Vec<_> = rows.into_iter().filter(|row| row["eclipse"] == "2024-04-08").collect();
    let points: Vec<_> = rows.iter().map(|row| format!("{},{}", row["lat"], row["lng"])).collect();
    let ground = demo().get(&format!("/elevation?points={}", points.join(";"))).json();
    let sun_radius = (SUN_OF_TOWNS_ARCSEC * ARCSEC).sin() * AU_KM / EQUATORIAL_RADIUS_KM;
    let late_s = |(k, row): (usize, &HashMap<String, String>)| {
        let number = |name: &str| row[name].parse::<f64>().expect("a number");
        let height_m = ground["response"]["points"][k]["elevation"].as_f64().unwrap_or_default();
        let observer = Observer::from_degrees(number("lat"), number("lng"), height_m);
        let local = ObservedEclipse::new(&APRIL_2024, observer, DELTA_T_2024_S);
        let contacts = local.contacts().expect("an eclipse");
        let at = |t: f64| rugged(&grid, &local, t, sun_radius).with_light(DARK);
        let central = contacts.central.as_ref();
        let moons = [central.map(|c| c.second.t), central.map(|c| c.third.t)]
            .map(|t| at(t.unwrap_or(contacts.greatest.t)));
        let found = local.limb_contacts(&contacts, moons.each_ref()).expect("totality");
        std::array::from_fn(|k| {
            let ours_s = local.instant(found[k].t).to_ut1(DELTA_T_2024_S).unix_ms() as f64 / 1000.0;
            let day_s = ours_s.rem_euclid(SECONDS_PER_DAY);
            let clock = row[["c2_utc", "c3_utc"][k]].split(':').map(|n| n.parse().expect("a number"));
            let clock: Vec<f64> = clock.collect();
            (day_s - (clock[0] * 3600.0 + clock[1] * 60.0 + clock[2]) + 0.5).abs()
        })
    };
    let late_s: Vec<[f64; 2]> = rows.par_iter().enumerate().map(late_s).collect();
    let mut apart = [0, 1].map(|k| late_s.iter().map(|late| late[k]).collect::<Vec<_>>());
    for (apart, tolerance_s) in apart.iter_mut().zip(TOWNS_S) {
        apart.sort_by(f64::total_cmp);
        let usual = apart[(apart.len() as f64 * 0.99).ceil() as usize - 1];
        let rms = (apart.iter().map(|s| s * s).sum::<f64>() / apart.len() as f64).sqrt();
        println!("{} towns: 99 % within {usual:.2} s, rms {rms:.2} s", apart.len());
        assert!(usual < tolerance_s);
    }
}
