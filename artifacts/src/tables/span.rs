//! The eclipses of `elements` that the interface serves by default.

use crate::cell::words;

/// The years to which an eclipse of `elements` belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span {
    /// Those that the interface serves by default, [`super::elements::YEARS`].
    Default,
    /// The other years of the canon, which the interface serves with `era=canon`.
    Canon,
}

words!(Span: Default = "default", Canon = "canon");
