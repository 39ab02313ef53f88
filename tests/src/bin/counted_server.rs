//! The server's program with an allocator that counts. Its socket, which `UMBRA_COUNTED_BYTES` names, returns
//! the bytes that are allocated now, and at most since the connection before.

use peak_alloc::PeakAlloc;
use std::io::Write;
use std::os::unix::net::UnixListener;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

fn main() -> std::process::ExitCode {
    if let Some(path) = std::env::var_os("UMBRA_COUNTED_BYTES") {
        let listener = UnixListener::bind(path).expect("a socket");
        std::thread::spawn(move || {
            for mut client in listener.incoming().flatten() {
                // A test that has ended does not read.
                let _ = write!(client, "{} {}", ALLOCATOR.current_usage(), ALLOCATOR.peak_usage());
                ALLOCATOR.reset_peak_usage();
            }
        });
    }
    server::main(None, None)
}
