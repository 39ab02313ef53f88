//! Compares the shared limits of several servers with a simple model, step by step.

use super::wire::Wire;
use proptest::prelude::*;
use server::testing::{
    Clock, Instance, Limiter, Policy, RateReporter, SharedLimit, Valkey as ToValkey, ValkeyAddress, Waker,
};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::time::Duration;
use tests::valkey::Valkey;

const QUOTA: u32 = 12;
const POLICY: Policy = Policy { quota: QUOTA, window_s: 60, back_off_s: 90 };
/// Longer than the pause before the next request to a Valkey that did not answer.
const PAUSE: Duration = Duration::from_millis(260);

/// One limit of one server, which reports its counts when the test says so.
struct Member {
    limiter: Arc<Limiter>,
    reporter: RateReporter,
    clock: Arc<AtomicI64>,
    /// Whether the last report was answered, so that the next one needs no new connection.
    is_connected: bool,
}

impl Member {
    fn new(port: u16, policy: Policy) -> Self {
        let address: ValkeyAddress = format!("valkey://127.0.0.1:{port}").parse().expect("an address");
        let limiter = Arc::new(Limiter::shared(policy, Some(Arc::new(Waker::default()))));
        let clock = Arc::new(AtomicI64::new(1_000_000));
        let limit =
            SharedLimit { name: "test", limiter: limiter.clone(), subject_name: |n| format!("{n:x}") };
        let valkey = ToValkey::new(address, "rates", Default::default());
        let took = prometheus_client::metrics::histogram::Histogram::new([]);
        let reporter =
            RateReporter::new(valkey, Instance::unused(), Clock::Set(clock.clone()), vec![limit], took);
        Self { limiter, reporter, clock, is_connected: false }
    }

    /// Counts one request; returns whether it is within the limit, and the rest of the quota.
    fn ask(&self, client: IpAddr) -> (bool, u32) {
        let decision = self.limiter.count(client, self.clock.load(Ordering::Relaxed));
        (decision.is_within, decision.remaining)
    }

    fn pass(&self, ms: i64) {
        self.clock.fetch_add(ms, Ordering::Relaxed);
    }
}

/// A new client for each case.
fn new_client() -> IpAddr {
    static LAST: AtomicU32 = AtomicU32::new(0x0a00_0000);
    Ipv4Addr::from_bits(LAST.fetch_add(1, Ordering::Relaxed)).into()
}

#[derive(Debug, Clone)]
enum Step {
    Ask(usize, u32),
    Tell(usize),
    /// The report arrives, its answer does not.
    TellInVain(usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        10 => (0..3usize, 1..4u32).prop_map(|(server, times)| Step::Ask(server, times)),
        8 => (0..3usize).prop_map(Step::Tell),
        1 => (0..3usize).prop_map(Step::TellInVain),
    ];
    prop::collection::vec(step, 1..40)
}

/// The requests that a server has counted, reported and read from the other servers.
#[derive(Debug, Default, Clone, Copy)]
struct Model {
    own: u32,
    reported: u32,
    of_others: u32,
    is_back_off: bool,
    has_news: bool,
}

impl Model {
    fn ask(&mut self) -> (bool, u32) {
        if !self.is_back_off {
            self.own += 1;
            self.has_news = true;
            self.is_back_off = self.own + self.of_others > QUOTA;
        }
        let left = QUOTA.saturating_sub(self.own + self.of_others);
        (!self.is_back_off, if self.is_back_off { 0 } else { left })
    }
}

#[test]
#[cfg_attr(not(has_valkey), ignore = "needs Valkey")]
fn three_servers_count_like_the_simple_model_also_where_answers_are_lost() {
    let valkey = Valkey::start();
    let wires = [(); 3].map(|()| Wire::to(valkey.port()));
    let members = std::cell::RefCell::new(wires.each_ref().map(|wire| Member::new(wire.port, POLICY)));
    let config = ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(steps in steps())| {
        let (client, members) = (new_client(), &mut *members.borrow_mut());
        let (mut models, mut is_fleet_in_back_off) = ([Model::default(); 3], false);
        for step in steps {
            match step {
                Step::Ask(k, times) => for _ in 0..times {
                    prop_assert_eq!(members[k].ask(client), models[k].ask());
                },
                Step::Tell(k) | Step::TellInVain(k) => {
                    // Where the answers to a new connection are lost, no report arrives.
                    let is_in_vain = matches!(step, Step::TellInVain(_)) && members[k].is_connected;
                    let had_news = models[k].has_news;
                    wires[k].lose_answers(is_in_vain);
                    let is_answered = members[k].reporter.report();
                    wires[k].lose_answers(false);
                    if !is_answered {
                        members[k].is_connected = false;
                        // The client of Valkey measures this pause in real time.
                        std::thread::sleep(PAUSE);
                        // On a busy machine an answer may come too late; then it is unknown what arrived.
                        prop_assume!(is_in_vain);
                    }
                    if had_news {
                        prop_assert!(is_answered != is_in_vain);
                        members[k].is_connected = is_answered;
                        models[k].reported = models[k].own;
                        let all: u32 = models.iter().map(|model| model.reported).sum();
                        is_fleet_in_back_off |= all > QUOTA || models[k].is_back_off;
                        if is_answered {
                            models[k].of_others = all - models[k].own;
                            models[k].is_back_off |= is_fleet_in_back_off;
                            models[k].has_news = false;
                        }
                    }
                }
            }
        }
        // A client within the quota is never refused. In the end all servers refuse any other client.
        let requests: u32 = models.iter().map(|model| model.own).sum();
        prop_assert!(requests > QUOTA || models.iter().all(|model| !model.is_back_off));
        for (member, model) in members.iter_mut().zip(&mut models) {
            member.ask(client);
            model.ask();
            member.reporter.report();
        }
        if models.iter().map(|model| model.own).sum::<u32>() > QUOTA {
            for member in members.iter_mut() {
                member.reporter.report();
                member.ask(client);
                member.reporter.report();
                prop_assert!(!member.ask(client).0);
            }
        }
    });
}

#[test]
#[cfg_attr(not(has_valkey), ignore = "needs Valkey")]
fn windows_and_back_offs_end_at_all_servers_at_once() {
    let valkey = Valkey::start();
    let policy = Policy { quota: 3, window_s: 2, back_off_s: 4 };
    let mut members = [(); 2].map(|()| Member::new(valkey.port(), policy));
    let client = new_client();
    members[0].ask(client);
    members[0].reporter.report();
    // Valkey measures windows in real time, the servers by the clock of the test.
    let pass = |members: &[Member; 2], ms: u64| {
        std::thread::sleep(Duration::from_millis(ms));
        members.iter().for_each(|member| member.pass(ms as i64));
    };
    pass(&members, 1500);
    // The second joins the window of the first, which has half a second left.
    members[1].ask(client);
    members[1].reporter.report();
    let reset = |member: &Member| member.limiter.count(client, member.clock.load(Ordering::Relaxed));
    let decision = reset(&members[1]);
    assert_eq!((decision.reset_s, decision.remaining), (1, 0));
    pass(&members, 600);
    assert_eq!(members[1].ask(client), (true, 2), "another window");
    members[1].reporter.report();
    for _ in 0..3 {
        members[0].ask(client);
    }
    members[0].reporter.report();
    members[1].ask(client);
    members[1].reporter.report();
    assert!(members.iter().all(|member| !member.ask(client).0), "the sum exceeds the quota");
    pass(&members, 4100);
    assert!(members.iter().all(|member| member.ask(client).0), "after the back-off");
    for member in &mut members {
        member.reporter.report();
        member.ask(client);
    }
    assert!(members.iter().all(|member| member.ask(client).1 <= 1));
}

#[test]
#[cfg_attr(not(has_valkey), ignore = "needs Valkey")]
fn a_hundred_thousand_addresses_are_reported_in_bounded_reports_the_busiest_first() {
    const MOST: u64 = 2048;
    let valkey = Valkey::start();
    let mut member = Member::new(valkey.port(), POLICY);
    let greedy = new_client();
    for _ in 0..5 {
        member.ask(greedy);
    }
    for k in 0..100_000u32 {
        member.ask(Ipv4Addr::from_bits(0x2000_0000 + k).into());
    }
    let keys = || valkey.ask(&["DBSIZE"]).trim().parse::<u64>().expect("a number");
    assert!(member.reporter.report());
    assert!((MOST / 2..=MOST).contains(&keys()), "{} in one report", keys());
    let greedy = u32::try_from(u64::from(match greedy {
        IpAddr::V4(v4) => v4.to_bits(),
        IpAddr::V6(_) => 0,
    }));
    let key = format!("umbra:{{rate}}:test:{:x}", greedy.expect("an address"));
    assert_eq!(valkey.ask(&["EXISTS", &key]).trim(), "1", "the busiest client is reported first");
    for _ in 0..20 {
        assert!(member.reporter.report());
    }
    assert!(keys() <= 8 * MOST, "{} reported, more than may wait", keys());
    assert!(valkey.ask(&["PTTL", &key]).trim().parse::<i64>().is_ok_and(|ms| ms > 0), "it expires");
}
