//! `[DATE_TIME]`: the dates that `Date.parse` of ECMAScript accepts in V8, with UTC as the local time zone.
//!
//! First the ISO 8601 form of the standard is tried; what is left of the text then goes through the forgiving
//! grammar of old browsers: words before the first number and text in parentheses are ignored, a number
//! before `:` is a time, other numbers are parts of the date, and a sign after a time or `UTC` begins an
//! offset. Reference: ECMA-262 (2024), section 21.4.1.32, for the ISO form; the behaviour of Node 20 for
//! everything else, against which this is tested.
//!
//! One pass with one token of lookahead and no allocation: linear in the length of the text.

/// Greatest distance from 1970 that an ECMAScript date can have, ms.
pub const MOST_MS: i64 = 8_640_000_000_000_000;

/// Milliseconds since 1970 January 1, 0h UTC (proleptic Gregorian) of a text, or none if `Date.parse` would
/// answer NaN.
pub fn parse(text: &str) -> Option<i64> {
    let mut scanner = Scanner::new(text);
    let mut parts = Parts::default();
    let token = parts.iso(&mut scanner)?;
    parts.forgiving(&mut scanner, token)?;
    parts.instant()
}

/// Digits of a number beyond these are read and ignored.
const MOST_DIGITS: usize = 9;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Token {
    Number { value: i64, digits: usize },
    Symbol(char),
    Word(Word),
    Space,
    Unknown,
    End,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Word {
    Month(i64),
    /// Hours to add to an hour of twelve.
    HalfOfDay(i64),
    /// Hours of offset; `Z` alone counts in the ISO form.
    Zone {
        hours: i64,
        is_z: bool,
    },
    /// The letter T.
    Separator,
    Other,
}

/// Words by their first three letters; only a month may be longer.
const WORDS: [([u16; 3], Word); 27] = [
    (letters(b"jan"), Word::Month(1)),
    (letters(b"feb"), Word::Month(2)),
    (letters(b"mar"), Word::Month(3)),
    (letters(b"apr"), Word::Month(4)),
    (letters(b"may"), Word::Month(5)),
    (letters(b"jun"), Word::Month(6)),
    (letters(b"jul"), Word::Month(7)),
    (letters(b"aug"), Word::Month(8)),
    (letters(b"sep"), Word::Month(9)),
    (letters(b"oct"), Word::Month(10)),
    (letters(b"nov"), Word::Month(11)),
    (letters(b"dec"), Word::Month(12)),
    (letters(b"am"), Word::HalfOfDay(0)),
    (letters(b"pm"), Word::HalfOfDay(12)),
    (letters(b"ut"), zone(0)),
    (letters(b"utc"), zone(0)),
    (letters(b"z"), Word::Zone { hours: 0, is_z: true }),
    (letters(b"gmt"), zone(0)),
    (letters(b"cdt"), zone(-5)),
    (letters(b"cst"), zone(-6)),
    (letters(b"edt"), zone(-4)),
    (letters(b"est"), zone(-5)),
    (letters(b"mdt"), zone(-6)),
    (letters(b"mst"), zone(-7)),
    (letters(b"pdt"), zone(-7)),
    (letters(b"pst"), zone(-8)),
    (letters(b"t"), Word::Separator),
];

/// A word as units, filled up with zeros.
const fn letters(word: &[u8]) -> [u16; 3] {
    let mut units = [0; 3];
    let mut i = 0;
    while i < word.len() {
        units[i] = word[i] as u16;
        i += 1;
    }
    units
}

const fn zone(hours: i64) -> Word {
    Word::Zone { hours, is_z: false }
}

/// UTF-16 units of a text as tokens, with one token of lookahead.
struct Scanner<'a> {
    units: std::iter::Peekable<std::str::EncodeUtf16<'a>>,
    next: Token,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str) -> Self {
        let mut scanner = Self { units: text.encode_utf16().peekable(), next: Token::End };
        scanner.next = scanner.scan();
        scanner
    }

    fn take(&mut self) -> Token {
        let fresh = self.scan();
        std::mem::replace(&mut self.next, fresh)
    }

    fn skip(&mut self, symbol: char) -> bool {
        let is_there = self.next == Token::Symbol(symbol);
        if is_there {
            self.take();
        }
        is_there
    }

    /// The next token if it is a number of so many digits and lies within the bounds.
    fn fixed(&mut self, digits: usize, range: std::ops::RangeInclusive<i64>) -> Option<i64> {
        match self.next {
            Token::Number { value, digits: found } if found == digits && range.contains(&value) => {
                self.take();
                Some(value)
            }
            _ => None,
        }
    }

    /// The unit at hand; a NUL ends the text.
    fn unit(&mut self) -> u16 {
        self.units.peek().copied().unwrap_or(0)
    }

    fn scan(&mut self) -> Token {
        let unit = self.unit();
        match unit {
            0 => Token::End,
            0x30..=0x39 => self.number(),
            0x3A | 0x2D | 0x2B | 0x2E | 0x29 => {
                self.units.next();
                Token::Symbol(char::from(unit as u8))
            }
            _ if is_space(unit) => {
                self.units.next();
                Token::Space
            }
            0x41.. => self.word(),
            0x28 => {
                self.parentheses();
                Token::Unknown
            }
            _ => {
                self.units.next();
                Token::Unknown
            }
        }
    }

    fn number(&mut self) -> Token {
        let (mut value, mut digits, mut significant) = (0, 0, 0);
        while let unit @ 0x30..=0x39 = self.unit() {
            let digit = i64::from(unit - 0x30);
            if significant > 0 || digit > 0 {
                if significant < MOST_DIGITS {
                    value = value * 10 + digit;
                }
                significant += 1;
            }
            digits += 1;
            self.units.next();
        }
        Token::Number { value, digits }
    }

    fn word(&mut self) -> Token {
        let (mut prefix, mut length) = ([0u16; 3], 0);
        while self.unit() >= 0x41 && !is_space(self.unit()) {
            if let Some(slot) = prefix.get_mut(length) {
                *slot = self.unit() | 0x20;
            }
            length += 1;
            self.units.next();
        }
        let found = WORDS
            .iter()
            .find(|(name, word)| *name == prefix && (length <= 3 || matches!(word, Word::Month(_))));
        Token::Word(found.map_or(Word::Other, |f| f.1))
    }

    fn parentheses(&mut self) {
        let mut depth = 0;
        loop {
            match self.unit() {
                0x28 => depth += 1,
                0x29 => depth -= 1,
                0 => return,
                _ => {}
            }
            self.units.next();
            if depth == 0 {
                return;
            }
        }
    }
}

/// White space as V8 has it here: without the separators of lines and paragraphs U+2028 and U+2029, which it
/// takes for letters.
fn is_space(unit: u16) -> bool {
    matches!(unit, 0x09..=0x0D | 0x20 | 0xA0 | 0x1680 | 0x2000..=0x200A | 0x202F | 0x205F | 0x3000 | 0xFEFF)
}

/// The parts of a date that have been read so far.
#[derive(Default)]
struct Parts {
    /// Numbers of the date, in the order in which they came.
    day: Slots<3>,
    named_month: Option<i64>,
    is_iso: bool,
    /// Hour, minute, second, millisecond.
    time: Slots<4>,
    half_of_day: Option<i64>,
    sign: Option<i64>,
    offset_hour: Option<i64>,
    offset_minute: Option<i64>,
}

#[derive(Clone, Copy)]
struct Slots<const N: usize> {
    values: [i64; N],
    filled: usize,
}

impl<const N: usize> Default for Slots<N> {
    fn default() -> Self {
        Self { values: [0; N], filled: 0 }
    }
}

impl<const N: usize> Slots<N> {
    fn push(&mut self, value: i64) -> Option<()> {
        *self.values.get_mut(self.filled)? = value;
        self.filled += 1;
        Some(())
    }

    /// Adds a value and leaves the rest at zero.
    fn finish(&mut self, value: i64) {
        self.push(value);
        self.filled = N;
    }
}

impl Parts {
    /// Reads the ISO form as far as the text follows it, and stores its parts. Gives the first token that
    /// does not belong to it, or none if the text cannot be a date in any form.
    fn iso(&mut self, s: &mut Scanner) -> Option<Token> {
        if let Token::Symbol(sign @ ('+' | '-')) = s.next {
            let token = s.take();
            match s.next {
                Token::Number { value, digits: 6 } => {
                    s.take();
                    if sign == '-' && value == 0 {
                        return Some(token);
                    }
                    self.day.push(if sign == '-' { -value } else { value });
                }
                _ => return Some(token),
            }
        } else if let Some(year) = s.fixed(4, 0..=9999) {
            self.day.push(year);
        } else {
            return Some(s.take());
        }
        if s.skip('-') {
            let Some(month) = s.fixed(2, 1..=12) else { return Some(s.take()) };
            self.day.push(month);
            if s.skip('-') {
                let Some(day) = s.fixed(2, 1..=31) else { return Some(s.take()) };
                self.day.push(day);
            }
        }
        if s.next == Token::Word(Word::Separator) {
            s.take();
            self.iso_time(s)?;
        } else if s.next != Token::End {
            return Some(s.take());
        }
        self.is_iso = true;
        Some(Token::End)
    }

    /// After `T`, nothing but a whole ISO time will do.
    fn iso_time(&mut self, s: &mut Scanner) -> Option<()> {
        let hour = s.fixed(2, 0..=24)?;
        let most = |n: i64| if hour == 24 { 0 } else { n };
        self.time.push(hour);
        s.skip(':').then_some(())?;
        self.time.push(s.fixed(2, 0..=most(59))?);
        if s.skip(':') {
            self.time.push(s.fixed(2, 0..=most(59))?);
            if s.skip('.') {
                let Token::Number { value, digits } = s.take() else { return None };
                (hour < 24 || value == 0).then_some(())?;
                self.time.push(milliseconds(value, digits));
            }
        }
        match s.next {
            Token::Word(Word::Zone { is_z: true, .. }) => {
                s.take();
                self.set_zone(0);
            }
            Token::Symbol(sign @ ('+' | '-')) => {
                s.take();
                self.sign = Some(if sign == '-' { -1 } else { 1 });
                let (hour, minute) = match s.fixed(4, 0..=9999) {
                    Some(both) => (both / 100, both % 100),
                    None => {
                        let hour = s.fixed(2, 0..=23)?;
                        s.skip(':').then_some(())?;
                        (hour, s.fixed(2, 0..=59)?)
                    }
                };
                (hour <= 23 && minute <= 59).then_some(())?;
                (self.offset_hour, self.offset_minute) = (Some(hour), Some(minute));
            }
            _ => {}
        }
        (s.next == Token::End).then_some(())
    }

    /// Reads by the forgiving grammar what the ISO form has left of the text.
    fn forgiving(&mut self, s: &mut Scanner, first: Token) -> Option<()> {
        let mut has_number = self.day.filled > 0;
        let mut token = first;
        while token != Token::End {
            match token {
                Token::Number { value, .. } => {
                    has_number = true;
                    self.number(s, value)?;
                }
                Token::Word(word) => self.word(s, word, has_number)?,
                Token::Symbol(sign @ ('+' | '-')) if self.is_utc() || self.time.filled > 0 => {
                    self.offset(s, if sign == '-' { -1 } else { 1 })?;
                    has_number = true;
                }
                Token::Symbol('+' | '-' | ')') if has_number => return None,
                _ => {}
            }
            token = s.take();
        }
        Some(())
    }

    fn number(&mut self, s: &mut Scanner, n: i64) -> Option<()> {
        if s.skip(':') {
            if s.skip(':') {
                (self.time.filled == 0).then_some(())?;
                self.time.push(n)?;
                return self.time.push(0);
            }
            self.time.push(n)?;
            s.skip('.');
            return Some(());
        }
        if s.skip('.') && self.expects_time(n) {
            self.time.push(n)?;
            let Token::Number { value, digits } = s.next else { return None };
            s.take();
            self.time.finish(milliseconds(value, digits));
        } else if self.offset_hour.is_some() && self.offset_minute.is_none() && (0..60).contains(&n) {
            self.offset_minute = Some(n);
        } else if self.expects_time(n) {
            self.time.finish(n);
            let ends = matches!(
                s.next,
                Token::End
                    | Token::Space
                    | Token::Symbol('+' | '-')
                    | Token::Word(Word::Zone { is_z: true, .. })
            );
            ends.then_some(())?;
        } else {
            self.day.push(n)?;
            s.skip('-');
        }
        Some(())
    }

    fn word(&mut self, s: &mut Scanner, word: Word, has_number: bool) -> Option<()> {
        match word {
            Word::HalfOfDay(hours) if self.time.filled > 0 => self.half_of_day = Some(hours),
            Word::Month(month) => {
                self.named_month = Some(month);
                s.skip('-');
            }
            Word::Zone { hours, .. } if has_number => self.set_zone(hours),
            // Any other word may stand before the first number, if something stands between them.
            _ => (!has_number && !matches!(s.next, Token::Number { .. })).then_some(())?,
        }
        Some(())
    }

    fn offset(&mut self, s: &mut Scanner, sign: i64) -> Option<()> {
        self.sign = Some(sign);
        let (mut n, mut digits) = (0, 0);
        if let Token::Number { value, digits: found } = s.next {
            s.take();
            (n, digits) = (value, found);
        }
        (self.offset_hour, self.offset_minute) = match (s.next, digits) {
            (Token::Symbol(':'), _) => (Some(n), None),
            (_, 1 | 2) => (Some(n), Some(0)),
            (_, 3 | 4) => (Some(n / 100), Some(n % 100)),
            _ => return None,
        };
        Some(())
    }

    /// Whether a number can be the next part of a time that has begun.
    fn expects_time(&self, n: i64) -> bool {
        match self.time.filled {
            1 | 2 => (0..60).contains(&n),
            3 => (0..1000).contains(&n),
            _ => false,
        }
    }

    fn is_utc(&self) -> bool {
        self.offset_hour == Some(0) && self.offset_minute == Some(0)
    }

    fn set_zone(&mut self, hours: i64) {
        self.sign = Some(if hours < 0 { -1 } else { 1 });
        (self.offset_hour, self.offset_minute) = (Some(hours.abs()), Some(0));
    }

    fn instant(&self) -> Option<i64> {
        let (year, month, day) = self.date()?;
        // V8 reckons the seconds of an offset in 32 bits and refuses what is negative then.
        let seconds = (self.offset_hour.unwrap_or(0) * 3600 + self.offset_minute.unwrap_or(0) * 60) as u32;
        let offset_s = self.sign.unwrap_or(0) * i64::from(i32::try_from(seconds).ok()?);
        (year.abs() < 1_000_000).then_some(())?;
        let ms = (days_from_epoch(year, month, day) * 86_400 - offset_s) * 1000 + self.time_ms()?;
        (ms.abs() <= MOST_MS).then_some(ms)
    }

    fn date(&self) -> Option<(i64, i64, i64)> {
        if self.day.filled == 0 {
            return None;
        }
        let mut numbers = [1; 3];
        numbers[..self.day.filled].copy_from_slice(&self.day.values[..self.day.filled]);
        let [a, b, c] = numbers;
        let is_day = |n: i64| (1..=31).contains(&n);
        let (year, month, day) = match self.named_month {
            None if self.is_iso || !is_day(a) => (a, b, c),
            None => (c, a, b),
            Some(month) if !is_day(a) => (a, month, b),
            Some(month) => (b, month, a),
        };
        let year = match year {
            0..=49 if !self.is_iso => year + 2000,
            50..=99 if !self.is_iso => year + 1900,
            _ => year,
        };
        ((1..=12).contains(&month) && is_day(day)).then_some((year, month, day))
    }

    fn time_ms(&self) -> Option<i64> {
        let [mut hour, minute, second, ms] = self.time.values;
        if let Some(offset) = self.half_of_day {
            (0..=12).contains(&hour).then_some(())?;
            hour = hour % 12 + offset;
        }
        let is_midnight = hour == 24 && minute == 0 && second == 0 && ms == 0;
        let is_time = (0..24).contains(&hour)
            && (0..60).contains(&minute)
            && (0..60).contains(&second)
            && (0..1000).contains(&ms);
        (is_time || is_midnight).then_some(((hour * 60 + minute) * 60 + second) * 1000 + ms)
    }
}

/// The first three digits of a fraction.
fn milliseconds(value: i64, digits: usize) -> i64 {
    match digits {
        1 => value * 100,
        2 => value * 10,
        _ => value / 10i64.pow(digits.min(MOST_DIGITS) as u32 - 3),
    }
}

/// Days of a proleptic Gregorian date since 1970 January 1; a day beyond the month's end runs into the next.
fn days_from_epoch(year: i64, month: i64, day: i64) -> i64 {
    let start = astro::time::Date { year: year as i32, month: month as i32, day: 1.0 }.gregorian_jd();
    (start - astro::constants::UNIX_EPOCH_JD) as i64 + day - 1
}
