//! `/livez` and `/readyz`.

use crate::api::input::Input;
use crate::api::openapi::described;
use crate::api::operation::{Access, Context, Endpoint, Freshness, Prepared, Shape};
use crate::http::problem::{Code, Problem};
use bytes::Bytes;

/// Whether the process lives.
pub const LIVE: Endpoint = Endpoint {
    name: "livez",
    paths: &["/livez"],
    summary: "Whether the process lives",
    description: "200 as long as requests are answered at all. For supervisors; needs no credentials and costs nothing.",
    parameters: &[],
    access: Access::Probe,
    cost: 0.0,
    refusals: &[],
    media_type: "text/plain; charset=utf-8",
    describe: || Shape::Plain(described::<String>()),
    prepare,
};

/// Whether requests should be sent here.
pub const READY: Endpoint = Endpoint {
    name: "readyz",
    paths: &["/readyz"],
    summary: "Whether the service wants requests",
    description: "200 while data are loaded and the service is not stopping, 503 otherwise. For load balancers; needs no credentials and costs nothing.",
    prepare: prepare_ready,
    ..LIVE
};

fn prepare_ready(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    if !context.is_ready {
        return Err(Problem::new(Code::Unavailable, "the service is stopping").retry_after(5));
    }
    prepare(input, context)
}

fn prepare(input: &mut Input, _: &Context) -> Result<Prepared, Problem> {
    input.check()?;
    Ok(Prepared::plain(Bytes::from_static(b"ok\n"), Freshness::Never))
}
