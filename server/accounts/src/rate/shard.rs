//! A part of the windows of a limiter, behind a separate lock.

use super::policy::{Decision, Policy};
use super::window::Window;
use std::collections::HashMap;

/// The windows of some addresses or other subjects.
#[derive(Debug, Default)]
pub(super) struct Shard {
    windows: HashMap<u64, Window>,
    /// Number of windows at which ended windows are next removed.
    sweep_at: usize,
}

impl Shard {
    pub(super) fn count(&mut self, subject: u64, policy: Policy, now_ms: i64, max: usize) -> Decision {
        if self.windows.len() >= self.sweep_at {
            self.sweep(now_ms, policy, max);
        }
        let begun = || Window::begun(policy, now_ms);
        let window = self.windows.entry(subject).or_insert_with(begun);
        if window.is_over(policy, now_ms) {
            *window = begun();
        }
        window.count(policy, now_ms);
        window.decision(policy, now_ms)
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
