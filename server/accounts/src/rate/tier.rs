//! The limits of the server by their names, and the response headers for the applied limit.

use super::limiter::Limiter;
use super::policy::{Decision, Policy};
use crate::access::Access;
use crate::refusal::Refusal;
use hyper::header::HeaderValue;
use std::net::IpAddr;
use web::header::ShortValue;

/// Limit of probes: generous for supervisors and load balancers, but an end to a flood.
const PROBES: Policy = Policy { quota: 1000, window_s: 10, back_off_s: 10 };

/// All limits, counted separately: a user whose program is in a back-off can still open the console.
#[derive(Debug)]
pub struct Tiers {
    standard: Tier,
    premium: Tier,
    probes: Tier,
    pages: Tier,
    tiles: Tier,
}

/// A rate limit and its name in the headers of responses.
#[derive(Debug)]
struct Tier {
    name: &'static str,
    limiter: Limiter,
    header: HeaderValue,
}

/// The rate limit that a request was counted against, and its decision.
#[derive(Debug, Clone)]
pub struct Rated {
    /// Value of the header `RateLimit-Policy`.
    pub header: HeaderValue,
    tier: &'static str,
    policy: Policy,
    decision: Decision,
}

/// The limits that the operator has set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rates {
    /// The rate of a source address.
    pub standard: Policy,
    /// On the premium host.
    pub premium: Policy,
    /// For console and documentation.
    pub pages: Policy,
    /// For the files of pages and the tiles of maps.
    pub tiles: Policy,
}

impl Tiers {
    /// Creates all limits.
    pub fn new(rates: Rates) -> Self {
        let Rates { standard, premium, pages, tiles } = rates;
        Self {
            standard: Tier::new("standard", standard),
            premium: Tier::new("premium", premium),
            probes: Tier::new("probes", PROBES),
            pages: Tier::new("pages", pages),
            tiles: Tier::new("tiles", tiles),
        }
    }

    /// Number of addresses that each limit has in memory.
    pub fn remembered(&self) -> [(&'static str, u64); 5] {
        let Self { standard, premium, probes, pages, tiles } = self;
        [standard, premium, probes, pages, tiles].map(|tier| (tier.name, tier.limiter.remembered() as u64))
    }

    /// The limits that the operator has set.
    pub fn rates(&self) -> Rates {
        let [standard, premium, pages, tiles] =
            [&self.standard, &self.premium, &self.pages, &self.tiles].map(|tier| tier.limiter.policy());
        Rates { standard, premium, pages, tiles }
    }

    /// Counts a request of an address against its limit.
    pub fn count(&self, access: Access, is_premium: bool, address: IpAddr, now_ms: i64) -> Rated {
        let tier = match access {
            Access::Probe => &self.probes,
            Access::Page => &self.pages,
            Access::Asset => &self.tiles,
            _ if is_premium => &self.premium,
            Access::Open | Access::Widget | Access::Account | Access::Key(_) => &self.standard,
        };
        tier.count(address, now_ms)
    }
}

impl Tier {
    fn new(name: &'static str, policy: Policy) -> Self {
        let text = format!("\"{name}\";q={};w={}", policy.quota, policy.window_s);
        let header = HeaderValue::try_from(text).expect("letters, digits and punctuation are a header value");
        Self { name, limiter: Limiter::new(policy), header }
    }

    fn count(&self, address: IpAddr, now_ms: i64) -> Rated {
        Rated {
            header: self.header.clone(),
            tier: self.name,
            policy: self.limiter.policy(),
            decision: self.limiter.count(address, now_ms),
        }
    }
}

impl Rated {
    /// Value of the header `RateLimit`.
    pub fn remaining(&self) -> HeaderValue {
        let Decision { remaining, reset_s, .. } = self.decision;
        ShortValue::default()
            .text("\"")
            .text(self.tier)
            .text("\";r=")
            .number(remaining.into())
            .text(";t=")
            .number(reset_s.into())
            .value()
    }

    /// Refuses a request beyond the limit.
    pub fn within(&self) -> Result<(), Refusal> {
        if self.decision.is_within {
            return Ok(());
        }
        let Policy { quota, window_s, .. } = self.policy;
        Err(Refusal::RateLimited { quota, window_s, retry_after_s: self.decision.reset_s })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;

    #[test]
    fn probes_pages_files_and_operations_are_counted_apart() {
        const STANDARD: Policy = Policy { quota: 2, window_s: 10, back_off_s: 60 };
        let [premium, tiles, pages] = [5, 7, 9].map(|quota| Policy { quota, ..STANDARD });
        let tiers = Tiers::new(Rates { standard: STANDARD, premium, pages, tiles });
        let answered = |access, is_premium| {
            let client = IpAddr::from([192, 0, 2, 1]);
            (0..2000).filter(|_| tiers.count(access, is_premium, client, 0).within().is_ok()).count()
        };
        assert_eq!(answered(Access::Key(Plan::Free), false), 2);
        assert_eq!(answered(Access::Open, false), 0, "the same limit");
        assert_eq!(answered(Access::Key(Plan::Free), true), 5);
        assert_eq!((answered(Access::Page, false), answered(Access::Probe, false)), (9, 1000));
        assert_eq!((answered(Access::Asset, false), answered(Access::Widget, false)), (7, 0));
        let remembered: Vec<u64> = tiers.remembered().into_iter().map(|(_, addresses)| addresses).collect();
        assert_eq!(remembered, [1; 5]);
    }
}
