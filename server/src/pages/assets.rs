//! The operation `/widget/{file}`: scripts, styles, pictures and WebAssembly of the pages. Their names
//! contain a hash of their bytes, so that browsers may keep them for ever.
//!
//! Scripts are ES modules. They import each other by folder and file (`shared/text.js`), libraries by name
//! (`leaflet`). An import map in the page translates these names into addresses.

use crate::api::operation::DescribedForm;
use crate::pages::prelude::*;
use crate::vocabulary::formats::SVG;
use data_encoding::BASE64;
use hyper::header::HeaderName;
use ring::digest::{SHA256, digest};
use std::collections::BTreeSet;
use web::blocks::Block;
use web::coding::Effort;

/// Files below the folder of the pages: path and bytes.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page_files.rs"));

/// Lets pages of any site load the files, even under a strict `Cross-Origin-Embedder-Policy`.
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

static STYLE: Form = Form { media_type: "text/css; charset=utf-8", has_envelope: false, headers: &[] };
static SCRIPT: Form =
    Form { media_type: "text/javascript; charset=utf-8", has_envelope: false, headers: &[] };
static WASM: Form = Form { media_type: "application/wasm", has_envelope: false, headers: &[] };

/// A file as it is served.
struct Asset {
    /// Name without a hash: `text.js`.
    name: &'static str,
    /// Name in imports: `shared/text.js`, `leaflet`.
    module: &'static str,
    /// Name with a hash: `text.1a2b3c4d.js`.
    file: String,
    /// Empty for WebAssembly.
    text: &'static str,
    form: &'static Form,
    block: Arc<Block>,
}

static ASSETS: LazyLock<Vec<Asset>> =
    LazyLock::new(|| FILES.iter().map(|(path, bytes)| Asset::new(path, bytes)).collect());

impl Asset {
    fn new(path: &'static str, bytes: &'static [u8]) -> Self {
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
        let module = match folders.rsplit_once('/').unwrap_or(("", folders)) {
            (_, "vendor") => name.split('.').next().unwrap_or(name),
            (above, folder) if !above.is_empty() => &path[path.len() - folder.len() - name.len() - 1..],
            _ => path,
        };
        let hash = digest(&SHA256, bytes);
        let hash: String = hash.as_ref().iter().take(4).map(|byte| format!("{byte:02x}")).collect();
        let (stem, extension) = name.rsplit_once('.').expect("the name of a file has an extension");
        let form = match extension {
            "css" => &STYLE,
            "svg" => &SVG,
            "wasm" => &WASM,
            _ => &SCRIPT,
        };
        let block = Arc::new(Block::new(Bytes::from_static(bytes), Effort::Once));
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        Self { name, module, file: format!("{stem}.{hash}.{extension}"), text, form, block }
    }

    fn address(&self) -> String {
        format!("/widget/{}", self.file)
    }

    /// Modules that this one imports at once, or on demand by `import()`. WebAssembly is one whose address it
    /// asks for.
    fn imports(&self, is_lazy: bool) -> impl Iterator<Item = &'static Asset> {
        let marks: &[&str] = if is_lazy { &["import("] } else { &["from", "import", "resolve("] };
        let imports = move |module: &Asset| {
            marks.iter().any(|mark| self.text.contains(&format!("{mark}'{}'", module.module)))
        };
        let is_module =
            |asset: &Asset| [&SCRIPT, &WASM].iter().any(|f| f.media_type == asset.form.media_type);
        ASSETS.iter().filter(move |asset| is_module(asset) && imports(asset))
    }
}

/// The address of a file by its name. Panics if there is no such file; tests request every file that a page
/// names.
pub(crate) fn address(name: &str) -> String {
    let asset = ASSETS.iter().find(|asset| asset.name == name);
    asset.unwrap_or_else(|| unreachable!("a page names {name}, which is no file of the pages")).address()
}

/// The scripts of a page.
pub(crate) struct Modules {
    /// Addresses of the modules that start the page.
    pub(crate) entries: Vec<String>,
    /// Addresses of all modules that these import, directly or not. A page names them so that the browser
    /// requests all of them at once.
    pub(crate) preloads: Vec<String>,
    /// The import map as JSON; none if nothing is imported.
    pub(crate) import_map: Option<String>,
}

impl Modules {
    /// The scripts of a page by the names of the modules that start it. Panics if there is no such module.
    pub(crate) fn new(entries: &[&str]) -> Self {
        Self::showing(entries, &[])
    }

    /// Returns the scripts with modules that the page imports on demand, but needs at once.
    pub(crate) fn showing(entries: &[&str], first: &[&str]) -> Self {
        let entry = |name: &&str| {
            let found = ASSETS.iter().find(|asset| asset.module == *name);
            found.unwrap_or_else(|| unreachable!("a page names {name}, which is no module of the pages"))
        };
        let [entries, first]: [Vec<&Asset>; 2] =
            [entries, first].map(|names| names.iter().map(entry).collect());
        let mut at_once: BTreeSet<_> = first.iter().map(|module| module.address()).collect();
        let mut all = BTreeMap::new();
        let mut open: Vec<(&Asset, bool)> =
            entries.iter().chain(&first).map(|asset| (*asset, false)).collect();
        while let Some((asset, is_lazy)) = open.pop() {
            let imports =
                [false, true].map(|on_demand| asset.imports(on_demand).map(move |a| (a, on_demand)));
            for (import, on_demand) in imports.into_iter().flatten() {
                let is_lazy = is_lazy || on_demand;
                let is_new = all.insert(import.module, import.address()).is_none();
                if (!is_lazy && at_once.insert(import.address())) || is_new {
                    open.push((import, is_lazy));
                }
            }
        }
        Self {
            entries: entries.into_iter().map(Asset::address).collect(),
            preloads: at_once.into_iter().collect(),
            import_map: (!all.is_empty()).then(|| json!({ "imports": all }).to_string()),
        }
    }

    /// The import map as a source of `script-src` in a Content-Security-Policy: ` 'sha256-…'`.
    pub(crate) fn policy_source(&self) -> String {
        let hash =
            |map: &String| format!(" 'sha256-{}'", BASE64.encode(digest(&SHA256, map.as_bytes()).as_ref()));
        self.import_map.as_ref().map_or_else(String::new, hash)
    }
}

/// The parameters of `/widget/{file}`.
#[derive(Parameters)]
struct FileQuery {
    /// Name of the file with a hash of its bytes, as in the pages; without the hash it may be cached for only
    /// an hour.
    #[param(path, example = "look.css")]
    file: String,
}

pub(crate) const OPERATION: Operation =
    Operation::with::<FileQuery>("widget-file", &["/widget/{file}"], prepare)
        .documented(Group::Widgets, include_str!("assets.md"))
        .access(Access::Asset)
        .refusals(&[Code::NoData])
        .form(&SCRIPT)
        .describe(shape);

/// Scripts, styles and pictures.
fn shape() -> Shape {
    let form = |(form, example): (&'static Form, &str)| DescribedForm {
        form,
        shape: Shape::Plain(described::<String>()),
        example: json!(example),
    };
    let forms = [
        (&SCRIPT, "export const wrap = lng => lng - 360 * Math.floor((lng + 180) / 360);"),
        (&STYLE, ":root { color-scheme: light dark; }"),
        (&WASM, "the bytes of a module"),
        (&SVG, "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
    ];
    Shape::Forms(forms.into_iter().map(form).collect())
}

fn prepare(input: &mut Input, _: &Context) -> Result<Prepared, Problem> {
    let FileQuery { file } = input.parameters()?;
    let asset = ASSETS.iter().find(|asset| asset.file == file || asset.name == file).ok_or_else(|| {
        let detail = "this version of the pages has no such file; reload the page";
        Problem::new(Code::NoData, detail)
    })?;
    // A name without a hash may mean other bytes after an update.
    let freshness = if asset.file == file { Freshness::Forever } else { Freshness::Public };
    let prepared = Prepared::same_for_all(asset.form, Arc::clone(&asset.block), freshness);
    let echo = Prepared::echo(&FileQuery { file: asset.file.clone() }.in_query(OPERATION.name, 0.0));
    Ok(Prepared { echo, ..prepared }.with_header(RESOURCE_POLICY, HeaderValue::from_static("cross-origin")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_name_of_its_own() {
        let names: BTreeSet<&str> = ASSETS.iter().map(|asset| asset.name).collect();
        assert_eq!(names.len(), ASSETS.len());
        assert!(names.contains("look.css") && names.contains("leaflet.js"), "{names:?}");
    }

    #[test]
    fn a_page_names_the_modules_that_it_imports() {
        let modules = Modules::showing(&["map/map.js"], &["map/flat.js"]);
        let map = modules.import_map.as_deref().unwrap_or_default();
        let has = |name: &str| modules.preloads.contains(&address(name));
        assert!(has("leaflet.js") && has("geometry.js") && has("astro.wasm") && !has("map.js"), "{map}");
        assert!(!has("globe.js") && !has("d3-geo.min.js"), "the globe is loaded on demand");
        for name in ["map/globe.js", "d3-geo", "leaflet", "shared/text.js"] {
            assert!(map.contains(&format!("\"{name}\":\"/widget/")), "{name}: {map}");
        }
        assert!(!map.contains("simulator/"), "{map}");
        assert_eq!(Modules::new(&["console/console.js"]).policy_source(), "");
    }

    #[test]
    fn every_import_is_a_file() {
        let is_module = |a: &&Asset| a.form.media_type == SCRIPT.media_type && a.module.contains('/');
        for asset in ASSETS.iter().filter(is_module) {
            let found = asset.imports(false).count() + asset.imports(true).count();
            let written = asset.text.matches("import").count();
            assert_eq!(found, written, "{}: an import names no module", asset.name);
        }
    }
}
