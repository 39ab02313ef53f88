//! Requests of bad clients: wrong, slow and interrupted ones.

use super::http2::LONG;
use super::*;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use tests::served::send;

/// Wrong requests and their status.
const BAD: [(&str, u16); 10] = [
    ("/julian-day/someday", 400),
    ("/julian-day/2024?colour=red", 400),
    ("/body-position/2024?body=mars&obs=91,0&interval=0", 400),
    ("/body-position/2024-01-01/2026-01-01?body=sun&interval=1", 400),
    ("/rise-transit-set/2024-05-08/2024-04-08?observer=1,2,3&body=sun", 400),
    ("/solar-eclipse/catalog/3000/-1999", 400),
    ("/solar-eclipse/elements/someday", 400),
    ("/solar-eclipse/paths", 404),
    ("/body-position/2024?body=sun&body=,,,,&extras=,,,,", 400),
    ("/date/1e300", 400),
];
/// Number of parameters in a request with only wrong parameters.
const MANY: usize = 2000;
const REST: Duration = Duration::from_millis(20);
/// The pause of a slow client between two bytes.
const DRIP: Duration = Duration::from_millis(100);
/// The number of pauses after which it gives up.
const DRIPS: usize = 50;

/// Sends wrong requests with a good key. Each gets its error, and none is counted.
pub(crate) fn bad(soak: &Soak) {
    let long = format!("/julian-day/2024?{}", "a&".repeat(MANY));
    while !soak.is_over() {
        for (path, expected) in BAD.into_iter().chain([(long.as_str(), 400), ("/livez", 200)]) {
            let path = if path == "/livez" { path.to_owned() } else { with_key(path, &soak.whole) };
            let status = send(soak.server.address, "GET", &path, &[], "").status;
            if status != expected {
                soak.fault(format!("{path:.80}: {status} instead of {expected}"));
            }
            soak.is_over_after(REST);
        }
        let posted = soak.server.send("POST", "/version", &[], "a body");
        if posted.status != 405 {
            soak.fault(format!("POST /version: {}", posted.status));
        }
    }
}

/// The ways of being slow.
#[derive(Clone, Copy)]
pub(crate) enum Slow {
    /// The head comes byte by byte.
    Head,
    /// A body is announced and comes byte by byte.
    Body,
    /// The response is read slowly.
    Reader,
    /// Nothing is ever sent.
    Silent,
}

/// All ways of being slow, some of them twice.
pub(crate) const SLOW: [Slow; 7] =
    [Slow::Head, Slow::Head, Slow::Body, Slow::Reader, Slow::Reader, Slow::Reader, Slow::Silent];

/// Opens one slow connection after the other until the end.
pub(crate) fn slow(soak: &Soak, way: Slow, seed: u64) {
    soak.is_over_after(DRIP * seed as u32);
    while !soak.is_over() {
        let mut stream = soak.server.connect();
        let outcome = match way {
            Slow::Head => drip(soak, &mut stream, &request("/version", "X-Slow: yes\r\n")),
            Slow::Body => {
                let head = request("/version", "Content-Length: 1000\r\n");
                stream.write_all(head.as_bytes()).and_then(|()| drip(soak, &mut stream, &"x".repeat(1000)))
            }
            Slow::Reader => read_slowly(soak, &mut stream),
            Slow::Silent => drip(soak, &mut stream, ""),
        };
        note_fault(soak, "a slow client", outcome);
    }
}

/// Sends one byte at a time until the end or an error, and then stays silent, until it gives up.
fn drip(soak: &Soak, stream: &mut TcpStream, text: &str) -> std::io::Result<()> {
    let mut bytes = text.bytes();
    for _ in 0..DRIPS {
        if let Some(byte) = bytes.next() {
            stream.write_all(&[byte])?;
        }
        if soak.is_over_after(DRIP) {
            break;
        }
    }
    Ok(())
}

fn read_slowly(soak: &Soak, stream: &mut TcpStream) -> std::io::Result<()> {
    stream.write_all(request(&with_key(LONG, &soak.cut), "").as_bytes())?;
    note_answer(stream, &soak.cut)?;
    for _ in 0..DRIPS {
        if stream.read(&mut [0; 4096])? == 0 || soak.is_over_after(DRIP) {
            break;
        }
    }
    Ok(())
}

/// Interrupts requests within their head, and answers within their body.
pub(crate) fn cut(soak: &Soak) {
    for turn in 0_usize.. {
        if soak.is_over_after(REST) {
            return;
        }
        let mut stream = soak.server.connect();
        let whole = request(&with_key(LONG, &soak.cut), "Accept-Encoding: br\r\n");
        let sent = if turn.is_multiple_of(2) { whole.len() } else { turn % whole.len() };
        let outcome = stream.write_all(&whole.as_bytes()[..sent]).and_then(|()| match turn % 4 {
            0 => note_answer(&mut stream, &soak.cut),
            _ => Ok(()),
        });
        note_fault(soak, "a cut request", outcome);
    }
}

/// Counts the call if the status line says that it is answered.
fn note_answer(stream: &mut TcpStream, key: &Key) -> std::io::Result<()> {
    let mut line = [0; 12];
    stream.read_exact(&mut line)?;
    if line.ends_with(b"200") {
        key.answered.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

fn request(path: &str, headers: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: {}\r\n{headers}\r\n", tests::served::HOST)
}

/// Notes an error, unless the server has closed the connection, which is allowed with such clients.
fn note_fault(soak: &Soak, what: &str, outcome: std::io::Result<()>) {
    const CLOSED: [ErrorKind; 3] =
        [ErrorKind::ConnectionReset, ErrorKind::BrokenPipe, ErrorKind::UnexpectedEof];
    if let Some(e) = outcome.err().filter(|e| !CLOSED.contains(&e.kind())) {
        soak.fault(format!("{what}: {e}"));
    }
}
