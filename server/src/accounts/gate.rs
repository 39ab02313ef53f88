//! Admission of requests: who sends them, from where, and whether the key allows it.
//!
//! Refusals have an order, so that a client learns first what it must mend first: 401 (no, wrong, disabled or
//! expired credentials; no `Origin` where the key has origin rules), then 403 (origin, address, premium host,
//! plan), then 429, then 400, then 402, then 404 of the operation.

use super::access::{Access, KEY_PARAMETER};
use super::clock::Clock;
use super::ledger::Ledger;
use super::plan::Plan;
use super::rate::{Decision, Limiter, LocalLimiter, Policy};
use super::refusal::Refusal;
use super::rules::{IpRules, Origin};
use super::secret;
use super::snapshot::{Key, Snapshot};
use super::store::Stored;
use crate::http::call::Call;
use crate::http::header::ShortValue;
use crate::http::query::pairs;
use hyper::header::{self, HeaderMap, HeaderValue};
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use subtle::ConstantTimeEq;

/// The sender of a request.
#[derive(Debug, Clone)]
pub(crate) enum Caller {
    /// Somebody without credentials, at a server that runs as a demonstration.
    Demo,
    /// Somebody without credentials, at an operation that needs none.
    Anonymous,
    /// The holder of a key, or of a token made with it.
    Key(Arc<Key>),
}

impl Caller {
    /// The key of the caller, if there is one.
    pub(crate) fn key(&self) -> Option<&Arc<Key>> {
        match self {
            Self::Key(key) => Some(key),
            Self::Demo | Self::Anonymous => None,
        }
    }
}

/// Rules of access that the operator has set.
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

/// Decides who sends a request, and whether it is admitted.
pub struct Gate {
    /// Accounts, keys and usage.
    pub ledger: Ledger,
    /// The clock by which limits, tokens and months are reckoned.
    pub clock: Clock,
    /// Whether those without credentials may do everything.
    pub is_demo: bool,
    standard: Tier,
    premium: Tier,
    premium_host: Option<String>,
    trusted_proxies: IpRules,
}

/// A rate limit and its name in the headers of responses.
struct Tier {
    name: &'static str,
    limiter: LocalLimiter,
    header: HeaderValue,
}

impl Tier {
    fn new(name: &'static str, policy: Policy) -> Self {
        let text = format!("\"{name}\";q={};w={}", policy.quota, policy.window_s);
        let header = HeaderValue::try_from(text).expect("letters, digits and punctuation are a header value");
        Self { name, limiter: LocalLimiter::new(policy), header }
    }
}

/// The rate limit that a request was counted against, and its decision.
#[derive(Debug, Clone)]
pub(crate) struct Rated {
    /// Value of the header `RateLimit-Policy`.
    pub(crate) header: HeaderValue,
    tier: &'static str,
    policy: Policy,
    decision: Decision,
}

/// The gate's decision about a request.
pub(crate) struct Admitted {
    /// Who sends it, if it is admitted.
    pub(crate) caller: Result<Caller, Refusal>,
    /// The limit that it was counted against, also if it is refused.
    pub(crate) rate: Option<Rated>,
}

/// The credentials of a request.
enum Credentials<'a> {
    None,
    Key(std::borrow::Cow<'a, str>),
    Header(&'a str),
}

impl Gate {
    /// Opens the accounts in a database file, and makes the gate for them.
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
                // An entry that is no address ends the search: nobody vouches for the entries before it.
                let Ok(address) = part.trim().parse::<IpAddr>() else { return client.to_canonical() };
                client = address;
                if !self.trusted_proxies.contain(client) {
                    return client.to_canonical();
                }
            }
        }
        client.to_canonical()
    }

    /// Judges a request: who sends it, whether the rules of the key and the plan allow it, and whether it is
    /// within the limit of its source.
    pub(crate) fn admit(&self, call: &Call, access: Access) -> Admitted {
        self.judge(call, access, self.caller(call, access))
    }

    /// Judges a request of the holder of a key who is known otherwise than by its secret.
    pub(crate) fn admit_holder(&self, call: &Call, access: Access, key: Arc<Key>) -> Admitted {
        self.judge(call, access, self.allowed(key, call))
    }

    /// Counts every request against the limit, also one that is refused. The reasons for a refusal come in
    /// the order that the head of this file gives.
    fn judge(&self, call: &Call, access: Access, found: Result<Caller, Refusal>) -> Admitted {
        let rate = self.count(call, access, found.as_ref().ok());
        let caller = found.and_then(|caller| {
            check_plan(&caller, access)?;
            rate.as_ref().map_or(Ok(()), Rated::within)?;
            Ok(caller)
        });
        Admitted { caller, rate }
    }

    /// Finds the sender of a request. Refuses everything that is answered with 401 or, but for the plan, with
    /// 403.
    fn caller(&self, call: &Call, access: Access) -> Result<Caller, Refusal> {
        if access <= Access::Open {
            return Ok(Caller::Anonymous);
        }
        let snapshot = self.ledger.snapshot();
        let key = match (credentials(call)?, access) {
            (Credentials::None, Access::Account) => return Err(Refusal::AccountRequired),
            (Credentials::None, _) if self.is_demo => return Ok(Caller::Demo),
            (Credentials::None, _) if snapshot.accounts.is_empty() => return Err(Refusal::NoAccountYet),
            (Credentials::None, _) => return Err(Refusal::KeyRequired),
            (Credentials::Header(pair), Access::Account) => by_pair(&snapshot, pair)?,
            (Credentials::Key(_), Access::Account) => return Err(Refusal::AccountNotInQuery),
            (Credentials::Key(text), _) => by_secret(&snapshot, &text)?,
            (Credentials::Header(token), _) => by_token(&snapshot, token, call.now_ms)?,
        };
        self.allowed(key, call)
    }

    /// The holder of a key, if the rules of the key allow the origin and the address of the request.
    fn allowed(&self, key: Arc<Key>, call: &Call) -> Result<Caller, Refusal> {
        if !key.enabled {
            return Err(Refusal::KeyDisabled);
        }
        match key.origins.judge(call.header(header::ORIGIN)) {
            Origin::Allowed => {}
            Origin::Missing => return Err(Refusal::OriginRequired),
            Origin::Refused => return Err(Refusal::OriginRefused),
        }
        if !key.ips.allow(call.client) {
            return Err(Refusal::AddressRefused(call.client));
        }
        if self.is_premium_host(call) && key.entitlements.level() < Plan::Pro {
            return Err(Refusal::PremiumRefused);
        }
        Ok(Caller::Key(key))
    }

    /// Whether an address is that of a proxy whose headers are believed.
    pub(crate) fn is_trusted_proxy(&self, address: IpAddr) -> bool {
        self.trusted_proxies.contain(address)
    }

    /// Whether a client has come to the outermost proxy over TLS.
    pub(crate) fn is_over_tls(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        self.trusted_proxies.contain(peer)
            && headers.get("x-forwarded-proto").is_some_and(|p| p.as_bytes().eq_ignore_ascii_case(b"https"))
    }

    /// Counts a request against the limit of its source; whoever tries a demonstration without credentials is
    /// not limited.
    fn count(&self, call: &Call, access: Access, caller: Option<&Caller>) -> Option<Rated> {
        let is_trial = self.is_demo && matches!(caller, Some(Caller::Demo | Caller::Anonymous));
        if access == Access::Probe || is_trial {
            return None;
        }
        let is_premium = matches!(caller, Some(Caller::Key(_))) && self.is_premium_host(call);
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
    /// Value of the header `RateLimit`.
    pub(crate) fn remaining(&self) -> HeaderValue {
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

    /// Refuses a request beyond the limit.
    fn within(&self) -> Result<(), Refusal> {
        if self.decision.is_within {
            return Ok(());
        }
        let Policy { quota, window_s, .. } = self.policy;
        Err(Refusal::RateLimited { quota, window_s, retry_after_s: self.decision.reset_s })
    }
}

/// Checks that the plan of a caller opens an operation.
fn check_plan(caller: &Caller, access: Access) -> Result<(), Refusal> {
    match (caller.key(), access.plan()) {
        (Some(key), Some(needed)) if !key.entitlements.open(needed) => {
            Err(Refusal::PlanRequired { needed, has: key.account.plan })
        }
        _ => Ok(()),
    }
}

/// Reads the credentials of a request. Credentials given twice are refused: it would not be clear which
/// count.
fn credentials<'a>(call: &Call<'a>) -> Result<Credentials<'a>, Refusal> {
    let mut found = Credentials::None;
    for value in call.headers.get_all(header::AUTHORIZATION) {
        let (scheme, rest) = value.to_str().unwrap_or("").split_once(' ').unwrap_or_default();
        if !scheme.eq_ignore_ascii_case("ServiceAuth") {
            return Err(Refusal::SchemeUnknown);
        }
        if !matches!(found, Credentials::None) {
            return Err(Refusal::CredentialsTwice);
        }
        found = Credentials::Header(rest.trim());
    }
    for (name, value) in call.uri.query().into_iter().flat_map(pairs) {
        if name == KEY_PARAMETER {
            if !matches!(found, Credentials::None) {
                return Err(Refusal::CredentialsTwice);
            }
            found = Credentials::Key(value);
        }
    }
    Ok(found)
}

fn by_secret(snapshot: &Snapshot, text: &str) -> Result<Arc<Key>, Refusal> {
    let found = secret::id_of(text).and_then(|id| snapshot.keys.get(&id));
    let is_right = |key: &&Arc<Key>| bool::from(snapshot.digester.digest(text).ct_eq(&key.digest));
    found.filter(is_right).cloned().ok_or_else(|| match secret::is_well_formed(text) {
        true => Refusal::KeyUnknown,
        false => Refusal::KeyMalformed,
    })
}

fn by_pair(snapshot: &Snapshot, pair: &str) -> Result<Arc<Key>, Refusal> {
    let (account, secret) = pair.split_once(':').ok_or(Refusal::AccountMalformed)?;
    let key = by_secret(snapshot, secret)?;
    if *key.account.id == *account { Ok(key) } else { Err(Refusal::KeyOfAnotherAccount) }
}

fn by_token(snapshot: &Snapshot, token: &str, now_ms: i64) -> Result<Arc<Key>, Refusal> {
    let verified = snapshot.signer.verify(token, now_ms)?;
    let key = snapshot.keys.get(&verified.key).filter(|k| k.account.id == verified.account);
    key.cloned().ok_or(Refusal::TokenOfDeletedKey)
}
