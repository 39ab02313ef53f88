//! The real server with a real generation: answers, errors, abuse, start and shutdown.

mod abuse;
mod accuracy;
mod almanac;
mod answers;
mod bad_requests;
mod catalog;
mod day;
mod delta_t;
pub(crate) mod docs;
mod eclipses;
mod events;
mod forms;
mod generations;
mod ground;
mod life;
mod limb;
mod limits;
mod local_times;
mod log;
mod long_answers;
mod lunar_eclipses;
mod lunar_search;
mod mass;
mod metrics;
mod observation;
mod outside;
mod path;
mod path_formats;
mod path_requests;
mod questions;
mod reference;
mod searches;
mod specified;
mod terrain;
mod theories;
mod tiles;
mod towns;
mod twilights;
mod visibility;
mod widgets;

use crate::PROGRAM;
use std::path::Path;
use std::sync::OnceLock;
use tests::served::Served;

/// A demonstration that all tests share which do it no harm.
pub(crate) fn demo() -> &'static Served {
    static DEMO: OnceLock<Served> = OnceLock::new();
    DEMO.get_or_init(|| start(&["--demo", "--limb", &tests::limb().to_string_lossy()]).to_the_end())
}

/// A server of one's own.
fn start(arguments: &[&str]) -> Served {
    start_on(tests::built(), arguments)
}

/// A server of one's own on artifacts of one's own.
fn start_on(artifacts: &Path, arguments: &[&str]) -> Served {
    Served::start(PROGRAM, artifacts, arguments)
}

/// Name of the generation that a server serves.
fn dataset(server: &Served) -> String {
    server.get("/version").json()["response"]["dataset"].as_str().unwrap_or_default().to_owned()
}
