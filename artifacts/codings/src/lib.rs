//! Content codings: negotiation, encoders, and blocks that are encoded ahead.

pub mod blocks;

use bytes::Bytes;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::{GzEncoder, ZlibEncoder};
use std::io::{Read, Write};

/// A content coding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coding {
    /// The bytes as they are.
    Identity,
    /// `br`, RFC 7932.
    Brotli,
    /// `zstd`, RFC 8878.
    Zstd,
    /// `gzip`, RFC 1952.
    Gzip,
    /// `deflate`: the zlib format, RFC 1950.
    Deflate,
}

/// Minimum size of a body that is encoded: a smaller one fits into one packet anyway.
pub const MIN_BYTES: usize = 1024;

/// The trade of encoding time for fewer bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Little: the client waits.
    Live,
    /// Much: the body is encoded once for many requests.
    Once,
}

impl Effort {
    /// Quality of Brotli, 0 … 11.
    fn brotli_quality(self) -> i32 {
        match self {
            Self::Live => 2,
            Self::Once => 7,
        }
    }

    /// Level of Zstandard, 1 … 22.
    fn zstd_level(self) -> i32 {
        match self {
            Self::Live => 3,
            Self::Once => 12,
        }
    }

    /// Level of gzip and zlib, 0 … 9.
    fn gzip_level(self) -> u32 {
        match self {
            Self::Live => 5,
            Self::Once => 9,
        }
    }
}

impl Coding {
    /// All codings.
    pub const ALL: [Self; 5] = [Self::Identity, Self::Brotli, Self::Zstd, Self::Gzip, Self::Deflate];
    /// All codings in the order in which the server prefers them.
    pub const LIKED: [Self; 5] = [Self::Brotli, Self::Zstd, Self::Gzip, Self::Deflate, Self::Identity];

    /// The word in headers.
    pub fn word(self) -> &'static str {
        match self {
            Self::Identity => "identity",
            Self::Brotli => "br",
            Self::Zstd => "zstd",
            Self::Gzip => "gzip",
            Self::Deflate => "deflate",
        }
    }

    /// The best of the offered codings for an `Accept-Encoding` (RFC 9110, section 12.5.3), the first among
    /// equals; `None` if the client accepts none of them.
    pub fn negotiate(accept: Option<&str>, offered: &[Self]) -> Option<Self> {
        let Some(accept) = accept else { return Some(Self::Identity) };
        let mut quality: [Option<f32>; Self::ALL.len()] = [None; Self::ALL.len()];
        let mut any = None;
        for item in accept.split(',') {
            let mut parts = item.split(';').map(str::trim);
            let name = parts.next().unwrap_or("");
            let q = parts
                .find_map(|p| p.strip_prefix("q=").or_else(|| p.strip_prefix("Q=")))
                // An unreadable quality counts as a refusal, which is the safe reading.
                .map_or(1.0, |q| q.trim().parse().unwrap_or(0.0));
            // The old name of gzip, which must still be accepted (RFC 9110, section 8.4.1.3).
            let name = if name.eq_ignore_ascii_case("x-gzip") { "gzip" } else { name };
            match Self::ALL.iter().find(|c| c.word().eq_ignore_ascii_case(name)) {
                Some(coding) => quality[*coding as usize] = Some(q),
                None if name == "*" => any = Some(q),
                None => {}
            }
        }
        let of = |coding: Self| match (quality[coding as usize], any) {
            (Some(q), _) => q,
            (None, Some(q)) => q,
            // Not named: only plain bytes are allowed, and only as the last resort.
            (None, None) if coding == Self::Identity => f32::MIN_POSITIVE,
            (None, None) => 0.0,
        };
        let mut best: Option<(Self, f32)> = None;
        for &coding in offered {
            let q = of(coding);
            if q > 0.0 && best.is_none_or(|b| q > b.1) {
                best = Some((coding, q));
            }
        }
        best.map(|b| b.0)
    }
}

/// An encoder whose output can be read at any time.
pub enum Encoder {
    /// Bytes pass through.
    Identity(Vec<u8>),
    /// An encoder of Brotli.
    Brotli(Box<brotli::CompressorWriter<Vec<u8>>>),
    /// An encoder of Zstandard.
    Zstd(Box<zstd::stream::write::Encoder<'static, Vec<u8>>>),
    /// An encoder of gzip.
    Gzip(GzEncoder<Vec<u8>>),
    /// An encoder of zlib, for `deflate`.
    Deflate(ZlibEncoder<Vec<u8>>),
}

impl Encoder {
    /// Creates a fast encoder for a coding.
    pub fn new(coding: Coding) -> std::io::Result<Self> {
        /// Window of Brotli, log₂ of bytes: 256 KiB, because each streamed response holds one in memory.
        const WINDOW: u32 = 18;
        let effort = Effort::Live;
        Ok(match coding {
            Coding::Identity => Self::Identity(Vec::new()),
            Coding::Brotli => Self::Brotli(Box::new(brotli::CompressorWriter::new(
                Vec::new(),
                4096,
                effort.brotli_quality() as u32,
                WINDOW,
            ))),
            Coding::Zstd => {
                Self::Zstd(Box::new(zstd::stream::write::Encoder::new(Vec::new(), effort.zstd_level())?))
            }
            Coding::Gzip => Self::Gzip(GzEncoder::new(Vec::new(), Compression::new(effort.gzip_level()))),
            Coding::Deflate => {
                Self::Deflate(ZlibEncoder::new(Vec::new(), Compression::new(effort.gzip_level())))
            }
        })
    }

    /// Encodes more bytes.
    pub fn write(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        match self {
            Self::Identity(sink) => sink.write_all(bytes),
            Self::Brotli(encoder) => encoder.write_all(bytes),
            Self::Zstd(encoder) => encoder.write_all(bytes),
            Self::Gzip(encoder) => encoder.write_all(bytes),
            Self::Deflate(encoder) => encoder.write_all(bytes),
        }
    }

    /// Takes the encoded bytes that are ready.
    pub fn ready(&mut self) -> Vec<u8> {
        std::mem::take(match self {
            Self::Identity(sink) => sink,
            Self::Brotli(encoder) => encoder.get_mut(),
            Self::Zstd(encoder) => encoder.get_mut(),
            Self::Gzip(encoder) => encoder.get_mut(),
            Self::Deflate(encoder) => encoder.get_mut(),
        })
    }

    /// Encodes the pieces of a body. The returned function yields encoded bytes, which may be empty, and
    /// [`None`] at the end.
    pub fn pieces(
        self,
        mut plain: impl Iterator<Item = Bytes> + Send + 'static,
    ) -> impl FnMut() -> std::io::Result<Option<Bytes>> + Send + 'static {
        let mut encoder = Some(self);
        move || match (encoder.as_mut(), plain.next()) {
            (Some(Self::Identity(_)), Some(piece)) => Ok(Some(piece)),
            (Some(open), Some(piece)) => {
                open.write(&piece)?;
                Ok(Some(open.ready().into()))
            }
            _ => encoder.take().map(|open| open.finish().map(Bytes::from)).transpose(),
        }
    }

    /// Ends the stream and returns the remaining encoded bytes.
    pub fn finish(self) -> std::io::Result<Vec<u8>> {
        match self {
            Self::Identity(sink) => Ok(sink),
            Self::Brotli(encoder) => Ok(encoder.into_inner()),
            Self::Zstd(encoder) => encoder.finish(),
            Self::Gzip(encoder) => encoder.finish(),
            Self::Deflate(encoder) => encoder.finish(),
        }
    }
}

/// Decodes a body in gzip.
pub fn decoded(gzip: &[u8]) -> std::io::Result<Bytes> {
    let mut plain = Vec::new();
    GzDecoder::new(gzip).read_to_end(&mut plain)?;
    Ok(plain.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_coding_that_the_client_takes_is_chosen() {
        for (accept, expected) in [
            (None, Some(Coding::Identity)),
            (Some(""), Some(Coding::Identity)),
            (Some("deflate, gzip, br"), Some(Coding::Brotli)),
            (Some("x-gzip"), Some(Coding::Gzip)),
            (Some("br;q=0.1, zstd;q=0.2, deflate;q=0.3"), Some(Coding::Deflate)),
            (Some("compress"), Some(Coding::Identity)),
            (Some("*"), Some(Coding::Brotli)),
            (Some("br;q=0, *"), Some(Coding::Zstd)),
            (Some("identity;q=0"), None),
            (Some("*;q=0"), None),
            (Some("*;q=0, identity"), Some(Coding::Identity)),
            (Some("identity, gzip;q=0.5"), Some(Coding::Identity)),
            (Some("gzip;q=abc"), Some(Coding::Identity)),
        ] {
            assert_eq!(Coding::negotiate(accept, &Coding::LIKED), expected, "{accept:?}");
        }
        let offered = [Coding::Gzip, Coding::Identity];
        assert_eq!(Coding::negotiate(Some("br, gzip;q=0.5"), &offered), Some(Coding::Gzip));
        assert_eq!(Coding::negotiate(Some("br"), &offered), Some(Coding::Identity));
    }
}
