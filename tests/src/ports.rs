//! Ports for programs that a test stops and restarts at the same address.

use std::net::TcpListener;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

/// Ports outside the system's ephemeral range. While its program is down, an ephemeral port could become the
/// local port of an outgoing connection, even of one to that same port.
const PORTS: Range<u16> = 15_000..32_000;

/// A free port of 127.0.0.1. Each call in this process returns a different one.
pub fn free_port() -> u16 {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = PORTS.len() as u32;
    // Test programs that run side by side begin at different places.
    let first = std::process::id().wrapping_mul(997);
    for _ in PORTS {
        let step = first.wrapping_add(COUNT.fetch_add(1, Ordering::Relaxed)) % count;
        let port = PORTS.start + step as u16;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
    panic!("no free port from {} to {}", PORTS.start, PORTS.end)
}
