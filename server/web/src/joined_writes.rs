//! A stream that sends the head and the body of a short response together.

use crate::waiting::UnsentBytes;
use std::io;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Maximum size of a response that is written from one buffer.
const ONE_PIECE_BYTES: usize = 2048;

/// A stream that sends the head and the body of a short response together, and counts the bytes.
pub(crate) struct JoinedWrites<S> {
    pub(crate) stream: S,
    pub(crate) waiting: Arc<UnsentBytes>,
}

impl<S> JoinedWrites<S> {
    fn counted(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(Ok(bytes)) = written {
            self.waiting.count_written(bytes);
        }
        written
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for JoinedWrites<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if let new @ [_, ..] = &buffer.filled()[before..] {
            self.waiting.count_read(new);
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for JoinedWrites<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.counted(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        // Head and body of a short response are copied into one buffer: for so few bytes that is cheaper than
        // a vectored write in the kernel.
        if bytes.iter().map(|b| b.len()).sum::<usize>() <= ONE_PIECE_BYTES {
            let mut memory = [const { MaybeUninit::<u8>::uninit() }; ONE_PIECE_BYTES];
            let mut piece = ReadBuf::uninit(&mut memory);
            bytes.iter().for_each(|b| piece.put_slice(b));
            return self.poll_write(cx, piece.filled());
        }
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        self.counted(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
