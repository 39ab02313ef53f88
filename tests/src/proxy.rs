//! A TCP proxy that delays data, for measurements with a distant server.

use crate::ports::free_port;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

/// Starts a proxy of a port of this machine that delays each chunk, both ways; returns its port. Its threads
/// end with the connections.
pub fn delay(target: u16, delay: Duration) -> u16 {
    let port = free_port();
    let listener = TcpListener::bind(("127.0.0.1", port)).expect("the port is free");
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            if let Ok(server) = TcpStream::connect(("127.0.0.1", target)) {
                let pairs = [(&client, &server), (&server, &client)];
                for (from, to) in pairs.map(|(from, to)| (from.try_clone(), to.try_clone())) {
                    pass(from.expect("a socket"), to.expect("a socket"), delay);
                }
            }
        }
    });
    port
}

/// Passes on data from one side.
fn pass(mut from: TcpStream, mut to: TcpStream, delay: Duration) {
    drop(to.set_nodelay(true));
    let (sender, chunks) = channel::<(Instant, Vec<u8>)>();
    thread::spawn(move || {
        let mut buffer = [0; 65_536];
        while let Ok(read @ 1..) = from.read(&mut buffer) {
            if sender.send((Instant::now() + delay, buffer[..read].to_vec())).is_err() {
                break;
            }
        }
    });
    thread::spawn(move || {
        for (due, chunk) in chunks {
            // The delay is what the proxy is for.
            thread::sleep(due.saturating_duration_since(Instant::now()));
            if to.write_all(&chunk).is_err() {
                break;
            }
        }
        drop(to.shutdown(Shutdown::Both));
    });
}
