//! Messages about the last request, at the head of a page.

use crate::accounts::secret::Secret;
use maud::{Markup, html};

/// A message at the head of a page.
pub(super) enum Notice {
    /// There is nothing to say.
    None,
    /// Something was done.
    Done(&'static str),
    /// Something was wrong.
    Bad(String),
    /// A key was made: its secret is shown now and never again.
    Created(Secret),
    /// A key was tried.
    Tested {
        /// Nickname of the key.
        nickname: String,
        /// Path that was requested.
        path: String,
        /// Status of the response.
        status: u16,
        /// Body of the response.
        body: String,
    },
}

impl Notice {
    /// The notice for the word in the address to which a form redirects.
    pub(super) fn done(word: &str) -> Self {
        match word {
            "enabled" => Self::Done("The key is enabled."),
            "disabled" => Self::Done(
                "The key is disabled. Requests with it and with its tokens are refused from now on.",
            ),
            "deleted" => Self::Done("The key is deleted for ever."),
            "saved" => Self::Done("The changes are saved."),
            "name" => Self::Done("The name is changed."),
            "email" => Self::Done("The email address is changed. Sign in with it from now on."),
            "password" => Self::Done("The password is changed, and all other sessions are ended."),
            _ => Self::None,
        }
    }

    /// The notice as a part of a page.
    pub(super) fn html(&self) -> Markup {
        match self {
            Self::None => html! {},
            Self::Done(text) => html! { div.notice role="status" { p { (text) } } },
            Self::Bad(text) => html! { div.notice.bad role="alert" { p { (text) } } },
            Self::Created(secret) => created(secret),
            Self::Tested { nickname, path, status, body } => html! {
                div.notice role="status" {
                    p {
                        b { (nickname) } " requested the current Julian Day: " code { "GET " (path) }
                        " was answered with " b { (status) } "."
                    }
                    pre { code { (body) } }
                }
            },
        }
    }
}

fn created(Secret { id, text }: &Secret) -> Markup {
    html! {
        div.notice role="status" {
            p { b { "Your new key." } " It is shown only now: copy it and keep it secret." }
            div.secret {
                input #secret type="password" readonly autocomplete="off" aria-label="The key" value=(text);
                button.main type="button" data-copy="secret" hidden { "Copy" }
            }
            p { code { (id.masked()) } }
            details { summary { "Show it" } code { (text) } }
        }
    }
}
