//! Good requests: every response is read to its end and compared with the first.

use super::*;
use std::io::Read;
use std::sync::LazyLock;
use tests::served::{Answer, send};

/// Requests with constant responses, for every operation. All dates lie in the ephemeris of the tests and of
/// CI.
pub(crate) static PATHS: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("good.txt").lines().collect());
const CODINGS: [&str; 3] = ["identity", "gzip", "br"];
/// The pause between requests of a thread. The soak tests duration, not load.
const REST: Duration = Duration::from_millis(10);

/// Sends the requests in turn until the end; each seed starts with another request.
pub(crate) fn run(soak: &Soak, seed: u64) {
    for turn in (seed as usize * 5).. {
        if soak.is_over_after(REST) {
            return;
        }
        let (path, coding) = (PATHS[turn % PATHS.len()], CODINGS[turn % CODINGS.len()]);
        let answer = get(soak, path, coding, &soak.whole);
        match answer.status {
            200 => {
                soak.whole.answered.fetch_add(1, Ordering::Relaxed);
                soak.compare(path, decoded(&answer));
            }
            status if is_busy(status) => {}
            status => soak.fault(format!("{path}: {status}: {}", answer.text())),
        }
    }
}

/// Returns whether a status means that the server is overloaded.
pub(crate) fn is_busy(status: u16) -> bool {
    status == 503
}

fn get(soak: &Soak, path: &str, coding: &str, key: &Key) -> Answer {
    send(soak.server.address, "GET", &with_key(path, key), &[("Accept-Encoding", coding)], "")
}

/// The body without its coding.
fn decoded(answer: &Answer) -> Vec<u8> {
    let (body, mut plain) = (answer.body.as_slice(), Vec::new());
    let read = match answer.header("content-encoding") {
        None => return answer.body.clone(),
        Some("gzip") => flate2::read::GzDecoder::new(body).read_to_end(&mut plain),
        Some("br") => brotli::Decompressor::new(body, 4096).read_to_end(&mut plain),
        Some(other) => panic!("an answer in {other}, which was not requested"),
    };
    read.unwrap_or_else(|e| panic!("an answer that cannot be decoded: {e}"));
    plain
}
