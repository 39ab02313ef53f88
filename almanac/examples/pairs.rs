//! Local circumstances of 100,000 pairs of a place and an eclipse, to compare with the packages: prints the
//! SHA-256 of all responses as JSON, one a line, and writes the numbers of the contacts into a file if one is
//! named.
//!
//! Pair k, counted from 0, has the fractions u(c) = (k + 1) c mod 1, in floating point: latitude
//! 180 u(0.7548776662466927) − 90, longitude 360 u(0.5698402909980532) − 180, height the floor of
//! 4000 u(0.8191725133961645), eclipse the floor of 454 u(0.6710436067037893). Odd pairs are by the precise
//! theory, and of these every second has k1 = 0.2725076, k2 = 0.2722 and a Sun of 959.95″.
//!
//! The numbers of a pair are those of C1, C2, greatest eclipse, C3 and C4, each as t, magnitude, obscuration,
//! altitude and azimuth of the Sun, P and V; NaN without such a contact: 35 little-endian f64.

use almanac::{Canon, Changes, Contact, Error, LocalCircumstances, Place, Theory};
use sha2::{Digest, Sha256};

const PAIRS: u32 = 100_000;

fn main() -> Result<(), Error> {
    let canon = Canon::embedded();
    let (mut sum, mut numbers) = (Sha256::new(), Vec::new());
    for k in 0..PAIRS {
        let response = response(canon, k)?;
        sum.update(serde_json::to_string(&response).expect("numbers and text"));
        sum.update("\n");
        for contact in [1, 2, 0, 3, 4] {
            let found = response.contacts.iter().find(|c| c.contact == contact);
            numbers.extend(found.map_or([f64::NAN; 7], of_contact));
        }
    }
    let hex: String = sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    println!("{hex}");
    if let Some(file) = std::env::args().nth(1) {
        let bytes: Vec<u8> = numbers.into_iter().flat_map(f64::to_le_bytes).collect();
        std::fs::write(&file, bytes).expect("the file can be written");
    }
    Ok(())
}

fn response(canon: &Canon, k: u32) -> Result<LocalCircumstances, Error> {
    let u = |c: f64| (f64::from(k + 1) * c) % 1.0;
    let lat = 180.0 * u(0.754_877_666_246_692_7) - 90.0;
    let lng = 360.0 * u(0.569_840_290_998_053_2) - 180.0;
    let place = Place::new(lat, lng, (4000.0 * u(0.819_172_513_396_164_5)).floor())?;
    let theory = if k % 2 == 1 { Theory::Precise } else { Theory::Canon };
    let own = |value: f64| (k % 4 == 3).then_some(value);
    let changes =
        Changes { theory, k1: own(0.272_507_6), k2: own(0.2722), sun_radius: own(959.95), delta_t: None };
    let eclipse = &canon.eclipses()[(454.0 * u(0.671_043_606_703_789_3)) as usize];
    Ok(eclipse.with(&changes, canon.delta_t())?.local(place))
}

fn of_contact(c: &Contact) -> [f64; 7] {
    let seen = &c.observational;
    let sun = seen.sun_az_alt;
    [c.t, seen.magnitude, seen.obscuration, sun.altitude, sun.azimuth, seen.p, seen.v]
}
