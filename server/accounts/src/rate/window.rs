//! The window of one address: how many requests it has counted, and until when.

use super::policy::{Decision, Policy};

/// The current window of a subject, or its back-off.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    end_ms: i64,
    /// Requests since it began; more than the quota in a back-off.
    count: u32,
}

impl Window {
    pub(super) fn begun(policy: Policy, now_ms: i64) -> Self {
        Self { end_ms: now_ms + policy.window_ms(), count: 0 }
    }

    /// Returns whether it has ended, or ends later than it can: it was begun before the clock was set back.
    pub(super) fn is_over(&self, policy: Policy, now_ms: i64) -> bool {
        self.end_ms <= now_ms || self.end_ms - now_ms > policy.longest_ms()
    }

    /// Requests that were counted; more than the quota in a back-off.
    pub(super) fn requests(&self) -> u32 {
        self.count
    }

    /// Counts a request, which may begin the back-off. In a back-off nothing is counted.
    pub(super) fn count(&mut self, policy: Policy, now_ms: i64) {
        if !self.is_back_off(policy) {
            self.count += 1;
            if self.is_back_off(policy) {
                self.end_ms = now_ms + policy.back_off_ms();
            }
        }
    }

    /// The decision on the request counted last.
    pub(super) fn decision(&self, policy: Policy, now_ms: i64) -> Decision {
        Decision {
            is_within: !self.is_back_off(policy),
            remaining: policy.quota.saturating_sub(self.count),
            reset_s: u32::try_from((self.end_ms - now_ms + 999) / 1000).unwrap_or(0),
        }
    }

    /// Returns whether more requests than the quota were counted.
    fn is_back_off(&self, policy: Policy) -> bool {
        self.count > policy.quota
    }
}
