//! A TCP proxy that delays data, holds it back, or cuts connections.

use crate::ports::free_port;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A proxy of one port. Its threads end with the connections.
pub struct Proxy {
    port: u16,
    line: Arc<Line>,
}

/// The state of all its connections.
#[derive(Default)]
struct Line {
    delay_ms: AtomicU64,
    is_silent: AtomicBool,
    open: Mutex<Vec<TcpStream>>,
}

impl Proxy {
    /// Starts a proxy of a port of this machine.
    pub fn start(target: u16) -> Self {
        let (port, line) = (free_port(), Arc::<Line>::default());
        let listener = TcpListener::bind(("127.0.0.1", port)).expect("the port is free");
        let lines = line.clone();
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                if let Ok(server) = TcpStream::connect(("127.0.0.1", target)) {
                    let pairs = [(&client, &server), (&server, &client)];
                    for (from, to) in pairs.map(|(from, to)| (from.try_clone(), to.try_clone())) {
                        lines.clone().pass(from.expect("a socket"), to.expect("a socket"));
                    }
                }
            }
        });
        Self { port, line }
    }

    /// The port to connect to.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Delays each chunk, both ways.
    pub fn delay(&self, delay: Duration) {
        self.line.delay_ms.store(delay.as_millis() as u64, Ordering::Relaxed);
    }

    /// Holds everything back, as a network does that loses packets, or passes it on.
    pub fn hold(&self, is_silent: bool) {
        self.line.is_silent.store(is_silent, Ordering::Relaxed);
    }

    /// Closes all connections.
    pub fn cut(&self) {
        let mut open = self.line.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.drain(..).for_each(|stream| drop(stream.shutdown(Shutdown::Both)));
    }
}

impl Line {
    /// Passes on what comes from one side, in threads of its own.
    fn pass(self: Arc<Self>, mut from: TcpStream, mut to: TcpStream) {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).extend(from.try_clone());
        drop(to.set_nodelay(true));
        let (sender, chunks) = channel::<(Instant, Vec<u8>)>();
        let line = self.clone();
        thread::spawn(move || {
            let mut buffer = [0; 65_536];
            while let Ok(read @ 1..) = from.read(&mut buffer) {
                let delay = Duration::from_millis(line.delay_ms.load(Ordering::Relaxed));
                if sender.send((Instant::now() + delay, buffer[..read].to_vec())).is_err() {
                    break;
                }
            }
        });
        thread::spawn(move || {
            for (due, chunk) in chunks {
                thread::sleep(due.saturating_duration_since(Instant::now()));
                while self.is_silent.load(Ordering::Relaxed) {
                    thread::sleep(Duration::from_millis(5));
                }
                if to.write_all(&chunk).is_err() {
                    break;
                }
            }
            drop(to.shutdown(Shutdown::Both));
        });
    }
}
