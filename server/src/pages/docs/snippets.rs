//! A call in the languages that most readers use.

use super::example::Call;

/// The languages, in the order of their tabs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    /// The command curl.
    Curl,
    /// JavaScript of browsers and of Node.
    JavaScript,
    /// Python with the package requests.
    Python,
}

impl Language {
    /// All languages.
    pub(super) const ALL: [Self; 3] = [Self::Curl, Self::JavaScript, Self::Python];

    /// The name of the language.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Curl => "curl",
            Self::JavaScript => "JavaScript",
            Self::Python => "Python",
        }
    }

    /// A word for the language in identifiers.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Curl => "curl",
            Self::JavaScript => "js",
            Self::Python => "python",
        }
    }
}

const CREDENTIALS: &str = "ServiceAuth ACCOUNT_ID:YOUR_KEY";

/// The text of a call in a language.
pub(super) fn snippet(call: &Call, language: Language) -> String {
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
                "const answer = await fetch(\n  '{url}'{headers}\n);\nconsole.log(await answer.{read}());"
            )
        }
        Language::Python => {
            let headers = match with_account {
                true => format!(",\n    headers={{\"Authorization\": \"{CREDENTIALS}\"}},"),
                false => ",".to_owned(),
            };
            let read = if call.is_json { "json()" } else { "text" };
            format!(
                "import requests\n\nanswer = requests.get(\n    \"{url}\"{headers}\n)\nprint(answer.{read})"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_has_its_key_in_the_query_and_an_account_in_a_header() {
        let call = |shows_account| Call {
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
