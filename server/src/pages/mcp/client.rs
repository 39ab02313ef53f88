//! The sender of messages, and its requests to operations.

use crate::api::headers::{self, Reply};
use crate::pages::prelude::*;
use crate::service::pipeline::Pipeline;
use crate::vocabulary::map_link::MapLink;
use accounts::access::KEY_PARAMETER;
use accounts::gate::{Admitted, Caller};
use accounts::secret;
use hyper::header::HeaderMap;
use hyper::{Method, Uri};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Mutex, PoisonError};
use web::query::pairs;

/// Maximum size of the response from which a tool selects: thousands of rows, and a few milliseconds' work.
const MAX_RESPONSE_BYTES: usize = 512 << 10;

/// The sender of messages.
#[derive(Clone)]
pub(crate) struct Client {
    service: Arc<Service>,
    /// Headers for operations.
    headers: HeaderMap,
    /// The key of the request.
    key: Option<String>,
    client: IpAddr,
    is_over_tls: bool,
    /// The time of the request, milliseconds since 1970; none for a client that stays.
    now_ms: Option<i64>,
    request_id: String,
    /// The reply of the operation that a tool has called, without its response.
    called: Arc<Mutex<Option<Reply>>>,
}

impl Client {
    /// Returns a program on standard input and output.
    pub(crate) fn local(service: &Arc<Service>) -> Self {
        Self {
            service: Arc::clone(service),
            headers: HeaderMap::new(),
            key: None,
            client: Ipv4Addr::LOCALHOST.into(),
            is_over_tls: false,
            now_ms: None,
            request_id: String::new(),
            called: Arc::default(),
        }
    }

    /// Returns the sender of a request. `Authorization: Bearer` contains a key or an access token.
    pub(super) fn of_call(service: &Arc<Service>, call: &Call) -> Self {
        let mut headers = call.headers.clone();
        // The rest is about the message.
        for name in [header::ACCEPT, header::ACCEPT_ENCODING, header::IF_NONE_MATCH] {
            headers.remove(name);
        }
        let mut key = call.uri.query().into_iter().flat_map(pairs).find(|(name, _)| name == KEY_PARAMETER);
        let credentials = call.header(header::AUTHORIZATION).and_then(|text| text.split_once(' '));
        if let Some((_, text)) = credentials.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("Bearer")) {
            headers.remove(header::AUTHORIZATION);
            if text.starts_with(secret::PREFIX) {
                key = key.or(Some((KEY_PARAMETER.into(), text.into())));
            } else if let Ok(token) = HeaderValue::from_str(&format!("ServiceAuth {text}")) {
                headers.insert(header::AUTHORIZATION, token);
            }
        }
        let host = HeaderValue::from_str(call.host()).ok();
        host.map(|host| headers.insert(header::HOST, host));
        Self {
            headers,
            key: key.map(|(_, key)| key.into_owned()),
            client: call.client,
            is_over_tls: call.is_over_tls,
            now_ms: Some(call.now_ms),
            request_id: call.request_id.to_owned(),
            ..Self::local(service)
        }
    }

    /// Returns whether the request has a key or an access token, right or wrong.
    pub(super) fn has_key(&self) -> bool {
        let token = self.headers.get(header::AUTHORIZATION).and_then(|text| text.to_str().ok());
        self.key.is_some() || token.is_some_and(|text| text.starts_with("ServiceAuth "))
    }

    /// Returns a response, as that of the operation that a tool has called, with its headers about limits.
    pub(super) fn reply(&self, mut response: Response<ResponseBody>) -> Reply {
        let called = self.called.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(called) = called else { return Reply::free(response, None, None) };
        for name in headers::LIMITS {
            let value = called.response.headers().get(&name).cloned();
            response.headers_mut().extend(value.map(|value| (name, value)));
        }
        Reply { response, ..called }
    }

    /// Scheme and host of the request; nothing without one.
    pub(super) fn site(&self) -> String {
        self.call_of(&Uri::default()).site()
    }

    pub(super) fn operations(&self) -> &'static [&'static Operation] {
        self.service.registry.operations
    }

    /// The dataset of results.
    pub(super) fn dataset(&self) -> String {
        self.service.data().id.clone()
    }

    /// The address of the map of the solar eclipse of an instant, if maps need no key.
    pub(super) fn map(&self, date: &str, observer: Option<String>) -> Option<String> {
        let (root, service) = (Uri::default(), &self.service);
        let map = MapLink::at(&self.call_of(&root), &service.settings, &service.gate)?;
        let map = map.to(Instant::parse("date", date).ok()?);
        let observer = observer.map(|obs| format!("&obs={}", encoded(&obs)));
        Some(map + &observer.unwrap_or_default())
    }

    fn call_of<'a>(&'a self, uri: &'a Uri) -> Call<'a> {
        Call {
            method: &Method::GET,
            uri,
            headers: &self.headers,
            client: self.client,
            is_over_tls: self.is_over_tls,
            now_ms: self.now_ms.unwrap_or_else(|| self.service.gate.clock.now_ms()),
            request_id: &self.request_id,
        }
    }

    fn pipeline<'a>(&'a self, call: &'a Call<'a>) -> Pipeline<'a> {
        Pipeline { service: &self.service, call, whole_bytes: Some(MAX_RESPONSE_BYTES) }
    }

    /// Requests an address as the client, with its key; returns `true` for an error, and the body. The log
    /// and the metrics have the call.
    pub(super) async fn get(&self, address: &str) -> Result<(bool, Vec<u8>), Problem> {
        let joint = if address.contains('?') { '&' } else { '?' };
        let key = self.key.as_ref().map(|key| format!("{joint}{KEY_PARAMETER}={}", encoded(key)));
        let uri: Uri = format!("{address}{}", key.unwrap_or_default()).parse().map_err(|_| {
            let detail = format!("the address has {} bytes; the maximum is 30000", address.len());
            Problem::new(Code::AddressTooLong, detail)
        })?;
        let call = self.call_of(&uri);
        let admit = |access| self.service.gate.admit_visitor(&call, access);
        let mut reply = self.pipeline(&call).answer_for(&admit).await;
        let body = std::mem::replace(reply.response.body_mut(), ResponseBody::empty());
        let is_error = !reply.response.status().is_success();
        *self.called.lock().unwrap_or_else(PoisonError::into_inner) = Some(reply);
        Ok((is_error, read(body).await?))
    }

    /// The response of an address that needs no key and is not counted as a request; none for an error.
    pub(super) async fn open(&self, address: &str) -> Option<Vec<u8>> {
        let uri: Uri = address.parse().ok()?;
        let call = self.call_of(&uri);
        let admit = |_| Admitted { caller: Ok(Caller::Anonymous), rate: None, key: None, origin: None };
        let response = self.pipeline(&call).answer_for(&admit).await.response;
        if response.status().is_success() { read(response.into_body()).await.ok() } else { None }
    }

    /// The observer of a request as its echo has it. The echo is free.
    pub(super) async fn observer(&self, address: &str) -> Option<Value> {
        let body = self.open(&format!("{address}&cost=1")).await?;
        Some(serde_json::from_slice::<Value>(&body).ok()?["query"]["obs"].take())
    }
}

/// Reads the body of a response.
async fn read(body: ResponseBody) -> Result<Vec<u8>, Problem> {
    let body = body.whole(MAX_RESPONSE_BYTES).await;
    let body = body.map_err(|e| Problem::new(Code::Internal, e.to_string()))?;
    let detail = "the response is too long for a tool; narrow the range";
    body.ok_or_else(|| Problem::new(Code::TooLarge, detail))
}

fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}
