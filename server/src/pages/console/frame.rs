//! The layout of console pages, the sign-in page and message pages.

use super::field::{FormField, Wrong, csrf_field};
use super::notice::Notice;
use super::words;
use crate::pages::assets::Modules;
use crate::pages::document::Document;
use crate::pages::prelude::*;
use accounts::credits::Standing;

/// The script of the pages.
static MODULES: LazyLock<Modules> = LazyLock::new(|| Modules::new(&["console/console.js"]));

/// The pages in the navigation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ConsolePage {
    Keys,
    /// The usage of a month.
    Usage,
    /// Name, email address, password.
    Account,
}

/// The data that every page shows after sign-in.
pub(super) struct ConsoleFrame<'a> {
    pub(super) account: &'a Account,
    /// Value of the hidden field of every form.
    pub(super) csrf: &'a str,
    /// Usage of the allowance in the current month.
    pub(super) standing: Standing,
}

impl ConsoleFrame<'_> {
    /// A page after sign-in. `title` is also its heading.
    pub(super) fn page(
        &self,
        here: ConsolePage,
        title: &str,
        notice: Option<&Notice>,
        body: Markup,
    ) -> String {
        let body = html! {
            (self.head(here))
            main {
                div {
                    h1 { (title) }
                    p.whose { (self.account.name) " · " (self.account.email) }
                }
                @if let Some(notice) = notice { (notice.html()) }
                (self.warning())
                (body)
            }
        };
        document(title, "console", body)
    }

    fn head(&self, here: ConsolePage) -> Markup {
        let link = |place: ConsolePage, to: &str, text: &str| {
            html! { a href=(to) aria-current=[(place == here).then_some("page")] { (text) } }
        };
        html! {
            header.site {
                a.name href="/" { "Umbra" }
                nav aria-label="Console" {
                    (link(ConsolePage::Keys, "/console", "Keys"))
                    (link(ConsolePage::Usage, "/console/usage", "Usage"))
                    (link(ConsolePage::Account, "/console/account", "Account"))
                    a href="/docs" { "Docs" }
                }
                form method="post" action="/console/sign-out" {
                    (csrf_field(self.csrf))
                    button.quiet { "Sign out" }
                }
            }
        }
    }

    /// Used share of the allowance; 1 for an allowance of zero.
    fn share(&self) -> f64 {
        let allowance = self.account.allowance.to_f64();
        if allowance > 0.0 { self.standing.used.to_f64() / allowance } else { 1.0 }
    }

    /// A warning after most of the allowance has been used.
    fn warning(&self) -> Markup {
        let Standing { month, level, .. } = self.standing;
        let renewed = words::date(month.end_ms());
        html! {
            @if level >= 100 || self.account.allowance.0 <= 0 {
                div.notice.bad role="note" {
                    p { b { "You have used all credits of this month." } }
                    p {
                        "Calls that cost credits get status 402 until " (renewed)
                        ", midnight UTC. The operator of this service can upgrade your plan."
                    }
                }
            } @else if level > 0 {
                div.notice.warn role="note" {
                    p { b { "You have used " (percent(self.share())) " of the credits of this month." } }
                    p {
                        "When you have used all of them, calls get status 402 until " (renewed)
                        ", midnight UTC."
                    }
                }
            }
        }
    }

    /// Usage of the allowance as text and as a bar.
    pub(super) fn allowance(&self) -> Markup {
        let Self { account, standing: Standing { month, used, .. }, .. } = self;
        let share = self.share();
        let (used, allowance) = (words::bare_credits(*used), words::credits(account.allowance));
        html! {
            div.allowance {
                p {
                    b { (used) " of " (allowance) } " used in " (words::month(*month)) ", " (percent(share))
                    ". Your " b { (account.plan.word()) } " allowance resets on "
                    (words::date(month.end_ms())) "."
                }
                progress max="1" value=(format!("{:.4}", share.min(1.0))) aria-label="Credits used" {}
            }
        }
    }
}

/// A share in whole per cent, rounded so that only 0 is "0 %" and only 1 is "100 %".
fn percent(share: f64) -> String {
    if share > 0.0 && share < 0.01 {
        "less than 1 %".to_owned()
    } else {
        format!("{} %", (share * 100.0).floor())
    }
}

fn document(title: &str, class: &str, body: Markup) -> String {
    let document = Document {
        title: &format!("{title} · Umbra"),
        class,
        styles: &["look.css", "console.css"],
        modules: Some(&MODULES),
        image: None,
        data: None,
        body,
    };
    document.text()
}

/// The sign-in page; a cookie contains the same `token`. After a wrong password, the email address stays.
pub(super) fn sign_in(notice: Option<&Notice>, email: &str, token: &str) -> String {
    let name = FormField {
        kind: "email",
        is_required: true,
        length: (0, 254),
        autocomplete: "username",
        has_focus: email.is_empty(),
        ..FormField::text("sign-in", "email", "Email address", email)
    };
    let password = FormField {
        label: "Password",
        has_focus: !email.is_empty(),
        ..FormField::current_password("sign-in")
    };
    let right = Wrong::default();
    let body = html! {
        main {
            p.name { a href="/" { "Umbra" } }
            h1 { "Sign in" }
            @if let Some(notice) = notice { (notice.html()) }
            form.card method="post" action="/console/sign-in" {
                (csrf_field(token))
                (name.html(&right))
                (password.html(&right))
                button.main { "Sign in" }
            }
            p.hint {
                "No account, or lost your password? " a href="/console/request" { "Ask the operator" } "."
            }
            p { a href="/docs" { "Documentation" } }
        }
    };
    document("Sign in", "console narrow", body)
}

/// The page of a form for visitors without a session.
pub(super) fn visitors_form(
    title: &str,
    path: &str,
    fields: &[FormField],
    wrong: &Wrong,
    hint: &str,
) -> String {
    let body = html! {
        main {
            p.name { a href="/" { "Umbra" } }
            h1 { (title) }
            p.hint { (hint) }
            form.card method="post" action=(path) {
                @for field in fields { (field.html(wrong)) }
                button.main { (title) }
            }
            p { a href="/console" { "Sign in" } }
        }
    };
    document(title, "console narrow", body)
}

pub(super) fn message(text: &str) -> String {
    let body = html! {
        main {
            p.name { a href="/" { "Umbra" } }
            h1 { "Console" }
            p { (text) }
            p { a.button href="/console" { "Go to the console" } }
        }
    };
    document("Console", "console narrow", body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_nothing_is_0_percent_and_only_all_is_100() {
        for (share, text) in [(0.0, "0 %"), (1e-6, "less than 1 %"), (0.9999, "99 %"), (1.0, "100 %")] {
            assert_eq!(percent(share), text);
        }
    }

    #[test]
    fn the_first_empty_field_has_the_focus() {
        for (email, focused) in [("", "sign-in-email"), ("ada@example.org", "sign-in-password")] {
            let page = sign_in(None, email, "token");
            let field = page.split("<input ").find(|part| part.contains("autofocus")).unwrap_or_default();
            assert!(field.starts_with(&format!("id=\"{focused}\"")), "{field}");
        }
        assert_eq!(sign_in(None, "", "").matches("autofocus").count(), 1);
    }
}
