//! A proxy of Valkey that can lose answers: requests arrive, answers do not.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A proxy of a port of this machine.
pub(super) struct Wire {
    /// The port of the proxy.
    pub(super) port: u16,
    is_cut: Arc<AtomicBool>,
}

impl Wire {
    /// Starts a proxy of a port.
    pub(super) fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let own = listener.local_addr().expect("an address").port();
        let is_cut = Arc::new(AtomicBool::new(false));
        let cut = is_cut.clone();
        std::thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                let far = TcpStream::connect(("127.0.0.1", port)).expect("Valkey");
                let (near_too, far_too) = (near.try_clone().expect("it"), far.try_clone().expect("it"));
                std::thread::spawn(move || forward(near, far, None));
                let cut = cut.clone();
                std::thread::spawn(move || forward(far_too, near_too, Some(&cut)));
            }
        });
        Self { port: own, is_cut }
    }

    /// Sets whether answers are lost from now on.
    pub(super) fn lose_answers(&self, is_cut: bool) {
        self.is_cut.store(is_cut, Ordering::SeqCst);
    }
}

/// Forwards bytes in one direction until a side closes or an answer is lost.
fn forward(mut from: TcpStream, mut to: TcpStream, cut: Option<&AtomicBool>) {
    let mut bytes = [0; 65536];
    while let Ok(n @ 1..) = from.read(&mut bytes) {
        if cut.is_some_and(|cut| cut.load(Ordering::SeqCst)) || to.write_all(&bytes[..n]).is_err() {
            break;
        }
    }
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}
