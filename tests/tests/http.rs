//! The real server with a real generation: what it answers, what it refuses, how it stands abuse, and how it
//! lives and ends.

#[path = "http/abuse.rs"]
mod abuse;
#[path = "http/answers.rs"]
mod answers;
#[path = "http/forms.rs"]
mod forms;
#[path = "http/life.rs"]
mod life;

use std::sync::OnceLock;
use tests::served::Served;

/// The server's program.
const PROGRAM: &str = env!("CARGO_BIN_EXE_server_under_test");

/// A demonstration that all tests share which do it no harm.
fn demo() -> &'static Served {
    static DEMO: OnceLock<Served> = OnceLock::new();
    DEMO.get_or_init(|| start(&["--demo"]))
}

/// A server of one's own.
fn start(arguments: &[&str]) -> Served {
    Served::start(PROGRAM, tests::built(), arguments)
}
