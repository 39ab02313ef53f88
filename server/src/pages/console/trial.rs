//! The test of a key: a request for the current Julian Day, as if the holder sent it from this browser.

use crate::pages::prelude::*;
use crate::service::pipeline::Pipeline;
use hyper::header::HeaderMap;
use hyper::{Method, Uri};

/// The result of testing a key.
#[derive(Serialize, Deserialize)]
pub(super) struct Trial {
    nickname: String,
    /// The origin of the request, to which the rules of keys apply.
    origin: String,
    client: String,
    path: String,
    status: u16,
    body: String,
}

/// The conclusion about the key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KeyVerdict {
    /// The request succeeded.
    Works,
    /// The key is valid, but its origin rules exclude the console.
    ElsewhereByOrigin,
    /// The key is valid, but its address rules exclude the visitor's address.
    ElsewhereByAddress,
    /// The request was rejected for another reason.
    Refused,
}

impl Trial {
    /// Tests a key.
    pub(super) async fn of(key: Arc<Key>, service: &Arc<Service>, call: &Call<'_>) -> Self {
        let path = format!("/julian-day/{}", Instant { unix_ms: call.now_ms }.iso());
        let uri: Uri = path.parse().expect("a path with a date");
        let copied = [header::ORIGIN, header::HOST].into_iter();
        let headers: HeaderMap =
            copied.filter_map(|name| Some((name.clone(), call.headers.get(name)?.clone()))).collect();
        let own = Call { method: &Method::GET, uri: &uri, headers: &headers, ..*call };
        let nickname = key.nickname.clone();
        let admit = |access| service.gate.admit_holder(&own, access, Arc::clone(&key));
        let response = Pipeline { service, call: &own, whole_bytes: None }.answer_for(&admit).await.response;
        let status = response.status().as_u16();
        let body = match response.into_body() {
            ResponseBody::Full(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            ResponseBody::Shared { .. } | ResponseBody::Streamed { .. } => {
                unreachable!("the response with a Julian Day is short")
            }
        };
        let origin = call.header(header::ORIGIN).unwrap_or("this page").to_owned();
        Self { nickname, origin, client: call.client.to_string(), path, status, body }
    }

    fn verdict(&self) -> KeyVerdict {
        let body: Value = serde_json::from_str(&self.body).unwrap_or(Value::Null);
        match (self.status, body["code"].as_str()) {
            (200, _) => KeyVerdict::Works,
            (_, Some("origin-refused" | "origin-required")) => KeyVerdict::ElsewhereByOrigin,
            (_, Some("address-refused")) => KeyVerdict::ElsewhereByAddress,
            _ => KeyVerdict::Refused,
        }
    }

    /// Returns whether the key does not work.
    pub(super) fn is_bad(&self) -> bool {
        self.verdict() == KeyVerdict::Refused
    }

    pub(super) fn html(&self) -> Markup {
        let Self { nickname, origin, client, path, status, body } = self;
        html! {
            p {
                @match self.verdict() {
                    KeyVerdict::Works => {
                        b { "“" (nickname) "” works." } " The response contains the current Julian Day."
                    }
                    KeyVerdict::ElsewhereByOrigin => {
                        b { "“" (nickname) "” is valid." } " Its origin rules exclude this page, "
                        code { (origin) } ", so the test request was rejected as expected."
                    }
                    KeyVerdict::ElsewhereByAddress => {
                        b { "“" (nickname) "” is valid." } " Its address rules exclude your address, "
                        code { (client) } ", so the test request was rejected as expected."
                    }
                    KeyVerdict::Refused => {
                        b { "“" (nickname) "” was rejected." } " The response contains the reason."
                    }
                }
            }
            p.hint { "Response to " code { "GET " (path) } ": " (status) }
            pre tabindex="0" role="region" aria-label="The response" { code { (body) } }
        }
    }
}
