//! A TCP stream that sends the head and the body of a short response together.

use std::io;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// Maximum size of a response that is written from one buffer.
const ONE_PIECE_BYTES: usize = 2048;

/// A TCP stream that sends the head and the body of a short response together.
pub(crate) struct JoinedWrites(pub(crate) TcpStream);

impl AsyncRead for JoinedWrites {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, buffer)
    }
}

impl AsyncWrite for JoinedWrites {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, bytes)
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
        Pin::new(&mut self.0).poll_write_vectored(cx, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.0.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}
