//! The tokens of a date: numbers, symbols, words and separators.

/// Significant digits of a number; further ones are ignored.
const MAX_DIGITS: usize = 9;

/// A piece of the text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Token {
    Number { value: i64, digits: usize },
    Symbol(char),
    Word(Word),
    Space,
    Unknown,
    End,
}

/// The meaning of a word.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Word {
    Month(i64),
    /// Hours to add to an hour of twelve.
    HalfOfDay(i64),
    /// Hours of offset; the ISO form allows only `Z`.
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

/// A word as units, padded with zeros.
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
pub(super) struct Scanner<'a> {
    units: std::iter::Peekable<std::str::EncodeUtf16<'a>>,
    /// The token ahead.
    pub(super) next: Token,
}

impl<'a> Scanner<'a> {
    /// The tokens of a text.
    pub(super) fn new(text: &'a str) -> Self {
        let mut scanner = Self { units: text.encode_utf16().peekable(), next: Token::End };
        scanner.next = scanner.scan();
        scanner
    }

    /// Consumes the next token.
    pub(super) fn take(&mut self) -> Token {
        let fresh = self.scan();
        std::mem::replace(&mut self.next, fresh)
    }

    /// Consumes the next token if it is this symbol, and returns whether it was.
    pub(super) fn skip(&mut self, symbol: char) -> bool {
        let is_there = self.next == Token::Symbol(symbol);
        if is_there {
            self.take();
        }
        is_there
    }

    /// Consumes the next token if it is a number with this length and range.
    pub(super) fn fixed(&mut self, digits: usize, range: std::ops::RangeInclusive<i64>) -> Option<i64> {
        match self.next {
            Token::Number { value, digits: found } if found == digits && range.contains(&value) => {
                self.take();
                Some(value)
            }
            _ => None,
        }
    }

    /// The current unit; a NUL ends the text.
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
                if significant < MAX_DIGITS {
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

/// White space in V8's date parser. It treats the line and paragraph separators U+2028 and U+2029 as letters.
fn is_space(unit: u16) -> bool {
    matches!(unit, 0x09..=0x0D | 0x20 | 0xA0 | 0x1680 | 0x2000..=0x200A | 0x202F | 0x205F | 0x3000 | 0xFEFF)
}

/// The first three digits of a fraction.
pub(super) fn milliseconds(value: i64, digits: usize) -> i64 {
    match digits {
        1 => value * 100,
        2 => value * 10,
        _ => value / 10i64.pow(digits.min(MAX_DIGITS) as u32 - 3),
    }
}
