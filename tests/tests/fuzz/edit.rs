//! Changes of a valid sample, as one would make them by hand to break a parser.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Maximum number of changes in one case.
const MAX_EDITS: usize = 4;
/// Maximum number of bytes that one change removes or copies.
const MAX_BYTES: usize = 64;
/// Numbers at the limits of types, for lengths, counts and offsets in binary formats.
const NUMBERS: [i64; 12] =
    [0, 1, -1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0xffff_ffff, i64::MAX, i64::MIN];
/// Doubles at the limits: infinity and not a number.
const DOUBLES: [i64; 2] = [0x7ff0_0000_0000_0000, 0x7ff8_0000_0000_0000];
/// Numbers in text.
const DECIMALS: &str = "0 -0 1 -1 9 90 -90.0000001 180 -180 360 1e9 1e-320 1e308 1e999 NaN inf 2147483648 \
    4294967296 9223372036854775808 0.30000000000000000000000000001";
/// Texts with a meaning in some format.
const TOKENS: &str = "| |\n|\r\n|\t|\0|,|;|:|/|//|..|?|&|=|%|%00|%F0%9F%8C%91|%ff|+|-|*|*/*|\"|'|\\|(|[|[[|\
    {|}|<|>|null|true|auto|T|Z|+24:00|UTC|q=0|é|🌑|\u{2028}";

/// A change; positions are shares of the length.
#[derive(Debug, Clone)]
pub(super) enum Edit {
    /// Inverts a bit.
    Bit(Index, u8),
    /// Overwrites a binary number of 1, 2, 4 or 8 bytes.
    Number {
        at: Index,
        number: i64,
        log_width: u32,
        is_big_endian: bool,
    },
    /// Replaces the digits at or after a place.
    Decimal(Index, &'static str),
    Insert(Index, &'static str),
    /// Overwrites bytes by random ones.
    Random(Index, Vec<u8>),
    Remove(Index, usize),
    /// Inserts a copy of other bytes, several times.
    Copy {
        from: Index,
        count: usize,
        to: Index,
        times: usize,
    },
    /// Removes everything after a place.
    Cut(Index),
}

pub(super) fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let at = any::<Index>;
    let number = (at(), select([&NUMBERS[..], &DOUBLES].concat()), 0..4u32, any::<bool>());
    let copy = (at(), 1..MAX_BYTES, at(), 1..5usize);
    let edit = prop_oneof![
        (at(), 0..8u8).prop_map(|(at, bit)| Edit::Bit(at, bit)),
        number.prop_map(|(at, number, log_width, is_big_endian)| Edit::Number {
            at,
            number,
            log_width,
            is_big_endian
        }),
        (at(), select(DECIMALS.split(' ').collect::<Vec<_>>()))
            .prop_map(|(at, text)| Edit::Decimal(at, text)),
        (at(), select(TOKENS.split('|').collect::<Vec<_>>())).prop_map(|(at, text)| Edit::Insert(at, text)),
        (at(), vec(any::<u8>(), 1..9)).prop_map(|(at, bytes)| Edit::Random(at, bytes)),
        (at(), 1..MAX_BYTES).prop_map(|(at, count)| Edit::Remove(at, count)),
        copy.prop_map(|(from, count, to, times)| Edit::Copy { from, count, to, times }),
        at().prop_map(Edit::Cut),
    ];
    vec(edit, 1..=MAX_EDITS)
}

impl Edit {
    pub(super) fn apply(&self, bytes: &mut Vec<u8>) {
        let place = |at: &Index, bytes: &[u8]| at.index(bytes.len() + 1);
        match self {
            Self::Bit(at, bit) => {
                let at = place(at, bytes);
                bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << bit);
            }
            Self::Number { at, number, log_width, is_big_endian } => {
                let width = 1 << log_width;
                let number = match is_big_endian {
                    true => number.to_be_bytes()[8 - width..].to_vec(),
                    false => number.to_le_bytes()[..width].to_vec(),
                };
                let at = place(at, bytes);
                overwrite(&mut bytes[at..], &number);
            }
            Self::Decimal(at, text) => {
                let at = place(at, bytes);
                let is_digit = |byte: &u8| byte.is_ascii_digit();
                let start = bytes[at..].iter().position(is_digit).map_or(bytes.len(), |digit| at + digit);
                let count = bytes[start..].iter().take_while(|byte| is_digit(byte)).count();
                bytes.splice(start..start + count, text.bytes());
            }
            Self::Insert(at, text) => {
                let at = place(at, bytes);
                bytes.splice(at..at, text.bytes());
            }
            Self::Random(at, random) => {
                let at = place(at, bytes);
                overwrite(&mut bytes[at..], random);
            }
            Self::Remove(at, count) => {
                let at = place(at, bytes);
                bytes.drain(at..(at + count).min(bytes.len()));
            }
            Self::Copy { from, count, to, times } => {
                let (from, to) = (place(from, bytes), place(to, bytes));
                let copied = bytes[from..(from + count).min(bytes.len())].repeat(*times);
                bytes.splice(to..to, copied);
            }
            Self::Cut(at) => bytes.truncate(place(at, bytes)),
        }
    }
}

fn overwrite(bytes: &mut [u8], by: &[u8]) {
    bytes.iter_mut().zip(by).for_each(|(byte, by)| *byte = *by);
}
