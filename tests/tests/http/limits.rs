//! No client can fill the server's memory or occupy all its connections.

use super::abuse::assert_turned_away;
use super::unread::{runtime, unread};
use super::{at_rest, start};
use std::net::TcpStream;
use tests::until_true;

#[test]
fn answers_are_refused_while_too_many_bytes_wait_but_not_to_those_who_read() {
    let server = start(&["--demo", "--max-waiting-bytes", "1048576"]);
    let paths = vec!["/body-position/2000-01-01/2000-01-01T00:50?body=sun,moon".to_owned(); 40];
    let are_refused = || server.admin("/metrics").text().contains("status=\"503\"");
    let all = runtime();
    let mut connections = 0;
    // No connection has too much for itself; when all have, together, the second answer of one is refused.
    until_true("a refusal", || {
        unread(&all, &server, &paths[..1 + connections / 20]);
        connections += 1;
        assert!(connections < 100, "a hundred connections hold less than a megabyte");
        are_refused()
    });
    for path in ["/version", "/livez", "/readyz", "/julian-day/2024"] {
        assert_eq!(server.get(path).status, 200, "{path}");
    }
    drop(all);
    at_rest(&server);
    // One connection has too much for itself.
    let refused = || server.metric("umbra_refusals_total{code=\"busy\"}");
    let before = refused();
    let one = runtime();
    unread(&one, &server, &paths);
    until_true("a refusal", || refused() > before);
    assert_eq!(server.get("/version").status, 200);
}

#[test]
fn one_address_cannot_take_all_connections() {
    let server = start(&["--demo", "--max-connections-per-address", "5"]);
    let held: Vec<TcpStream> = (0..5).map(|_| server.connect()).collect();
    until_true("the fifth", || server.metric("umbra_connections ") >= 5.0);
    assert_turned_away(&server);
    drop(held);
    at_rest(&server);
    assert_eq!(server.get("/livez").status, 200);
    assert!(server.log().contains("--max-connections-per-address"));
    // Behind a proxy there are many clients.
    let server = start(&["--demo", "--max-connections-per-address", "1", "--trusted-proxies", "127.0.0.1"]);
    let _held: Vec<TcpStream> = (0..5).map(|_| server.connect()).collect();
    until_true("all five", || server.metric("umbra_connections ") >= 5.0);
    assert_eq!(server.get("/livez").status, 200);
}
