//! Integers in a struct of Thrift's compact protocol, in which Parquet writes its metadata. The library
//! trusts the sizes in them, so they are checked first.

/// Depth of nested structs and lists; those of Parquet have at most six.
const MAX_DEPTH: u8 = 16;

/// Walks a struct at the beginning of some bytes and reports each integer in it with the ids of the field
/// that contains its struct and of its own field. Returns none if the bytes are not a struct or end too
/// early.
pub(super) fn integers(bytes: &[u8], report: impl FnMut([i16; 2], i64)) -> Option<()> {
    Walk { rest: bytes, report }.structure(0, MAX_DEPTH)
}

struct Walk<'a, F> {
    rest: &'a [u8],
    report: F,
}

impl<F: FnMut([i16; 2], i64)> Walk<'_, F> {
    fn skip(&mut self, count: u64) -> Option<()> {
        self.rest = self.rest.get(usize::try_from(count).ok()?..)?;
        Some(())
    }

    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn unsigned(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn integer(&mut self) -> Option<i64> {
        let number = self.unsigned()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    fn structure(&mut self, field: i16, depth: u8) -> Option<()> {
        let mut id = 0;
        loop {
            let header = self.byte()?;
            if header == 0 {
                return Some(());
            }
            let is_absolute = header < 0x10;
            id = if is_absolute {
                i16::try_from(self.integer()?).ok()?
            } else {
                id.checked_add(i16::from(header >> 4))?
            };
            let kind = header & 0x0f;
            // The type of a boolean is its value.
            if !matches!(kind, 1 | 2) {
                self.value([field, id], kind, depth)?;
            }
        }
    }

    fn value(&mut self, ids: [i16; 2], kind: u8, depth: u8) -> Option<()> {
        match kind {
            1..=3 => self.skip(1),
            4..=6 => {
                let number = self.integer()?;
                (self.report)(ids, number);
                Some(())
            }
            7 => self.skip(8),
            8 => {
                let length = self.unsigned()?;
                self.skip(length)
            }
            9 | 10 => {
                let header = self.byte()?;
                let short = u64::from(header >> 4);
                let count = if short == 15 { self.unsigned()? } else { short };
                let depth = depth.checked_sub(1)?;
                (0..count).try_for_each(|_| self.value(ids, header & 0x0f, depth))
            }
            12 => self.structure(ids[1], depth.checked_sub(1)?),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_reported_with_their_fields_and_damage_is_refused() {
        // 1: 3; 2: -1; 5: { 1: 300, 2: true }; 6: "ab"; 8: [ { 4: 7 } ].
        let bytes =
            [0x15, 6, 0x15, 1, 0x3c, 0x15, 0xd8, 4, 0x11, 0, 0x18, 2, b'a', b'b', 0x29, 0x1c, 0x45, 14, 0, 0];
        let mut found = Vec::new();
        assert_eq!(integers(&bytes, |ids, number| found.push((ids, number))), Some(()));
        assert_eq!(found, [([0, 1], 3), ([0, 2], -1), ([5, 1], 300), ([8, 4], 7)]);
        for end in 0..bytes.len() {
            assert_eq!(integers(&bytes[..end], |_, _| ()), None, "{end} bytes");
        }
        assert_eq!(integers(&[0x1c; 100], |_, _| ()), None, "too deep");
        assert_eq!(integers(&[0x18, 0xff, 0xff, 0xff, 0xff, 0x7f, 0], |_, _| ()), None, "a long text");
        assert_eq!(integers(&[0xff; 64], |_, _| ()), None);
    }
}
