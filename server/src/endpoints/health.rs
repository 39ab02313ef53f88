//! The operations `/livez` and `/readyz`: whether the process runs, and whether it accepts requests.

use crate::api::prepared::TEXT;
use crate::endpoints::prelude::*;

/// `Retry-After` for load balancers, s.
const RETRY_AFTER_S: u64 = 5;

/// The operation `/livez`: whether the process runs.
pub(crate) const LIVE: Operation = Operation::new("livez", &["/livez"], prepare)
    .documented(Group::Service, include_str!("livez.md"))
    .access(Access::Probe)
    .form(&TEXT)
    .describe(|| Shape::Plain(described::<String>()));

/// The operation `/readyz`: whether the service accepts requests.
pub(crate) const READY: Operation = Operation {
    name: "readyz",
    id: "readyz",
    group: Group::Service,
    paths: &["/readyz"],
    prepare: prepare_ready,
    documentation: include_str!("readyz.md"),
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
