//! The real server with a real generation: responses, errors, abuse, start and shutdown.

mod abuse;
mod accuracy;
mod almanac;
pub(crate) mod answers;
mod appearance;
mod bad_requests;
mod catalog;
mod crescent;
mod day;
mod delta_t;
pub(crate) mod docs;
mod eclipses;
mod events;
mod fields;
mod forms;
mod generations;
mod ground;
mod history;
mod life;
mod limb;
mod limits;
mod local_times;
mod log;
mod long_answers;
mod lunar_eclipses;
mod lunar_search;
mod machines;
mod mass;
pub(crate) mod mcp;
mod memory;
mod metrics;
mod now;
mod observation;
mod ogc;
mod outside;
mod path;
mod path_formats;
mod path_requests;
mod questions;
mod ranges;
mod reference;
mod searches;
mod specified;
mod terminator;
pub(crate) mod terrain;
mod theories;
mod tiles;
mod towns;
mod twilights;
mod unread;
mod visibility;
mod widgets;
mod windows;

use crate::PROGRAM;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use tests::served::{Answer, HOST, Served};
use tests::until_true;

/// A demonstration that all tests share which do it no harm.
pub(crate) fn demo() -> &'static Served {
    static DEMO: OnceLock<Served> = OnceLock::new();
    DEMO.get_or_init(|| start(&["--demo", "--limb", &tests::limb().to_string_lossy()]).to_the_end())
}

/// A server without a demonstration and without accounts, which all tests share that do it no harm.
fn without_accounts() -> &'static Served {
    static SERVER: OnceLock<Served> = OnceLock::new();
    SERVER.get_or_init(|| start(&[]).to_the_end())
}

/// A demonstration for one test at a time, without a connection at the beginning.
fn alone() -> MutexGuard<'static, Served> {
    static SERVER: OnceLock<Mutex<Served>> = OnceLock::new();
    let server = SERVER.get_or_init(|| Mutex::new(start(&["--demo"]).to_the_end()));
    let server = server.lock().unwrap_or_else(PoisonError::into_inner);
    at_rest(&server);
    server
}

/// Waits until a server has no connection.
fn at_rest(server: &Served) {
    until_true("the end of the connections", || server.metric("umbra_connections ") == 0.0);
}

/// A server of one's own.
fn start(arguments: &[&str]) -> Served {
    start_on(tests::built(), arguments)
}

fn start_on(artifacts: &Path, arguments: &[&str]) -> Served {
    Served::start(PROGRAM, artifacts, arguments)
}

/// Name of the generation that a server serves.
fn dataset(server: &Served) -> String {
    server.get("/version").json()["response"]["dataset"].as_str().unwrap_or_default().to_owned()
}

/// A good response of the demonstration.
pub(crate) fn good(path: &str) -> Answer {
    let answer = demo().get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    answer
}

pub(crate) fn response(path: &str) -> Value {
    good(path).json()["response"].take()
}

fn list(path: &str) -> Vec<Value> {
    response(path).as_array().expect("a list").clone()
}

/// The events of all days in a response.
fn events(path: &str) -> Vec<Value> {
    let days = response(path);
    let days = days.as_object().expect("days").values();
    days.flat_map(|day| day.as_array().expect("events").clone()).collect()
}

/// The status of a response that has begun, and its connection, from which no more is read.
fn begun(server: &Served, path: &str) -> (u16, TcpStream) {
    let mut stream = server.connect();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {HOST}\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("sent");
    let mut head = [0; 12];
    stream.read_exact(&mut head).expect("an answer");
    (String::from_utf8_lossy(&head[9..]).parse().expect("a status"), stream)
}

/// A number, or one that equals nothing.
pub(crate) fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

/// Milliseconds from 1970 to a date, or a number that equals nothing.
fn unix_ms(date: &Value) -> f64 {
    date.as_str().and_then(server::testing::date_time::parse).map_or(f64::NAN, |ms| ms as f64)
}
