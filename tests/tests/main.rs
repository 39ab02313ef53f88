//! The tests of the whole: one program, in which each module answers one question.

mod accounts;
mod accuracy;
mod analysts;
mod appearance;
mod batch;
mod canon;
mod canon_and_sky;
mod compatibility;
mod dates;
mod dependencies;
mod elevation;
mod events;
mod figures;
mod fuzz;
mod ground;
mod horizon;
mod http;
mod kernel;
mod limb;
mod local;
mod night;
mod paths;
mod places;
mod published;
mod sky;
mod sunlight;
mod truncated;
mod widgets;
mod windows;

use artifacts::reader::Generation;
use std::sync::OnceLock;

/// The generation that is built for all tests.
fn generation() -> &'static Generation {
    static GENERATION: OnceLock<Generation> = OnceLock::new();
    GENERATION.get_or_init(|| Generation::current(tests::built()).expect("a generation"))
}

const PROGRAM: &str = env!("CARGO_BIN_EXE_server_under_test");
/// The server's program with an allocator that counts.
const COUNTED_PROGRAM: &str = env!("CARGO_BIN_EXE_counted_server");
