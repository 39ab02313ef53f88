//! The forgiving grammar of old browsers.

use super::parts::Parts;
use super::scanner::{Scanner, Token, Word, milliseconds};

/// Reads the rest of the text after the ISO form.
pub(super) fn read(parts: &mut Parts, s: &mut Scanner, first: Token) -> Option<()> {
    let mut has_number = parts.day.filled > 0;
    let mut token = first;
    while token != Token::End {
        match token {
            Token::Number { value, .. } => {
                has_number = true;
                number(parts, s, value)?;
            }
            Token::Word(found) => word(parts, s, found, has_number)?,
            Token::Symbol(sign @ ('+' | '-')) if parts.is_utc() || parts.time.filled > 0 => {
                offset(parts, s, if sign == '-' { -1 } else { 1 })?;
                has_number = true;
            }
            Token::Symbol('+' | '-' | ')') if has_number => return None,
            _ => {}
        }
        token = s.take();
    }
    Some(())
}

fn number(parts: &mut Parts, s: &mut Scanner, n: i64) -> Option<()> {
    if s.skip(':') {
        if s.skip(':') {
            (parts.time.filled == 0).then_some(())?;
            parts.time.push(n)?;
            return parts.time.push(0);
        }
        parts.time.push(n)?;
        s.skip('.');
        return Some(());
    }
    if s.skip('.') && expects_time(parts, n) {
        parts.time.push(n)?;
        let Token::Number { value, digits } = s.next else { return None };
        s.take();
        parts.time.finish(milliseconds(value, digits));
    } else if parts.offset_hour.is_some() && parts.offset_minute.is_none() && (0..60).contains(&n) {
        parts.offset_minute = Some(n);
    } else if expects_time(parts, n) {
        parts.time.finish(n);
        let ends = matches!(
            s.next,
            Token::End | Token::Space | Token::Symbol('+' | '-') | Token::Word(Word::Zone { is_z: true, .. })
        );
        ends.then_some(())?;
    } else {
        parts.day.push(n)?;
        s.skip('-');
    }
    Some(())
}

fn word(parts: &mut Parts, s: &mut Scanner, word: Word, has_number: bool) -> Option<()> {
    match word {
        Word::HalfOfDay(hours) if parts.time.filled > 0 => parts.half_of_day = Some(hours),
        Word::Month(month) => {
            parts.named_month = Some(month);
            s.skip('-');
        }
        Word::Zone { hours, .. } if has_number => parts.set_zone(hours),
        // Any other word may precede the first number, but not directly.
        _ => (!has_number && !matches!(s.next, Token::Number { .. })).then_some(())?,
    }
    Some(())
}

fn offset(parts: &mut Parts, s: &mut Scanner, sign: i64) -> Option<()> {
    parts.sign = Some(sign);
    let (mut n, mut digits) = (0, 0);
    if let Token::Number { value, digits: found } = s.next {
        s.take();
        (n, digits) = (value, found);
    }
    (parts.offset_hour, parts.offset_minute) = match (s.next, digits) {
        (Token::Symbol(':'), _) => (Some(n), None),
        (_, 1 | 2) => (Some(n), Some(0)),
        (_, 3 | 4) => (Some(n / 100), Some(n % 100)),
        _ => return None,
    };
    Some(())
}

/// Returns whether a number can be the next part of an incomplete time.
fn expects_time(parts: &Parts, n: i64) -> bool {
    match parts.time.filled {
        1 | 2 => (0..60).contains(&n),
        3 => (0..1000).contains(&n),
        _ => false,
    }
}
