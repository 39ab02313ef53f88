//! The server's program under another name, so that the tests of this package can start it as a process of
//! its own.

fn main() -> std::process::ExitCode {
    server::main(None, None)
}
