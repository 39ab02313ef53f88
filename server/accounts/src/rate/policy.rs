//! A rate limit, and its decision about a request.

use std::str::FromStr;

/// A rate limit: a quota of requests in a window, and a back-off after it is exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// Requests in a window.
    pub quota: u32,
    /// Length of a window, s.
    pub window_s: u32,
    /// Length of the back-off after the quota was exceeded, s. It refuses every request.
    pub back_off_s: u32,
}

impl Policy {
    pub(super) fn window_ms(self) -> i64 {
        i64::from(self.window_s) * 1000
    }

    pub(super) fn back_off_ms(self) -> i64 {
        i64::from(self.back_off_s) * 1000
    }

    /// Maximum lifetime of a window in memory, ms.
    pub(super) fn longest_ms(self) -> i64 {
        self.window_ms().max(self.back_off_ms())
    }
}

/// Reads a limit such as `100/10s,60s`: the quota, the window and the back-off.
impl FromStr for Policy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let seconds = |t: &str| {
            t.strip_suffix('s').unwrap_or(t).parse::<u32>().ok().filter(|s| (1..=86_400).contains(s))
        };
        let parse = || {
            let (rate, back_off) = text.split_once(',')?;
            let (quota, window) = rate.split_once('/')?;
            Some(Self {
                quota: quota.parse().ok().filter(|q| *q > 0)?,
                window_s: seconds(window)?,
                back_off_s: seconds(back_off)?,
            })
        };
        parse().ok_or_else(|| format!("\"{text}\" must be REQUESTS/WINDOW,BACK-OFF, such as 100/10s,60s"))
    }
}

/// The decision of a limit about a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decision {
    /// `true` if the request is within the limit.
    pub is_within: bool,
    /// Requests left in the window.
    pub remaining: u32,
    /// Seconds until the window or the back-off ends, rounded up.
    pub reset_s: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_is_read() {
        assert_eq!("100/10s,60s".parse(), Ok(Policy { quota: 100, window_s: 10, back_off_s: 60 }));
        for wrong in ["100/10s", "0/10s,60s", "100/0s,60s", "100/10s,x", "a/10s,1s", ""] {
            assert!(wrong.parse::<Policy>().is_err_and(|e| e.contains("100/10s,60s")), "{wrong}");
        }
    }
}
