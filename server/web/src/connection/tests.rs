//! The deadlines of a connection, in virtual time: it advances to the next timer whenever all tasks wait.

use super::*;
use crate::body::ResponseBody;
use crate::compute::Piece;
use crate::listener::Connections;
use crate::traffic::Traffic;
use std::sync::atomic::{AtomicI64, Ordering};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

const SECOND: Duration = Duration::from_secs(1);
const LIMITS: Limits = Limits {
    connections: 10,
    connections_per_address: 10,
    streams: 100,
    header_bytes: 8192,
    body_bytes: 2000,
    waiting_bytes: 1 << 20,
    header_timeout: Duration::from_secs(8),
    idle_timeout: Duration::from_secs(80),
};
/// The interval of the check of these deadlines.
const TICK: Duration = Duration::from_secs(2);
/// A period in which unread bytes wait.
const PERIOD: Duration = Duration::from_secs(10);
/// Bytes that the network holds in each direction.
const NETWORK_BYTES: usize = 4096;
const REQUEST: &[u8] = b"GET /short HTTP/1.1\r\nHost: test\r\n\r\n";

/// Answers `/short` at once, `/endless` without an end, and a `POST` after it has read the body in pieces.
#[derive(Default)]
pub(crate) struct Site {
    open: AtomicI64,
}

impl Handler for Site {
    fn reads_body(&self, head: &Parts) -> bool {
        head.method == Method::POST
    }

    async fn respond(self: Arc<Self>, mut request: WebRequest) -> Response<ResponseBody> {
        let mut problem = request.body.err();
        if let Some(upload) = &mut request.upload {
            problem = loop {
                match upload.next().await {
                    Ok(Some(_)) => {}
                    Ok(None) => break None,
                    Err(problem) => break Some(problem),
                }
            };
        }
        let (sender, pieces) = mpsc::channel(1);
        let is_endless = request.head.uri.path() == "/endless";
        tokio::spawn(async move {
            while is_endless && sender.send(Piece::Bytes(vec![0; NETWORK_BYTES].into())).await.is_ok() {}
            // The client may have left.
            let _ = sender.send(Piece::End).await;
        });
        let mut response = Response::new(ResponseBody::streamed(pieces));
        if let Some(problem) = problem {
            assert!(matches!(problem, BodyProblem::TooSlow { most } if most == LIMITS.header_timeout));
            *response.status_mut() = hyper::StatusCode::REQUEST_TIMEOUT;
        }
        if request.is_full {
            *response.status_mut() = hyper::StatusCode::SERVICE_UNAVAILABLE;
        }
        response
    }

    fn traffic(&self) -> Traffic {
        Traffic::default()
    }

    fn connection_opened(&self) -> i64 {
        self.open.fetch_add(1, Ordering::Relaxed)
    }

    fn connection_closed(&self) {
        self.open.fetch_sub(1, Ordering::Relaxed);
    }

    fn connection_refused(&self) {}

    fn is_unlimited(&self, _: IpAddr) -> bool {
        true
    }

    fn open_connections(&self) -> i64 {
        self.open.load(Ordering::Relaxed)
    }
}

/// An accept loop of a site, and what stops it.
pub(crate) fn connections(site: Arc<Site>) -> (Connections<Site>, watch::Sender<bool>) {
    let (stop, stopping) = watch::channel(false);
    (Connections::new(LIMITS, site, stopping), stop)
}

/// A client of the site, and the task that serves it.
fn client() -> (DuplexStream, JoinHandle<()>) {
    let (connections, stop) = connections(Arc::default());
    let (client, stream) = tokio::io::duplex(NETWORK_BYTES);
    let served = connections.served(stream, IpAddr::from([127, 0, 0, 1]), None);
    let served = tokio::spawn(async move {
        served.await;
        drop(stop);
    });
    (client, served)
}

/// Asserts that something ends as long after `begun` as expected, but for `precision`.
async fn assert_ends(what: impl Future, begun: Instant, expected: Duration, precision: Duration) {
    timeout(3600 * SECOND, what).await.expect("an end");
    let took = begun.elapsed();
    assert!((expected - precision..=expected + precision).contains(&took), "{took:?}");
}

async fn read_response(client: &mut DuplexStream) {
    let mut text = Vec::new();
    while !text.ends_with(b"0\r\n\r\n") {
        text.push(client.read_u8().await.expect("a response"));
    }
    assert!(text.starts_with(b"HTTP/1.1 200"));
}

#[tokio::test(start_paused = true)]
async fn a_connection_without_a_request_is_closed_after_the_idle_timeout() {
    let (mut kept, served) = client();
    // Less than the idle timeout, and more than that of a head.
    for _ in 0..3 {
        sleep(LIMITS.idle_timeout / 2).await;
        kept.write_all(REQUEST).await.expect("sent");
        read_response(&mut kept).await;
    }
    let last = Instant::now();
    assert_ends(served, last, LIMITS.idle_timeout, TICK).await;
    let (_silent, silent_served) = client();
    assert_ends(silent_served, Instant::now(), LIMITS.idle_timeout, TICK).await;
}

#[tokio::test(start_paused = true)]
async fn a_head_that_drips_is_cut_off_after_the_header_timeout() {
    for requests in 0..2 {
        let (mut client, served) = client();
        for _ in 0..requests {
            client.write_all(REQUEST).await.expect("sent");
            read_response(&mut client).await;
        }
        let begun = Instant::now();
        client.write_all(b"GET /short HTTP/1.1\r\nX: ").await.expect("sent");
        let dripped = tokio::spawn(async move {
            while client.write_all(b"a").await.is_ok() {
                sleep(SECOND).await;
            }
        });
        assert_ends(served, begun, LIMITS.header_timeout, TICK).await;
        dripped.await.expect("it is over");
    }
}

#[tokio::test(start_paused = true)]
async fn a_body_that_is_read_whole_has_a_timeout_and_one_in_pieces_may_last_but_must_go_on() {
    // The method, the pieces, the time between two of them, and after which time the body is too slow.
    for (method, bytes, pause, expected) in [
        ("GET", 1, SECOND, LIMITS.header_timeout),
        // One piece less often than the header timeout allows.
        ("POST", 1, 20 * SECOND, LIMITS.header_timeout),
        // A byte every 5 seconds, for which a minute is too long.
        ("POST", 1, 5 * SECOND, 65 * SECOND),
        // Faster than the minimum speed. It ends after 100 pieces, and after them no more comes.
        ("POST", 100_000, 5 * SECOND, 500 * SECOND + LIMITS.header_timeout - 5 * SECOND),
    ] {
        let (client, _served) = client();
        let (mut read, mut write) = tokio::io::split(client);
        let begun = Instant::now();
        let (most, precision) = if method == "GET" { (1000, Duration::ZERO) } else { (1_000_000_000, TICK) };
        let head = format!("{method} /short HTTP/1.1\r\nHost: test\r\nContent-Length: {most}\r\n\r\n");
        let sent = tokio::spawn(async move {
            write.write_all(head.as_bytes()).await.expect("sent");
            for _ in 0..100 {
                // The server may have ended the connection.
                let _ = write.write_all(&vec![b'a'; bytes]).await;
                sleep(pause).await;
            }
            std::future::pending::<()>().await;
        });
        let mut status = [0; 12];
        assert_ends(read.read_exact(&mut status), begun, expected, precision).await;
        assert_eq!(&status, b"HTTP/1.1 408");
        sent.abort();
    }
}

#[tokio::test(start_paused = true)]
async fn a_reader_that_stops_is_let_go_and_a_slow_one_is_not() {
    let (mut client, served) = client();
    client.write_all(b"GET /endless HTTP/1.1\r\nHost: test\r\n\r\n").await.expect("sent");
    // A little more than 64 KiB within the idle timeout, for an hour.
    for _ in 0..3600 {
        client.read_exact(&mut [0; 1000]).await.expect("bytes");
        sleep(SECOND).await;
    }
    let begun = Instant::now();
    assert_ends(served, begun, LIMITS.idle_timeout, PERIOD + TICK).await;
}

/// Begins HTTP/2 without a window for responses; answers pings as long as the returned task runs.
async fn unread(client: DuplexStream, paths: &[&str]) -> JoinHandle<()> {
    let mut builder = h2::client::Builder::new();
    builder.initial_window_size(0);
    let (requests, connection) = builder.handshake::<_, Bytes>(client).await.expect("a handshake");
    let driver = tokio::spawn(async move {
        // The server breaks it off at last.
        let _ = connection.await;
    });
    let mut answers = Vec::new();
    for path in paths {
        let mut requests = requests.clone().ready().await.expect("ready");
        let request = Request::get(format!("http://test{path}")).body(()).expect("a request");
        answers.push(requests.send_request(request, true).expect("sent").0);
    }
    tokio::spawn(async move {
        let mut held = Vec::new();
        for answer in answers {
            held.extend(answer.await);
        }
        // The requests keep the connection open, and the responses are never read.
        let _ = driver.await;
        drop((held, requests));
    })
}

#[tokio::test(start_paused = true)]
async fn a_connection_with_too_much_unread_gets_refusals() {
    let (client, _served) = client();
    let mut builder = h2::client::Builder::new();
    builder.initial_window_size(0);
    let (requests, connection) = builder.handshake::<_, Bytes>(client).await.expect("a handshake");
    tokio::spawn(connection);
    let mut held = Vec::new();
    while held.len() < 90 {
        let mut requests = requests.clone().ready().await.expect("ready");
        let request = Request::get("http://test/endless").body(()).expect("a request");
        held.push(requests.send_request(request, true).expect("sent").0.await.expect("a response"));
    }
    let are_full = held.iter().map(|answer| answer.status() == 503).collect::<Vec<_>>();
    assert!(!are_full[0] && are_full[89], "{are_full:?}");
}

#[tokio::test(start_paused = true)]
async fn pings_keep_no_connection_of_http_2_open() {
    for paths in [&[][..], &["/endless", "/endless", "/endless"]] {
        let (client, served) = client();
        let begun = Instant::now();
        let client = unread(client, paths).await;
        assert_ends(served, begun, LIMITS.idle_timeout, PERIOD + TICK).await;
        client.await.expect("it is over");
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_of_http_2_that_answers_no_ping_is_let_go() {
    let (mut client, served) = client();
    let begun = Instant::now();
    client.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").await.expect("sent");
    let expected = LIMITS.idle_timeout / 2 + LIMITS.header_timeout;
    assert_ends(served, begun, expected, 2 * TICK).await;
}

#[tokio::test(start_paused = true)]
async fn the_end_waits_for_connections_as_long_as_it_is_allowed() {
    for (lasts, drain, left) in [(5, 20, 0), (30, 20, 1)] {
        let site = Arc::new(Site { open: AtomicI64::new(1) });
        let (connections, stop) = connections(site);
        let (client, stream) = tokio::io::duplex(NETWORK_BYTES);
        let begun = Instant::now();
        tokio::spawn(connections.served(stream, IpAddr::from([127, 0, 0, 1]), None));
        let open = connections.ended();
        tokio::spawn(async move {
            let mut client = client;
            client.write_all(b"GET /endless HTTP/1.1\r\nHost: test\r\n\r\n").await.expect("sent");
            sleep(lasts * SECOND).await;
        });
        // The requests are under way.
        sleep(Duration::from_millis(1)).await;
        stop.send(true).expect("a connection");
        assert_eq!(open.drained(drain * SECOND).await, left);
        assert_ends(async {}, begun, lasts.min(drain) * SECOND, SECOND).await;
    }
}
