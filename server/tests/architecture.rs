//! The import graph: no circle between files in any crate, and no import from a higher floor in the server.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Floors of the server, lowest first: its files and folders by their names.
const FLOORS: &str = "lib ← generation ← api, error ← vocabulary ← endpoints, observe ← service ← pages ← \
                      routes, command, main";

/// Sources by their paths in `src`.
type Sources = BTreeMap<String, String>;
/// Files of a crate and the files that they import from.
type Graph = BTreeMap<String, BTreeSet<String>>;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The crates of the workspace, as folders.
fn crates() -> Vec<String> {
    let manifest = fs::read_to_string(workspace().join("Cargo.toml")).expect("the workspace");
    let members = manifest.split("members = [").nth(1).and_then(|rest| rest.split(']').next());
    members.expect("a list").split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

fn read(folder: &Path, prefix: &str, sources: &mut Sources) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        let name = format!("{prefix}{}", path.file_name().and_then(|n| n.to_str()).expect("a name"));
        if path.is_dir() {
            if name.ends_with("tests") {
                continue;
            }
            read(&path, &format!("{name}/"), sources);
        } else if name.ends_with(".rs") && !name.ends_with("/tests.rs") {
            sources.insert(name, fs::read_to_string(&path).expect("a source"));
        }
    }
}

/// The code of a file without comments, tests, and re-exports for tests.
/// These must come last: code after them would go unseen.
fn code(file: &str, text: &str) -> String {
    // What tests share and long tests are files of their own, declared among the others.
    let own_files = ["mod simulation;", "mod testing;", "mod tests;", "pub(crate) mod tests;"];
    let without = |text: String, item: &&str| text.replace(&format!("#[cfg(test)]\n{item}\n"), "");
    let text = own_files.iter().fold(text.to_owned(), without);
    let text = &text.replace("#[cfg(test)]\npub(crate) use testing::", "use testing::");
    let ends_with = |mark: &str, item: &str| {
        let Some((before, last)) = text.split_once(mark) else { return text.len() };
        let last = last.trim_start().trim_start_matches("pub(crate) ");
        let is_block = last.starts_with(item) && last.trim_end().ends_with("\n}");
        let is_last = is_block && last.matches("\n}\n").count() == 1;
        assert!(is_last, "{file}: code follows {mark}");
        before.len()
    };
    let end =
        ends_with("\n#[cfg(test)]", "mod tests {").min(ends_with("\n#[doc(hidden)]", "pub mod testing {"));
    text[..end].lines().filter(|l| !l.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// All paths that an import names: `a::{b, c::d}` names `a::b` and `a::c::d`.
fn expanded(tree: &str) -> Vec<String> {
    let Some((prefix, rest)) = tree.split_once('{') else { return vec![tree.to_owned()] };
    let rest = &rest[..rest.rfind('}').unwrap_or(rest.len())];
    let (mut parts, mut depth, mut part) = (Vec::new(), 0, String::new());
    for c in rest.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if c == ',' && depth == 0 {
            parts.push(std::mem::take(&mut part));
        } else {
            part.push(c);
        }
    }
    parts.push(part);
    let all = parts.iter().flat_map(|p| expanded(p.trim()));
    all.map(|p| format!("{}{p}", prefix.trim())).collect()
}

/// The module of a file as a path from the root of the crate.
fn module(file: &str) -> Vec<&str> {
    let all: Vec<&str> = file.trim_end_matches(".rs").split('/').collect();
    match all.as_slice() {
        [rest @ .., "mod"] => rest.to_vec(),
        ["lib" | "main"] => Vec::new(),
        _ => all,
    }
}

/// Returns the paths in a file: those after `crate::`, after `super::`, and those that begin with one of its
/// child modules.
fn named(file: &str, code: &str) -> Vec<String> {
    let own = module(file);
    let parent = own.split_last().map_or(&[][..], |(_, parent)| parent);
    let declared = code.lines().filter_map(|line| line.trim().strip_suffix(';')?.split_once("mod "));
    let children: BTreeSet<&str> = declared.map(|(_, child)| child).collect();
    let mut found = after("crate::", &[], code);
    found.extend(after("super::", parent, code));
    for child in children {
        let below: Vec<&str> = own.iter().copied().chain([child]).collect();
        found.extend(after(&format!("{child}::"), &below, code));
    }
    found
}

/// The paths after a word, with the word replaced by its path.
fn after(word: &str, stands_for: &[&str], code: &str) -> Vec<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let begins = |at: &usize| !code[..*at].ends_with(is_part);
    let tree = |at: usize| {
        let rest = &code[at + word.len()..];
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let is_list = rest[end..].starts_with('{');
        if is_list { &rest[..rest.find(';').unwrap_or(end)] } else { &rest[..end] }
    };
    let whole =
        |path: String| stands_for.iter().copied().chain([path.as_str()]).collect::<Vec<_>>().join("::");
    let words = code.match_indices(word).map(|(at, _)| at).filter(begins);
    words.flat_map(|at| expanded(tree(at))).map(whole).collect()
}

/// The file of the module that a path begins with; the longest beginning counts.
fn file_of(path: &str, sources: &Sources) -> Option<String> {
    let parts: Vec<&str> = path.split("::").collect();
    (1..=parts.len()).rev().find_map(|n| {
        let module = parts[..n].join("/");
        [format!("{module}.rs"), format!("{module}/mod.rs")].into_iter().find(|f| sources.contains_key(f))
    })
}

fn graph(name: &str) -> Graph {
    let mut sources = Sources::new();
    read(&workspace().join(name).join("src"), "", &mut sources);
    let imports = |file: &str, text: &str| {
        let names = named(file, &code(file, text));
        names.iter().filter_map(|path| file_of(path, &sources)).filter(|f| f != file).collect()
    };
    sources.iter().map(|(file, text)| (file.clone(), imports(file, text))).collect()
}

/// Files from which imports lead back to themselves.
fn in_circles(graph: &Graph) -> Vec<&String> {
    let leads_back = |from: &String| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(file) = open.pop() {
            open.extend(graph[file].iter().filter(|next| seen.insert(next.as_str())));
        }
        seen.contains(from.as_str())
    };
    graph.keys().filter(|file| leads_back(file)).collect()
}

/// The file or folder to which a file belongs, in a folder above it; nothing for the head of that folder.
fn child<'a>(file: &'a str, folder: &str) -> Option<&'a str> {
    let name = file.strip_prefix(folder)?.split('/').next()?.trim_end_matches(".rs");
    (!["mod", "lib", "main"].contains(&name)).then_some(name)
}

/// Files and folders that lie side by side and import from each other in a circle.
fn folders_in_circles(files: &Graph) -> Vec<String> {
    let above = |file: &'_ str| file.match_indices('/').map(|(at, _)| at + 1).collect::<Vec<_>>();
    let folders: BTreeSet<&str> =
        files.keys().flat_map(|file| above(file).into_iter().map(|end| &file[..end])).chain([""]).collect();
    let mut found = Vec::new();
    for folder in folders {
        let mut graph = Graph::new();
        for (file, imports) in files {
            let Some(from) = child(file, folder) else { continue };
            let others = imports.iter().filter_map(|import| child(import, folder)).filter(|to| *to != from);
            graph.entry(from.to_owned()).or_default().extend(others.map(str::to_owned));
        }
        found.extend(in_circles(&graph).iter().map(|name| format!("{folder}{name} {:?}", graph[*name])));
    }
    found
}

fn floor(file: &str) -> usize {
    let name = file.split('/').next().unwrap_or_default().trim_end_matches(".rs");
    let mut floors = FLOORS.split(" ← ");
    floors
        .position(|names| names.split(", ").any(|n| n == name))
        .unwrap_or_else(|| panic!("src/{file} has no floor"))
}

#[test]
fn no_files_and_no_folders_import_each_other_in_a_circle() {
    let mut found = Vec::new();
    for name in crates() {
        let graph = graph(&name);
        let imports: usize = graph.values().map(BTreeSet::len).sum();
        println!("{name}: {} files, {imports} imports", graph.len());
        assert!(!graph.is_empty(), "{name} has no source");
        let files = in_circles(&graph).into_iter().map(|file| format!("{file} {:?}", graph[file]));
        found.extend(files.chain(folders_in_circles(&graph)).map(|circle| format!("{name}/src/{circle}")));
    }
    assert!(found.is_empty(), "import circles:\n{}", found.join("\n"));
}

#[test]
fn the_server_imports_only_from_its_own_and_from_lower_floors() {
    let graph = graph("server");
    let arrows = graph.iter().flat_map(|(file, imports)| imports.iter().map(move |import| (file, import)));
    let inversions: Vec<_> = arrows
        .filter(|(file, _)| !["lib.rs", "main.rs"].contains(&file.as_str()))
        .filter(|(file, import)| floor(file) < floor(import))
        .collect();
    println!("{} files", graph.len());
    assert!(inversions.is_empty(), "imports from higher floors: {inversions:#?}");
}
