//! An account of a fleet, with a key.

use super::Fleet;
use crate::served::Served;
use crate::until_true;

/// A call that every key may make.
pub const CALL: &str = "/julian-day/2024-04-08T18:18:00Z";
/// Its price in credits.
pub const PRICE: f64 = 0.5;

/// An account with a key.
#[derive(Debug, Clone)]
pub struct Holder {
    /// Id of the account.
    pub account: String,
    /// Name of the key.
    pub key: String,
    /// Secret of the key.
    pub secret: String,
}

/// The usage of an account, as reported by `/usage`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Usage {
    /// Credits used in this month.
    pub used: f64,
    /// Credits left in this month.
    pub remaining: f64,
    /// Calls of `/julian-day`.
    pub calls: u64,
}

impl Holder {
    /// Makes an account with a key, and waits until every server accepts it.
    pub fn new(fleet: &Fleet, name: &str, plan: &str) -> Self {
        let email = format!("{name}@example.org");
        let made = fleet.json(&["accounts", "create", "--name", name, "--email", &email, "--plan", plan]);
        let account = made["account"].as_str().expect("an id").to_owned();
        let made = fleet.json(&["keys", "create", "--account", &account, "--nickname", name]);
        let text = |name: &str| made[name].as_str().expect("a text").to_owned();
        let holder = Self { account, key: text("key"), secret: text("secret") };
        holder.until_all(fleet, 200);
        holder
    }

    /// The path of a call with the key.
    pub fn path(&self, path: &str) -> String {
        format!("{path}{}apiKey={}", if path.contains('?') { '&' } else { '?' }, self.secret)
    }

    /// Waits until every server answers with a status.
    pub fn until_all(&self, fleet: &Fleet, status: u16) {
        let path = self.path(&format!("{CALL}?cost=1"));
        for server in fleet.servers() {
            until_true(&format!("{status} for a key"), || server.get(&path).status == status);
        }
    }

    /// The usage reported by a server. The request costs credits, unless none are left.
    pub fn usage_at(&self, server: &Served) -> Usage {
        let answer = server.get(&self.path("/usage"));
        assert_eq!(answer.status, 200, "{}", answer.text());
        let usage = &answer.json()["response"];
        let number = |name: &str| usage[name].as_f64().unwrap_or(f64::NAN);
        let rows = usage["byEndpoint"].as_array().into_iter().flatten();
        let calls =
            rows.filter(|row| row["endpoint"] == "julian-day").filter_map(|row| row["calls"].as_u64());
        Usage { used: number("used"), remaining: number("remaining"), calls: calls.sum() }
    }
}
