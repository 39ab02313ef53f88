//! No client can occupy all connections.

use super::abuse::assert_turned_away;
use super::*;

#[test]
fn one_address_cannot_take_all_connections() {
    let server = start(&["--demo"]);
    let held: Vec<TcpStream> = (0..512).map(|_| server.connect()).collect();
    until_true("the last", || server.metric("umbra_connections ") >= 512.0);
    assert_turned_away(&server);
    drop(held);
    at_rest(&server);
    assert_eq!(server.get("/livez").status, 200);
    assert!(server.log().contains("its address has as many open"));
}
