//! A part of the windows of a limiter, behind a separate lock.

use super::policy::{Decision, Policy};
use super::window::{Window, WindowReport};
use std::collections::{HashMap, HashSet};

/// Windows in one report: those with the most requests first.
const MAX_REPORTED: usize = 32;
/// Windows that wait for a report. One that finds no room is reported with its next request; back-offs,
/// which change no more, always find room.
const MAX_WAITING: usize = 256;

/// The windows of some addresses or other subjects.
#[derive(Debug, Default)]
pub(super) struct Shard {
    windows: HashMap<u64, Window>,
    /// Number of windows at which ended windows are next removed.
    sweep_at: usize,
    /// Subjects whose windows have changed since the last report.
    changed: HashSet<u64>,
}

impl Shard {
    /// Counts a request of a subject. A window that begins gets `number`.
    pub(super) fn count(
        &mut self,
        subject: u64,
        policy: Policy,
        now_ms: i64,
        max: usize,
        number: impl Fn() -> u32,
    ) -> (Decision, bool) {
        if self.windows.len() >= self.sweep_at {
            self.sweep(now_ms, policy, max);
        }
        let begun = || Window::begun(policy, number(), now_ms);
        let window = self.windows.entry(subject).or_insert_with(begun);
        if window.is_over(policy, now_ms) {
            *window = begun();
        }
        let has_changed = window.count(policy, now_ms);
        (window.decision(policy, now_ms), has_changed)
    }

    /// Schedules a report on a subject.
    pub(super) fn note(&mut self, subject: u64, policy: Policy) {
        let is_back_off = || self.windows.get(&subject).is_some_and(|w| w.is_back_off(policy));
        if self.changed.len() < MAX_WAITING || is_back_off() {
            self.changed.insert(subject);
        }
    }

    /// Returns the reports that are due.
    pub(super) fn take_reports(&mut self, policy: Policy, now_ms: i64) -> Vec<(u64, WindowReport)> {
        let mut due: Vec<u64> = self.changed.drain().collect();
        if due.len() > MAX_REPORTED {
            let requests = |subject: &u64| self.windows.get(subject).map_or(0, Window::requests);
            due.sort_by_cached_key(|subject| std::cmp::Reverse(requests(subject)));
            self.changed.extend(due.drain(MAX_REPORTED..));
        }
        let report = |subject| Some((subject, self.windows.get(&subject)?.report(policy, now_ms)?));
        due.into_iter().filter_map(report).collect()
    }

    /// Whether reports are left.
    pub(super) fn has_news(&self) -> bool {
        !self.changed.is_empty()
    }

    /// The window of a subject, if it is remembered.
    pub(super) fn window(&mut self, subject: u64) -> Option<&mut Window> {
        self.windows.get_mut(&subject)
    }

    /// Detaches the windows from those of the fleet, and schedules back-offs to be reported again.
    pub(super) fn forget_fleet(&mut self, policy: Policy) {
        let back_offs = self.windows.iter_mut().filter_map(|(s, w)| w.forget_fleet(policy).then_some(*s));
        self.changed.extend(back_offs);
    }

    /// Number of windows that are remembered.
    pub(super) fn remembered(&self) -> usize {
        self.windows.len()
    }

    /// Removes windows that are over. If that does not make room, removes windows that are not: those of
    /// clients that ask for little first, those who are turned away last.
    fn sweep(&mut self, now_ms: i64, policy: Policy, max: usize) {
        self.windows.retain(|_, w| !w.is_over(policy, now_ms));
        for enough in [policy.quota / 2, policy.quota, u32::MAX] {
            if self.windows.len() < max {
                break;
            }
            self.windows.retain(|_, w| w.requests() > enough);
        }
        self.windows.shrink_to(self.windows.len() * 2);
        self.sweep_at = (self.windows.len() * 2).clamp(64.min(max), max);
    }
}
