//! Parameters that are on or off.

use crate::api::input::{Input, Word};
use crate::api::parameter::{Kind, Parameter};

/// The values that such a parameter takes.
pub(crate) const FLAG: Kind = Kind::Word(Flag::WORDS);

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Flag(bool);

impl Word for Flag {
    const WORDS: &'static [&'static str] = &["0", "1", "false", "true"];
    const VALUES: &'static [Self] = &[Self(false), Self(true), Self(false), Self(true)];
}

impl Input<'_> {
    /// Reads a parameter that is on or off.
    pub(crate) fn flag(&mut self, p: &Parameter) -> Option<bool> {
        self.word::<Flag>(p).map(|flag| flag.0)
    }
}

/// Reads a parameter that is on or off; off if it is absent.
pub(crate) fn flag(input: &mut Input, p: &Parameter) -> bool {
    input.flag(p).unwrap_or(false)
}
