//! Plans, entitlements, and credits as whole thousandths.

use serde::Serialize;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

/// A subscription, from least to most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Plan {
    /// For use that is not commercial, with low traffic.
    Free,
    /// For commercial use.
    Starter,
    /// With more traffic, more operations, and rules for origins and addresses.
    Pro,
    /// With high traffic.
    Enterprise,
}

impl Plan {
    /// All plans, from least to most.
    pub const ALL: [Self; 4] = [Self::Free, Self::Starter, Self::Pro, Self::Enterprise];

    /// The least plan whose keys can have rules for origins and addresses.
    pub const WITH_RULES: Self = Self::Pro;

    /// The least plan whose keys may use the premium host.
    pub const WITH_PREMIUM_HOST: Self = Self::Pro;

    /// The word for the plan, which is also the entitlement that a paid plan gives.
    pub fn word(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Starter => "starter",
            Self::Pro => "pro",
            Self::Enterprise => "enterprise",
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Plan {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|p| p.word() == text)
            .ok_or_else(|| format!("\"{text}\" is no plan; there are free, starter, pro, enterprise"))
    }
}

/// The entitlement that opens every operation, for education and research.
pub const RESEARCH: &str = "research";

/// Entitlements of a key: the plan of its account and the granted ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entitlements(Arc<[String]>);

impl Entitlements {
    /// The entitlements of a key: those of its account's plan and those granted to it.
    pub fn new(plan: Plan, granted: impl IntoIterator<Item = String>) -> Self {
        /// By plan: those of most keys, which share them.
        static OF_PLANS: LazyLock<[Entitlements; Plan::ALL.len()]> =
            LazyLock::new(|| Plan::ALL.map(|plan| Entitlements::with(plan, None.into_iter())));
        let mut granted = granted.into_iter().peekable();
        match granted.peek() {
            None => OF_PLANS[plan as usize].clone(),
            Some(_) => Self::with(plan, granted),
        }
    }

    fn with(plan: Plan, granted: impl Iterator<Item = String>) -> Self {
        let mut all: Vec<String> = Some(plan)
            .filter(|p| *p > Plan::Free)
            .map(|p| p.word().to_owned())
            .into_iter()
            .chain(granted)
            .collect();
        // Sorted and without duplicates, so that equal entitlements compare equal.
        all.sort();
        all.dedup();
        Self(all.into())
    }

    /// The words of the entitlements, sorted.
    pub fn words(&self) -> &[String] {
        &self.0
    }

    /// The highest plan level among the entitlements.
    pub fn level(&self) -> Plan {
        self.0.iter().filter_map(|e| e.parse().ok()).max().unwrap_or(Plan::Free)
    }

    /// Returns whether the entitlements open an operation that needs the plan `gate`.
    pub fn open(&self, gate: Plan) -> bool {
        self.level() >= gate || self.0.iter().any(|e| e == RESEARCH)
    }
}

/// Credits in thousandths, so that sums are exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Credits(pub i64);

impl Credits {
    /// Credits to the nearest thousandth.
    pub fn from_f64(credits: f64) -> Self {
        Self((credits * 1000.0).round() as i64)
    }

    /// Credits as a floating-point number, for responses.
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / 1000.0
    }
}

/// Writes credits as a decimal number, without zeros at the end.
impl fmt::Display for Credits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0.unsigned_abs() / 1000, self.0.unsigned_abs() % 1000);
        let sign = if self.0 < 0 { "-" } else { "" };
        match part {
            0 => write!(f, "{sign}{whole}"),
            p if p % 100 == 0 => write!(f, "{sign}{whole}.{}", p / 100),
            p if p % 10 == 0 => write!(f, "{sign}{whole}.{:02}", p / 10),
            p => write!(f, "{sign}{whole}.{p:03}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entitlements_come_from_the_plan_and_from_grants() {
        let free = Entitlements::new(Plan::Free, []);
        assert!(free.words().is_empty() && free.open(Plan::Free) && !free.open(Plan::Starter));
        let pro = Entitlements::new(Plan::Pro, ["pro".into(), "beta".into()]);
        assert_eq!(pro.words(), ["beta", "pro"]);
        assert!(pro.open(Plan::Starter) && pro.open(Plan::Pro) && !pro.open(Plan::Enterprise));
        let research = Entitlements::new(Plan::Free, [RESEARCH.into()]);
        assert!(research.open(Plan::Enterprise));
        assert_eq!(research.level(), Plan::Free, "the premium host stays closed");
    }

    #[test]
    fn credits_are_exact_and_short() {
        for (credits, text) in [(118.0, "118"), (1.25, "1.25"), (0.001, "0.001"), (-2.0, "-2")] {
            assert_eq!(Credits::from_f64(credits).to_string(), text);
        }
        assert_eq!((0..10).map(|_| Credits::from_f64(0.1).0).sum::<i64>(), 1000);
    }
}
