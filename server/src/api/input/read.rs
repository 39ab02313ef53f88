//! The values of parameters: instants, numbers, words and places.

use super::Input;
use super::shortened::shortened;
use super::word::Word;
use crate::api::date_time;
use crate::api::instant::Instant;
use crate::api::parameter::{HIGHEST_M, JULIAN_DAYS, Kind, LOWEST_M, Parameter};
use crate::api::site::Site;
use std::borrow::Cow;

impl Input<'_> {
    /// Reads a parameter as an instant.
    pub(crate) fn instant(&mut self, p: &Parameter) -> Option<Instant> {
        let text = self.text_of(p)?;
        let parsed = date_time::parse(&text);
        if parsed.is_none() {
            let right = if text.starts_with('-') { "-000584-05-28" } else { "2024-04-08T18:18:00Z" };
            let detail = "is not a date that JavaScript's Date.parse takes";
            self.wrong(p.name, format!("\"{}\" {detail}; {right} would be right", shortened(&text)));
        }
        parsed.map(|unix_ms| Instant { unix_ms })
    }

    /// Reads a parameter as a Julian Day of UT, which may be written as a date. A number is a Julian Day.
    pub(crate) fn day(&mut self, p: &Parameter) -> Option<f64> {
        let text = self.text_of(p)?;
        let [from, to] = JULIAN_DAYS;
        let parsed = match decimal(&text) {
            Some(day) => Some(day).filter(|day| (from..=to).contains(day)),
            None => date_time::parse(&text).map(|unix_ms| Instant { unix_ms }.ut1().0),
        };
        if parsed.is_none() {
            let detail = format!("must be a Julian Day from {from} to {to}, or a date such as 2024-04-08");
            self.wrong(p.name, format!("\"{}\" {detail}", shortened(&text)));
        }
        parsed
    }

    /// Reads a parameter as a number within its bounds.
    pub(crate) fn number(&mut self, p: &Parameter) -> Option<f64> {
        let text = self.text_of(p)?;
        let (from, to) = match p.kind {
            Kind::Number { from, to } => (from, to),
            Kind::Integer { from, to } => (from as f64, to as f64),
            other => unreachable!("{} is read as a number, but its kind is {other:?}", p.name),
        };
        let parsed = decimal(&text).filter(|n| (from..=to).contains(n));
        if parsed.is_none() {
            let is_date = [from, to] == JULIAN_DAYS && date_time::parse(&text).is_some();
            let hint = if is_date { "; /julian-day gives that of a date" } else { "" };
            let detail = format!("must be a number from {from} to {to}{hint}");
            self.wrong(p.name, format!("\"{}\" {detail}", shortened(&text)));
        }
        parsed
    }

    /// Reads a parameter as a whole number within its bounds.
    pub(crate) fn integer(&mut self, p: &Parameter) -> Option<i64> {
        let text = self.text_of(p)?;
        let Kind::Integer { from, to } = p.kind else {
            unreachable!("{} is read as a whole number, but its kind is {:?}", p.name, p.kind)
        };
        let digits = text.strip_prefix(['-', '+']).unwrap_or(&text);
        let parsed = Some(&text)
            .filter(|_| digits.bytes().all(|b| b.is_ascii_digit()))
            .and_then(|t| t.parse().ok())
            .filter(|n| (from..=to).contains(n));
        if parsed.is_none() {
            self.wrong(
                p.name,
                format!("\"{}\" must be a whole number from {from} to {to}", shortened(&text)),
            );
        }
        parsed
    }

    /// Reads a parameter as two numbers within its bounds, the lesser first.
    pub(crate) fn bounds(&mut self, p: &Parameter) -> Option<[f64; 2]> {
        let text = self.text_of(p)?;
        let Kind::Bounds { from, to } = p.kind else {
            unreachable!("{} is read as bounds, but its kind is {:?}", p.name, p.kind)
        };
        let parts: Vec<_> = text.split(',').map(decimal).collect();
        match parts[..] {
            [Some(least), Some(most)] if from <= least && least <= most && most <= to => Some([least, most]),
            _ => {
                let detail = format!("must be MIN,MAX: two numbers from {from} to {to}, the lesser first");
                self.wrong(p.name, format!("\"{}\" {detail}", shortened(&text)));
                None
            }
        }
    }

    /// Reads a parameter as one of its words.
    pub(crate) fn word<W: Word>(&mut self, p: &Parameter) -> Option<W> {
        let text = self.text_of(p)?;
        let index = W::WORDS.iter().position(|w| *w == text);
        if index.is_none() {
            self.wrong(p.name, format!("\"{}\" must be one of {}", shortened(&text), W::WORDS.join(", ")));
        }
        index.map(|i| W::VALUES[i])
    }

    /// Reads a parameter as a text.
    pub(crate) fn text(&mut self, p: &Parameter) -> Option<String> {
        self.text_of(p).map(Cow::into_owned)
    }

    /// Reads a parameter as the place of an observer.
    pub(crate) fn site(&mut self, p: &Parameter) -> Option<Site> {
        let text = self.text_of(p)?;
        let parts: Vec<_> = text.split(',').map(decimal).collect();
        let site = match parts[..] {
            [Some(lat), Some(lng)] => Site { lat, lng, height: 0.0 },
            [Some(lat), Some(lng), Some(height)] => Site { lat, lng, height },
            _ => {
                self.wrong(
                    p.name,
                    format!(
                        "\"{}\" must be LAT,LNG,HEIGHT: degrees, degrees (negative west), metres",
                        shortened(&text)
                    ),
                );
                return None;
            }
        };
        let bounds = [
            ("latitude", site.lat, -90.0, 90.0, "degrees"),
            ("longitude", site.lng, -180.0, 180.0, "degrees"),
            ("height", site.height, LOWEST_M, HIGHEST_M, "metres"),
        ];
        for (what, value, from, to, unit) in bounds {
            if !(from..=to).contains(&value) {
                self.wrong(p.name, format!("the {what} {value} must lie from {from} to {to} {unit}"));
            }
        }
        Some(site)
    }

    /// Reads a parameter as a place: latitude and longitude, degrees.
    pub(crate) fn place(&mut self, p: &Parameter) -> Option<[f64; 2]> {
        let text = self.text_of(p)?;
        let parts: Vec<_> = text.split(',').map(decimal).collect();
        match parts[..] {
            [Some(lat), Some(lng)] if (-90.0..=90.0).contains(&lat) && (-180.0..=180.0).contains(&lng) => {
                Some([lat, lng])
            }
            _ => {
                self.wrong(
                    p.name,
                    format!(
                        "\"{}\" must be LAT,LNG in degrees: −90 … 90 and −180 … 180, negative west",
                        shortened(&text)
                    ),
                );
                None
            }
        }
    }

    /// Reads a parameter as a right ascension and a declination, degrees.
    pub(crate) fn equatorial(&mut self, p: &Parameter) -> Option<[f64; 2]> {
        let text = self.text_of(p)?;
        let parts: Vec<_> = text.split(',').map(decimal).collect();
        match parts[..] {
            [Some(ra), Some(decl)] if (-360.0..=360.0).contains(&ra) && (-90.0..=90.0).contains(&decl) => {
                Some([ra, decl])
            }
            _ => {
                let detail = "must be RA,DECL in degrees: −360 … 360 and −90 … 90";
                self.wrong(p.name, format!("\"{}\" {detail}", shortened(&text)));
                None
            }
        }
    }
}

/// A decimal number as JSON has it, with a sign and leading zeros allowed; never infinite, and −0 is 0.
pub(super) fn decimal(text: &str) -> Option<f64> {
    let text = text.trim_matches(' ');
    let looks = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.' | b'e' | b'E'));
    (looks && text.bytes().any(|b| b.is_ascii_digit()))
        .then(|| text.parse().ok())
        .flatten()
        .filter(|n: &f64| n.is_finite())
        .map(|n| n + 0.0)
}
