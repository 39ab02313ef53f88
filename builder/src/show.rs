//! `builder show`: one eclipse, readably.

use crate::Error;
use crate::published::{self, Day, Names};
use artifacts::reader::Generation;
use std::fmt::Write;

/// Text for the solar and lunar eclipses of a civil date (TD), written `YYYY-MM-DD` with astronomical years,
/// a minus sign before year 0.
pub fn eclipse(generation: &Generation, date: &str) -> Result<String, Error> {
    let day = parse(date).ok_or_else(|| {
        Error::Option(format!(
            "\"{date}\" is not a date; write YYYY-MM-DD, for example 2024-04-08 or -0584-05-28"
        ))
    })?;
    let mut text = String::new();
    let solar = published::solar(generation)?;
    let names = Names::of(generation)?;
    for e in solar.iter().filter(|e| e.date == day) {
        let _ = write!(text, "{}", describe(e, &names));
        for b in published::elements(generation)?.iter().filter(|b| b.catalog_number == e.catalog_number) {
            let _ = write!(text, "{}", describe_elements(b));
        }
    }
    for e in published::lunar(generation)?.iter().filter(|e| e.date == day) {
        let _ = write!(text, "{}", describe_lunar(e));
    }
    if text.is_empty() {
        let nearest = solar.iter().min_by_key(|e| (days(e.date) - days(day)).abs());
        let hint = nearest
            .map(|e| format!("; the solar eclipse nearest to it is that of {}", e.date))
            .unwrap_or_default();
        return Err(Error::NotFound(format!("no eclipse on {day} (TD){hint}")));
    }
    Ok(text)
}

fn parse(text: &str) -> Option<Day> {
    let (sign, rest) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let mut fields = rest.split('-').map(|f| f.parse::<i32>().ok());
    let (year, month, day) = (fields.next()??, fields.next()??, fields.next()??);
    (fields.next().is_none()
        && (0..=9999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=31).contains(&day))
    .then_some(Day { year: sign * year, month, day })
}

fn days(d: Day) -> i64 {
    i64::from(d.year) * 372 + i64::from(d.month) * 31 + i64::from(d.day)
}

fn clock(jd: f64) -> String {
    let seconds = ((jd + 0.5).fract() * 86_400.0).round() as i64 % 86_400;
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

fn degrees(value: f64, positive: char, negative: char) -> String {
    format!("{:.3}° {}", value.abs(), if value < 0.0 { negative } else { positive })
}

fn describe(e: &published::Solar, names: &Names) -> String {
    let mut t = format!("Solar eclipse {} of {} (TD), type {}\n", e.catalog_number, e.date, e.eclipse_type);
    let mut line = |name: &str, value: String| {
        let _ = writeln!(t, "  {name:<22} {value}");
    };
    line(
        "greatest eclipse",
        format!("{} TD = {} UT (ΔT {:.1} s)", clock(e.jd_tt), clock(e.jd_ut), e.delta_t_s),
    );
    line("Saros, lunation", format!("{}, {}", e.saros, e.lunation));
    line("lunar eclipses (QLE)", e.qle.clone());
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

fn describe_elements(b: &published::Elements) -> String {
    let mut t = format!(
        "  Besselian elements, t in hours of TD from JD {:.6} (ΔT {:.1} s), worst residual {:.1e}\n",
        b.t0_jd_tt, b.delta_t_s, b.fit_residual_earth_radii
    );
    for (name, c) in [("x", b.x), ("y", b.y), ("d", b.d), ("l1", b.l1), ("l2", b.l2), ("mu", b.mu)] {
        let _ = writeln!(
            t,
            "    {name:<3} {:>13.7} {:>+13.7} t {:>+13.8} t² {:>+13.9} t³",
            c[0], c[1], c[2], c[3]
        );
    }
    let _ = writeln!(t, "    tan f1 {:.7}, tan f2 {:.7}", b.tan_f1, b.tan_f2);
    t
}

fn describe_lunar(e: &published::Lunar) -> String {
    let mut t = format!("Lunar eclipse of {} (TD), type {}\n", e.date, e.eclipse_type);
    let mut line = |name: &str, value: String| {
        let _ = writeln!(t, "  {name:<22} {value}");
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
        assert_eq!(parse("2024-04-08"), Some(Day { year: 2024, month: 4, day: 8 }));
        assert_eq!(parse("-0584-05-28"), Some(Day { year: -584, month: 5, day: 28 }));
        for bad in ["", "2024", "2024-13-01", "2024-04-08-01", "--1-1-1", "x-1-1", "2024-04-99"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}
