//! All operations and pages by their paths.

use crate::api::everyday;
use crate::api::nearest;
use crate::api::operation::Operation;
use matchit::{InsertError, Router};

/// The index of the operation or page of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// An operation of [`Registry::operations`].
    Operation(usize),
    /// One of the pages whose paths were registered.
    Page(usize),
}

/// All operations and pages by their paths.
pub(crate) struct Registry {
    /// In the order of the documentation.
    pub(crate) operations: &'static [&'static Operation],
    routes: Router<Target>,
}

/// Two operations or pages have the same path.
#[derive(Debug, thiserror::Error)]
#[error("path {path}: {problem}")]
pub struct PathTaken {
    path: &'static str,
    problem: InsertError,
}

impl Registry {
    /// Makes the registry of all operations and of the paths of all pages.
    pub(crate) fn new<'a>(
        operations: &'static [&'static Operation],
        pages: impl IntoIterator<Item = &'static [&'static str]> + 'a,
    ) -> Result<Self, PathTaken> {
        let mut routes = Router::new();
        let of_operations = operations
            .iter()
            .enumerate()
            .map(|(index, o)| (Target::Operation(index), o.all_paths().collect()));
        let of_pages =
            pages.into_iter().enumerate().map(|(index, paths)| (Target::Page(index), paths.to_vec()));
        let all: Vec<(Target, Vec<_>)> = of_operations.chain(of_pages).collect();
        for (target, paths) in all {
            for path in paths {
                routes.insert(path, target).map_err(|problem| PathTaken { path, problem })?;
            }
        }
        Ok(Self { operations, routes })
    }

    /// Finds the operation or page of a path, and the parameters in the path.
    pub(crate) fn find<'a>(&'a self, path: &'a str) -> Option<(Target, matchit::Params<'a, 'a>)> {
        self.routes.at(path).ok().map(|found| (*found.value, found.params))
    }

    /// Returns the call that an unknown path probably means: by its everyday words, or the nearest pattern.
    pub(crate) fn probable(&self, path: &str) -> Option<String> {
        let patterns = self.operations.iter().filter_map(|operation| operation.paths.first().copied());
        everyday::call(path).or_else(|| nearest::nearest(patterns, path).map(str::to_owned))
    }
}
