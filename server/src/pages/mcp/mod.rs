//! The Model Context Protocol: `POST /mcp`, stateless, and the same server for standard input and output.
//!
//! A call of a tool becomes a request to an operation, which passes all stages of the pipeline. Everything
//! else is free and counts as a request to an open operation.

mod agent;
mod client;
mod prompt;
mod resource;
mod sentence;
mod tool;

use crate::api::headers::{self, Notes, Reply};
use crate::api::problem_document;
use crate::pages::prelude::*;
use crate::service::{Page, PageRequest, PageResponse};
pub(crate) use agent::Agent;
pub(crate) use client::Client;
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::{Method, Request};
use rmcp::model::{CallToolRequestParams, ErrorCode};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};

const METHODS: &str = "OPTIONS, POST";
const JSON: HeaderValue = HeaderValue::from_static("application/json");
/// Pages on these hosts may call without a key, as the MCP Inspector does.
const LOCAL_ORIGINS: [&str; 3] = ["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"];

/// The headers of every response.
const NOTES: Notes = Notes {
    rate: None,
    balance: None,
    key: None,
    charged: None,
    origin: None,
    is_for_all: true,
    deprecation: None,
    methods: Some(METHODS),
};

/// The page `/mcp`.
pub(crate) struct Mcp;

/// A message.
#[derive(Deserialize)]
struct Message {
    #[serde(default)]
    id: Value,
    method: String,
    #[serde(default)]
    params: Value,
}

/// The message, if it calls a tool.
fn tool_call(form: &[u8]) -> Option<Message> {
    serde_json::from_slice(form).ok().filter(|message: &Message| message.method == "tools/call")
}

/// The response to a call of a tool whose parameters have other types than those of the protocol.
fn wrong_call(Message { id, params, .. }: Message) -> Option<Response<ResponseBody>> {
    let problem = serde_json::from_value::<CallToolRequestParams>(params).err()?.to_string();
    let text = format!("params must have a text as name and an object as arguments: {problem:.200}");
    let body = error(id, ErrorCode::INVALID_PARAMS, &text, Value::Null);
    let mut response = Response::new(ResponseBody::Full(body));
    response.headers_mut().insert(header::CONTENT_TYPE, JSON);
    Some(response)
}

/// The body of an error of JSON-RPC.
fn error(id: Value, code: ErrorCode, message: &str, data: Value) -> Bytes {
    let error = json!({ "code": code, "message": message, "data": data });
    json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string().into()
}

impl Page for Mcp {
    fn name(&self) -> &'static str {
        "mcp"
    }

    fn paths(&self) -> &'static [&'static str] {
        &["/mcp"]
    }

    fn access(&self, form: &[u8]) -> Option<Access> {
        tool_call(form).is_none().then_some(Access::Open)
    }

    fn respond<'a>(&'a self, request: PageRequest<'a>) -> PageResponse<'a> {
        Box::pin(answer(request))
    }

    /// The refusal as an error of JSON-RPC, with the document of HTTP as its data.
    fn refuse(&self, problem: &Problem, call: &Call) -> Response<ResponseBody> {
        let data = problem_document::value(problem, self.paths()[0]);
        let is_unreadable = problem.code == Code::BodyMalformed;
        let code = if is_unreadable { ErrorCode::PARSE_ERROR } else { ErrorCode::INVALID_REQUEST };
        let body = error(Value::Null, code, &problem.detail, data);
        let mut response = Response::new(ResponseBody::Full(body));
        *response.status_mut() = problem.status();
        response.headers_mut().insert(header::CONTENT_TYPE, JSON);
        if let Some(seconds) = problem.retry_after_s {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        headers::finish(call, &NOTES, &mut response);
        response
    }
}

/// Returns the error for a body that is not one message.
fn fault(form: &[u8]) -> Option<Problem> {
    let detail = match serde_json::from_slice::<&RawValue>(form) {
        Err(e) => format!("the body is not JSON: {e}"),
        Ok(body) if body.get().starts_with('[') => {
            "a body has one message; batches are no part of the protocol since 2025-06-18".to_owned()
        }
        Ok(_) => return None,
    };
    Some(Problem::new(Code::BodyMalformed, detail))
}

/// Answers a message. A tool call is counted and logged as a request to its operation.
async fn answer(PageRequest { service, call, form, .. }: PageRequest<'_>) -> Reply {
    let client = Client::of_call(service, call);
    let (tool_call, is_post) = (tool_call(form), *call.method == Method::POST);
    let calls_tool = tool_call.is_some();
    let mut reply = if *call.method == Method::OPTIONS {
        Reply::free(headers::preflight(METHODS), None, None)
    } else if let Some(problem) = fault(form).filter(|_| is_post) {
        Reply::free(Mcp.refuse(&problem, call), None, Some(problem.code))
    } else if let Some(refused) = tool_call.and_then(wrong_call) {
        Reply::free(refused, None, Some(Code::BadParameter))
    } else {
        let mut request = Request::new(Full::new(Bytes::copy_from_slice(form)));
        *request.method_mut() = call.method.clone();
        *request.uri_mut() = call.uri.clone();
        *request.headers_mut() = call.headers.clone();
        let agent = Agent(client.clone());
        let (sessions, config) = (Arc::new(NeverSessionManager::default()), config(call, client.has_key()));
        let protocol = StreamableHttpService::new(move || Ok(agent.clone()), sessions, config);
        let (mut head, body) = protocol.handle(request).await.into_parts();
        let Ok(body) = body.collect().await;
        let mut body = body.to_bytes();
        let is_json = call.header(header::CONTENT_TYPE).is_some_and(|of| of.starts_with("application/json"));
        if head.status == StatusCode::UNSUPPORTED_MEDIA_TYPE && is_json {
            // The body is JSON, but no message.
            head.status = StatusCode::BAD_REQUEST;
        }
        if !head.status.is_success() && !head.headers.contains_key(header::CONTENT_TYPE) {
            let text = String::from_utf8_lossy(&body);
            body = error(Value::Null, ErrorCode::INVALID_REQUEST, &text, Value::Null);
            head.headers.insert(header::CONTENT_TYPE, JSON);
        }
        let response = Response::from_parts(head, ResponseBody::Full(body));
        client.reply(response)
    };
    // A call of a tool that has reached no operation has not been counted yet.
    if reply.target.is_none() && calls_tool {
        let admitted = service.gate.admit(call, Access::Open);
        if let Err(problem) = admitted.caller.map_err(Problem::from) {
            reply = Reply::free(Mcp.refuse(&problem, call), None, Some(problem.code));
        }
    }
    headers::finish(call, &NOTES, &mut reply.response);
    reply
}

/// The options of the transport. A page of another site needs a key, whose rules decide on its origin: a page
/// whose name resolves to a local server has none.
fn config(call: &Call, has_key: bool) -> StreamableHttpServerConfig {
    let config =
        StreamableHttpServerConfig::default().with_legacy_session_mode(false).with_json_response(true);
    let config = config.disable_allowed_hosts();
    let own = call.is_over_tls.then(|| call.site());
    match has_key {
        true => config,
        false => config.with_allowed_origins(LOCAL_ORIGINS.map(str::to_owned).into_iter().chain(own)),
    }
}
