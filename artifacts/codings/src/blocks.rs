//! Bodies put together from blocks that were encoded one by one, ahead of the requests for them.
//!
//! In each coding, encoded blocks can be concatenated in any order, so that a body needs no copies and little
//! encoding:
//!
//! - `br`: metablocks that refer to nothing before their block and end at a byte (the "catable" and "bare"
//!   streams of the crate brotli), after the header of an empty stream and before an empty last metablock.
//! - `gzip`, `deflate`: blocks of DEFLATE that refer to nothing before them and end at a byte (RFC 1951,
//!   section 3.2; the flush of zlib), between the header and the check sum of the format.
//! - `zstd`: frames, of which a body may have several (RFC 8878, section 3).

use crate::{Coding, Effort};
use brotli::enc::BrotliEncoderParams;
use bytes::Bytes;
use flate2::{Compress, Compression, FlushCompress, Status};
use simd_adler32::Adler32;
use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, OnceLock};

/// Maximum size of bytes that are stored as they are within an encoded body.
const MAX_STORED_BYTES: usize = 1024;

/// Codings with blocks of their own: those of `gzip` serve `deflate` too, which differs only around them.
pub const OWN: [Coding; 3] = [Coding::Brotli, Coding::Zstd, Coding::Gzip];

/// A part of many bodies, with its encoded forms.
#[derive(Debug)]
pub struct Block {
    plain: Bytes,
    /// CRC-32, once a body in gzip has needed it.
    crc: OnceLock<crc32fast::Hasher>,
    /// Adler-32, once a body in `deflate` has needed it.
    adler: OnceLock<u32>,
    /// The forms in [`OWN`] codings; a missing one is encoded for the first request.
    forms: [OnceLock<Bytes>; OWN.len()],
    effort: Effort,
    /// `true` if a cache holds the block, which may drop it at any time.
    is_of_cache: bool,
}

impl Block {
    /// A block that is encoded for its first request in each coding.
    pub fn new(plain: Bytes, effort: Effort) -> Self {
        let (crc, adler, forms) = Default::default();
        Self { plain, crc, adler, forms, effort, is_of_cache: false }
    }

    /// A block with its forms in [`OWN`] codings.
    pub fn encoded(plain: Bytes, forms: [Bytes; OWN.len()]) -> Self {
        Self { forms: forms.map(OnceLock::from), ..Self::new(plain, Effort::Once) }
    }

    /// Returns this block as an entry of a cache, which may drop it at any time.
    pub fn in_cache(self) -> Self {
        Self { is_of_cache: true, ..self }
    }

    /// The bytes as they are.
    pub fn plain(&self) -> &Bytes {
        &self.plain
    }

    /// Returns the place of the form of a coding; none for the bytes as they are.
    fn kept(&self, coding: Coding) -> Option<&OnceLock<Bytes>> {
        let own = if coding == Coding::Deflate { Coding::Gzip } else { coding };
        OWN.iter().position(|of| *of == own).map(|number| &self.forms[number])
    }

    fn form(&self, coding: Coding) -> io::Result<Bytes> {
        let Some(kept) = self.kept(coding) else { return Ok(self.plain.clone()) };
        if kept.get().is_none() {
            // Without the spare capacity of the encoder's buffer. Another thread may be first with the same
            // bytes.
            drop(kept.set(Bytes::copy_from_slice(&block(coding, self.effort, &self.plain)?)));
        }
        Ok(kept.get().expect("the form has been set").clone())
    }
}

/// A part of a body.
#[derive(Debug, Clone)]
pub enum BodyPart {
    /// A block that many bodies share.
    Block(Arc<Block>),
    /// Bytes of this body alone.
    Own(Bytes),
}

impl BodyPart {
    /// Returns whether the bytes are those of a cache, which may drop them at any time.
    pub fn is_of_cache(&self) -> bool {
        matches!(self, Self::Block(block) if block.is_of_cache)
    }

    /// The bytes as they are.
    pub fn plain(&self) -> &Bytes {
        match self {
            Self::Block(block) => block.plain(),
            Self::Own(bytes) => bytes,
        }
    }

    fn add_to(&self, sum: &mut crc32fast::Hasher) {
        match self {
            Self::Block(block) => sum.combine(block.crc.get_or_init(|| crc_of(&block.plain))),
            Self::Own(bytes) => sum.update(bytes),
        }
    }

    fn adler(&self) -> u32 {
        match self {
            Self::Block(block) => *block.adler.get_or_init(|| adler_of(&block.plain)),
            Self::Own(bytes) => adler_of(bytes),
        }
    }

    fn form(&self, coding: Coding) -> io::Result<Bytes> {
        match self {
            Self::Block(block) => block.form(coding),
            // An encoder costs more time than the bytes of an echo and a bracket that it would save.
            Self::Own(bytes) if bytes.len() <= MAX_STORED_BYTES => Ok(stored(coding, bytes)),
            Self::Own(bytes) => block(coding, Effort::Live, bytes),
        }
    }
}

/// Encodes a body from its parts. The returned function yields encoded bytes, which may be empty, and
/// [`None`] at the end.
pub fn pieces(
    coding: Coding,
    parts: Vec<BodyPart>,
) -> impl FnMut() -> io::Result<Option<Bytes>> + Send + 'static {
    let mut given = 0;
    move || {
        let piece = match given {
            0 => header(coding)?,
            n if n <= parts.len() => match &parts[n - 1] {
                part if part.plain().is_empty() => Bytes::new(),
                part => part.form(coding)?,
            },
            n if n == parts.len() + 1 => trailer(coding, &parts),
            _ => return Ok(None),
        };
        given += 1;
        Ok(Some(piece))
    }
}

/// Number of bytes that must be encoded for this body alone; up to 1,024 of a part are stored as they are.
pub fn bytes_to_encode(coding: Coding, parts: &[BodyPart]) -> usize {
    let is_ahead = |part: &BodyPart| match part {
        BodyPart::Block(block) => block.kept(coding).is_none_or(|kept| kept.get().is_some()),
        BodyPart::Own(bytes) => bytes.len() <= MAX_STORED_BYTES,
    };
    match coding {
        Coding::Identity => 0,
        _ => parts.iter().filter(|part| !is_ahead(part)).map(|part| part.plain().len()).sum(),
    }
}

/// A body in a coding, from its parts one after the other.
pub fn body(coding: Coding, parts: Vec<BodyPart>) -> io::Result<VecDeque<Bytes>> {
    let mut next = pieces(coding, parts);
    let all = std::iter::from_fn(|| next().transpose());
    all.filter(|piece| !piece.as_ref().is_ok_and(Bytes::is_empty)).collect()
}

/// The bytes before the first block.
fn header(coding: Coding) -> io::Result<Bytes> {
    static BROTLI: OnceLock<Bytes> = OnceLock::new();
    Ok(match coding {
        Coding::Identity | Coding::Zstd => Bytes::new(),
        // No name, no time, of an unknown system: RFC 1952, section 2.3.
        Coding::Gzip => Bytes::from_static(&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]),
        // A window of 32 kB, the default effort: RFC 1950, section 2.2.
        Coding::Deflate => Bytes::from_static(&[0x78, 0x9c]),
        Coding::Brotli => match BROTLI.get() {
            Some(header) => header.clone(),
            None => {
                let first = BrotliEncoderParams { catable: false, ..brotli_params(Effort::Once) };
                let header = brotli_of(&[], &first)?;
                BROTLI.get_or_init(|| header).clone()
            }
        },
    })
}

/// The bytes after the last block.
fn trailer(coding: Coding, parts: &[BodyPart]) -> Bytes {
    /// An empty last block of DEFLATE with fixed codes.
    const LAST_OF_DEFLATE: [u8; 2] = [3, 0];
    match coding {
        Coding::Identity | Coding::Zstd => Bytes::new(),
        // An empty last metablock: RFC 7932, section 9.2.
        Coding::Brotli => Bytes::from_static(&[3]),
        Coding::Gzip => {
            let mut sum = crc32fast::Hasher::new();
            parts.iter().for_each(|part| part.add_to(&mut sum));
            let length = parts.iter().map(|part| part.plain().len()).sum::<usize>() as u32;
            [&LAST_OF_DEFLATE[..], &sum.finalize().to_le_bytes(), &length.to_le_bytes()].concat().into()
        }
        Coding::Deflate => {
            let sum = parts.iter().fold(1, |sum, part| adler_of_both(sum, part.adler(), part.plain().len()));
            [&LAST_OF_DEFLATE[..], &sum.to_be_bytes()].concat().into()
        }
    }
}

fn crc_of(bytes: &[u8]) -> crc32fast::Hasher {
    let mut sum = crc32fast::Hasher::new();
    sum.update(bytes);
    sum
}

fn adler_of(bytes: &[u8]) -> u32 {
    let mut sum = Adler32::new();
    sum.write(bytes);
    sum.finish()
}

/// Adler-32 of two texts in a row, from their sums and the length of the second. The low half is 1 plus the
/// sum of the bytes, the high half the sum of its values after each byte. Reference: RFC 1950, section 9.
fn adler_of_both(first: u32, second: u32, second_len: usize) -> u32 {
    const MODULUS: u64 = 65_521;
    let halves = |sum: u32| (u64::from(sum & 0xFFFF), u64::from(sum >> 16));
    let ((low_1, high_1), (low_2, high_2)) = (halves(first), halves(second));
    let low = (low_1 + low_2 + MODULUS - 1) % MODULUS;
    let high = (high_1 + high_2 + (second_len as u64 % MODULUS) * (low_1 + MODULUS - 1)) % MODULUS;
    (high << 16 | low) as u32
}

/// 1 to [`MAX_STORED_BYTES`] bytes in a coding, as they are.
fn stored(coding: Coding, plain: &Bytes) -> Bytes {
    let length = plain.len();
    let head = match coding {
        Coding::Identity => return plain.clone(),
        // A metablock that is not the last, with a length less one of 16 bits, uncompressed: RFC 7932,
        // section 9.2.
        Coding::Brotli => ((length as u32 - 1) << 3 | 1 << 19).to_le_bytes()[..3].to_vec(),
        // A stored block that is not the last, its length and the complement: RFC 1951, section 3.2.4.
        Coding::Gzip | Coding::Deflate => {
            let length = length as u16;
            [&[0], &length.to_le_bytes()[..], &(!length).to_le_bytes()].concat()
        }
        // A frame of a single segment, whose length less 256 has two bytes unless it is shorter, with one raw
        // block: RFC 8878, sections 3.1.1 and 3.1.1.2.
        Coding::Zstd => {
            let size = match length {
                0..256 => vec![0x20, length as u8],
                _ => [&[0x60], &(length as u16 - 256).to_le_bytes()[..]].concat(),
            };
            let block = ((length as u32) << 3 | 1).to_le_bytes();
            [&[0x28, 0xb5, 0x2f, 0xfd][..], &size, &block[..3]].concat()
        }
    };
    [&head, &plain[..]].concat().into()
}

/// Encodes a block, to be concatenated with others of its coding.
pub fn block(coding: Coding, effort: Effort, plain: &Bytes) -> io::Result<Bytes> {
    Ok(match coding {
        Coding::Identity => plain.clone(),
        Coding::Brotli => brotli_of(plain, &brotli_params(effort))?,
        Coding::Zstd => zstd::bulk::compress(plain, effort.zstd_level())?.into(),
        Coding::Gzip | Coding::Deflate => deflate_of(plain, effort)?,
    })
}

fn brotli_params(effort: Effort) -> BrotliEncoderParams {
    BrotliEncoderParams {
        quality: effort.brotli_quality(),
        // The same for all blocks, because it is in the header of the body.
        lgwin: 22,
        // No references to the bytes before the block, nor to the built-in dictionary: distances to it depend
        // on the number of those bytes.
        catable: true,
        use_dictionary: false,
        appendable: true,
        bare_stream: true,
        byte_align: true,
        ..BrotliEncoderParams::default()
    }
}

fn brotli_of(plain: &[u8], params: &BrotliEncoderParams) -> io::Result<Bytes> {
    let (mut plain, mut encoded) = (plain, Vec::new());
    brotli::BrotliCompress(&mut plain, &mut encoded, params)?;
    Ok(encoded.into())
}

fn deflate_of(plain: &[u8], effort: Effort) -> io::Result<Bytes> {
    /// Extra room for the bytes that a flush adds.
    const MARKS: usize = 64;
    let mut encoder = Compress::new(Compression::new(effort.gzip_level()), false);
    let mut encoded = Vec::with_capacity(plain.len() / 4 + MARKS);
    loop {
        let rest = &plain[encoder.total_in() as usize..];
        let status = encoder.compress_vec(rest, &mut encoded, FlushCompress::Sync)?;
        let is_all_in = encoder.total_in() as usize == plain.len();
        // With room left over, everything has been written out.
        if is_all_in && encoded.len() < encoded.capacity() {
            return Ok(encoded.into());
        }
        if status == Status::BufError && encoded.len() < encoded.capacity() {
            return Err(io::Error::other("the DEFLATE encoder does not go on"));
        }
        encoded.reserve(encoded.capacity() + MARKS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::io::Read;

    fn decoded(coding: Coding, body: &[u8]) -> Vec<u8> {
        let mut plain = Vec::new();
        let read = match coding {
            Coding::Identity => (&mut &*body).read_to_end(&mut plain),
            Coding::Brotli => brotli::Decompressor::new(body, 4096).read_to_end(&mut plain),
            Coding::Zstd => zstd::Decoder::new(body).and_then(|mut d| d.read_to_end(&mut plain)),
            Coding::Gzip => flate2::read::GzDecoder::new(body).read_to_end(&mut plain),
            Coding::Deflate => flate2::read::ZlibDecoder::new(body).read_to_end(&mut plain),
        };
        read.expect("the body can be decoded");
        plain
    }

    /// Words, or bytes that do not shrink.
    fn plain(seed: u64, length: usize, is_noise: bool) -> Bytes {
        let words = ["{\"jd\":", "2460409.25", "},", "\"total\"", "\"annular\"", "null", "-33.25"];
        let mut random = fastrand::Rng::with_seed(seed);
        let mut text = Vec::new();
        while text.len() < length {
            let word = words[random.usize(..words.len())].as_bytes();
            if is_noise { text.push(random.u8(..)) } else { text.extend_from_slice(word) }
        }
        text.truncate(length);
        text.into()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn every_coding_gives_back_the_parts_one_after_the_other(
            parts in prop::collection::vec(
                (any::<u64>(), prop_oneof![1usize..1500, 1usize..90_000], any::<[bool; 3]>()),
                1..6,
            )
        ) {
            let parts: Vec<BodyPart> = parts
                .into_iter()
                .map(|(seed, length, [is_block, is_ahead, is_noise])| {
                    let plain = plain(seed, length, is_noise);
                    let form = |coding| block(coding, Effort::Once, &plain).expect("encoded");
                    let block = match is_ahead {
                        true => Block::encoded(plain.clone(), OWN.map(form)),
                        false => Block::new(plain.clone(), Effort::Live),
                    };
                    if is_block { BodyPart::Block(Arc::new(block)) } else { BodyPart::Own(plain) }
                })
                .collect();
            let plain: Vec<u8> = parts.iter().flat_map(|p| p.plain().to_vec()).collect();
            for coding in Coding::ALL {
                let body: Vec<u8> =
                    body(coding, parts.clone()).expect("encoded").into_iter().flatten().collect();
                prop_assert!(decoded(coding, &body) == plain, "{}", coding.word());
            }
        }
    }
}
