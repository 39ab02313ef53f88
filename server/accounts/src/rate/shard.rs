//! A part of what a limiter remembers, behind a lock of its own.

use super::policy::{Decision, Policy};
use super::window::{Told, Window};
use std::collections::{HashMap, HashSet};

/// Windows of which the fleet is told at a time: those with the most requests first.
const MOST_TOLD: usize = 32;
/// Windows that wait to be told of. One that finds no room is told of with its next request; back-offs,
/// which change no more, always find room.
const MOST_WAITING: usize = 256;

/// The windows of some addresses or other subjects.
#[derive(Debug, Default)]
pub(super) struct Shard {
    windows: HashMap<u64, Window>,
    /// Size at which the windows are next looked through for those that are over.
    sweep_at: usize,
    /// Subjects whose windows have changed since the fleet was told of them.
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

    /// Notes that the fleet is to be told of a subject.
    pub(super) fn note(&mut self, subject: u64, policy: Policy) {
        let is_back_off = || self.windows.get(&subject).is_some_and(|w| w.is_back_off(policy));
        if self.changed.len() < MOST_WAITING || is_back_off() {
            self.changed.insert(subject);
        }
    }

    /// Takes what the fleet is to be told now.
    pub(super) fn take_told(&mut self, policy: Policy, now_ms: i64) -> Vec<(u64, Told)> {
        let mut taken: Vec<u64> = self.changed.drain().collect();
        if taken.len() > MOST_TOLD {
            let requests = |subject: &u64| self.windows.get(subject).map_or(0, Window::requests);
            taken.sort_by_cached_key(|subject| std::cmp::Reverse(requests(subject)));
            self.changed.extend(taken.drain(MOST_TOLD..));
        }
        let told = |subject| Some((subject, self.windows.get(&subject)?.told(policy, now_ms)?));
        taken.into_iter().filter_map(told).collect()
    }

    /// Whether there is something left of which the fleet is to be told.
    pub(super) fn has_news(&self) -> bool {
        !self.changed.is_empty()
    }

    /// The window of a subject, if it is remembered.
    pub(super) fn window(&mut self, subject: u64) -> Option<&mut Window> {
        self.windows.get_mut(&subject)
    }

    /// Forgets which windows of the fleet the windows are parts of, and notes back-offs to be told again.
    pub(super) fn forget_fleet(&mut self, policy: Policy) {
        let back_offs = self.windows.iter_mut().filter_map(|(s, w)| w.forget_fleet(policy).then_some(*s));
        self.changed.extend(back_offs);
    }

    /// Number of windows that are remembered.
    pub(super) fn remembered(&self) -> usize {
        self.windows.len()
    }

    /// Forgets what is over. If that does not make room, forgets windows that are not: those who ask for
    /// little first, those who are turned away last.
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
