//! Reasons to refuse a request. `problem.rs` maps each to a problem document.

use super::clock::iso;
use super::plan::{Credits, Plan};
use std::net::IpAddr;

/// A reason to refuse a request, in words for the client.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A trusted proxy that has written no address of its client.
    #[error(
        "a proxy of this service has written an entry in X-Forwarded-For that is no address; it must be one \
         such as 203.0.113.9, 203.0.113.9:4711 or 2001:db8::1"
    )]
    ForwardedForMalformed,
    /// No credentials where a key is needed.
    #[error(
        "this operation needs a key: apiKey=… in the query, or an access token in the header Authorization"
    )]
    KeyRequired,
    /// A key in the query under another name.
    #[error("the name of the parameter for the key is apiKey, with this spelling: write apiKey=…")]
    KeyMisnamed,
    /// A key in a header of its own.
    #[error("a key is not read from the header {0}: write apiKey=… in the query")]
    KeyInHeader(&'static str),
    /// No credentials where a key is needed, before the first account exists.
    #[error(
        "this operation needs a key, and there is no account yet; the operator makes one with \
         `umbra accounts create` and a key with `umbra keys create`"
    )]
    NoAccountYet,
    /// No credentials where an account and its key are needed.
    #[error("send the header Authorization: ServiceAuth <ACCOUNT_ID>:<API_KEY>")]
    AccountRequired,
    /// A key in the query where an account and its key are needed.
    #[error(
        "a token is given for the header Authorization: ServiceAuth <ACCOUNT_ID>:<API_KEY>, not for apiKey"
    )]
    AccountNotInQuery,
    /// Credentials of another scheme.
    #[error(
        "the header Authorization must be ServiceAuth <ACCESS_TOKEN>; other schemes are ignored only beside \
         apiKey=… in the query"
    )]
    SchemeUnknown,
    /// A key in place of a token.
    #[error(
        "this is a key, not an access token: send it as apiKey=… in the query, or get a token from \
         /auth/access-token with the header Authorization: ServiceAuth <ACCOUNT_ID>:<API_KEY>"
    )]
    KeyInPlaceOfToken,
    /// An account and its key in place of a token.
    #[error(
        "this is an account and its key, which only /auth/access-token takes: send the access token that it \
         gives, or the key as apiKey=… in the query"
    )]
    PairInPlaceOfToken,
    /// Credentials twice: it would not be clear which count.
    #[error(
        "credentials were given more than once: there are both a key and an access token, or two of a kind; \
         send either one apiKey or one header Authorization: ServiceAuth"
    )]
    CredentialsTwice,
    /// An account and its key in another form.
    #[error("the header must be Authorization: ServiceAuth <ACCOUNT_ID>:<API_KEY>")]
    AccountMalformed,
    /// A well-formed key that does not exist.
    #[error("there is no such key, or it was deleted")]
    KeyUnknown,
    /// The secret that a key had before its present one, after its time.
    #[error("this secret of the key was replaced by a new one, and its transition period is over")]
    SecretReplaced,
    /// A text that is not a key.
    #[error(
        "this is not a key: keys begin with umbra_ and have 56 characters; part of it may be missing or \
         mistyped"
    )]
    KeyMalformed,
    /// A key of another account.
    #[error("the key is not one of this account")]
    KeyOfAnotherAccount,
    /// A key that its holder has disabled.
    #[error("the key is disabled; it can be enabled in the console")]
    KeyDisabled,
    /// A token of a key that is gone.
    #[error("the key of this access token was deleted")]
    TokenOfDeletedKey,
    /// A token that was made with a secret of the key that is no longer in force.
    #[error(
        "the secret of the key with which this access token was made was replaced; get a new token from \
         /auth/access-token with the new secret"
    )]
    TokenOfReplacedSecret,
    /// A token that is malformed or not signed by this server.
    #[error("the access token cannot be verified; get a new one from /auth/access-token")]
    TokenInvalid,
    /// A token after its fifteen minutes.
    #[error(
        "the access token was valid for 15 minutes and has expired; get a new one from /auth/access-token"
    )]
    TokenExpired,
    /// A key of an account that the operator has suspended.
    #[error("the account is suspended; ask the operator of the service why")]
    AccountSuspended,
    /// A key with origin rules, and no `Origin`.
    #[error("the key has origin rules, and the request has no Origin header")]
    OriginRequired,
    /// A key with origin rules, and a frame that does not name its site.
    #[error(
        "the key has origin rules, and the browser does not say which site shows this page; remove \
         referrerpolicy=\"no-referrer\" from the frame, and Referrer-Policy: no-referrer or same-origin from \
         the site"
    )]
    RefererRequired,
    /// A frame on a site that the rules of the key exclude.
    #[error("the origin rules of the key do not allow the site that shows this page; add its host to them")]
    RefererRefused,
    /// An `Origin` that the rules of the key exclude.
    #[error("the origin rules of the key do not allow this Origin")]
    OriginRefused,
    /// An address that the rules of the key exclude.
    #[error("the address rules of the key do not allow {0}")]
    AddressRefused(IpAddr),
    /// The premium host with a key of a lower plan.
    #[error("this host is for keys of the plans pro and enterprise")]
    PremiumRefused,
    /// A lower plan than the operation needs.
    #[error("this operation needs the plan {needed} or higher; the account has {has}")]
    PlanRequired {
        /// The lowest plan that opens the operation.
        needed: Plan,
        /// The plan of the account.
        has: Plan,
    },
    /// Too many requests from an address.
    #[error(
        "more than {quota} requests in {window_s} seconds from this address; the next is answered in \
         {retry_after_s} seconds"
    )]
    RateLimited {
        /// Requests in a window.
        quota: u32,
        /// Length of a window, s.
        window_s: u32,
        /// Seconds until the next request is answered.
        retry_after_s: u32,
    },
    /// Keys cannot be checked any more.
    #[error(
        "no key can be checked at the moment: the accounts could not be read for {seconds} seconds; what \
         needs no key is answered"
    )]
    AccountsStale {
        /// Time since they were read, s.
        seconds: u64,
    },
    /// Other servers hold the credits that are left, or do not answer.
    #[error(
        "the other servers have not released enough credits of this account in time; nothing was charged: \
         try again in a second"
    )]
    CreditsLate,
    /// The allowance of the month does not suffice.
    #[error(
        "the call costs {cost} credits and {remaining} are left of this month's allowance; it is \
         replenished at {until}",
        until = iso(*until_ms)
    )]
    CreditsExhausted {
        /// Credits that the call costs.
        cost: Credits,
        /// Credits that are left in the month.
        remaining: Credits,
        /// The time at which the allowance is replenished, milliseconds since 1970.
        until_ms: i64,
        /// Time until the allowance is replenished, s from now.
        retry_after_s: u64,
    },
}
