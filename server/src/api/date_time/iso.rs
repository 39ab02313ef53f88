//! The ISO 8601 form of the standard.

use super::parts::Parts;
use super::scanner::{Scanner, Token, Word, milliseconds};

/// Reads the longest prefix in ISO form and stores its parts. Returns the first token after it, or none if
/// the text cannot be a date in any form.
pub(super) fn read(parts: &mut Parts, s: &mut Scanner) -> Option<Token> {
    if let Token::Symbol(sign @ ('+' | '-')) = s.next {
        let token = s.take();
        match s.next {
            Token::Number { value, digits: 6 } => {
                s.take();
                if sign == '-' && value == 0 {
                    return Some(token);
                }
                parts.day.push(if sign == '-' { -value } else { value });
            }
            _ => return Some(token),
        }
    } else if let Some(year) = s.fixed(4, 0..=9999) {
        parts.day.push(year);
    } else {
        return Some(s.take());
    }
    if s.skip('-') {
        let Some(month) = s.fixed(2, 1..=12) else { return Some(s.take()) };
        parts.day.push(month);
        if s.skip('-') {
            let Some(day) = s.fixed(2, 1..=31) else { return Some(s.take()) };
            parts.day.push(day);
        }
    }
    if s.next == Token::Word(Word::Separator) {
        s.take();
        time(parts, s)?;
    } else if s.next != Token::End {
        return Some(s.take());
    }
    parts.is_iso = true;
    Some(Token::End)
}

/// Reads the ISO time that must follow `T`.
fn time(parts: &mut Parts, s: &mut Scanner) -> Option<()> {
    let hour = s.fixed(2, 0..=24)?;
    let max = |n: i64| if hour == 24 { 0 } else { n };
    parts.time.push(hour);
    s.skip(':').then_some(())?;
    parts.time.push(s.fixed(2, 0..=max(59))?);
    if s.skip(':') {
        parts.time.push(s.fixed(2, 0..=max(59))?);
        if s.skip('.') {
            let Token::Number { value, digits } = s.take() else { return None };
            (hour < 24 || value == 0).then_some(())?;
            parts.time.push(milliseconds(value, digits));
        }
    }
    match s.next {
        Token::Word(Word::Zone { is_z: true, .. }) => {
            s.take();
            parts.set_zone(0);
        }
        Token::Symbol(sign @ ('+' | '-')) => {
            s.take();
            parts.sign = Some(if sign == '-' { -1 } else { 1 });
            let (hour, minute) = match s.fixed(4, 0..=9999) {
                Some(both) => (both / 100, both % 100),
                None => {
                    let hour = s.fixed(2, 0..=23)?;
                    s.skip(':').then_some(())?;
                    (hour, s.fixed(2, 0..=59)?)
                }
            };
            (hour <= 23 && minute <= 59).then_some(())?;
            (parts.offset_hour, parts.offset_minute) = (Some(hour), Some(minute));
        }
        _ => {}
    }
    (s.next == Token::End).then_some(())
}
