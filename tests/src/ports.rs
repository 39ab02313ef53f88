//! Ports for programs that a test ends and starts again in the same place.

use std::net::TcpListener;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

/// Ports that the system gives to nobody by itself. One that it gives out could be taken, while its program
/// is away, by a connection to somewhere else, or even by one to itself.
const PORTS: Range<u16> = 15_000..32_000;

/// A port of 127.0.0.1 that is free, and that no other test of this process is given.
pub fn free_port() -> u16 {
    static TAKEN: AtomicU32 = AtomicU32::new(0);
    let count = PORTS.len() as u32;
    // Test programs that run side by side begin at different places.
    let first = std::process::id().wrapping_mul(997);
    for _ in PORTS {
        let step = first.wrapping_add(TAKEN.fetch_add(1, Ordering::Relaxed)) % count;
        let port = PORTS.start + step as u16;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
    panic!("no free port from {} to {}", PORTS.start, PORTS.end)
}
