//! The real server with a real generation: what it answers, what it refuses, how it stands abuse, and how it
//! lives and ends.

mod abuse;
mod answers;
mod forms;
mod life;
mod limits;
mod path;

use crate::PROGRAM;
use std::sync::OnceLock;
use tests::served::Served;

/// A demonstration that all tests share which do it no harm.
pub(crate) fn demo() -> &'static Served {
    static DEMO: OnceLock<Served> = OnceLock::new();
    DEMO.get_or_init(|| start(&["--demo"]).to_the_end())
}

/// A server of one's own.
fn start(arguments: &[&str]) -> Served {
    Served::start(PROGRAM, tests::built(), arguments)
}
