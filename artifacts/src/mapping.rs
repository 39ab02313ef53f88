//! Mapping files into memory: the only unsafe code of the workspace.
#![allow(unsafe_code)]

use crate::Error;
use arrow_buffer::Buffer;
use bytes::Bytes;
use memmap2::Mmap;
use std::fs::File;
use std::path::Path;

/// Maps a published file read-only; the buffer keeps the mapping alive.
pub(crate) fn map(path: &Path) -> Result<Buffer, Error> {
    let file = File::open(path).map_err(Error::io(path, "open"))?;
    // SAFETY: a mapping is sound as long as nobody changes or truncates the file under it. Files of a
    // generation are written in a temporary folder, renamed into place and never opened for writing again;
    // old generations are unlinked, which leaves their mapped pages intact.
    let mapping = unsafe { Mmap::map(&file) }.map_err(Error::io(path, "map"))?;
    Ok(Buffer::from(Bytes::from_owner(mapping)))
}
