//! The operation `/widget/{file}`: the files of the pages, each with a hash of its bytes in its name, so that
//! browsers may keep it for ever.

use super::bare::bare;
use crate::api::context::Context;
use crate::api::described::described;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::operation::{DescribedForm, Operation, Shape};
use crate::api::parameter::{Kind, Parameter};
use crate::api::prepared::{Form, Freshness, Prepared};
use accounts::access::Access;
use bytes::Bytes;
use hyper::header::{HeaderName, HeaderValue};
use ring::digest::{SHA256, digest};
use serde::Serialize;
use serde_json::json;
use std::sync::{Arc, LazyLock};
use web::blocks::Block;
use web::problem::{Code, Problem};

/// A file as it stands in the program: its name and its text. Files of others lie in a folder of their own.
macro_rules! file {
    ($name:literal) => {
        Source { name: $name, text: include_str!(concat!("../assets/widget/", $name)), is_ours: true }
    };
    (docs $name:literal) => {
        Source { name: $name, text: include_str!(concat!("../assets/docs/", $name)), is_ours: true }
    };
    (vendor $name:literal) => {
        Source { name: $name, text: include_str!(concat!("../assets/widget/vendor/", $name)), is_ours: false }
    };
}

/// A file as it stands in the program.
struct Source {
    name: &'static str,
    text: &'static str,
    /// Files of others are served as they are, licence and all.
    is_ours: bool,
}

/// All files of the pages.
const FILES: &[Source] = &[
    file!("icon.svg"),
    file!("look.css"),
    file!("widget.css"),
    file!("map.css"),
    file!("simulator.css"),
    file!("landing.css"),
    file!("console.css"),
    file!("console.js"),
    file!("eclipse.js"),
    file!("place.js"),
    file!("field.js"),
    file!("light.js"),
    file!("corona.js"),
    file!("sky.js"),
    file!("readout.js"),
    file!("simulator.js"),
    file!("geometry.js"),
    file!("tiles.js"),
    file!("basemap.js"),
    file!("labels.js"),
    file!("refine.js"),
    file!("curves.js"),
    file!("flat.js"),
    file!("globe.js"),
    file!("legend.js"),
    file!("panel.js"),
    file!("slider.js"),
    file!("share.js"),
    file!("map.js"),
    file!(docs "docs.css"),
    file!(docs "docs.js"),
    file!(docs "docs-search.js"),
    file!(docs "docs-try.js"),
    file!(vendor "leaflet.js"),
    file!(vendor "leaflet.css"),
    file!(vendor "d3-array.min.js"),
    file!(vendor "d3-geo.min.js"),
];

/// With it pages of any site may load the files, also those that ask for consent.
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

static STYLE: Form = Form { media_type: "text/css; charset=utf-8", has_envelope: false, headers: &[] };
static PICTURE: Form = Form { media_type: "image/svg+xml", has_envelope: false, headers: &[] };
static SCRIPT: Form =
    Form { media_type: "text/javascript; charset=utf-8", has_envelope: false, headers: &[] };

/// A file as it is served.
struct Asset {
    name: &'static str,
    /// The last part of its address.
    file: String,
    form: &'static Form,
    block: Arc<Block>,
}

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| FILES.iter().map(Asset::new).collect());

impl Asset {
    fn new(source: &Source) -> Self {
        let Source { name, text, is_ours } = *source;
        let bytes = if is_ours { Bytes::from(bare(text)) } else { Bytes::from_static(text.as_bytes()) };
        let hash = digest(&SHA256, &bytes);
        let hash: String = hash.as_ref().iter().take(4).map(|byte| format!("{byte:02x}")).collect();
        let (stem, extension) = name.rsplit_once('.').expect("the name of a file has an extension");
        let form = match extension {
            "css" => &STYLE,
            "svg" => &PICTURE,
            _ => &SCRIPT,
        };
        let block = Arc::new(Block::new(bytes));
        Self { name, file: format!("{stem}.{hash}.{extension}"), form, block }
    }
}

/// The address of a file by its name. It panics without such a file; a test asks for all that pages name.
pub(crate) fn address(name: &str) -> String {
    let asset = ASSETS.iter().find(|asset| asset.name == name);
    let asset = asset.unwrap_or_else(|| unreachable!("a page names {name}, which is no file of the pages"));
    format!("/widget/{}", asset.file)
}

/// All files, to be encoded ahead of the requests for them.
pub(crate) fn blocks() -> impl Iterator<Item = Arc<Block>> {
    ASSETS.iter().map(|asset| Arc::clone(&asset.block))
}

const FILE: Parameter = Parameter::path(
    "file",
    Kind::Text,
    "look.css",
    "Name of the file with a hash of its bytes, as the pages name it; without the hash it may be kept for an \
        hour only.",
);

/// The operation `/widget/{file}`.
pub(crate) const OPERATION: Operation = Operation {
    name: "widget-file",
    id: "widget-file",
    group: Group::Widgets,
    paths: &["/widget/{file}"],
    summary: "Scripts and styles of the pages",
    description: "Files that the pages load, with a hash of their bytes in their names: they never change \
        and may be kept for ever. Needs no credentials, costs nothing, and counts on a limit of its own, \
        `tiles`.",
    parameters: &[FILE],
    access: Access::Asset,
    cost: 0.0,
    refusals: &[Code::NoData],
    form: &SCRIPT,
    describe: shape,
    prepare,
};

/// Scripts, styles and pictures.
fn shape() -> Shape {
    let form = |(form, example): (&'static Form, &str)| DescribedForm {
        form,
        shape: Shape::Plain(described::<String>()),
        example: json!(example),
    };
    let forms = [
        (&SCRIPT, "(() => { 'use strict'; /* … */ })();"),
        (&STYLE, ":root { color-scheme: light dark; }"),
        (&PICTURE, "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
    ];
    Shape::Forms(forms.into_iter().map(form).collect())
}

/// The echo of a request, by which answers are told apart.
#[derive(Serialize)]
struct Query<'a> {
    name: &'static str,
    file: &'a str,
    cost: f64,
}

fn prepare(input: &mut Input, _: &Context) -> Result<Prepared, Problem> {
    let file = input.required(&FILE, Input::text);
    let file = input.check(file)?;
    let asset = ASSETS.iter().find(|asset| asset.file == file || asset.name == file).ok_or_else(|| {
        let detail = "the pages of this version have no such file; load the page again";
        Problem::new(Code::NoData, detail)
    })?;
    // A name without a hash may stand for other bytes tomorrow.
    let freshness = if asset.file == file { Freshness::Forever } else { Freshness::Public };
    let prepared = Prepared::same_for_all(asset.form, Arc::clone(&asset.block), freshness);
    let echo = Prepared::echo(&Query { name: OPERATION.name, file: &asset.file, cost: 0.0 });
    Ok(Prepared { echo, ..prepared }.with_header(RESOURCE_POLICY, HeaderValue::from_static("cross-origin")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_of_a_script_runs_over_lines() {
        for Source { name, text, .. } in FILES.iter().filter(|f| f.is_ours && f.name.ends_with(".js")) {
            for (k, line) in text.lines().enumerate() {
                let is_comment = line.trim().starts_with(['*', '/']);
                assert!(is_comment || line.matches('`').count() % 2 == 0, "{name}:{}: {line}", k + 1);
            }
        }
    }
}
