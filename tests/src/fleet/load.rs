//! A client with many connections that spreads its calls over servers in turn. A call whose connection breaks
//! goes to the next server, as a balancer does with a call that changes nothing.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The timeout of an answer, much longer than any answer needs.
const PATIENCE: Duration = crate::PATIENCE;
/// The pause before the next attempt to connect to a server that accepted no connection.
const ABSENCE: Duration = Duration::from_millis(100);
/// Number of texts that are kept for each status.
const MOST_TEXTS: usize = 3;
/// Slower answers are counted: a wait for credits takes a second at most.
pub const SLOW: Duration = Duration::from_millis(100);

/// The calls, and how to make them.
pub struct Load<'a> {
    /// The servers.
    pub addresses: Vec<SocketAddr>,
    /// Connections to the balancer, each with one call at a time.
    pub connections: usize,
    /// The path of all calls.
    pub path: &'a str,
    /// The pause of a connection after each call.
    pub rest: Duration,
}

/// The answers to the calls.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Answers by server and status.
    pub answers: BTreeMap<(usize, u16), Answers>,
    /// Calls without an answer, because the connection broke. The server may have carried them out. Each was
    /// repeated at the next server.
    pub broken: u64,
    /// Calls that went to the next server because a server accepted no connection.
    pub turned_away: u64,
    /// Answers that took longer than [`SLOW`].
    pub slow: u64,
    /// The time of the slowest answer.
    pub slowest: Duration,
    /// The time from the first call to the last answer.
    pub took: Duration,
    /// Some texts of answers other than 200, by status.
    pub texts: BTreeMap<u16, Vec<String>>,
    /// The time of each answer since the start, with its status.
    pub course: Vec<(Duration, u16)>,
}

/// Answers of one server with one status.
#[derive(Debug, Clone, Copy)]
pub struct Answers {
    /// How many.
    pub count: u64,
    /// The time of the first since the start.
    pub first: Duration,
    /// The time of the last since the start.
    pub last: Duration,
}

impl Load<'_> {
    /// Makes a number of calls.
    pub fn calls(&self, calls: u64) -> Tally {
        let left = AtomicU64::new(calls);
        let more = || left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1)).is_ok();
        self.run(&more, &AtomicU64::new(0))
    }

    /// Makes calls until `stop` is set, and counts the answers.
    pub fn until(&self, stop: &AtomicBool, answers: &AtomicU64) -> Tally {
        self.run(&|| !stop.load(Ordering::Relaxed), answers)
    }

    fn run(&self, more: &(impl Fn() -> bool + Sync), answers: &AtomicU64) -> Tally {
        let begun = Instant::now();
        let mut all = Tally::default();
        std::thread::scope(|scope| {
            let clients: Vec<_> = (0..self.connections)
                .map(|n| scope.spawn(move || self.connection(n, begun, more, answers)))
                .collect();
            for client in clients {
                all.add(client.join().unwrap_or_else(|_| panic!("a client has failed")));
            }
        });
        all.took = begun.elapsed();
        all
    }

    /// One connection to the balancer, which holds a separate connection to each server.
    fn connection(
        &self,
        number: usize,
        begun: Instant,
        more: &impl Fn() -> bool,
        answers: &AtomicU64,
    ) -> Tally {
        let mut tally = Tally::default();
        let mut servers: Vec<Server> = self.addresses.iter().copied().map(Server::new).collect();
        let mut turn = number;
        while more() {
            let begun_call = Instant::now();
            loop {
                let place = turn % servers.len();
                turn += 1;
                match servers[place].call(self.path) {
                    Attempt::Answered(status, text) => {
                        tally.note(place, status, text, begun_call.elapsed(), begun.elapsed());
                        answers.fetch_add(1, Ordering::Relaxed);
                        break;
                    }
                    Attempt::Broken => tally.broken += 1,
                    Attempt::TurnedAway => tally.turned_away += 1,
                    Attempt::Absent => {}
                }
                assert!(begun_call.elapsed() < PATIENCE, "no server answers");
                if servers.iter().all(Server::is_absent) {
                    std::thread::sleep(ABSENCE / 10);
                }
            }
            if !self.rest.is_zero() {
                std::thread::sleep(self.rest);
            }
        }
        tally
    }
}

/// The outcome of a call to one server.
enum Attempt {
    /// The status, and the text if it is not 200.
    Answered(u16, String),
    /// The connection broke after the call was sent.
    Broken,
    /// There was no connection.
    TurnedAway,
    /// The server is not called during its pause.
    Absent,
}

/// A server as one connection of the balancer sees it.
struct Server {
    address: SocketAddr,
    stream: Option<BufReader<TcpStream>>,
    /// The time of the last refused connection.
    away: Option<Instant>,
}

impl Server {
    fn new(address: SocketAddr) -> Self {
        Self { address, stream: None, away: None }
    }

    fn is_absent(&self) -> bool {
        self.away.is_some_and(|since| since.elapsed() < ABSENCE)
    }

    fn call(&mut self, path: &str) -> Attempt {
        if self.is_absent() {
            return Attempt::Absent;
        }
        if self.stream.is_none() {
            let Ok(stream) = connect(self.address) else {
                self.away = Some(Instant::now());
                return Attempt::TurnedAway;
            };
            (self.stream, self.away) = (Some(BufReader::new(stream)), None);
        }
        let stream = self.stream.as_mut().expect("it was opened above");
        match exchange(stream, path) {
            Ok((status, text)) => Attempt::Answered(status, text),
            Err(_) => {
                self.stream = None;
                Attempt::Broken
            }
        }
    }
}

fn connect(address: SocketAddr) -> Result<TcpStream, Error> {
    let stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    Ok(stream)
}

/// Sends a call and reads its answer to the end.
fn exchange(stream: &mut BufReader<TcpStream>, path: &str) -> Result<(u16, String), Error> {
    let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", crate::served::HOST);
    stream.get_mut().write_all(request.as_bytes())?;
    let (mut line, mut status, mut length) = (String::new(), 0, None);
    loop {
        line.clear();
        if stream.read_line(&mut line)? == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        match line.trim_end().split_once(' ') {
            None if line == "\r\n" => break,
            Some(("HTTP/1.1", rest)) => status = rest.get(..3).and_then(|s| s.parse().ok()).unwrap_or(0),
            Some((name, value)) if name.eq_ignore_ascii_case("content-length:") => {
                length = value.parse().ok()
            }
            _ => {}
        }
    }
    let mut body = vec![0; length.ok_or(ErrorKind::InvalidData)?];
    stream.read_exact(&mut body)?;
    let text = if status == 200 { String::new() } else { String::from_utf8_lossy(&body).into_owned() };
    Ok((status, text))
}

impl Tally {
    /// How many answers have a status.
    pub fn count(&self, status: u16) -> u64 {
        self.answers.iter().filter(|((_, s), _)| *s == status).map(|(_, answers)| answers.count).sum()
    }

    /// Answers with another status than these.
    pub fn others(&self, statuses: &[u16]) -> Vec<String> {
        let others = self.answers.iter().filter(|((_, status), _)| !statuses.contains(status));
        let text = |status| self.texts.get(status).and_then(|t| t.first()).cloned().unwrap_or_default();
        others
            .map(|((server, s), n)| format!("server {server}: {} times {s}: {}", n.count, text(s)))
            .collect()
    }

    fn note(&mut self, server: usize, status: u16, text: String, took: Duration, at: Duration) {
        let answers =
            self.answers.entry((server, status)).or_insert(Answers { count: 0, first: at, last: at });
        answers.count += 1;
        answers.last = at;
        self.course.push((at, status));
        self.slowest = self.slowest.max(took);
        self.slow += u64::from(took > SLOW);
        if status != 200 {
            let texts = self.texts.entry(status).or_default();
            if texts.len() < MOST_TEXTS {
                texts.push(text);
            }
        }
    }

    /// Adds the counts of another connection or run.
    pub fn add(&mut self, other: Self) {
        for (what, answers) in other.answers {
            let sum = self.answers.entry(what).or_insert(Answers { count: 0, ..answers });
            sum.count += answers.count;
            (sum.first, sum.last) = (sum.first.min(answers.first), sum.last.max(answers.last));
        }
        for (status, texts) in other.texts {
            let kept = self.texts.entry(status).or_default();
            kept.extend(texts);
            kept.truncate(MOST_TEXTS);
        }
        self.course.extend(other.course);
        self.broken += other.broken;
        self.turned_away += other.turned_away;
        self.slow += other.slow;
        self.slowest = self.slowest.max(other.slowest);
        self.took += other.took;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let calls: u64 = self.answers.values().map(|answers| answers.count).sum();
        let seconds = self.took.as_secs_f64();
        writeln!(f, "{calls} answers in {seconds:.1} s, {:.0} a second", calls as f64 / seconds)?;
        for ((server, status), answers) in &self.answers {
            let [first, last] = [answers.first, answers.last].map(|at| at.as_secs_f64());
            writeln!(
                f,
                "  server {server}: {:7} times {status}, from {first:.3} to {last:.3} s",
                answers.count
            )?;
        }
        let slowest_ms = self.slowest.as_secs_f64() * 1e3;
        writeln!(f, "  {} slower than {} ms, slowest {slowest_ms:.0} ms", self.slow, SLOW.as_millis())?;
        write!(f, "  {} broken and sent again, {} turned away", self.broken, self.turned_away)
    }
}
