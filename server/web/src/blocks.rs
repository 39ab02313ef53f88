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

use crate::coding::{Coding, Effort};
use brotli::enc::BrotliEncoderParams;
use bytes::Bytes;
use flate2::{Compress, Compression, FlushCompress, Status};
use simd_adler32::Adler32;
use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, OnceLock};

/// A part of many bodies, with its encoded forms.
#[derive(Debug)]
pub struct Block {
    plain: Bytes,
    /// While a form is missing, the block is encoded for each request.
    forms: [OnceLock<Bytes>; Coding::ALL.len()],
}

impl Block {
    /// A block that has not been encoded.
    pub fn new(plain: Bytes) -> Self {
        Self { plain, forms: Default::default() }
    }

    /// The bytes as they are.
    pub fn plain(&self) -> &Bytes {
        &self.plain
    }

    /// Encodes the block in every coding, ahead of all requests.
    pub fn encode(&self) -> io::Result<()> {
        for coding in Coding::ALL {
            let form = &self.forms[coding as usize];
            if coding != Coding::Identity && form.get().is_none() {
                // Another thread may have been first with the same bytes.
                drop(form.set(block(coding, Effort::Once, &self.plain)?));
            }
        }
        Ok(())
    }

    /// Whether all encoded forms are there.
    pub fn is_encoded(&self) -> bool {
        let codings = Coding::ALL.into_iter().filter(|coding| *coding != Coding::Identity);
        codings.into_iter().all(|coding| self.forms[coding as usize].get().is_some())
    }

    fn form(&self, coding: Coding) -> io::Result<Bytes> {
        match self.forms[coding as usize].get() {
            Some(form) => Ok(form.clone()),
            None => block(coding, Effort::Live, &self.plain),
        }
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
    /// The bytes as they are.
    pub fn plain(&self) -> &Bytes {
        match self {
            Self::Block(block) => block.plain(),
            Self::Own(bytes) => bytes,
        }
    }

    fn form(&self, coding: Coding) -> io::Result<Bytes> {
        match self {
            Self::Block(block) => block.form(coding),
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

/// Number of bytes that must be encoded for this body alone.
///
/// ```
/// use std::sync::Arc;
/// use web::blocks::{Block, BodyPart, bytes_to_encode};
/// use web::coding::Coding;
///
/// let block = Arc::new(Block::new("[1,2,".into()));
/// block.encode()?;
/// let parts = [BodyPart::Block(block), BodyPart::Own("3]".into())];
/// assert_eq!(bytes_to_encode(Coding::Gzip, &parts), 2);
/// assert_eq!(bytes_to_encode(Coding::Identity, &parts), 0);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn bytes_to_encode(coding: Coding, parts: &[BodyPart]) -> usize {
    let is_ahead =
        |part: &BodyPart| matches!(part, BodyPart::Block(b) if b.forms[coding as usize].get().is_some());
    match coding {
        Coding::Identity => 0,
        _ => parts.iter().filter(|part| !is_ahead(part)).map(|part| part.plain().len()).sum(),
    }
}

/// A body in a coding, from its parts one after the other.
///
/// ```
/// use std::sync::Arc;
/// use web::blocks::{Block, BodyPart, body};
/// use web::coding::{Coding, decoded};
///
/// let block = Arc::new(Block::new("[1,2,".into()));
/// block.encode()?;
/// let parts = vec![BodyPart::Block(block), BodyPart::Own("3]".into())];
/// let gzip: Vec<u8> = body(Coding::Gzip, parts)?.into_iter().flatten().collect();
/// assert_eq!(decoded(&gzip)?, "[1,2,3]");
/// # Ok::<(), std::io::Error>(())
/// ```
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
    let plain = || parts.iter().map(BodyPart::plain);
    match coding {
        Coding::Identity | Coding::Zstd => Bytes::new(),
        // An empty last metablock: RFC 7932, section 9.2.
        Coding::Brotli => Bytes::from_static(&[3]),
        Coding::Gzip => {
            let mut sum = crc32fast::Hasher::new();
            plain().for_each(|bytes| sum.update(bytes));
            let length = plain().map(Bytes::len).sum::<usize>() as u32;
            [&LAST_OF_DEFLATE[..], &sum.finalize().to_le_bytes(), &length.to_le_bytes()].concat().into()
        }
        Coding::Deflate => {
            let mut sum = Adler32::new();
            plain().for_each(|bytes| sum.write(bytes));
            [&LAST_OF_DEFLATE[..], &sum.finish().to_be_bytes()].concat().into()
        }
    }
}

/// A block in a coding.
fn block(coding: Coding, effort: Effort, plain: &Bytes) -> io::Result<Bytes> {
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

    fn text(seed: u64, length: usize) -> Bytes {
        let words = ["{\"jd\":", "2460409.25", "},", "\"total\"", "\"annular\"", "null", "-33.25"];
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut text = Vec::new();
        while text.len() < length {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            text.extend_from_slice(words[(state >> 33) as usize % words.len()].as_bytes());
        }
        text.truncate(length);
        text.into()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn every_coding_gives_back_the_parts_one_after_the_other(
            parts in prop::collection::vec((any::<u64>(), 1usize..90_000, any::<bool>(), any::<bool>()), 1..6)
        ) {
            let parts: Vec<BodyPart> = parts
                .into_iter()
                .map(|(seed, length, is_block, is_ahead)| {
                    let plain = text(seed, length);
                    let block = Block::new(plain.clone());
                    if is_ahead {
                        block.encode().expect("encoded");
                    }
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

    #[test]
    fn bytes_that_do_not_shrink_come_through() {
        let mut state = 1u64;
        let noise: Vec<u8> = std::iter::repeat_with(|| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 56) as u8
        })
        .take(100_000)
        .collect();
        let parts = vec![BodyPart::Own(noise.clone().into()), BodyPart::Own(Bytes::from_static(b"}"))];
        for coding in Coding::ALL {
            let body: Vec<u8> = body(coding, parts.clone()).expect("encoded").into_iter().flatten().collect();
            assert_eq!(&decoded(coding, &body)[..100_000], &noise[..], "{}", coding.word());
        }
    }
}
