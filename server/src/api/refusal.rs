//! The problem documents for the reasons for which the accounts refuse a request.

use crate::accounts::refusal::Refusal;
use crate::http::problem::{Code, Problem};

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let problem = Self::new(code(&refusal), refusal.to_string());
        match refusal {
            Refusal::RateLimited { retry_after_s, .. } => problem.retry_after(u64::from(retry_after_s)),
            Refusal::CreditsExhausted { retry_after_s, .. } => problem.retry_after(retry_after_s),
            _ => problem,
        }
    }
}

fn code(refusal: &Refusal) -> Code {
    match refusal {
        Refusal::KeyRequired
        | Refusal::NoAccountYet
        | Refusal::AccountRequired
        | Refusal::AccountNotInQuery => Code::CredentialsRequired,
        Refusal::SchemeUnknown
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
        Refusal::CreditsExhausted { .. } => Code::CreditsExhausted,
    }
}
