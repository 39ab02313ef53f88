//! The course of a simulation: events in the order of their times.

use super::plan::Plan;
use super::server::{Decision, Server, WaitingCall};
use super::slack::Slack;
use super::store::{AccountMonth, Store, key};
use crate::clock::{DAY_MS, Month, Now};
use crate::grant::{LeaseRequest, LeaseResponse};
use crate::instance::Instance;
use crate::lease::agent::LeaseMessage;
use crate::lease::wait::MAX_WAIT;
use crate::plan::Credits;
use fastrand::Rng;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// A moment, which only differences matter of.
static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);

const TIMEOUT_MS: u64 = 4000;
/// Interval between writes of usage, ms.
const WRITE_MS: u64 = 250;

/// Something that happens. Servers are numbers; with a name it is about that start of the server.
enum Event {
    Start(usize),
    Wake(usize, u64),
    Call(usize),
    Over(usize, u64),
    Arrive(usize, Instance, u64, Vec<(usize, LeaseRequest)>),
    Answer(usize, Instance, u64, Option<Vec<LeaseResponse>>),
    Write(usize),
    Silence(usize, u64),
    Speak(usize),
    Kill(usize),
    Stop(usize),
    Crash,
    Jump(usize),
    Refund(usize),
    Change,
}

/// Makes a fault of a server.
type Fault = fn(usize, &mut Rng) -> Event;

/// All servers, their network and their store.
pub(super) struct World {
    rng: Rng,
    plan: Plan,
    now_us: u64,
    events: BTreeMap<(u64, u64), Event>,
    number: u64,
    servers: Vec<Option<Server>>,
    /// Servers whose messages are lost.
    is_cut: Vec<bool>,
    /// By how much the clock of each is ahead, ms.
    ahead_ms: Vec<i64>,
    store: Store,
    /// The allowance of each account, and the highest that it had.
    allowances: Vec<i64>,
    highest: Vec<i64>,
    /// Credits of answered calls.
    spent: BTreeMap<AccountMonth, i64>,
    slack: Slack,
    /// Decisions on calls that have waited: whether they were paid, unless that is still unknown.
    decided: BTreeMap<u64, Option<bool>>,
    has_load: bool,
    /// `true` if the course is printed.
    has_trace: bool,
}

impl World {
    pub(super) fn new(seed: u64, plan: fn(&mut Rng) -> Plan) -> Self {
        let mut rng = Rng::with_seed(seed);
        let plan = plan(&mut rng);
        let allowances = vec![plan.allowance; plan.accounts];
        let mut world = Self {
            now_us: 0,
            events: BTreeMap::new(),
            number: 0,
            servers: (0..plan.servers).map(|_| None).collect(),
            is_cut: vec![false; plan.servers],
            ahead_ms: vec![0; plan.servers],
            store: Store::default(),
            highest: allowances.clone(),
            allowances,
            spent: BTreeMap::new(),
            slack: Slack::default(),
            decided: BTreeMap::new(),
            has_load: true,
            has_trace: std::env::var_os("UMBRA_SEED").is_some(),
            rng,
            plan,
        };
        world.trace(|| format!("{:?}", world.plan));
        for server in 0..world.plan.servers {
            world.after_ms(0, Event::Start(server));
            world.after_ms(1, Event::Call(server));
            world.after_ms(WRITE_MS, Event::Write(server));
        }
        world.plan_faults();
        world
    }

    fn plan_faults(&mut self) {
        let Plan { silences, kills, stops, crashes, jumps, refunds, changes, seconds, servers, .. } =
            self.plan;
        let kinds: [(usize, Fault); 7] = [
            (silences, |server, rng| Event::Silence(server, rng.u64(100..8000))),
            (kills, |server, _| Event::Kill(server)),
            (stops, |server, _| Event::Stop(server)),
            (crashes, |_, _| Event::Crash),
            (jumps, |server, _| Event::Jump(server)),
            (refunds, |server, _| Event::Refund(server)),
            (changes, |_, _| Event::Change),
        ];
        for (count, event) in kinds {
            for _ in 0..count {
                let (at_ms, server) = (self.rng.u64(0..seconds * 1000), self.rng.usize(..servers));
                let event = event(server, &mut self.rng);
                self.after_ms(at_ms, event);
            }
        }
    }

    /// Runs the load and the faults.
    pub(super) fn run(&mut self) {
        self.until_ms(self.plan.seconds * 1000);
        self.has_load = false;
        self.until_ms(self.now_us / 1000 + 1500);
    }

    /// Ends all faults, and waits until the grants of killed servers have ended.
    pub(super) fn heal(&mut self) {
        (self.plan.lost, self.plan.doubled, self.plan.slow) = (0.0, 0.0, 0.0);
        self.plan.delay_ms = (0, 5);
        self.until_ms(self.now_us / 1000 + 10_000);
        self.is_cut.fill(false);
        self.align_months();
        for _ in 0..100 {
            for account in 0..self.plan.accounts {
                let _ = self.call(0, account, 1);
            }
            self.until_ms(self.now_us / 1000 + 150);
        }
        self.until_ms(self.now_us / 1000 + 1500);
        self.decided.clear();
    }

    /// Spends all that is left at the first server, to the thousandth.
    pub(super) fn spend_the_rest(&mut self) {
        self.align_months();
        for account in 0..self.plan.accounts {
            let mut cost = self.allowances[account] / 3 + 1;
            while cost > 0 {
                if !self.call_and_wait(0, account, cost) {
                    cost /= 2;
                }
            }
            for server in 0..self.plan.servers {
                assert!(!self.call_and_wait(server, account, 1), "nothing is left at server {server}");
            }
        }
        self.until_ms(self.now_us / 1000 + 2 * WRITE_MS + 500);
        for account in 0..self.plan.accounts {
            let of = key(account, self.server(0).month(account, self.now(0).unix_ms));
            let (stored, allowance) = (self.store.spent(of), self.allowances[account]);
            assert!(stored >= allowance, "all can be spent: {stored} of {allowance}");
        }
        for of in self.store.keys() {
            let (stored, spent) = (self.store.spent(of), self.spent.get(&of).copied().unwrap_or(0));
            let refunded = self.slack.refunds.get(&of).copied().unwrap_or(0);
            assert!(stored <= spent + refunded, "{of:?}: {stored} stored, {spent} spent");
            assert!(spent <= stored + self.slack.lost(of), "{of:?}: {spent} spent, {stored} stored");
        }
    }

    /// Calls that have waited in vain.
    pub(super) fn late(&self) -> usize {
        self.decided.values().filter(|decided| decided.is_none()).count()
    }

    /// Credits that were spent beyond an allowance.
    pub(super) fn beyond(&self) -> i64 {
        let beyond = self.spent.iter().map(|(of, spent)| spent - self.highest[of.0]);
        beyond.max().unwrap_or(0).max(0)
    }

    /// Sets all clocks to the latest month that a server has reached: meters do not return to a month before.
    fn align_months(&mut self) {
        let months = (0..self.plan.servers).filter_map(|server| {
            let running = self.servers[server].as_ref()?;
            Some(running.month(0, self.now(server).unix_ms))
        });
        let Some(latest) = months.max() else { return };
        for server in 0..self.plan.servers {
            let now_ms = self.now(server).unix_ms;
            self.ahead_ms[server] += latest.from_ms() + 10 * DAY_MS - now_ms;
        }
    }

    fn server(&self, server: usize) -> &Server {
        self.servers[server].as_ref().expect("the server runs")
    }

    fn now(&self, server: usize) -> Now {
        let end_ms = Month::new(2026, 11).end_ms();
        let before_ms = if self.plan.ends_month { self.plan.seconds as i64 * 500 } else { 10 * DAY_MS };
        let unix_ms = end_ms - before_ms + self.now_us as i64 / 1000 + self.ahead_ms[server];
        Now { steady: *BEGUN + Duration::from_micros(self.now_us), unix_ms }
    }

    /// Prints something that happens.
    fn trace(&self, text: impl FnOnce() -> String) {
        if self.has_trace {
            eprintln!("{:10.3} ms: {}", self.now_us as f64 / 1000.0, text());
        }
    }

    fn after_us(&mut self, us: u64, event: Event) {
        self.number += 1;
        self.events.insert((self.now_us + us, self.number), event);
    }

    fn after_ms(&mut self, ms: u64, event: Event) {
        self.after_us(ms * 1000, event);
    }

    fn until_ms(&mut self, end_ms: u64) {
        while let Some(((at_us, number), event)) = self.events.pop_first() {
            if at_us > end_ms * 1000 {
                self.events.insert((at_us, number), event);
                break;
            }
            self.now_us = at_us;
            self.happen(event);
        }
        self.now_us = end_ms * 1000;
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Start(server) => self.start(server),
            Event::Wake(server, wake) => {
                if self.servers[server].as_ref().is_some_and(|running| running.wake == wake) {
                    self.step(server);
                }
            }
            Event::Call(server) if self.has_load => {
                let (account, cost) =
                    (self.rng.usize(..self.plan.accounts), self.rng.i64(1..=self.plan.dearest));
                let _ = self.call(server, account, cost);
                let us = self.rng.u64(0..2_000_000 / self.plan.calls_per_s);
                self.after_us(us, Event::Call(server));
            }
            Event::Call(_) => {}
            Event::Over(server, call) => self.settle(server, Some(call)),
            Event::Arrive(server, instance, exchange, requests) => {
                let responses = self.store.exchange(&instance, &requests);
                self.trace(|| format!("{instance} {exchange}: {requests:?} {responses:?}"));
                if let Some(us) = self.way_us(server) {
                    self.after_us(us, Event::Answer(server, instance, exchange, Some(responses)));
                }
            }
            Event::Answer(server, instance, exchange, responses) => {
                if let Some(running) = self.servers[server].as_mut()
                    && running.instance == instance
                    && running.running == Some(exchange)
                {
                    running.running = None;
                    running.inbox.push(LeaseMessage::Exchanged(responses));
                    self.step(server);
                }
            }
            Event::Write(server) => {
                self.write(server);
                self.after_ms(WRITE_MS, Event::Write(server));
            }
            Event::Silence(server, ms) => {
                self.trace(|| format!("server {server} is cut off for {ms} ms"));
                self.is_cut[server] = true;
                self.after_ms(ms, Event::Speak(server));
            }
            Event::Speak(server) => self.is_cut[server] = false,
            Event::Kill(server) => self.end(server),
            Event::Stop(server) => {
                if let Some(running) = &mut self.servers[server] {
                    running.inbox.push(LeaseMessage::Stop);
                    self.step(server);
                }
            }
            Event::Crash => self.crash(),
            Event::Jump(server) => {
                let most_ms = [1000, 3_600_000, 40 * DAY_MS][self.rng.usize(..3)];
                self.ahead_ms[server] += self.rng.i64(-most_ms..most_ms);
                self.trace(|| format!("server {server} is {} ms ahead", self.ahead_ms[server]));
            }
            Event::Refund(server) => {
                let which = self.rng.usize(..1000);
                if let Some((of, cost)) = self.servers[server].as_mut().and_then(|s| s.refund(which)) {
                    *self.spent.entry(of).or_default() -= cost;
                    *self.slack.refunds.entry(of).or_default() += cost;
                    if self.plan.crashes > 0 {
                        // A silent server counts from its last report, which a crash loses; others then see
                        // written usage, without what was refunded.
                        self.slack.lose(of, cost);
                    }
                    self.step(server);
                }
            }
            Event::Change => {
                let (account, allowance) =
                    (self.rng.usize(..self.plan.accounts), self.rng.i64(1..=2 * self.plan.allowance));
                self.allowances[account] = allowance;
                self.trace(|| format!("account {account} may spend {allowance}"));
                self.highest[account] = self.highest[account].max(allowance);
                self.servers.iter_mut().flatten().for_each(|server| server.allow(account, allowance));
            }
        }
    }

    fn start(&mut self, server: usize) {
        if self.is_cut[server] {
            return self.after_ms(100, Event::Start(server));
        }
        let instance = Instance(format!("server{server}-{}", self.number).into());
        let (allowances, percent) = (self.allowances.clone(), self.plan.lease_percent);
        let (now, store) = (self.now(server), &self.store);
        let started = Server::start(instance, &allowances, percent, now, |of| store.written(of));
        self.servers[server] = Some(started);
        self.step(server);
    }

    /// The end of a server, which starts again later. Its unreported spending is lost.
    fn end(&mut self, server: usize) {
        let Some(ended) = self.servers[server].take() else { return };
        self.trace(|| format!("{} has ended: {:?}", ended.instance, ended.spent));
        for (of, spent) in &ended.spent {
            // A report that arrives later may lower the stored figure after a refund.
            let stored = self.store.spent_by(*of, &ended.instance);
            let reported = ended.reported.get(of).copied().unwrap_or(0);
            self.slack.lose(*of, spent - stored.min(reported));
        }
        let ms = self.rng.u64(0..6000);
        self.after_ms(ms, Event::Start(server));
    }

    /// The store loses the reports.
    fn crash(&mut self) {
        self.trace(|| "the store crashes".into());
        for server in 0..self.plan.servers {
            let now_ms = self.now(server).unix_ms;
            let Some(running) = &self.servers[server] else { continue };
            for (of, spent) in &running.spent {
                self.slack.lose(*of, spent - self.store.spent_by(*of, &running.instance));
            }
            for (n, account) in running.accounts.iter().enumerate() {
                self.slack.lose(key(n, running.month(n, now_ms)), account.meter.granted_left().0);
            }
        }
        for of in self.store.keys() {
            self.slack.lose(of, self.store.spent(of) + self.store.unspent(of) - self.store.written(of));
        }
        self.store.crash();
    }

    fn write(&mut self, server: usize) {
        let Some(running) = self.servers[server].as_mut().filter(|_| !self.is_cut[server]) else { return };
        for (of, millicredits) in running.usage() {
            self.store.write(of, &running.instance, millicredits);
        }
    }

    /// A step of the agent, and what follows from it.
    fn step(&mut self, server: usize) {
        let now = self.now(server);
        let Some(running) = &mut self.servers[server] else { return };
        running.has_messages();
        let (messages, accounts) = (std::mem::take(&mut running.inbox), running.accounts.clone());
        let find = |id: &str| id.parse::<usize>().ok().and_then(|n| accounts.get(n).cloned());
        let was_silent = running.agent.is_silent;
        let step = running.agent.step(now, messages, find);
        if running.agent.is_silent && !was_silent {
            self.slack.silences += 1;
            for (n, account) in running.accounts.iter().enumerate() {
                let lease = lease(account.allowance.0, &self.plan);
                let beyond_lease = account.meter.beyond_report() - lease;
                self.slack.lose(key(n, running.month(n, now.unix_ms)), beyond_lease);
            }
        }
        if let Some(requests) = step.exchange {
            self.send(server, requests);
        }
        let running = self.servers[server].as_mut().expect("it has made a step");
        let Some(next) = step.next else {
            self.write(server);
            return self.end(server);
        };
        running.wake += 1;
        let (wake, us) = (running.wake, next.duration_since(now.steady).as_micros() as u64);
        self.after_us(us, Event::Wake(server, wake));
        self.settle(server, None);
    }

    /// Sends an exchange. Its response is late after a while.
    fn send(&mut self, server: usize, requests: Vec<LeaseRequest>) {
        let exchange = self.number;
        let running = self.servers[server].as_mut().expect("it has made a step");
        running.running = Some(exchange);
        let instance = running.instance.clone();
        let account = |request: LeaseRequest| (request.account.parse().expect("a number"), request);
        let requests: Vec<_> = requests.into_iter().map(account).collect();
        for (account, request) in &requests {
            running.reported.insert(key(*account, request.month), request.spent.0);
        }
        let copies = if self.rng.f64() < self.plan.doubled { 2 } else { 1 };
        for _ in 0..copies {
            if let Some(us) = self.way_us(server) {
                self.after_us(us, Event::Arrive(server, instance.clone(), exchange, requests.clone()));
            }
        }
        self.after_ms(TIMEOUT_MS, Event::Answer(server, instance, exchange, None));
    }

    /// Time of a message between a server and the store, or none if it is lost.
    fn way_us(&mut self, server: usize) -> Option<u64> {
        let (least_ms, most_ms) = self.plan.delay_ms;
        let us = self.rng.u64(least_ms * 1000..=most_ms * 1000);
        let slow_us = if self.rng.f64() < self.plan.slow { self.rng.u64(0..6_000_000) } else { 0 };
        let is_lost = self.is_cut[server] || self.rng.f64() < self.plan.lost;
        (!is_lost).then_some(us + slow_us)
    }

    /// A call at a server. Gives its number if it waits, else whether it is answered.
    fn call(&mut self, server: usize, account: usize, cost: i64) -> Result<bool, u64> {
        let now_ms = self.now(server).unix_ms;
        let Some(running) = &mut self.servers[server] else { return Ok(false) };
        let decision = running.charge(account, cost, now_ms);
        let outcome = match decision {
            Decision::Unknown => {
                running.accounts[account].meter.wait(Credits(cost)).expect("the account is shared");
                self.number += 1;
                let id = self.number;
                running.waiting.push(WaitingCall { id, account, cost });
                self.after_us(MAX_WAIT.as_micros() as u64, Event::Over(server, id));
                Err(id)
            }
            decision => Ok(self.paid(decision, cost)),
        };
        if self.servers[server].as_mut().is_some_and(Server::has_messages) {
            self.step(server);
        }
        outcome
    }

    /// A call, and its decision.
    fn call_and_wait(&mut self, server: usize, account: usize, cost: i64) -> bool {
        let id = match self.call(server, account, cost) {
            Ok(is_paid) => return is_paid,
            Err(id) => id,
        };
        while !self.decided.contains_key(&id) {
            self.until_ms(self.now_us / 1000 + 1);
        }
        self.decided[&id].expect("no call waits in vain")
    }

    /// Counts a paid call. This is where spending may exceed an allowance.
    fn paid(&mut self, decision: Decision, cost: i64) -> bool {
        let Decision::Paid(of) = decision else { return false };
        self.trace(|| format!("{cost} of {of:?} spent"));
        let spent = self.spent.entry(of).or_default();
        *spent += cost;
        let highest = self.highest[of.0];
        let most = highest + self.slack.beyond(of, lease(highest, &self.plan));
        assert!(*spent <= most, "{of:?}: {spent} spent of {} and {most} at most", self.highest[of.0]);
        true
    }

    /// Tries the waiting calls again that can be decided, and the one whose wait is over.
    fn settle(&mut self, server: usize, over: Option<u64>) {
        let now_ms = self.now(server).unix_ms;
        let Some(running) = &mut self.servers[server] else { return };
        for call in std::mem::take(&mut running.waiting) {
            let running = self.servers[server].as_mut().expect("a charge ends no server");
            let account = running.accounts[call.account].clone();
            let is_over = over == Some(call.id);
            let decision = match is_over || account.meter.is_decided(Credits(call.cost), account.allowance) {
                true => running.charge(call.account, call.cost, now_ms),
                false => Decision::Unknown,
            };
            if decision == Decision::Unknown && !is_over {
                running.waiting.push(call);
                continue;
            }
            account.meter.wait_no_longer(Credits(call.cost));
            let is_paid = self.paid(decision, call.cost);
            self.trace(|| format!("server {server}: {call:?} was {decision:?}"));
            self.decided.insert(call.id, (decision != Decision::Unknown).then_some(is_paid));
        }
    }
}

/// The lease that a server may spend of an allowance while the store is silent.
fn lease(allowance: i64, plan: &Plan) -> i64 {
    (allowance as f64 * plan.lease_percent / 100.0) as i64
}
