//! A call as code in several languages.

use super::marks::mark;
use crate::api::documentation::Live;
use accounts::access::KEY_PARAMETER;

/// A call in the documentation.
pub(super) struct ExampleCall<'a> {
    /// An identifier, unique within the page.
    pub(super) id: &'a str,
    /// The address without scheme, host and key.
    pub(super) address: &'a str,
    pub(super) needs_key: bool,
    /// `true` if the call sends an account and its key in a header.
    pub(super) shows_account: bool,
    /// `true` if the response is JSON.
    pub(super) is_json: bool,
}

impl ExampleCall<'_> {
    /// The complete URL: a mark for the reader's host, and a key if one is needed.
    fn url(&self) -> String {
        let key = match (self.needs_key && !self.shows_account, self.address.contains('?')) {
            (false, _) => String::new(),
            (true, false) => format!("?{KEY_PARAMETER}=YOUR_KEY"),
            (true, true) => format!("&{KEY_PARAMETER}=YOUR_KEY"),
        };
        format!("{}{}{key}", mark(Live::Site), self.address)
    }
}

/// The languages, in the order of their tabs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    /// The command-line tool curl.
    Curl,
    /// JavaScript for browsers and Node.
    JavaScript,
    /// Python with the `requests` package.
    Python,
}

impl Language {
    pub(super) const ALL: [Self; 3] = [Self::Curl, Self::JavaScript, Self::Python];

    /// The name of the language.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Curl => "curl",
            Self::JavaScript => "JavaScript",
            Self::Python => "Python",
        }
    }

    /// The name of the language in HTML identifiers.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Curl => "curl",
            Self::JavaScript => "js",
            Self::Python => "python",
        }
    }
}

const CREDENTIALS: &str = "ServiceAuth ACCOUNT_ID:YOUR_KEY";

pub(super) fn snippet(call: &ExampleCall, language: Language) -> String {
    let url = call.url();
    let with_account = call.shows_account;
    match language {
        Language::Curl if with_account => format!("curl -H 'Authorization: {CREDENTIALS}' \\\n  '{url}'"),
        Language::Curl => format!("curl '{url}'"),
        Language::JavaScript => {
            let headers = match with_account {
                true => format!(",\n  {{ headers: {{ Authorization: '{CREDENTIALS}' }} }}"),
                false => String::new(),
            };
            let read = if call.is_json { "json" } else { "text" };
            format!(
                "const response = await fetch(\n  '{url}'{headers}\n);\nconsole.log(await response.{read}());"
            )
        }
        Language::Python => {
            let headers = match with_account {
                true => format!(",\n    headers={{\"Authorization\": \"{CREDENTIALS}\"}},"),
                false => ",".to_owned(),
            };
            let read = if call.is_json { "json()" } else { "text" };
            format!(
                "import requests\n\n\
                 response = requests.get(\n    \"{url}\"{headers}\n)\nprint(response.{read})"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_has_its_key_in_the_query_and_an_account_in_a_header() {
        let call = |shows_account| ExampleCall {
            id: "x",
            address: "/x?a=1",
            needs_key: true,
            shows_account,
            is_json: true,
        };
        for language in Language::ALL {
            let with_key = snippet(&call(false), language);
            assert!(with_key.contains("/x?a=1&apiKey=YOUR_KEY"), "{with_key}");
            let with_account = snippet(&call(true), language);
            assert!(with_account.contains("ServiceAuth ACCOUNT_ID:YOUR_KEY"), "{with_account}");
            assert!(!with_account.contains("apiKey"), "{with_account}");
        }
    }
}
