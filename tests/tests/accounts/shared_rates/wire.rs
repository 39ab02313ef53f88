//! A wire to a Valkey that can lose answers: what is asked arrives, what is answered does not.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A wire to a port of this machine.
pub(super) struct Wire {
    /// The port at which the wire begins.
    pub(super) port: u16,
    is_cut: Arc<AtomicBool>,
}

impl Wire {
    /// Lays a wire to a port.
    pub(super) fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let own = listener.local_addr().expect("an address").port();
        let is_cut = Arc::new(AtomicBool::new(false));
        let cut = is_cut.clone();
        std::thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                let far = TcpStream::connect(("127.0.0.1", port)).expect("Valkey");
                let (near_too, far_too) = (near.try_clone().expect("it"), far.try_clone().expect("it"));
                std::thread::spawn(move || carry(near, far, None));
                let cut = cut.clone();
                std::thread::spawn(move || carry(far_too, near_too, Some(&cut)));
            }
        });
        Self { port: own, is_cut }
    }

    /// Loses answers from now on, or no longer.
    pub(super) fn lose_answers(&self, is_cut: bool) {
        self.is_cut.store(is_cut, Ordering::SeqCst);
    }
}

/// Carries bytes one way until an end is closed, or the first bytes come over a wire that is cut.
fn carry(mut from: TcpStream, mut to: TcpStream, cut: Option<&AtomicBool>) {
    let mut bytes = [0; 65536];
    while let Ok(n @ 1..) = from.read(&mut bytes) {
        if cut.is_some_and(|cut| cut.load(Ordering::SeqCst)) || to.write_all(&bytes[..n]).is_err() {
            break;
        }
    }
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}
