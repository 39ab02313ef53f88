//! The form for a key: values and errors.

use crate::pages::console::prelude::*;
use accounts::key::KeyChange;
use accounts::plan::Entitlements;
use accounts::rules::{IpRules, OriginRules};

/// The values of the form for a key, and their errors.
pub(super) struct KeyForm {
    nickname: String,
    description: String,
    /// Rules; `None` if the form has no such fields.
    origins: Option<String>,
    ips: Option<String>,
    /// Errors of the fields.
    pub(super) wrong: Wrong,
}

impl KeyForm {
    /// The form for a new key. It has fields for rules if the plan allows rules.
    pub(super) fn empty(plan: Plan) -> Self {
        let rules = (plan >= Plan::WITH_RULES).then(String::new);
        Self {
            nickname: String::new(),
            description: String::new(),
            origins: rules.clone(),
            ips: rules,
            wrong: Wrong::default(),
        }
    }

    /// The form with the values of a key. It has fields for rules if the plan allows rules, or if the key has
    /// rules from a higher plan.
    pub(super) fn of(key: &Key) -> Self {
        let has_rules =
            key.entitlements.open(Plan::WITH_RULES) || !key.origins.is_empty() || !key.ips.text().is_empty();
        Self {
            nickname: key.nickname.clone(),
            description: key.description.clone(),
            origins: has_rules.then(|| key.origins.text()),
            ips: has_rules.then(|| key.ips.text()),
            wrong: Wrong::default(),
        }
    }

    pub(super) fn typed(form: &SubmittedForm) -> Self {
        Self {
            nickname: form.field("nickname"),
            description: form.field("description"),
            origins: form.get("origins").map(|text| text.trim().to_owned()),
            ips: form.get("ips").map(|text| text.trim().to_owned()),
            wrong: Wrong::default(),
        }
    }

    pub(super) fn nickname(&self) -> &str {
        &self.nickname
    }

    /// The submitted change of a key.
    pub(super) fn change(&self) -> KeyChange {
        KeyChange {
            nickname: Some(self.nickname.clone()),
            description: Some(self.description.clone()),
            origins: self.origins.as_deref().map(hosts_of_addresses),
            ips: self.ips.clone(),
            enabled: None,
        }
    }

    /// Collects all errors. `before` is the key to change, `plan` that of its account; `others` are the
    /// nicknames of the account's other keys.
    pub(super) fn check<'a>(
        &mut self,
        before: Option<&Key>,
        plan: Plan,
        mut others: impl Iterator<Item = &'a str>,
    ) {
        let of_plan = || Entitlements::new(plan, []);
        let entitlements = before.map_or_else(of_plan, |key| key.entitlements.clone());
        let KeyChange { nickname, description, origins, ips, .. } = self.change();
        let one = |change: KeyChange| change.checked().err();
        let wrong_nickname = one(KeyChange { nickname, ..KeyChange::default() });
        let is_in_use = others.any(|other| other == self.nickname);
        let in_use = is_in_use.then(|| StoreError::nickname_in_use(&self.nickname).to_string());
        let wrong_description = one(KeyChange { description, ..KeyChange::default() });
        let (stored_origins, stored_ips) =
            before.map_or_else(Default::default, |key| (key.origins.text(), key.ips.text()));
        let wrong_origins = origins.and_then(|typed| {
            let parse = |text: &str| OriginRules::parse(text).map(|rules| rules.text());
            let in_change = |origins| KeyChange { origins: Some(origins), ..KeyChange::default() };
            wrong_rules(&typed, &[';'], parse)
                .or_else(|| new_rules(&entitlements, parse(&typed), &stored_origins, in_change))
        });
        let wrong_ips = ips.and_then(|typed| {
            let parse = |text: &str| IpRules::parse(text).map(|rules| rules.text());
            let in_change = |ips| KeyChange { ips: Some(ips), ..KeyChange::default() };
            wrong_rules(&typed, &[',', ';', ' '], parse)
                .or_else(|| new_rules(&entitlements, parse(&typed), &stored_ips, in_change))
        });
        for (field, text) in [
            ("nickname", wrong_nickname.or(in_use)),
            ("description", wrong_description),
            ("origins", wrong_origins),
            ("ips", wrong_ips),
        ] {
            text.iter().for_each(|text| self.wrong.add(field, text));
        }
    }

    /// The fields for nickname and description.
    pub(super) fn naming_fields(&self, form: &str) -> Markup {
        let nickname = FormField {
            hint: "Up to 32 letters and digits. Usage is listed under this name.",
            is_required: true,
            length: (0, 32),
            pattern: Some("[A-Za-z0-9]+"),
            ..FormField::text(form, "nickname", "Nickname", &self.nickname)
        };
        let description = FormField {
            length: (0, 1000),
            ..FormField::text(form, "description", "Description", &self.description)
        };
        html! { (nickname.html(&self.wrong)) (description.html(&self.wrong)) }
    }

    /// The fields for rules of a new key, folded unless one is wrong; nothing if the plan allows no rules.
    pub(super) fn folded_rules(&self, form: &str) -> Markup {
        let is_wrong = ["origins", "ips"].into_iter().any(|field| self.wrong.of(field).is_some());
        html! {
            @if self.origins.is_some() {
                details open[is_wrong] {
                    summary { "Limit where it works" }
                    (self.rules_fields(form, true))
                }
            }
        }
    }

    /// The fields for rules; `may_have` if the plan allows rules.
    pub(super) fn rules_fields(&self, form: &str, may_have: bool) -> Markup {
        if self.origins.is_none() && self.ips.is_none() {
            return html! {
                p.hint { "Rules for origins and addresses are available with the plans pro and enterprise." }
            };
        }
        let origins = FormField {
            hint: "Hosts of pages separated by semicolons, each with at most one *: app.example.org; \
                   *.example.net. Empty: any host.",
            ..FormField::text(form, "origins", "Allowed origins", self.origins.as_deref().unwrap_or_default())
        };
        let ips = FormField {
            hint: "IPv4 and IPv6 addresses and CIDR blocks separated by commas: 203.0.113.7, 2001:db8::/32. \
                   Empty: any address.",
            ..FormField::text(form, "ips", "Allowed addresses", self.ips.as_deref().unwrap_or_default())
        };
        html! {
            @if !may_have {
                p.hint {
                    "These rules were set with a higher plan and still apply. You can keep or clear them, "
                    "but not change them."
                }
            }
            (origins.html(&self.wrong))
            (ips.html(&self.wrong))
        }
    }
}

/// Replaces page addresses in origin rules, such as `https://app.example.org/`, by their hosts. Addresses
/// with a port or a path stay unchanged and are rejected later, because a host would allow more.
fn hosts_of_addresses(rules: &str) -> String {
    let host = |rule: &str| {
        let rule = rule.trim();
        let is_address =
            |scheme: &&str| rule.get(..scheme.len()).is_some_and(|s| s.eq_ignore_ascii_case(scheme));
        let scheme = ["https://", "http://"].into_iter().find(is_address);
        scheme.map_or(rule, |scheme| rule[scheme.len()..].trim_end_matches('/')).to_owned()
    };
    rules.split(';').map(host).collect::<Vec<_>>().join("; ")
}

/// Returns the errors of individual rules.
fn wrong_rules(
    rules: &str,
    separators: &[char],
    parse: impl Fn(&str) -> Result<String, String>,
) -> Option<String> {
    let wrong: Vec<_> = rules
        .split(separators)
        .filter_map(|rule| parse(rule).err())
        .map(|e| super::words::sentence(&e))
        .collect();
    (!wrong.is_empty()).then(|| wrong.join(" "))
}

/// Returns the error of valid new rules that are too long, or that the plan does not allow.
fn new_rules(
    entitlements: &Entitlements,
    rules: Result<String, String>,
    stored: &str,
    in_change: impl Fn(String) -> KeyChange,
) -> Option<String> {
    let rules = rules.ok().filter(|rules| rules != stored)?;
    in_change(rules).check_plan(entitlements.words()).err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_page_becomes_its_host() {
        for (typed, hosts) in [
            ("https://shop.example.org/", "shop.example.org"),
            ("HTTP://a.org;*.b.org ; https://c.org//", "a.org; *.b.org; c.org"),
            ("https://a.org/shop", "a.org/shop"),
            ("httpsé", "httpsé"),
        ] {
            assert_eq!(hosts_of_addresses(typed), hosts, "{typed}");
        }
    }
}
