//! Who asks, from where, and whether the key allows it.
//!
//! Refusals have an order, so that a client learns first what it must mend first: 401 (no, wrong, disabled or
//! expired credentials; no `Origin` where the key has origin rules), then 403 (origin, address, premium host,
//! plan), then 429, then 400, then 402, then 404 of the operation.

use super::clock::Clock;
use super::ledger::Ledger;
use super::plan::Plan;
use super::rate::{Decision, Limiter, LocalLimiter, Policy};
use super::rules::{IpRules, Origin};
use super::secret;
use super::snapshot::{Key, Snapshot};
use super::store::Stored;
use crate::api::chain::Call;
use crate::api::input::pairs;
use crate::api::operation::Access;
use crate::http::header::ShortValue;
use crate::http::problem::{Code, Problem};
use hyper::header::{self, HeaderMap, HeaderValue};
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use subtle::ConstantTimeEq;

/// Who asks.
#[derive(Debug, Clone)]
pub enum Caller {
    /// Somebody without credentials, at a server that runs as a demonstration.
    Demo,
    /// Nobody known, at an operation that needs nobody known.
    Anonymous,
    /// The holder of a key, or of a token made with it.
    Key(Arc<Key>),
}

impl Caller {
    /// The key, if there is one.
    pub fn key(&self) -> Option<&Arc<Key>> {
        match self {
            Self::Key(key) => Some(key),
            Self::Demo | Self::Anonymous => None,
        }
    }
}

/// Rules of the door.
#[derive(Debug, Clone)]
pub struct Rules {
    /// Limit of a source address.
    pub standard: Policy,
    /// Limit on the premium host.
    pub premium: Policy,
    /// Host name of the premium host.
    pub premium_host: Option<String>,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: IpRules,
    /// Whether those without credentials may do everything.
    pub is_demo: bool,
}

/// The door.
pub struct Gate {
    /// The accounts.
    pub ledger: Ledger,
    /// The time.
    pub clock: Clock,
    /// Whether those without credentials may do everything.
    pub is_demo: bool,
    standard: Tier,
    premium: Tier,
    premium_host: Option<String>,
    trusted_proxies: IpRules,
}

/// A limit and its name.
struct Tier {
    name: &'static str,
    limiter: LocalLimiter,
    header: HeaderValue,
}

impl Tier {
    fn new(name: &'static str, policy: Policy) -> Self {
        let text = format!("\"{name}\";q={};w={}", policy.quota, policy.window_s);
        // Letters, digits and punctuation: always a header value.
        Self {
            name,
            limiter: LocalLimiter::new(policy),
            header: HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static("")),
        }
    }
}

/// A limit that was counted against.
#[derive(Debug, Clone)]
pub struct Rated {
    /// `RateLimit-Policy`.
    pub header: HeaderValue,
    tier: &'static str,
    policy: Policy,
    decision: Decision,
}

/// What a request brings.
enum Credentials<'a> {
    None,
    Key(std::borrow::Cow<'a, str>),
    Header(&'a str),
}

impl Gate {
    /// Opens the accounts.
    pub fn open(accounts: &Path, rules: Rules, clock: Clock) -> Stored<Self> {
        Ok(Self {
            ledger: Ledger::open(accounts, clock.clone())?,
            clock,
            is_demo: rules.is_demo,
            standard: Tier::new("standard", rules.standard),
            premium: Tier::new("premium", rules.premium),
            premium_host: rules.premium_host,
            trusted_proxies: rules.trusted_proxies,
        })
    }

    /// The client behind a peer: the last address in `X-Forwarded-For` that is no trusted proxy, if the peer
    /// is one.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.trusted_proxies.contain(peer) {
            return peer.to_canonical();
        }
        let mut client = peer;
        for value in headers.get_all("x-forwarded-for").iter().rev() {
            for part in value.to_str().unwrap_or("").rsplit(',') {
                // Nobody vouches for what stands before something that is no address.
                let Ok(address) = part.trim().parse::<IpAddr>() else { return client.to_canonical() };
                client = address;
                if !self.trusted_proxies.contain(client) {
                    return client.to_canonical();
                }
            }
        }
        client.to_canonical()
    }

    /// Who asks: everything that is refused with 401 or, but for the plan, with 403.
    pub fn caller(&self, call: &Call, access: Access) -> Result<Caller, Problem> {
        if access <= Access::Open {
            return Ok(Caller::Anonymous);
        }
        let snapshot = self.ledger.snapshot();
        let key = match (credentials(call)?, access) {
            (Credentials::None, Access::Account) => {
                return Err(Problem::new(
                    Code::CredentialsRequired,
                    "send the header Authorization: ServiceAuth <ACCOUNT_ID>:<API_KEY>",
                ));
            }
            (Credentials::None, _) if self.is_demo => return Ok(Caller::Demo),
            (Credentials::None, _) if snapshot.accounts.is_empty() => {
                return Err(Problem::new(
                    Code::CredentialsRequired,
                    "this operation needs a key, and there is no account yet; the operator makes one with `server accounts create` and a key with `server keys create`",
                ));
            }
            (Credentials::None, _) => {
                return Err(Problem::new(
                    Code::CredentialsRequired,
                    "this operation needs a key: apiKey=… in the query, or an access token in the header Authorization",
                ));
            }
            (Credentials::Header(pair), Access::Account) => by_pair(&snapshot, pair)?,
            (Credentials::Key(_), Access::Account) => {
                return Err(Problem::new(
                    Code::CredentialsRequired,
                    "a token is given for the header Authorization: ServiceAuth <ACCOUNT_ID>:<API_KEY>, not for apiKey",
                ));
            }
            (Credentials::Key(text), _) => by_secret(&snapshot, &text)?,
            (Credentials::Header(token), _) => by_token(&snapshot, token, call.now_ms)?,
        };
        self.admit(key, call)
    }

    /// Whether the key may be used, from where the request comes.
    pub fn admit(&self, key: Arc<Key>, call: &Call) -> Result<Caller, Problem> {
        if !key.enabled {
            return Err(Problem::new(
                Code::CredentialsInvalid,
                "the key is disabled; it can be enabled in the console",
            ));
        }
        match key.origins.judge(call.header(header::ORIGIN)) {
            Origin::Allowed => {}
            Origin::Missing => {
                return Err(Problem::new(
                    Code::OriginRequired,
                    "the key has origin rules, and the request has no Origin header",
                ));
            }
            Origin::Refused => {
                return Err(Problem::new(
                    Code::OriginRefused,
                    "the origin rules of the key do not allow this Origin",
                ));
            }
        }
        if !key.ips.allow(call.client) {
            return Err(Problem::new(
                Code::AddressRefused,
                format!("the address rules of the key do not allow {}", call.client),
            ));
        }
        if self.is_premium_host(call) && key.entitlements.level() < Plan::Pro {
            return Err(Problem::new(
                Code::PremiumRefused,
                "this host is for keys of the plans pro and enterprise",
            ));
        }
        Ok(Caller::Key(key))
    }

    /// Whether a request without a key, such as one to the console, is within the standard limit.
    pub fn within_standard(&self, call: &Call) -> Result<(), Problem> {
        self.rate(call, Access::Open, Ok(&Caller::Anonymous)).map_or(Ok(()), |rated| rated.within())
    }

    /// Whether a client has come to the outermost proxy over TLS.
    pub fn is_over_tls(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        self.trusted_proxies.contain(peer)
            && headers.get("x-forwarded-proto").is_some_and(|p| p.as_bytes().eq_ignore_ascii_case(b"https"))
    }

    /// Whether the plan opens an operation.
    pub fn plan(caller: &Caller, access: Access) -> Result<(), Problem> {
        match (caller.key(), access.gate()) {
            (Some(key), Some(gate)) if !key.entitlements.open(gate) => Err(Problem::new(
                Code::PlanRequired,
                format!(
                    "this operation needs the plan {gate} or higher; the account has {}",
                    key.account.plan
                ),
            )),
            _ => Ok(()),
        }
    }

    /// Counts a request against the limit of its source. Every request counts, also one that is refused;
    /// whoever tries a demonstration without credentials is not limited.
    pub fn rate(&self, call: &Call, access: Access, caller: Result<&Caller, &Problem>) -> Option<Rated> {
        let is_trial = self.is_demo && matches!(caller, Ok(Caller::Demo | Caller::Anonymous));
        if access == Access::Probe || is_trial {
            return None;
        }
        let is_premium = matches!(caller, Ok(Caller::Key(_))) && self.is_premium_host(call);
        let Tier { name, limiter, header } = if is_premium { &self.premium } else { &self.standard };
        Some(Rated {
            header: header.clone(),
            tier: name,
            policy: limiter.policy(),
            decision: limiter.count(call.client, call.now_ms),
        })
    }

    fn is_premium_host(&self, call: &Call) -> bool {
        let Some(premium) = &self.premium_host else { return false };
        // HTTP/2 has the host in the address.
        let host =
            call.uri.authority().map(|a| a.as_str()).or_else(|| call.header(header::HOST)).unwrap_or("");
        let name = if host.starts_with('[') { host } else { host.split(':').next().unwrap_or("") };
        name.trim_end_matches('.').eq_ignore_ascii_case(premium)
    }
}

impl Rated {
    /// `RateLimit`.
    pub fn remaining(&self) -> HeaderValue {
        let Decision { remaining, reset_s, .. } = self.decision;
        ShortValue::new()
            .text("\"")
            .text(self.tier)
            .text("\";r=")
            .number(remaining.into())
            .text(";t=")
            .number(reset_s.into())
            .value()
    }

    /// Refuses what is beyond the limit.
    pub fn within(&self) -> Result<(), Problem> {
        if self.decision.is_within {
            return Ok(());
        }
        let Policy { quota, window_s, .. } = self.policy;
        let detail = format!(
            "more than {quota} requests in {window_s} seconds from this address; the next is answered in {} seconds",
            self.decision.reset_s
        );
        Err(Problem::new(Code::RateLimited, detail).retry_after(u64::from(self.decision.reset_s)))
    }
}

/// The credentials of a request. Two of them are one too many: it would not be clear which count.
fn credentials<'a>(call: &Call<'a>) -> Result<Credentials<'a>, Problem> {
    const TWICE: &str =
        "credentials were given more than once; send either apiKey or one Authorization header";
    let mut found = Credentials::None;
    for value in call.headers.get_all(header::AUTHORIZATION) {
        let (scheme, rest) = value.to_str().unwrap_or("").split_once(' ').unwrap_or_default();
        if !scheme.eq_ignore_ascii_case("ServiceAuth") {
            return Err(Problem::new(
                Code::CredentialsInvalid,
                "the header Authorization must be ServiceAuth <ACCESS_TOKEN>",
            ));
        }
        if !matches!(found, Credentials::None) {
            return Err(Problem::new(Code::CredentialsInvalid, TWICE));
        }
        found = Credentials::Header(rest.trim());
    }
    for (name, value) in call.uri.query().into_iter().flat_map(pairs) {
        if name == crate::api::parameter::API_KEY.name {
            if !matches!(found, Credentials::None) {
                return Err(Problem::new(Code::CredentialsInvalid, TWICE));
            }
            found = Credentials::Key(value);
        }
    }
    Ok(found)
}

fn by_secret(snapshot: &Snapshot, text: &str) -> Result<Arc<Key>, Problem> {
    let found = secret::id_of(text).and_then(|id| snapshot.keys.get(&id));
    let is_right = |key: &&Arc<Key>| bool::from(snapshot.digester.digest(text).ct_eq(&key.digest));
    found.filter(is_right).cloned().ok_or_else(|| {
        let detail = match secret::is_well_formed(text) {
            true => "there is no such key, or it was deleted",
            false => "this is not a key: keys begin with umbra_ and have 56 characters; part of it may be missing or mistyped",
        };
        Problem::new(Code::CredentialsInvalid, detail)
    })
}

fn by_pair(snapshot: &Snapshot, pair: &str) -> Result<Arc<Key>, Problem> {
    let Some((account, secret)) = pair.split_once(':') else {
        return Err(Problem::new(
            Code::CredentialsInvalid,
            "the header must be Authorization: ServiceAuth <ACCOUNT_ID>:<API_KEY>",
        ));
    };
    let key = by_secret(snapshot, secret)?;
    if *key.account.id == *account {
        Ok(key)
    } else {
        Err(Problem::new(Code::CredentialsInvalid, "the key is not one of this account"))
    }
}

fn by_token(snapshot: &Snapshot, token: &str, now_ms: i64) -> Result<Arc<Key>, Problem> {
    let verified = snapshot.signer.verify(token, now_ms)?;
    let key = snapshot.keys.get(&verified.key).filter(|k| k.account.id == verified.account);
    key.cloned()
        .ok_or_else(|| Problem::new(Code::CredentialsInvalid, "the key of this access token was deleted"))
}
