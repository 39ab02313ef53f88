//! Admission of requests: who sends them, from where, and whether the key allows it.
//!
//! Refusals have an order, so that a client can correct its errors one by one: 429 in a back-off, before all
//! others; 503 while no key can be checked; then 401 (no, wrong, disabled or expired credentials; no
//! `Origin` where the key has origin rules), then 403 (suspended account, origin, address, premium host,
//! plan), then 400, then 402, then 404 of the operation.

use super::access::Access;
use super::clock::Clock;
use super::credentials::{Credentials, by_pair, by_secret, by_token, missing};
use super::ledger::Ledger;
use super::place::AccountsConfig;
use super::plan::Plan;
use super::proxies::TrustedProxies;
pub use super::rate::Rated;
use super::rate::{Policy, Rates, SignInLimits, Tiers};
use super::refusal::Refusal;
use super::rules::{IpRules, Origin};
use super::secret::KeyId;
use super::snapshot::Key;
use super::store::Stored;
use hyper::header::{self, HeaderMap, HeaderName};
use std::net::IpAddr;
use std::sync::Arc;
use web::call::Call;

/// The sender of a request.
#[derive(Debug, Clone)]
pub enum Caller {
    /// A request without credentials to a demonstration server.
    Demo,
    /// A request without credentials to an operation that needs none.
    Anonymous,
    /// A visitor of a page for everybody, on the account of the operator's public key.
    Public(Arc<Key>),
    /// The holder of a key, or of a token made with it.
    Key(Arc<Key>),
}

impl Caller {
    /// The key of the caller, if there is one.
    pub fn key(&self) -> Option<&Arc<Key>> {
        match self {
            Self::Key(key) | Self::Public(key) => Some(key),
            Self::Demo | Self::Anonymous => None,
        }
    }

    /// Returns whether the key is the operator's and not the caller's.
    pub fn is_public(&self) -> bool {
        matches!(self, Self::Public(_))
    }
}

/// Rules of access that the operator has set.
#[derive(Debug, Clone)]
pub struct Rules {
    /// Limit of a source address.
    pub standard: Policy,
    /// Limit on the premium host.
    pub premium: Policy,
    /// Limit of a source address for the files of pages and the tiles of maps.
    pub tiles: Policy,
    /// Limit of a source address for the console, the documentation and the landing page.
    pub pages: Policy,
    /// Host name of the premium host.
    pub premium_host: Option<String>,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: IpRules,
    /// `true` if requests without valid credentials may use all operations.
    pub is_demo: bool,
    /// The key under which visitors without a key see the pages that need one.
    pub public_key: Option<KeyId>,
    /// `true` if clients reach the server over HTTPS only, through a proxy.
    pub is_public_https: bool,
}

/// Decides who sends a request, and whether it is admitted.
pub struct Gate {
    /// Accounts, keys and usage.
    pub ledger: Ledger,
    /// The clock by which limits, tokens and months are reckoned.
    pub clock: Clock,
    /// `true` if requests without valid credentials may use all operations.
    pub is_demo: bool,
    /// `true` if clients reach the server over HTTPS only, through a proxy.
    pub is_public_https: bool,
    /// Limits against guessing of passwords.
    pub sign_ins: SignInLimits,
    public_key: Option<KeyId>,
    tiers: Arc<Tiers>,
    premium_host: Option<String>,
    proxies: TrustedProxies,
}

/// The gate's decision about a request.
pub struct Admitted {
    /// The sender, or the reason for the refusal.
    pub caller: Result<Caller, Refusal>,
    /// The limit that it was counted against, even if it was refused.
    pub rate: Option<Rated>,
    /// The key of the request, even if it was refused; `None` if there is no such key.
    pub key: Option<Arc<Key>>,
    /// The decision of the key's rules on the origin of the request, whatever the reason for a refusal.
    pub origin: Option<Origin>,
}

impl Gate {
    /// Opens the accounts, and makes the gate for them.
    pub fn open(places: &AccountsConfig, rules: Rules, clock: Clock) -> Stored<Self> {
        let Rules { standard, premium, pages, tiles, .. } = rules;
        Ok(Self {
            ledger: Ledger::open(places, clock.clone())?,
            clock,
            is_demo: rules.is_demo,
            is_public_https: rules.is_public_https,
            sign_ins: SignInLimits::default(),
            public_key: rules.public_key,
            tiers: Arc::new(Tiers::new(Rates { standard, premium, pages, tiles })),
            premium_host: rules.premium_host,
            proxies: TrustedProxies(rules.trusted_proxies),
        })
    }

    /// All rate limits.
    pub fn tiers(&self) -> Arc<Tiers> {
        Arc::clone(&self.tiers)
    }

    /// The client behind a peer: the last address in `X-Forwarded-For` that is no trusted proxy, if the peer
    /// is one. Fails if a trusted proxy has written an entry that is no address.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> Result<IpAddr, Refusal> {
        self.proxies.client(peer, headers)
    }

    /// Judges a request: authenticates its sender, then checks the rules of the key, the rate limit of the
    /// source and the plan.
    pub fn admit(&self, call: &Call, access: Access) -> Admitted {
        self.judge(call, access, self.caller(call, access))
    }

    /// Judges a request of the holder of a key who is authenticated without its secret, such as by a session.
    pub fn admit_holder(&self, call: &Call, access: Access, key: Arc<Key>) -> Admitted {
        self.judge(call, access, Ok(Caller::Key(key)))
    }

    /// Judges a request whose sender may be a visitor: without credentials, it is on the account of the
    /// operator's public key, if there is one.
    pub fn admit_visitor(&self, call: &Call, access: Access) -> Admitted {
        let is_visitor = !self.is_demo && access > Access::Open && access != Access::Account;
        let has_none = || matches!(Credentials::of(call), Ok(Credentials::None));
        match self.public_key().filter(|_| is_visitor && has_none()) {
            Some(key) => self.judge(call, access, Ok(Caller::Public(key))),
            None => self.admit(call, access),
        }
    }

    /// Counts every request against the limit, including refused ones. The order of refusals is documented at
    /// the top of this file.
    fn judge(&self, call: &Call, access: Access, found: Result<Caller, Refusal>) -> Admitted {
        // Kept for the log and the metrics of refused requests.
        let key = found.as_ref().ok().and_then(Caller::key).cloned();
        let judged = key.as_deref().map(|key| (key, key.origins.judge(named_origin(call, access))));
        let checked = judged.map_or(Ok(()), |(key, origin)| self.check_rules(key, origin, call, access));
        let found = found.and_then(|caller| checked.map(|()| caller));
        let rate = self.count(call, access, found.as_ref().ok());
        // 429 comes before every other refusal.
        let is_within = rate.as_ref().map_or(Ok(()), Rated::within);
        let caller = is_within.and(found).and_then(|caller| check_plan(&caller, access).map(|()| caller));
        let origin = judged.map(|(_, origin)| origin);
        Admitted { caller, rate, key, origin }
    }

    /// Finds the sender of a request by its credentials. A demonstration ignores wrong ones, so that examples
    /// with `YOUR_KEY` work, except where the response is about the account.
    fn caller(&self, call: &Call, access: Access) -> Result<Caller, Refusal> {
        match self.authenticate(call, access) {
            Err(_) if self.is_demo && access != Access::Account => Ok(Caller::Demo),
            found => found,
        }
    }

    fn authenticate(&self, call: &Call, access: Access) -> Result<Caller, Refusal> {
        // Credentials are not read where none are needed, so wrong ones do no harm.
        if access <= Access::Open {
            return Ok(Caller::Anonymous);
        }
        // Before the snapshot, which is empty until the first reading ends.
        let (staleness, is_stale) = (&self.ledger.staleness, self.ledger.staleness.is_stale());
        let (snapshot, credentials) = (self.ledger.snapshot(), Credentials::of(call)?);
        if !matches!(credentials, Credentials::None) && is_stale {
            return Err(Refusal::AccountsStale { seconds: staleness.since_read().as_secs() });
        }
        let key = match (credentials, access) {
            (Credentials::None, Access::Account) => return Err(Refusal::AccountRequired),
            // Here as well as in `caller`, because the refusal of every call would be composed in vain.
            (Credentials::None, _) if self.is_demo => return Ok(Caller::Demo),
            // A new installation: the operator gets instructions instead of a plain 401.
            (Credentials::None, _) if self.ledger.is_empty() => return Err(Refusal::NoAccountYet),
            (Credentials::None, Access::Widget) => {
                return self.public_key().map(Caller::Public).ok_or_else(|| missing(call));
            }
            (Credentials::None, _) => return Err(missing(call)),
            (Credentials::Header(pair), Access::Account) => by_pair(&snapshot, pair, call.now_ms)?,
            (Credentials::Key(_), Access::Account) => return Err(Refusal::AccountNotInQuery),
            (Credentials::Key(text), _) => by_secret(&snapshot, &text, call.now_ms)?,
            (Credentials::Header(token), _) => by_token(&snapshot, token, call.now_ms)?,
        };
        Ok(Caller::Key(key))
    }

    /// The operator's key for visitors, while it is enabled.
    fn public_key(&self) -> Option<Arc<Key>> {
        let key = self.ledger.snapshot().keys.get(&self.public_key?).cloned()?;
        (key.enabled && !key.account.is_suspended).then_some(key)
    }

    /// Returns whether visitors without a key see the pages that need one.
    pub fn has_public_pages(&self) -> bool {
        self.is_demo || self.public_key().is_some()
    }

    /// Checks that a key is enabled, and that its rules allow the origin and the address of the request.
    fn check_rules(&self, key: &Key, origin: Origin, call: &Call, access: Access) -> Result<(), Refusal> {
        if !key.enabled {
            return Err(Refusal::KeyDisabled);
        }
        match (origin, access == Access::Widget) {
            (Origin::Missing, false) => return Err(Refusal::OriginRequired),
            (Origin::Missing, true) => return Err(Refusal::RefererRequired),
            // Between the 401 and the 403 of origins, in the documented order of refusals.
            _ if key.account.is_suspended => return Err(Refusal::AccountSuspended),
            (Origin::Refused, false) => return Err(Refusal::OriginRefused),
            (Origin::Refused, true) => return Err(Refusal::RefererRefused),
            (Origin::Allowed, _) => {}
        }
        if !key.ips.allow(call.client) {
            return Err(Refusal::AddressRefused(call.client));
        }
        if self.is_premium_host(call) && key.entitlements.level() < Plan::WITH_PREMIUM_HOST {
            return Err(Refusal::PremiumRefused);
        }
        Ok(())
    }

    /// The limits of rates that the operator has set.
    pub fn rates(&self) -> Rates {
        self.tiers.rates()
    }

    /// The host name under which higher plans have a higher limit, if there is one.
    pub fn premium_host(&self) -> Option<&str> {
        self.premium_host.as_deref()
    }

    /// Returns whether an address is that of a proxy whose headers are believed.
    pub fn is_trusted_proxy(&self, address: IpAddr) -> bool {
        self.proxies.trusts(address)
    }

    /// Returns whether the client uses TLS, according to the operator or a trusted proxy.
    pub fn is_over_tls(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        self.is_public_https || self.proxies.is_over_tls(peer, headers)
    }

    /// Counts a request against the limit of its source; a demonstration does not limit
    /// requests without valid credentials.
    fn count(&self, call: &Call, access: Access, caller: Option<&Caller>) -> Option<Rated> {
        if self.is_demo && matches!(caller, Some(Caller::Demo | Caller::Anonymous)) {
            return None;
        }
        // Visitors have the rate of the landing page.
        let access = if caller.is_some_and(Caller::is_public) { Access::Page } else { access };
        let is_premium = matches!(caller, Some(Caller::Key(_))) && self.is_premium_host(call);
        Some(self.tiers.count(access, is_premium, call.client, call.now_ms))
    }

    fn is_premium_host(&self, call: &Call) -> bool {
        self.premium_host.as_ref().is_some_and(|premium| call.is_to_host(premium))
    }
}

/// The site that embeds a frame: `Origin`, else `Referer`.
pub fn embedder<'a>(call: &Call<'a>) -> Option<&'a str> {
    named(call, header::ORIGIN).or_else(|| named(call, header::REFERER))
}

/// The origin that a request names, in the header that counts.
fn named_origin<'a>(call: &Call<'a>, access: Access) -> Option<&'a str> {
    if access == Access::Widget { embedder(call) } else { named(call, header::ORIGIN) }
}

/// A header about the origin; empty, which no rule allows, if it is not ASCII.
fn named<'a>(call: &Call<'a>, name: HeaderName) -> Option<&'a str> {
    call.headers.get(name).map(|value| value.to_str().unwrap_or(""))
}

/// Checks that the plan of a caller opens an operation.
pub fn check_plan(caller: &Caller, access: Access) -> Result<(), Refusal> {
    match (caller.key(), access.plan()) {
        (Some(key), Some(needed)) if !key.entitlements.open(needed) => {
            Err(Refusal::PlanRequired { needed, has: key.account.plan })
        }
        _ => Ok(()),
    }
}
