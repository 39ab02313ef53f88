//! The imports of most pages of the console.

pub(super) use crate::pages::console::field::{FormField, Wrong, csrf_field};
pub(super) use crate::pages::console::form::SubmittedForm;
pub(super) use crate::pages::console::frame::{ConsoleFrame, ConsolePage};
pub(super) use crate::pages::console::notice::Notice;
pub(super) use crate::pages::console::visit::Visit;
pub(super) use crate::pages::console::{frame, words};
pub(super) use crate::pages::prelude::*;
