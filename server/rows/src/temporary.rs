//! Temporary files, whose size is bounded over all of them.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Unnamed files in the system's temporary folder (`TMPDIR`), which vanish with the process.
#[derive(Debug)]
pub struct TemporaryFiles {
    most_bytes: u64,
    used_bytes: AtomicU64,
}

impl TemporaryFiles {
    /// Files of at most this size together, bytes.
    pub fn new(most_bytes: u64) -> Arc<Self> {
        Arc::new(Self { most_bytes, used_bytes: AtomicU64::new(0) })
    }

    /// Bytes of all files now.
    pub fn used_bytes(&self) -> u64 {
        self.used_bytes.load(Ordering::Relaxed)
    }

    /// Creates an empty file.
    pub fn create(self: &Arc<Self>) -> io::Result<TemporaryFile> {
        Ok(TemporaryFile { file: tempfile::tempfile()?, bytes: 0, of: Arc::clone(self) })
    }
}

/// A temporary file. Its bytes count until it is dropped.
#[derive(Debug)]
pub struct TemporaryFile {
    file: File,
    bytes: u64,
    of: Arc<TemporaryFiles>,
}

impl TemporaryFile {
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Writes bytes at a place. An error of the kind `QuotaExceeded` means that all files together have the
    /// maximum size.
    pub fn write_at(&mut self, bytes: &[u8], at: u64) -> io::Result<()> {
        let more = (at + bytes.len() as u64).saturating_sub(self.bytes);
        let most = self.of.most_bytes;
        let added = |used: u64| used.checked_add(more).filter(|used| *used <= most);
        if self.of.used_bytes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, added).is_err() {
            let problem = format!("all temporary files have more than {most} bytes");
            return Err(io::Error::new(io::ErrorKind::QuotaExceeded, problem));
        }
        self.bytes += more;
        self.file.write_all_at(bytes, at)
    }

    /// Fills a buffer with the bytes at a place.
    pub fn read_exact_at(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        self.file.read_exact_at(bytes, at)
    }

    /// Reads bytes at a place, as many as are there.
    pub(crate) fn read_at(&self, bytes: &mut [u8], at: u64) -> io::Result<usize> {
        self.file.read_at(bytes, at)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        self.of.used_bytes.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_together_have_at_most_the_maximum_size_and_give_it_back() {
        let files = TemporaryFiles::new(10);
        let (mut first, mut second) = (files.create().expect("a file"), files.create().expect("a file"));
        first.write_at(b"1234567", 0).expect("room");
        first.write_at(b"abc", 0).expect("no more bytes");
        let refused = second.write_at(b"1234", 0).expect_err("no room");
        assert_eq!(refused.kind(), io::ErrorKind::QuotaExceeded);
        second.write_at(b"123", 0).expect("room");
        assert_eq!(files.used_bytes(), 10);
        let mut bytes = [0; 7];
        first.read_exact_at(&mut bytes, 0).expect("bytes");
        assert_eq!(&bytes, b"abc4567");
        drop(first);
        assert_eq!(files.used_bytes(), 3);
        second.write_at(b"1234567", 3).expect("room again");
    }
}
