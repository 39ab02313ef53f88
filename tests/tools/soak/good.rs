//! Good requests: every response is read to its end and compared with the first.

use super::*;
use std::io::Read;
use tests::served::{Answer, send};

/// Requests with constant responses, for every operation. All dates lie in the ephemeris of the tests and of
/// CI.
pub(crate) const PATHS: [&str; 21] = [
    "/julian-day/2024-04-08T18:18:00Z",
    "/date/2460409.2625",
    "/delta-t/2024-04-08",
    "/lunar-libration/2015-03-20T10:11:57.7Z?obs=51.5,-0.1,20",
    "/body-position/2024-04-08T18:00:00Z?body=sun,moon,gc&obs=38.9,-77.04,20&extras=all&alg=precise",
    "/body-position/2024-04-08/2024-04-09?body=sun&body=moon&interval=600&alg=precise",
    "/body-position/2024-04-01/2024-04-08?body=moon&interval=300",
    "/body-position/2024-04-08T18:00:00Z?body=sun,moon,gc&obs=38.9,-77.04,20&extras=appearance",
    "/moon-picture/2024-04-08T18:00:00Z?obs=38.9,-77.04,20",
    "/celestial-events/2024-01-01/2024-12-31?body=sun,moon,gc&overflow=1",
    "/meteor-showers/2024-08-01/2024-08-31?obs=38.9,-77.04,20",
    "/rise-transit-set/2024-04-08/2024-05-08?observer=38.9,-77.04,20&body=sun,moon,gc",
    "/solar-eclipse/catalog/1900/2100",
    "/solar-eclipse/catalog/-1999/3000",
    "/solar-eclipse/catalog/-1999/3000?saros=139",
    "/solar-eclipse/elements/2460408.5",
    "/solar-eclipse/elements/2460408.5?format=raw",
    "/solar-eclipse/search/1500/2500?obs=51.5,-0.1,20",
    "/lunar-eclipse/catalog/1900/2100",
    "/lunar-eclipse/local-circumstances/2025-03-14?obs=51.5,-0.1,20",
    "/solar-eclipse/local-circumstances/details/2460408.5?obs=23.2494,-106.4111,10",
];
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
