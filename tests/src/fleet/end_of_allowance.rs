//! The responses when an account reaches the end of its allowance while clients call all servers at once.

use super::holder::{CALL, Holder, PRICE, Usage};
use super::load::{Load, Tally};
use super::{Fleet, Used};
use crate::{PATIENCE, within};
use std::fmt;
use std::time::Duration;

/// A load with more calls than the allowance pays.
#[derive(Debug, Clone, Copy)]
pub struct End {
    /// Connections of clients.
    pub connections: usize,
    /// Calls in all.
    pub calls: u64,
    /// Calls that the allowance pays.
    pub paid: u64,
}

/// The answers, and the usage that was counted.
#[derive(Debug)]
pub struct Outcome {
    end: End,
    /// The answers.
    pub tally: Tally,
    /// Usage reported by `umbra usage` afterwards.
    pub used: Used,
    /// Usage reported by `/usage` of each server afterwards.
    pub usages: Vec<Usage>,
}

impl End {
    /// Creates an account with a plan, and makes the calls.
    pub fn run(self, fleet: &Fleet, name: &str, plan: &str) -> Outcome {
        fleet.allow(plan, self.paid as f64 * PRICE);
        let holder = Holder::new(fleet, name, plan);
        let load = Load {
            addresses: fleet.addresses(),
            connections: self.connections,
            path: &holder.path(CALL),
            rest: Duration::ZERO,
        };
        let tally = load.calls(self.calls);
        // Both are complete once all servers have written their usage. Faults show what is missing.
        let answered = tally.count(200);
        let used = || fleet.used(&holder.account);
        let _ = within(PATIENCE, || (used().calls == answered).then_some(()));
        let used = used();
        let usages = fleet.servers().iter().map(|server| holder.usage_at(server)).collect();
        Outcome { end: self, tally, used, usages }
    }
}

impl Outcome {
    /// Calls that were answered beyond those that the allowance pays; fewer are negative.
    pub fn beyond(&self) -> i64 {
        self.tally.count(200) as i64 - self.end.paid as i64
    }

    /// The faults, if `most_beyond` calls may be answered beyond the allowance.
    pub fn faults(&self, most_beyond: u64) -> Vec<String> {
        let mut faults = self.tally.others(&[200, 402]);
        let (answered, paid) = (self.tally.count(200), self.end.paid);
        if answered < paid {
            faults.push(format!("{answered} calls answered, {paid} paid for"));
        }
        if answered > paid + most_beyond {
            faults.push(format!("{answered} calls answered, {paid} paid for, {most_beyond} more allowed"));
        }
        if self.tally.broken + self.tally.turned_away > 0 {
            faults.push("connections broke though nothing was ended".into());
        }
        let right = Used { calls: answered, credits: answered as f64 * PRICE };
        if self.used != right {
            faults.push(format!("{right:?} answered, `umbra usage` says {:?}", self.used));
        }
        let remaining = 0.0;
        let right = Usage { used: right.credits, remaining, calls: answered };
        for (server, usage) in self.usages.iter().enumerate().filter(|(_, usage)| **usage != right) {
            faults.push(format!("{right:?} answered, `/usage` of server {server} says {usage:?}"));
        }
        faults
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (End { connections, calls, paid }, beyond) = (self.end, self.beyond());
        writeln!(
            f,
            "{calls} calls from {connections} connections, {paid} of them paid for: {beyond:+} answered"
        )?;
        let mut course = self.tally.course.clone();
        course.sort_unstable();
        let first = course.iter().position(|(_, status)| *status == 402);
        let last = course.iter().rposition(|(_, status)| *status == 200);
        if let (Some(first), Some(last)) = (first, last) {
            let between = course.get(first..=last).unwrap_or_default();
            let refused = between.iter().filter(|(_, status)| *status == 402).count();
            let ms = course[last].0.saturating_sub(course[first].0).as_secs_f64() * 1e3;
            writeln!(
                f,
                "  from the first refusal to the last answer: {ms:.0} ms, {refused} refused, {} answered",
                between.len() - refused
            )?;
        }
        write!(f, "  {}", self.tally)
    }
}
