//! Problem documents for refusals.

use crate::ledger::staleness::RETRY_AFTER_S;
use crate::refusal::Refusal;
use web::problem::{Code, Problem};

/// The order of refusals, as Markdown: the order in which the gate and the operations check.
pub const ORDER: &str = "429 rate, 401 credentials (no, wrong or expired ones; no `Origin` though the \
    key has origin rules), 403 (suspended account, origin, address, premium host, plan), 400 parameters, \
    402 credits, 404 no data; 503 in place of 401 while no key can be checked";

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let problem = Self::new(code(&refusal), refusal.to_string());
        match refusal {
            Refusal::RateLimited { retry_after_s, .. } => problem.retry_after(u64::from(retry_after_s)),
            Refusal::CreditsExhausted { retry_after_s, .. } => problem.retry_after(retry_after_s),
            Refusal::AccountsStale { .. } => problem.retry_after(RETRY_AFTER_S),
            Refusal::CreditsLate => problem.retry_after(1),
            _ => problem,
        }
    }
}

fn code(refusal: &Refusal) -> Code {
    match refusal {
        Refusal::ForwardedForMalformed => Code::BadForwardedFor,
        Refusal::KeyRequired
        | Refusal::KeyMisnamed
        | Refusal::KeyInHeader(_)
        | Refusal::NoAccountYet
        | Refusal::AccountRequired
        | Refusal::AccountNotInQuery => Code::CredentialsRequired,
        Refusal::SchemeUnknown
        | Refusal::KeyInPlaceOfToken
        | Refusal::PairInPlaceOfToken
        | Refusal::CredentialsTwice
        | Refusal::AccountMalformed
        | Refusal::KeyUnknown
        | Refusal::SecretReplaced
        | Refusal::KeyMalformed
        | Refusal::KeyOfAnotherAccount
        | Refusal::KeyDisabled
        | Refusal::TokenOfDeletedKey
        | Refusal::TokenOfReplacedSecret
        | Refusal::TokenInvalid => Code::CredentialsInvalid,
        Refusal::TokenExpired => Code::TokenExpired,
        Refusal::AccountSuspended => Code::AccountSuspended,
        Refusal::OriginRequired | Refusal::RefererRequired => Code::OriginRequired,
        Refusal::OriginRefused | Refusal::RefererRefused => Code::OriginRefused,
        Refusal::AddressRefused(_) => Code::AddressRefused,
        Refusal::PremiumRefused => Code::PremiumRefused,
        Refusal::PlanRequired { .. } => Code::PlanRequired,
        Refusal::RateLimited { .. } => Code::RateLimited,
        Refusal::AccountsStale { .. } => Code::AccountsUnavailable,
        Refusal::CreditsLate => Code::Busy,
        Refusal::CreditsExhausted { .. } => Code::CreditsExhausted,
    }
}
