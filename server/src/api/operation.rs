//! The definition of an operation: paths, parameters, preparation and the shape of its response.

use crate::api::context::Context;
use crate::api::described::{Described, described};
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::parameter::{OF_ALL, Parameter, Place, WITH_FIELDS, calendar};
use crate::api::parameters::{Parameters, Query};
use crate::api::prepared::{Form, JSON, Prepared};
use accounts::access::Access;
use accounts::plan::Plan;
use artifacts::schema::TableSchema;
use serde_json::Value;
use utoipa::ToSchema;
use web::problem::{Code, Problem};

pub(crate) struct Operation {
    /// Name in `query.name`, in usage and in metrics; operations that differ only in their paths share it.
    pub(crate) name: &'static str,
    /// Unique name in the description.
    pub(crate) id: &'static str,
    /// Its group in the description.
    pub(crate) group: Group,
    /// Paths with `{parameters}`; the first is the documented one.
    pub(crate) paths: &'static [&'static str],
    /// Its documentation in Markdown: a title, which is the summary, and the description. Without it the
    /// operation is not described.
    pub(crate) documentation: &'static str,
    /// All parameters but [`Self::shared`].
    pub(crate) parameters: &'static [Parameter],
    /// The callers who may use the operation.
    pub(crate) access: Access,
    /// Minimum cost in credits, also charged if a call finds no data.
    pub(crate) cost: f64,
    /// Statuses besides 200, 304 and those that every operation has.
    pub(crate) refusals: &'static [Code],
    /// The documented form of its responses.
    pub(crate) form: &'static Form,
    /// Schema of `query` and `response`, or of the whole response where there is no envelope.
    pub(crate) describe: fn() -> Shape,
    /// Reads the parameters and prices the response.
    pub(crate) prepare: Prepare,
    /// The operation for the rows of a body, by `POST`. It may have other paths as well.
    pub(crate) post: Option<&'static Self>,
    /// `true` if `Accept` may choose such rows for `GET`, too.
    pub(crate) has_rows: bool,
    /// `true` if `fields` and `digits` select from its responses in the envelope.
    pub(crate) has_fields: bool,
    /// Its announced end, if any.
    pub(crate) deprecation: Option<&'static Deprecation>,
}

/// The announced end of an operation, at least twelve months after the announcement (COMPATIBILITY.md).
#[derive(Debug)]
pub(crate) struct Deprecation {
    /// Time of the announcement, `@` and seconds since 1970, as the header `Deprecation` has it (RFC 9745).
    pub(crate) since: &'static str,
    /// Time of the end, an HTTP date, as the header `Sunset` has it (RFC 8594).
    pub(crate) sunset: &'static str,
    /// Address of the page about the replacement.
    pub(crate) page: &'static str,
}

/// Reads the parameters and prices the response.
type Prepare = fn(&mut Input, &Context) -> Result<Prepared, Problem>;

pub(crate) enum Shape {
    /// An envelope, `{query, response}`.
    Envelope {
        /// Schema of the parameters in force.
        query: Described,
        response: Described,
    },
    /// A response without an envelope.
    Plain(Described),
    /// Bytes, the same in each of several forms, or 204 if there are none.
    BytesOrNothing(&'static [&'static Form]),
    /// Results for the rows of a body.
    Rows {
        has_place: bool,
        /// The tables of which the response is one.
        tables: &'static [&'static TableSchema],
    },
    /// A response in one of several forms.
    Forms(Vec<DescribedForm>),
}

/// One of the forms of a response.
pub(crate) struct DescribedForm {
    pub(crate) form: &'static Form,
    /// Its shape, without further forms.
    pub(crate) shape: Shape,
    /// An example; null for the recorded one.
    pub(crate) example: Value,
}

impl Shape {
    /// An envelope with the echo of parameters and a response.
    pub(crate) fn envelope<P: Parameters, R: ToSchema>() -> Self {
        Self::Envelope { query: described::<Query<P>>(), response: described::<R>() }
    }

    /// An envelope with the echo of parameters and a list of responses.
    pub(crate) fn list<P: Parameters, R: ToSchema>() -> Self {
        Self::Envelope { query: described::<Query<P>>(), response: described::<R>().list() }
    }
}

impl Operation {
    /// An operation with the usual properties: an id equal to the name, any key, no parameters, no cost, and
    /// a JSON object in the response. Without [`Self::documented`] it is not described.
    pub(crate) const fn new(name: &'static str, paths: &'static [&'static str], prepare: Prepare) -> Self {
        Self {
            name,
            id: name,
            group: Group::Service,
            paths,
            documentation: "",
            parameters: &[],
            access: Access::Key(Plan::Free),
            cost: 0.0,
            refusals: &[],
            form: &JSON,
            describe: || Shape::Plain(Described::any_object()),
            prepare,
            post: None,
            has_rows: false,
            has_fields: true,
            deprecation: None,
        }
    }

    /// Returns [`Self::new`] with parameters.
    pub(crate) const fn with<P: Parameters>(
        name: &'static str,
        paths: &'static [&'static str],
        prepare: Prepare,
    ) -> Self {
        Self::new(name, paths, prepare).parameters(P::ALL)
    }

    /// Returns [`Self::with`] a response in the envelope.
    pub(crate) const fn json<P: Parameters, R: ToSchema>(
        name: &'static str,
        paths: &'static [&'static str],
        prepare: Prepare,
    ) -> Self {
        Self::with::<P>(name, paths, prepare).describe(Shape::envelope::<P, R>)
    }

    /// Returns [`Self::with`] a list of responses in the envelope.
    pub(crate) const fn list<P: Parameters, R: ToSchema>(
        name: &'static str,
        paths: &'static [&'static str],
        prepare: Prepare,
    ) -> Self {
        Self::with::<P>(name, paths, prepare).describe(Shape::list::<P, R>)
    }

    pub(crate) const fn id(self, id: &'static str) -> Self {
        Self { id, ..self }
    }

    /// Sets the group and the documentation, a Markdown file that begins with a title.
    pub(crate) const fn documented(self, group: Group, documentation: &'static str) -> Self {
        Self { group, documentation, ..self }
    }

    /// Sets all parameters but `apiKey` and `cost`.
    pub(crate) const fn parameters(self, parameters: &'static [Parameter]) -> Self {
        Self { parameters, ..self }
    }

    /// Sets who may use it.
    pub(crate) const fn access(self, access: Access) -> Self {
        Self { access, ..self }
    }

    /// Requires a key of a plan or a higher one.
    pub(crate) const fn plan(self, plan: Plan) -> Self {
        self.access(Access::Key(plan))
    }

    /// Sets the minimum cost in credits.
    pub(crate) const fn cost(self, cost: f64) -> Self {
        Self { cost, ..self }
    }

    /// Sets the statuses besides 200, 304 and those that every operation has.
    pub(crate) const fn refusals(self, refusals: &'static [Code]) -> Self {
        Self { refusals, ..self }
    }

    /// Sets the documented form of its responses.
    pub(crate) const fn form(self, form: &'static Form) -> Self {
        Self { form, has_fields: form.has_envelope, ..self }
    }

    /// Adds the parameters `fields` and `digits` to an operation one of whose forms has an envelope.
    pub(crate) const fn with_fields(self) -> Self {
        Self { has_fields: true, ..self }
    }

    /// Sets the shape of its responses.
    pub(crate) const fn describe(self, describe: fn() -> Shape) -> Self {
        Self { describe, ..self }
    }

    /// Sets the tables of its responses, whose columns a parameter of the operation selects.
    pub(crate) const fn rows(self, describe: fn() -> Shape) -> Self {
        Self { describe, has_fields: false, ..self }
    }

    /// Sets the operation for the rows of a body.
    pub(crate) const fn post(self, post: &'static Self) -> Self {
        Self { post: Some(post), ..self }
    }

    /// Announces the end of the operation.
    #[cfg_attr(not(test), expect(dead_code, reason = "no operation is deprecated"))]
    pub(crate) const fn deprecated(self, deprecation: &'static Deprecation) -> Self {
        Self { deprecation: Some(deprecation), ..self }
    }

    /// Adds the forms of rows to the responses to `GET`.
    pub(crate) const fn with_rows(self) -> Self {
        Self { has_rows: true, ..self }
    }

    /// All paths: its own, and those that only `POST` has.
    pub(crate) fn all_paths(&self) -> impl Iterator<Item = &'static str> {
        let of_post = self.post.into_iter().flat_map(|post| post.paths).copied();
        let is_other = |path: &&str| !self.paths.contains(path);
        self.paths.iter().copied().chain(of_post.filter(is_other))
    }

    /// Its paths without those that leave out the last parts of the first one.
    pub(crate) fn whole_paths(&self) -> impl Iterator<Item = &'static str> {
        let [first, others @ ..] = self.paths else { unreachable!("an operation has a path") };
        let is_whole = |path: &&str| !first.starts_with(path);
        std::iter::once(*first).chain(others.iter().copied().filter(is_whole))
    }

    pub(crate) fn has_path_with(&self, parameters: usize) -> bool {
        self.paths.iter().any(|path| path.matches('{').count() == parameters)
    }

    /// The parameters that it shares with all operations, or with all that have an envelope.
    pub(crate) fn shared(&self) -> &'static [Parameter] {
        if self.has_fields { &WITH_FIELDS } else { &OF_ALL }
    }

    /// Those of them that its description contains; it describes `cost` and `apiKey` once.
    pub(crate) fn selecting(&self) -> &'static [Parameter] {
        if self.has_fields { &WITH_FIELDS[..2] } else { &[] }
    }

    /// Splits the documentation into the summary and the description.
    fn summary_and_description(&self) -> (&'static str, &'static str) {
        let titled = self.documentation.strip_prefix("# ").and_then(|text| text.split_once("\n\n"));
        titled.expect("the documentation begins with a title")
    }

    /// Summary in one line.
    pub(crate) fn summary(&self) -> &'static str {
        self.summary_and_description().0
    }

    /// The description in Markdown, with one line per paragraph: a sentence, then sections with headings.
    pub(crate) fn description(&self) -> String {
        let paragraphs = self.summary_and_description().1.trim_end().split("\n\n");
        // Rows of tables and items of lists keep their lines.
        let joined = |text: &str| match text.starts_with(['|', '-']) {
            true => text.to_owned(),
            false => text.replace('\n', " "),
        };
        let end = self.deprecation.map(|Deprecation { sunset, page, .. }| {
            format!("**Deprecated**: ends {sunset}; see [{page}]({page}). ")
        });
        end.unwrap_or_default() + &paragraphs.map(joined).collect::<Vec<_>>().join("\n\n")
    }

    /// The parameters of the operation, except path parameters that none of its paths contains.
    pub(crate) fn own_parameters(&self) -> impl Iterator<Item = &'static Parameter> {
        let is_here = |p: &&Parameter| {
            p.place != Place::Path || self.paths.iter().any(|path| path.contains(&format!("{{{}}}", p.name)))
        };
        self.parameters.iter().filter(is_here).chain(calendar(self.parameters))
    }

    /// [`Self::own_parameters`], and those that it shares with all that have an envelope.
    pub(crate) fn parameters_of_paths(&self) -> impl Iterator<Item = &'static Parameter> {
        self.own_parameters().chain(self.selecting())
    }

    /// An example address: a path with the examples of the required parameters.
    pub(crate) fn example(&self, path: &str) -> String {
        let (mut address, mut query) = (path.to_owned(), Vec::new());
        for parameter in self.parameters_of_paths() {
            let Parameter { name, example, .. } = parameter;
            match parameter.place {
                Place::Path => address = address.replace(&format!("{{{name}}}"), example),
                Place::Query { required } if required || parameter.is_in_example => {
                    query.push(format!("{name}={example}"));
                }
                Place::Query { .. } => {}
            }
        }
        let question = if query.is_empty() { "" } else { "?" };
        format!("{address}{question}{}", query.join("&"))
    }
}
