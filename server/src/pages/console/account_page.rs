//! The page for changing name, email address and password.

use crate::pages::console::prelude::*;
use accounts::account::Account;

/// A form of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AccountForm {
    /// The name of the holder.
    Name,
    /// The email address.
    Email,
    Password,
    /// The deletion of the account.
    Delete,
}

impl AccountForm {
    /// The last part of the form's address, and its id.
    fn word(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Email => "email",
            Self::Password => "password",
            Self::Delete => "delete",
        }
    }

    fn heading(self) -> &'static str {
        match self {
            Self::Name => "Change the name",
            Self::Email => "Change the email address",
            Self::Password => "Change the password",
            Self::Delete => "Delete the account",
        }
    }

    /// The message after the form was rejected.
    pub(super) fn error(self) -> &'static str {
        match self {
            Self::Name => "The name was not changed",
            Self::Email => "The email address was not changed",
            Self::Password => "The password was not changed",
            Self::Delete => "The account was not deleted",
        }
    }
}

/// The values of the forms of the page.
pub(super) struct AccountPage {
    /// The name in its form.
    pub(super) name: String,
    /// The email address in its form.
    pub(super) email: String,
    /// The rejected form, which is shown open.
    pub(super) open: Option<AccountForm>,
    /// Errors of that form.
    pub(super) wrong: Wrong,
}

impl AccountPage {
    /// The page with the values of an account.
    pub(super) fn of(account: &Account) -> Self {
        Self { name: account.name.clone(), email: account.email.clone(), open: None, wrong: Wrong::default() }
    }

    pub(super) fn body(&self, frame: &ConsoleFrame) -> Markup {
        html! {
            (facts(frame.account))
            (self.form(AccountForm::Name, frame.csrf))
            (self.form(AccountForm::Email, frame.csrf))
            (self.form(AccountForm::Password, frame.csrf))
            section aria-labelledby="sessions" {
                h2 #sessions { "Sessions" }
                p { "A session ends after twelve hours. It can also end when the service restarts." }
                form method="post" action="/console/account/sign-out-everywhere" {
                    (csrf_field(frame.csrf))
                    button { "Sign out everywhere" }
                }
            }
            (self.form(AccountForm::Delete, frame.csrf))
        }
    }

    /// A form that its heading opens.
    fn form(&self, part: AccountForm, csrf: &str) -> Markup {
        let right = Wrong::default();
        let is_open = self.open == Some(part);
        let wrong = if is_open { &self.wrong } else { &right };
        html! {
            details.card open[is_open] {
                summary { (part.heading()) }
                form method="post" action={ "/console/account/" (part.word()) } {
                    (csrf_field(csrf))
                    @for field in self.fields(part) { (field.html(wrong)) }
                    button.main[part != AccountForm::Delete].danger[part == AccountForm::Delete] {
                        (part.heading())
                    }
                }
            }
        }
    }

    fn fields(&self, part: AccountForm) -> Vec<FormField<'_>> {
        let form = part.word();
        let text =
            |name, label, value| FormField { is_required: true, ..FormField::text(form, name, label, value) };
        match part {
            AccountForm::Name => {
                let name = text("name", "Name", &self.name);
                vec![FormField { length: (0, 200), autocomplete: "name", ..name }]
            }
            AccountForm::Email => {
                let email = text("email", "Email address", &self.email);
                let hint =
                    "You sign in with this address. Confirm the change with your password; no email is sent.";
                let email =
                    FormField { kind: "email", hint, length: (0, 254), autocomplete: "username", ..email };
                vec![email, FormField::current_password(form)]
            }
            AccountForm::Password => {
                vec![FormField::current_password(form), FormField::new_password(form)]
            }
            AccountForm::Delete => {
                let hint = "Your keys stop working at once. The account, its keys and its usage cannot be \
                            restored.";
                vec![FormField { hint, ..FormField::current_password(form) }]
            }
        }
    }
}

fn facts(account: &Account) -> Markup {
    html! {
        div.card {
            dl {
                dt { "Name" } dd { (account.name) }
                dt { "Email address" } dd { (account.email) }
                dt { "Plan" }
                dd {
                    (account.plan.word()) ", " (words::credits(account.allowance)) " a month · "
                    a href="/docs/costs#plans" { "Compare plans" }
                }
                dt { "Account" }
                dd {
                    code #account-id { (account.id) }
                    " "
                    button.small type="button" data-copy="account-id" aria-label="Copy the account id"
                        hidden {
                        "Copy"
                    }
                }
            }
            p.hint {
                "Use the account id and a key to get an access token from "
                code { "/auth/access-token" } "."
            }
        }
    }
}
