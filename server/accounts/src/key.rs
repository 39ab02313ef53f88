//! Keys, which the programs of an account send, and the rules of their settings.

use super::account::Account;
use super::clock::HOUR_MS;
use super::plan::{Entitlements, Plan};
use super::rules::{IpRules, OriginRules};
use super::secret::{Digest, KeyId};
use super::text::check_seen;
use std::sync::Arc;

/// Keys of an account, at most.
pub(crate) const MAX_KEYS: usize = 100;
/// Maximum validity of a replaced secret, hours.
pub const MAX_OVERLAP_HOURS: i64 = 24;
/// Maximum validity of a replaced secret, milliseconds.
pub(crate) const MAX_OVERLAP_MS: i64 = MAX_OVERLAP_HOURS * HOUR_MS;
/// Letters and digits of a nickname, at most.
const MAX_NICKNAME_CHARS: usize = 32;
/// Characters of a description, at most.
const MAX_DESCRIPTION_CHARS: usize = 1000;
/// Bytes of the rules of a key, at most: rules travel in tokens, which travel in a header.
const MAX_RULES_BYTES: usize = 2000;
/// Characters of an entitlement, at most.
const MAX_ENTITLEMENT_CHARS: usize = 32;

/// A key as requests see it; deleted keys are not there.
#[derive(Debug)]
pub struct Key {
    /// Id of the key: the 12 characters after the prefix of its secret.
    pub id: KeyId,
    /// The account that holds the key.
    pub account: Arc<Account>,
    /// HMAC of the secret.
    pub digest: Digest,
    /// The time at which that secret was made, milliseconds since 1970: with the key, or when it was rotated.
    pub secret_ms: i64,
    /// The secret before, if there was one.
    pub old: Option<Box<OldSecret>>,
    /// Name under which usage is reported.
    pub nickname: String,
    /// The holder's description of the key.
    pub description: String,
    /// `true` if requests with the key are answered.
    pub enabled: bool,
    /// Entitlements from the plan of the account and from grants.
    pub entitlements: Entitlements,
    /// Pages of browsers from which requests may come.
    pub origins: OriginRules,
    /// Addresses from which requests may come.
    pub ips: IpRules,
    /// The time at which the key was made, milliseconds since 1970.
    pub created_ms: i64,
}

/// The secret that a key had before the present one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OldSecret {
    /// HMAC of the secret.
    pub digest: Digest,
    /// The time at which it was made, milliseconds since 1970.
    pub secret_ms: i64,
    /// End of its validity, milliseconds since 1970; may have passed.
    pub until_ms: i64,
}

impl Key {
    /// Returns whether another state of the key is equal and has the same state of its account.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let Self { id, account, digest, secret_ms, old, nickname, description, enabled, .. } = self;
        let Self { entitlements, origins, ips, created_ms, .. } = self;
        *id == other.id
            && Arc::ptr_eq(account, &other.account)
            && *digest == other.digest
            && *secret_ms == other.secret_ms
            && *old == other.old
            && *nickname == other.nickname
            && *description == other.description
            && *enabled == other.enabled
            && *entitlements == other.entitlements
            && *origins == other.origins
            && *ips == other.ips
            && *created_ms == other.created_ms
    }

    /// End of validity of the old secret, milliseconds since 1970, if it is still valid.
    pub fn old_until_ms(&self, now_ms: i64) -> Option<i64> {
        self.old.as_ref().map(|old| old.until_ms).filter(|until| now_ms < *until)
    }
}

/// A key that is to be stored; its values have been checked.
#[derive(Debug)]
pub struct NewKey {
    /// Id of the key.
    pub id: KeyId,
    /// Id of the account that holds the key.
    pub account: String,
    /// HMAC of the secret.
    pub digest: Digest,
    /// Name under which usage is reported.
    pub nickname: String,
    /// The holder's description of the key.
    pub description: String,
    /// Origin rules.
    pub origins: String,
    /// Address rules.
    pub ips: String,
    /// The time at which the key was made, milliseconds since 1970.
    pub created_ms: i64,
}

impl NewKey {
    /// Makes a key with the fields of a change, which are checked for a plan; the error says which is wrong.
    pub fn new(
        id: KeyId,
        account: String,
        plan: Plan,
        digest: Digest,
        fields: &KeyChange,
        created_ms: i64,
    ) -> Result<Self, String> {
        let KeyChange { nickname, description, origins, ips, .. } = fields.checked()?;
        let nickname = nickname.unwrap_or_default();
        check_nickname(&nickname)?;
        let rules = KeyChange { origins, ips, ..KeyChange::default() };
        rules.check_plan(Entitlements::new(plan, []).words())?;
        let [description, origins, ips] =
            [description, rules.origins, rules.ips].map(Option::unwrap_or_default);
        Ok(Self { id, account, digest, nickname, description, origins, ips, created_ms })
    }
}

/// Changes of the fields of a key; `None` leaves a field unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeyChange {
    /// Name under which usage is reported.
    pub nickname: Option<String>,
    /// The holder's description of the key.
    pub description: Option<String>,
    /// `true` if requests with the key are answered.
    pub enabled: Option<bool>,
    /// Origin rules, see [`OriginRules::parse`].
    pub origins: Option<String>,
    /// Address rules, see [`IpRules::parse`].
    pub ips: Option<String>,
}

impl KeyChange {
    /// A nickname and a description.
    pub fn naming(nickname: &str, description: &str) -> Self {
        let (nickname, description) = (Some(nickname.to_owned()), Some(description.to_owned()));
        Self { nickname, description, ..Self::default() }
    }

    /// Checks the form of every field; gives the change with rules in the form in which they are stored.
    pub fn checked(&self) -> Result<Self, String> {
        self.nickname.as_deref().map(check_nickname).transpose()?;
        self.description.as_deref().map(check_description).transpose()?;
        let origins = self.origins.as_deref().map(|r| OriginRules::parse(r).map(|r| r.text()));
        let ips = self.ips.as_deref().map(|r| IpRules::parse(r).map(|r| r.text()));
        Ok(Self { origins: origins.transpose()?, ips: ips.transpose()?, ..self.clone() })
    }

    /// Checks that rules are short enough, and that a key with these entitlements may have some.
    pub fn check_plan(&self, entitlements: &[String]) -> Result<(), String> {
        // Rules can always be removed, but only higher plans can set them.
        let may_have_rules = || Entitlements::new(Plan::Free, entitlements.iter().cloned()).open(Plan::Pro);
        for rules in self.origins.iter().chain(&self.ips) {
            if rules.len() > MAX_RULES_BYTES {
                let length = rules.len();
                return Err(format!("the rules have {length} bytes; the maximum is {MAX_RULES_BYTES}"));
            }
            if !rules.is_empty() && !may_have_rules() {
                return Err("rules for origins and addresses need the plan pro or enterprise".into());
            }
        }
        Ok(())
    }
}

fn check_nickname(nickname: &str) -> Result<(), String> {
    let length = 1..=MAX_NICKNAME_CHARS;
    if length.contains(&nickname.len()) && nickname.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return Ok(());
    }
    Err(format!("the nickname \"{nickname}\" must be 1 to {MAX_NICKNAME_CHARS} letters and digits"))
}

fn check_description(description: &str) -> Result<(), String> {
    if description.chars().count() > MAX_DESCRIPTION_CHARS {
        return Err(format!("the description must have at most {MAX_DESCRIPTION_CHARS} characters"));
    }
    check_seen("the description", description)
}

pub(crate) fn check_entitlement(word: &str) -> Result<(), String> {
    let is_word = word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    if is_word && (1..=MAX_ENTITLEMENT_CHARS).contains(&word.len()) {
        return Ok(());
    }
    Err(format!(
        "\"{word}\" must be 1 to {MAX_ENTITLEMENT_CHARS} small letters, digits and hyphens, such as research"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_checked_field_by_field_and_its_rules_are_normalised() {
        let change = KeyChange {
            origins: Some(" APP.example.org;*.example.net ".into()),
            ips: Some("192.0.2.1/24 2001:db8::1".into()),
            ..KeyChange::default()
        };
        let checked = change.checked().expect("good rules");
        assert_eq!(checked.origins.as_deref(), Some("app.example.org; *.example.net"));
        assert_eq!(checked.ips.as_deref(), Some("192.0.2.0/24, 2001:db8::1"));
        assert!(checked.check_plan(&["pro".into()]).is_ok());
        assert!(checked.check_plan(&["research".into()]).is_ok());
        assert!(checked.check_plan(&[]).is_err_and(|e| e.contains("plan pro")));
        let (text, empty) = (|text: &str| Some(text.to_owned()), KeyChange::default());
        let none = KeyChange { origins: text(" "), ..empty.clone() };
        assert!(none.checked().and_then(|c| c.check_plan(&[])).is_ok(), "every plan may have no rules");
        let long = KeyChange { origins: Some("a".repeat(2001)), ..empty.clone() };
        assert!(long.check_plan(&["pro".into()]).is_err_and(|e| e.contains("2001 bytes")));
        for (wrong, says) in [
            (KeyChange { nickname: text("no spaces"), ..empty.clone() }, "letters and digits"),
            (KeyChange { description: Some("x".repeat(1001)), ..empty.clone() }, "1000"),
            (KeyChange { description: text("\u{1b}[2J"), ..empty.clone() }, "control characters"),
            (KeyChange { origins: text("*.*.org"), ..empty }, "more than one *"),
        ] {
            assert!(wrong.checked().is_err_and(|e| e.contains(says)), "{says}");
        }
    }

    #[test]
    fn entitlements_are_words() {
        assert!(check_entitlement("research-2").is_ok());
        for wrong in ["", "Research", "a b", &"x".repeat(33)] {
            assert!(check_entitlement(wrong).is_err(), "{wrong}");
        }
    }
}
