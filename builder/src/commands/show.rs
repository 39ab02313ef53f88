//! `umbra show`: the eclipses of a date, as text for people or as curves on the map.

use crate::Error;
use crate::commands::day::CivilDate;
use crate::commands::names::Names;
use artifacts::reader::Generation;
use artifacts::tables::{eclipses, elements, lunar_eclipses};
use astro::constants::SECONDS_PER_DAY;

/// Text for the solar and lunar eclipses of a civil date (TD), written `YYYY-MM-DD` with astronomical years,
/// a minus sign before year 0.
pub fn eclipse(generation: &Generation, date: &str) -> Result<String, Error> {
    let day = day(date)?;
    let mut text = String::new();
    let (solar, elements) = (eclipses::read(generation)?, elements::read(generation)?);
    let names = Names::read(generation)?;
    for e in solar.iter().filter(|e| CivilDate::from(e) == day) {
        text.push_str(&describe(&e, &names));
        if let Some(b) = elements.of_eclipse(e.catalog_number) {
            text.push_str(&describe_elements(&b));
        }
    }
    for e in lunar_eclipses::read(generation)?.iter().filter(|e| CivilDate::from(e) == day) {
        text.push_str(&describe_lunar(&e));
    }
    if text.is_empty() { Err(none_on("eclipse", day, solar)) } else { Ok(text) }
}

/// A date as an argument of the commands.
pub(super) fn day(date: &str) -> Result<CivilDate, Error> {
    parse(date).ok_or_else(|| {
        Error::Option(format!(
            "\"{date}\" is not a date; write YYYY-MM-DD, for example 2024-04-08 or -0584-05-28"
        ))
    })
}

/// An error for a date without an eclipse, with the date of the nearest solar eclipse.
pub(super) fn none_on(what: &str, day: CivilDate, solar: eclipses::Rows) -> Error {
    let nearest = solar.iter().map(|e| CivilDate::from(&e)).min_by_key(|d| (days(*d) - days(day)).abs());
    let hint =
        nearest.map(|d| format!("; the solar eclipse nearest to it is that of {d}")).unwrap_or_default();
    Error::NotFound(format!("no {what} on {day} (TD){hint}"))
}

fn parse(text: &str) -> Option<CivilDate> {
    let (sign, rest) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let mut fields = rest.split('-');
    let year: i32 = fields.next()?.parse().ok()?;
    let month: i8 = fields.next()?.parse().ok()?;
    let day: i8 = fields.next()?.parse().ok()?;
    (fields.next().is_none()
        && (0..=9999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=31).contains(&day))
    .then_some(CivilDate { year: sign * year, month, day })
}

/// Days from year 0 in a calendar of months of 31 days, which is enough to say which date is near.
fn days(d: CivilDate) -> i64 {
    i64::from(d.year) * 372 + i64::from(d.month) * 31 + i64::from(d.day)
}

fn clock(jd: f64) -> String {
    let seconds = ((jd + 0.5).fract() * SECONDS_PER_DAY).round() as i64 % SECONDS_PER_DAY as i64;
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

fn degrees(value: f64, positive: char, negative: char) -> String {
    format!("{:.3}° {}", value.abs(), if value < 0.0 { negative } else { positive })
}

fn describe(e: &eclipses::Row, names: &Names) -> String {
    let date = CivilDate::from(e);
    let mut t = format!("Solar eclipse {} of {date} (TD), type {}\n", e.catalog_number, e.eclipse_type);
    let mut line = |name: &str, value: String| {
        t.push_str(&format!("  {name:<22} {value}\n"));
    };
    line(
        "greatest eclipse",
        format!("{} TD = {} UT (ΔT {:.1} s)", clock(e.jd_tt), clock(e.jd_ut), e.delta_t_s),
    );
    line("Saros, lunation", format!("{}, {}", e.saros, e.lunation));
    line("lunar eclipses (QLE)", e.qle.to_owned());
    line("gamma", format!("{:+.5} Earth radii", e.gamma));
    line("magnitude", format!("{:.5}", e.magnitude));
    line("place", format!("{}, {}", degrees(e.latitude_deg, 'N', 'S'), degrees(e.longitude_deg, 'E', 'W')));
    line("there", format!("{}; zone {}", names.place(e), e.tz_id));
    line("Sun there", format!("altitude {:.1}°, azimuth {:.1}°", e.sun_altitude_deg, e.sun_azimuth_deg));
    if let Some(width) = e.path_width_km {
        line("path width", format!("{width:.1} km"));
    }
    if let Some(s) = e.central_duration_s {
        line("central duration", format!("{}m {:04.1}s", (s / 60.0).floor(), s % 60.0));
    }
    t
}

fn describe_elements(b: &elements::Row) -> String {
    let mut t = format!(
        "  Besselian elements, t in hours of TD from JD {:.6} (ΔT {:.1} s), worst residual {:.1e}\n",
        b.t0_jd_tt, b.delta_t_s, b.fit_residual_earth_radii
    );
    for (name, c) in [
        ("x", [b.x0, b.x1, b.x2, b.x3]),
        ("y", [b.y0, b.y1, b.y2, b.y3]),
        ("d", [b.d0, b.d1, b.d2, b.d3]),
        ("l1", [b.l1_0, b.l1_1, b.l1_2, b.l1_3]),
        ("l2", [b.l2_0, b.l2_1, b.l2_2, b.l2_3]),
        ("mu", [b.mu0, b.mu1, b.mu2, b.mu3]),
    ] {
        t.push_str(&format!(
            "    {name:<3} {:>13.7} {:>+13.7} t {:>+13.8} t² {:>+13.9} t³\n",
            c[0], c[1], c[2], c[3]
        ));
    }
    t.push_str(&format!("    tan f1 {:.7}, tan f2 {:.7}\n", b.tan_f1, b.tan_f2));
    t
}

fn describe_lunar(e: &lunar_eclipses::Row) -> String {
    let mut t = format!("Lunar eclipse of {} (TD), type {}\n", CivilDate::from(e), e.eclipse_type);
    let mut line = |name: &str, value: String| {
        t.push_str(&format!("  {name:<22} {value}\n"));
    };
    line("greatest eclipse", format!("{} TD (ΔT {:.1} s)", clock(e.jd_tt), e.delta_t_s));
    line("Saros, lunation", format!("{}, {}", e.saros, e.lunation));
    line("gamma", format!("{:+.5} Earth radii", e.gamma));
    line("magnitude", format!("penumbral {:.4}, umbral {:.4}", e.penumbral_magnitude, e.umbral_magnitude));
    let minutes = |m: Option<f64>| m.map_or("-".into(), |m| format!("{m:.1} min"));
    line(
        "duration",
        format!(
            "penumbral {}, partial {}, total {}",
            minutes(Some(e.penumbral_duration_min)),
            minutes(e.partial_duration_min),
            minutes(e.total_duration_min)
        ),
    );
    t
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_or_refused() {
        assert_eq!(parse("2024-04-08"), Some(CivilDate { year: 2024, month: 4, day: 8 }));
        assert_eq!(parse("-0584-05-28"), Some(CivilDate { year: -584, month: 5, day: 28 }));
        for bad in ["", "2024", "2024-13-01", "2024-04-08-01", "--1-1-1", "x-1-1", "2024-04-99"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}
