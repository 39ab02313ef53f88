//! Contacts of solar eclipses in cities, as NASA's bulletins and pages have them.

use super::{agrees, seconds};
use crate::local::{on, unix_s};
use astro::eclipse::local::LocalEclipseType;

/// Bulletins of the 1990s: another ephemeris, and a ΔT that was still predicted.
const BULLETIN_TOLERANCE_S: f64 = 2.0;
/// A table that names a minute, not where in the city: half a minute, and ten seconds for ten kilometres.
const CITY_TOLERANCE_S: f64 = 40.0;

/// Latitude and longitude in degrees and minutes, height, first contact, greatest eclipse, fourth contact and
/// magnitude: rows of the tables of NASA Reference Publication 1398 (Espenak and Anderson 1997), Total Solar
/// Eclipse of 1999 August 11: https://eclipse.gsfc.nasa.gov/SEpubs/19990811/tables/table_21.html.
type BulletinRow = (&'static str, [f64; 2], [f64; 2], f64, [&'static str; 3], f64);
const BULLETIN: [BulletinRow; 4] = [
    ("Bergen", [60.0, 23.0], [5.0, 20.0], 43.0, ["09:19:41.7", "10:29:34.5", "11:41:01.6"], 0.722),
    ("Oslo", [59.0, 55.0], [10.0, 45.0], 94.0, ["09:24:38.1", "10:35:29.3", "11:47:14.0"], 0.718),
    ("Gdansk", [54.0, 23.0], [18.0, 40.0], 11.0, ["09:29:46.7", "10:46:50.9", "12:03:27.7"], 0.818),
    ("Bielsko-Biala", [49.0, 49.0], [19.0, 2.0], 0.0, ["09:28:29.2", "10:50:01.0", "12:10:38.9"], 0.931),
];

#[test]
fn the_eclipse_of_1999_passes_cities_as_nasas_bulletin_says() {
    for (city, latitude, longitude, height_m, published, magnitude) in BULLETIN {
        let [latitude_deg, longitude_deg] = [latitude, longitude].map(|[d, m]| d + m / 60.0);
        on((1999, 8, 11), [latitude_deg, longitude_deg, height_m], |local, eclipse, delta_t_s| {
            let e = eclipse.expect("an eclipse");
            for (c, published) in [e.first, e.greatest, e.fourth].iter().zip(published) {
                let late_s = unix_s(local, c, delta_t_s) - seconds(&format!("1999-08-11T{published}Z"));
                agrees(&format!("{city}, {published}, s"), late_s, 0.0, BULLETIN_TOLERANCE_S);
            }
            // Printed to three decimals.
            agrees(city, local.view(&e.greatest).magnitude, magnitude, 0.001);
        });
    }
}

/// Rows of NASA's tables for cities, which name the minute in which totality begins and ends, UT:
/// https://science.nasa.gov/eclipses/future-eclipses/eclipse-2024/where-when and
/// https://eclipse2017.nasa.gov/eclipse-who-what-where-when-and-how.
type CityRow = (&'static str, (i32, i32, i32), [f64; 2], [&'static str; 2]);
const CITIES: [CityRow; 7] = [
    ("Dallas", (2024, 4, 8), [32.779, -96.808], ["18:40", "18:44"]),
    ("Cleveland", (2024, 4, 8), [41.499, -81.694], ["19:13", "19:17"]),
    ("Buffalo", (2024, 4, 8), [42.886, -78.878], ["19:18", "19:22"]),
    ("Burlington", (2024, 4, 8), [44.476, -73.212], ["19:26", "19:29"]),
    ("Madras", (2017, 8, 21), [44.633, -121.129], ["17:19", "17:21"]),
    ("Casper", (2017, 8, 21), [42.850, -106.325], ["17:42", "17:45"]),
    ("Carbondale", (2017, 8, 21), [37.727, -89.217], ["18:20", "18:22"]),
];

#[test]
fn totality_comes_to_cities_in_nasas_minutes() {
    for (city, date, [latitude_deg, longitude_deg], minutes) in CITIES {
        on(date, [latitude_deg, longitude_deg, 0.0], |local, eclipse, delta_t_s| {
            let e = eclipse.expect("an eclipse");
            let central = e.central.expect("totality");
            assert!(local.view(&e.greatest).magnitude > 1.0, "{city}");
            for (c, minute) in [central.second, central.third].iter().zip(minutes) {
                let (year, month, day) = date;
                let middle_s = seconds(&format!("{year}-{month:02}-{day:02}T{minute}Z")) + 30.0;
                let late_s = unix_s(local, c, delta_t_s) - middle_s;
                agrees(&format!("{city}, {minute}, s"), late_s, 0.0, CITY_TOLERANCE_S);
            }
        });
    }
}

/// The duration usually printed for the city; a few hundred metres change it by a second.
#[test]
fn totality_at_mazatlan_2024_lasts_4m20s() {
    on((2024, 4, 8), [23.201_5, -106.421_5, 0.0], |_, eclipse, _| {
        let e = eclipse.expect("an eclipse");
        assert_eq!(e.kind, LocalEclipseType::Total);
        let central = e.central.expect("contacts");
        agrees("Mazatlán, s", (central.third.t - central.second.t) * 3600.0, 260.0, 2.0);
    });
}
