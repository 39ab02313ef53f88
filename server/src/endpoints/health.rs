//! The operations `/livez` and `/readyz`: whether the process runs, and whether it accepts requests.

use crate::accounts::access::Access;
use crate::api::context::Context;
use crate::api::described::described;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::operation::{Operation, Shape};
use crate::api::prepared::{Freshness, Prepared, TEXT};
use crate::generation::Data;
use crate::http::problem::{Code, Problem};
use bytes::Bytes;

/// The operation `/livez`: whether the process runs.
pub(crate) const LIVE: Operation = Operation {
    name: "livez",
    id: "livez",
    group: Group::Service,
    paths: &["/livez"],
    summary: "Whether the process lives",
    description: "200 as long as requests are answered at all. For supervisors; needs no credentials and \
        costs nothing.",
    parameters: &[],
    access: Access::Probe,
    cost: 0.0,
    refusals: &[],
    form: &TEXT,
    describe: || Shape::Plain(described::<String>()),
    prepare,
};

/// The operation `/readyz`: whether the service accepts requests.
pub(crate) const READY: Operation = Operation {
    name: "readyz",
    id: "readyz",
    group: Group::Service,
    paths: &["/readyz"],
    summary: "Whether the service wants requests",
    description: "200 while data are loaded and the service is not stopping, 503 otherwise. For load \
        balancers; needs no credentials and costs nothing. `ok`, and on a second line a warning if the last \
        observation of ΔT is older than a year.",
    prepare: prepare_ready,
    ..LIVE
};

fn prepare_ready(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    if !context.is_ready {
        return Err(Problem::new(Code::Unavailable, "the service is stopping").retry_after(5));
    }
    input.check(())?;
    let body = Bytes::from(ready_text(&context.data, context.now_ms));
    Ok(Prepared::ready(&TEXT, body, Freshness::Never))
}

/// That the service is ready, and a second line if its data want to be renewed.
pub(crate) fn ready_text(data: &Data, now_ms: i64) -> String {
    data.delta_t_warning(now_ms).map_or_else(|| "ok\n".to_owned(), |warning| format!("ok\n{warning}\n"))
}

fn prepare(input: &mut Input, _: &Context) -> Result<Prepared, Problem> {
    input.check(())?;
    Ok(Prepared::ready(&TEXT, Bytes::from_static(b"ok\n"), Freshness::Never))
}
