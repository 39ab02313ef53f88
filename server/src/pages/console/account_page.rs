//! The page on which the holder of an account changes its name, email address and password.

use super::forms::csrf_field;
use super::frame::{Place, document, head};
use super::notice::Notice;
use crate::accounts::snapshot::Account;
use maud::{Markup, html};

/// The page of an account.
pub(super) struct AccountPage<'a> {
    /// The account of the visitor.
    pub(super) account: &'a Account,
    /// Value of the hidden field of every form.
    pub(super) csrf: &'a str,
}

impl AccountPage<'_> {
    /// The page as HTML.
    pub(super) fn page(&self, notice: &Notice) -> String {
        let body = html! {
            (head(self.account, self.csrf, Place::Account))
            main {
                (notice.html())
                h2 { "Account" }
                (self.facts())
                (self.name())
                (self.email())
                (self.password())
                (self.sessions())
            }
        };
        document("Account", body)
    }

    fn facts(&self) -> Markup {
        let account = self.account;
        html! {
            dl {
                dt { "Account" } dd { code { (account.id) } }
                dt { "Name" } dd { (account.name) }
                dt { "Email address" } dd { (account.email) }
                dt { "Plan" } dd { (account.plan.word()) ", " (account.allowance) " credits a month" }
            }
        }
    }

    /// A form whose fields are unfolded by its heading.
    fn form(&self, action: &str, heading: &str, fields: Markup) -> Markup {
        html! {
            details.key {
                summary { b { (heading) } }
                form method="post" action={ "/console/account/" (action) } {
                    (csrf_field(self.csrf))
                    (fields)
                    button.main { (heading) }
                }
            }
        }
    }

    fn name(&self) -> Markup {
        let field = html! {
            label {
                "Name"
                input name="name" required maxlength="200" autocomplete="name" value=(self.account.name);
            }
        };
        self.form("name", "Change the name", field)
    }

    fn email(&self) -> Markup {
        let fields = html! {
            label {
                "Email address" small { "You sign in with it. No mail is sent to it." }
                input name="email" type="email" required maxlength="254" autocomplete="username"
                    value=(self.account.email);
            }
            (present_password())
        };
        self.form("email", "Change the email address", fields)
    }

    fn password(&self) -> Markup {
        let fields = html! {
            (present_password())
            label {
                "New password"
                small { "At least 10 characters; none of the usual ones. All other sessions end." }
                input name="new-password" type="password" required minlength="10" maxlength="200"
                    autocomplete="new-password";
            }
        };
        self.form("password", "Change the password", fields)
    }

    fn sessions(&self) -> Markup {
        html! {
            h2 { "Sessions" }
            p { "A session ends by itself after twelve hours." }
            form method="post" action="/console/account/sign-out-everywhere" {
                (csrf_field(self.csrf))
                button { "Sign out everywhere" }
            }
        }
    }
}

fn present_password() -> Markup {
    html! {
        label {
            "Present password"
            input name="password" type="password" required autocomplete="current-password";
        }
    }
}
