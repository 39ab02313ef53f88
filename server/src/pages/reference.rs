//! The operation `/docs`: the pages of the documentation.

use crate::api::documentation::{DocsPage, Live, Stretch};
use crate::api::operation::DescribedForm;
use crate::pages::prelude::*;
use crate::pages::{docs, words};
use accounts::rate::{Policy, Rates};
use std::hash::{DefaultHasher, Hash, Hasher};
use web::accept;
use web::blocks::BodyPart;

/// HTML that may load files of this server and call this server only.
static PAGE: Form = Form {
    media_type: "text/html; charset=utf-8",
    has_envelope: false,
    headers: &[
        (header::CONTENT_SECURITY_POLICY, docs::CONTENT_SECURITY_POLICY),
        (header::REFERRER_POLICY, "strict-origin"),
    ],
};

/// Markdown, for programs.
static MARKDOWN: Form =
    Form { media_type: "text/markdown; charset=utf-8", has_envelope: false, headers: &[] };

/// The parameters of `/docs/{page}`.
#[derive(Default, Parameters)]
struct DocsQuery {
    /// Name of a guide, of a group, of an operation, or `schemas`; with `.md` after it for Markdown.
    #[param(path, example = "dates")]
    page: String,
    /// A hash of the text of the page.
    #[param(computed)]
    edition: String,
}

/// The operation `/docs`, the first page.
pub(crate) const FIRST: Operation = Operation::new("docs", &["/docs"], prepare)
    .documented(Group::Service, include_str!("docs.md"))
    .access(Access::Page)
    .form(&PAGE)
    .describe(shape);

/// The operation `/docs/{page}`: a guide, or a group of operations.
pub(crate) const FURTHER: Operation = Operation {
    id: "docs-page",
    paths: &["/docs/{page}"],
    parameters: DocsQuery::ALL,
    refusals: &[Code::NoData],
    prepare: |input, context| answer(input.parameters()?, context),
    documentation: include_str!("docs_page.md"),
    ..FIRST
};

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    input.check()?;
    answer(DocsQuery::default(), context)
}

/// HTML, or Markdown for `Accept: text/markdown`.
fn shape() -> Shape {
    let of = |(form, example): (&'static Form, &str)| DescribedForm {
        form,
        shape: Shape::Plain(described::<String>()),
        example: json!(example),
    };
    Shape::Forms([(&PAGE, "<!DOCTYPE html>"), (&MARKDOWN, "# Dates and times")].map(of).into())
}

/// Returns a page with its dynamic parts filled in.
fn answer(query: DocsQuery, context: &Context) -> Result<Prepared, Problem> {
    let name = query.page.strip_suffix(".md");
    let page = context.documentation.page(name.unwrap_or(&query.page)).ok_or_else(|| {
        Problem::new(Code::NoData, "the documentation has no page with this name; see /docs for all pages")
    })?;
    let media_types = [PAGE.media_type, MARKDOWN.media_type];
    let is_markdown = name.is_some() || accept::preferred(context.call.headers, &media_types) == Some(1);
    let prepared = filled(std::iter::once(page), is_markdown, context);
    Ok(if name.is_some() { prepared.with_form_named() } else { prepared })
}

/// Returns all pages of the documentation but the schemas, or the first one, as Markdown.
pub(crate) fn markdown(context: &Context, is_first_only: bool) -> Prepared {
    let pages = context.documentation.pages.iter().filter(|page| page.name != "schemas");
    let most = if is_first_only { 1 } else { usize::MAX };
    filled(pages.take(most), true, context).with_form_named()
}

fn filled<'a>(pages: impl Iterator<Item = &'a DocsPage>, is_markdown: bool, context: &Context) -> Prepared {
    let mut hasher = DefaultHasher::new();
    let site = docs::site_block(&context.call.site());
    site.plain().hash(&mut hasher);
    let mut parts = Vec::new();
    for page in pages {
        page.edition.hash(&mut hasher);
        let mut own = |text: Markup| {
            let text = text.into_string();
            text.hash(&mut hasher);
            BodyPart::Own(if is_markdown { docs::markdown(&text) } else { text }.into())
        };
        let stretches = if is_markdown { &page.markdown } else { &page.stretches };
        parts.extend(stretches.iter().map(|stretch| match stretch {
            Stretch::Same(block) => BodyPart::Block(Arc::clone(block)),
            Stretch::Live(Live::Site) => BodyPart::Block(Arc::clone(&site)),
            Stretch::Live(Live::Plans) => {
                own(plans(&context.accounts.allowances, context.gate.premium_host()))
            }
            Stretch::Live(Live::Rates) => own(rates(context.gate.rates(), context.gate.premium_host())),
        }));
    }
    let query = DocsQuery { page: String::new(), edition: format!("{:016x}", hasher.finish()) };
    let echo = Prepared::echo(&query.in_query(FIRST.name, 0.0));
    let form = if is_markdown { &MARKDOWN } else { &PAGE };
    Prepared::new(form, echo, 0.0, Freshness::Hour, Work::Parts(parts))
}

/// The plans with their monthly allowances and features.
fn plans(allowances: &[(Plan, Credits)], premium_host: Option<&str>) -> Markup {
    let yes = |is: bool| if is { "yes" } else { "no" };
    html! {
        div.scroll tabindex="0" role="group" aria-label="Plans" {
            table {
                thead {
                    tr {
                        th scope="col" { "Plan" }
                        th.number scope="col" { "Credits per month" }
                        th scope="col" { "Origin and address rules" }
                        @if premium_host.is_some() { th scope="col" { "Premium host" } }
                    }
                }
                tbody {
                    @for (plan, credits) in allowances {
                        tr {
                            th scope="row" { (plan) }
                            td.number { (words::bare_credits(*credits)) }
                            td { (yes(*plan >= Plan::WITH_RULES)) }
                            @if premium_host.is_some() { td { (yes(*plan >= Plan::WITH_PREMIUM_HOST)) } }
                        }
                    }
                }
            }
        }
    }
}

/// The rate limits in words.
fn rates(rates: Rates, premium_host: Option<&str>) -> Markup {
    let words = |policy: Policy| {
        let Policy { quota, window_s, back_off_s } = policy;
        format!("{quota} requests in {window_s} s, then a wait of {back_off_s} s")
    };
    html! {
        ul {
            li { "Per address: " (words(rates.standard)) "." }
            @if let Some(host) = premium_host {
                li { "On " code { (host) } ", for higher plans: " (words(rates.premium)) "." }
            }
            li { "Console, documentation and first page: " (words(rates.pages)) "." }
            li { "Static files and map tiles: " (words(rates.tiles)) "." }
        }
    }
}
