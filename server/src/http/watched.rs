//! A TCP stream that notes when bytes move, and sends the head and the body of a short response together.

use std::io;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// Answers of up to this size are written in one piece.
const ONE_PIECE_BYTES: usize = 2048;

/// A stream that notes when bytes move.
pub(crate) struct Watched {
    stream: TcpStream,
    moved: Arc<AtomicBool>,
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if buffer.filled().len() > before {
            self.moved.store(true, Ordering::Relaxed);
        }
        polled
    }
}

impl Watched {
    /// Sets `moved` whenever bytes go in or out.
    pub(crate) fn new(stream: TcpStream, moved: Arc<AtomicBool>) -> Self {
        Self { stream, moved }
    }

    fn noted(&self, polled: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if matches!(polled, Poll::Ready(Ok(n)) if n > 0) {
            self.moved.store(true, Ordering::Relaxed);
        }
        polled
    }
}

impl AsyncWrite for Watched {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.noted(polled)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        // Head and body of a short answer go out in one piece: copying them costs less than the kernel takes
        // to gather them.
        if bytes.iter().map(|b| b.len()).sum::<usize>() <= ONE_PIECE_BYTES {
            let mut memory = [const { MaybeUninit::<u8>::uninit() }; ONE_PIECE_BYTES];
            let mut piece = ReadBuf::uninit(&mut memory);
            bytes.iter().for_each(|b| piece.put_slice(b));
            return self.poll_write(cx, piece.filled());
        }
        let polled = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        self.noted(polled)
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
