//! Bytes of a body that the client sends before it reads results, as many programs do: in an unnamed
//! temporary file, so that neither waits for the other.

use rows::{TemporaryFile, TemporaryFiles};
use std::io;
use std::sync::Arc;

/// Maximum size of the file, bytes.
const MAX_BYTES: u64 = 256 << 20;
/// Bytes that are read from it at a time.
const PIECE_BYTES: u64 = 64 << 10;

/// A queue of bytes in a temporary file.
pub(super) struct Spool {
    files: Arc<TemporaryFiles>,
    /// Created for the first bytes.
    file: Option<TemporaryFile>,
    written: u64,
    read: u64,
    has_failed: bool,
}

impl Spool {
    /// An empty queue.
    pub(super) fn new(files: Arc<TemporaryFiles>) -> Self {
        Self { files, file: None, written: 0, read: 0, has_failed: false }
    }

    /// Returns whether it takes more bytes.
    pub(super) fn has_room(&self) -> bool {
        self.written < MAX_BYTES && !self.has_failed
    }

    pub(super) fn push(&mut self, bytes: &[u8]) -> io::Result<()> {
        let pushed = self.try_push(bytes);
        self.has_failed |= pushed.is_err();
        pushed
    }

    fn try_push(&mut self, bytes: &[u8]) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(self.files.create()?),
        };
        file.write_at(bytes, self.written)?;
        self.written += bytes.len() as u64;
        Ok(())
    }

    /// Takes the first bytes; none if it is empty.
    pub(super) fn pop(&mut self) -> io::Result<Option<Vec<u8>>> {
        let Some(file) = self.file.as_ref().filter(|_| self.read < self.written) else { return Ok(None) };
        let mut bytes = vec![0; (self.written - self.read).min(PIECE_BYTES) as usize];
        file.read_exact_at(&mut bytes, self.read)?;
        self.read += bytes.len() as u64;
        if self.read == self.written {
            // The next bytes use the same space.
            (self.read, self.written) = (0, 0);
        }
        Ok(Some(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_out_as_they_went_in() {
        let mut spool = Spool::new(TemporaryFiles::new(1 << 20));
        let popped = |spool: &mut Spool| spool.pop().expect("read").map(|bytes| bytes.len());
        assert_eq!(popped(&mut spool), None);
        for (piece, byte) in [(100_000, 1), (10, 2)] {
            spool.push(&vec![byte; piece]).expect("written");
        }
        assert_eq!(popped(&mut spool), Some(PIECE_BYTES as usize));
        spool.push(&[3; 5]).expect("written");
        let rest = spool.pop().expect("read").expect("bytes");
        assert_eq!(rest.len(), 100_015 - PIECE_BYTES as usize);
        assert!(rest.ends_with(&[2, 2, 3, 3, 3, 3, 3]));
        assert_eq!(popped(&mut spool), None);
        spool.push(&[4; 5]).expect("written");
        assert_eq!(spool.pop().expect("read").as_deref(), Some(&[4; 5][..]));
    }
}
