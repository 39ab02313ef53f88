//! The operation `/openapi/{file}`: the OpenAPI description.

use crate::api::context::Context;
use crate::api::described::Described;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::operation::{Operation, Shape};
use crate::api::parameter::{Kind, Parameter};
use crate::api::prepared::{BARE_JSON, Freshness, Prepared};
use accounts::access::Access;
use web::problem::{Code, Problem};

const FILES: &[&str] = &["latest.json", concat!(env!("CARGO_PKG_VERSION"), ".json")];

const FILE: Parameter =
    Parameter::path("file", Kind::Word(FILES), "latest.json", "`latest.json`, or a version and `.json`.");

/// The operation `/openapi/{file}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "openapi",
    id: "openapi",
    group: Group::Service,
    paths: &["/openapi/{file}"],
    summary: "This description",
    description: "The OpenAPI 3.1 description of the service. Only the latest version is in production.",
    parameters: &[FILE],
    access: Access::Open,
    cost: 0.0,
    refusals: &[Code::NoData],
    form: &BARE_JSON,
    describe: || Shape::Plain(Described::any_object()),
    prepare,
};

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    let file = input.required(&FILE, Input::text);
    let file = input.check(file)?;
    if !FILES.contains(&file.as_str()) {
        let [latest, current] = FILES else { unreachable!("there are two files") };
        let detail = format!("there is no description of that version; there are {latest} and {current}");
        return Err(Problem::new(Code::NoData, detail));
    }
    Ok(Prepared::same_for_all(&BARE_JSON, context.documentation.openapi_json.clone(), Freshness::Public))
}
