//! The window of one address: how many requests it has counted, and until when.

use super::policy::{Decision, Policy};

/// The current window of a subject, or its back-off.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    end_ms: i64,
    /// Requests to all servers, as last reported; more than the quota in a back-off.
    count: u32,
    /// Requests to this server.
    own: u32,
    /// Random number that identifies the window; 0 if servers do not share their counts.
    number: u32,
    /// The number of the fleet's window of which it is a part; 0 if that is not known.
    fleet: u32,
}

/// A report on a window to the fleet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WindowReport {
    /// The window's number.
    pub(super) number: u32,
    /// The number of the fleet's window of which it is a part; 0 if that is not known.
    pub(super) fleet: u32,
    /// Requests to this server since the window began.
    pub(super) own: u32,
    /// Milliseconds until it ends.
    pub(super) left_ms: i64,
    /// Whether it is a back-off.
    pub(super) is_back_off: bool,
}

/// The response of the fleet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FleetResponse {
    /// The window is over.
    Over,
    /// The window goes on.
    Counted {
        /// The number of the fleet's window.
        fleet: u32,
        /// Requests to all servers since it began.
        count: u32,
        /// Milliseconds until it ends.
        left_ms: i64,
        /// Whether it is a back-off.
        is_back_off: bool,
    },
}

impl Window {
    /// A window that begins now.
    pub(super) fn begun(policy: Policy, number: u32, now_ms: i64) -> Self {
        Self { end_ms: now_ms + policy.window_ms(), count: 0, own: 0, number, fleet: 0 }
    }

    /// Whether it has ended, or ends later than it can: it was begun before the clock was set back.
    pub(super) fn is_over(&self, policy: Policy, now_ms: i64) -> bool {
        self.end_ms <= now_ms || self.end_ms - now_ms > policy.longest_ms()
    }

    /// Requests that were counted; more than the quota in a back-off.
    pub(super) fn requests(&self) -> u32 {
        self.count
    }

    /// Counts a request, which may begin the back-off. Returns whether the window changed; a back-off never
    /// does.
    pub(super) fn count(&mut self, policy: Policy, now_ms: i64) -> bool {
        let was_within = !self.is_back_off(policy);
        if was_within {
            self.own += 1;
            self.count += 1;
            if self.is_back_off(policy) {
                self.end_ms = now_ms + policy.back_off_ms();
            }
        }
        was_within
    }

    /// The decision on the request counted last.
    pub(super) fn decision(&self, policy: Policy, now_ms: i64) -> Decision {
        Decision {
            is_within: !self.is_back_off(policy),
            remaining: policy.quota.saturating_sub(self.count),
            reset_s: u32::try_from((self.end_ms - now_ms + 999) / 1000).unwrap_or(0),
        }
    }

    /// The report to the fleet; `None` once the window is over.
    pub(super) fn report(&self, policy: Policy, now_ms: i64) -> Option<WindowReport> {
        let Self { end_ms, own, number, fleet, .. } = *self;
        let report = WindowReport {
            number,
            fleet,
            own,
            left_ms: end_ms - now_ms,
            is_back_off: self.is_back_off(policy),
        };
        (!self.is_over(policy, now_ms)).then_some(report)
    }

    /// Applies the answer of the fleet to the report of `reported_ms`. Returns true if a new report is due:
    /// the requests of all servers have begun a back-off.
    pub(super) fn learn(
        &mut self,
        policy: Policy,
        report: &WindowReport,
        response: FleetResponse,
        reported_ms: i64,
        now_ms: i64,
    ) -> bool {
        // Another window has begun since, or a back-off that the fleet learns of next.
        let has_begun_back_off = self.is_back_off(policy) && !report.is_back_off;
        if self.number != report.number {
            return false;
        }
        match response {
            FleetResponse::Over if has_begun_back_off => self.fleet = 0,
            FleetResponse::Over => self.end_ms = reported_ms,
            FleetResponse::Counted { fleet, left_ms, is_back_off: true, .. } => {
                self.fleet = fleet;
                self.count = policy.quota.saturating_add(1);
                self.end_ms = reported_ms + left_ms.min(policy.longest_ms());
            }
            FleetResponse::Counted { fleet, .. } if has_begun_back_off => self.fleet = fleet,
            FleetResponse::Counted { fleet, count, left_ms, .. } => {
                self.fleet = fleet;
                self.count = count.saturating_add(self.own - report.own);
                self.end_ms = reported_ms + left_ms.min(policy.longest_ms());
                if self.is_back_off(policy) {
                    self.end_ms = now_ms + policy.back_off_ms();
                    return true;
                }
            }
        }
        false
    }

    /// Detaches the window from that of the fleet. Returns whether it is a back-off to report again.
    pub(super) fn forget_fleet(&mut self, policy: Policy) -> bool {
        self.fleet = 0;
        self.is_back_off(policy)
    }

    /// Whether more requests than the quota were counted.
    pub(super) fn is_back_off(&self, policy: Policy) -> bool {
        self.count > policy.quota
    }
}
