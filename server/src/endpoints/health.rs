//! The operations `/livez` and `/readyz`: whether the process runs, and whether it accepts requests.

use crate::api::described::described;
use crate::api::prepared::TEXT;
use crate::endpoints::prelude::*;
use bytes::Bytes;

/// `Retry-After` for load balancers, s.
const RETRY_AFTER_S: u64 = 5;

/// The operation `/livez`: whether the process runs.
pub(crate) const LIVE: Operation = Operation {
    group: Group::Service,
    summary: "Whether the process runs",
    description: "200 while the process responds to requests. For supervisors; requires no credentials and \
        costs nothing.",
    access: Access::Probe,
    form: &TEXT,
    describe: || Shape::Plain(described::<String>()),
    ..Operation::new("livez", &["/livez"], prepare)
};

/// The operation `/readyz`: whether the service accepts requests.
pub(crate) const READY: Operation = Operation {
    name: "readyz",
    id: "readyz",
    group: Group::Service,
    paths: &["/readyz"],
    summary: "Whether the service accepts requests",
    description: "200 while the service accepts requests: `ok` and a line for each warning, for example if \
        the last observation of ΔT is older than a year. 503 with the reason while it is shutting down, does \
        not have the data that its operator requires, or has failed to read its accounts for too long. For \
        load balancers; requires no credentials and costs nothing.",
    prepare: prepare_ready,
    ..LIVE
};

fn prepare_ready(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let text = context.readiness.text(&context.data, context.call.now_ms);
    let text = text.map_err(|why| Problem::new(Code::Unavailable, why).retry_after(RETRY_AFTER_S))?;
    input.check()?;
    Ok(Prepared::ready(&TEXT, Bytes::from(text), Freshness::Never))
}

fn prepare(input: &mut Input, _: &Context) -> Result<Prepared, Problem> {
    input.check()?;
    Ok(Prepared::ready(&TEXT, Bytes::from_static(b"ok\n"), Freshness::Never))
}
