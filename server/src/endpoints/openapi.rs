//! The operation `/openapi/{file}`: the OpenAPI description.

use crate::api::context::Context;
use crate::api::described::Described;
use crate::api::group::Group;
use crate::api::input::{Input, Word};
use crate::api::operation::{Operation, Shape};
use crate::api::parameter::{Kind, Parameter};
use crate::api::prepared::{BARE_JSON, Freshness, Prepared};
use accounts::access::Access;
use web::problem::{Code, Problem};

/// The versions that there are a description of.
#[derive(Clone, Copy, PartialEq)]
enum Version {
    Latest,
    Present,
}

impl Word for Version {
    const WORDS: &'static [&'static str] = &["latest.json", concat!(env!("CARGO_PKG_VERSION"), ".json")];
    const VALUES: &'static [Self] = &[Self::Latest, Self::Present];
}

const FILE: Parameter = Parameter::path(
    "file",
    Kind::Word(Version::WORDS),
    "latest.json",
    "`latest.json`, or a version and `.json`.",
);

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
    if input.word::<Version>(&FILE).is_none() {
        // Another version is not a mistake in the request: it is not there.
        return Err(Problem::new(
            Code::NoData,
            format!(
                "there is no description of that version; there are latest.json and {}.json",
                crate::VERSION
            ),
        ));
    }
    input.check(())?;
    Ok(Prepared::same_for_all(&BARE_JSON, context.documentation.openapi_json.clone(), Freshness::Public))
}
