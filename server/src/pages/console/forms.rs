//! Parts that several forms of the console share.

use maud::{Markup, html};

/// The hidden field without which no form is taken.
pub(super) fn csrf_field(csrf: &str) -> Markup {
    html! { input type="hidden" name="csrf" value=(csrf); }
}

/// The fields that say what a key is for.
pub(super) fn naming_fields(nickname: &str, description: &str) -> Markup {
    html! {
        label {
            "Nickname" small { "1 to 32 letters and digits; usage is told by it." }
            input name="nickname" required maxlength="32" pattern="[A-Za-z0-9]+" value=(nickname);
        }
        label { "Description" input name="description" maxlength="1000" value=(description); }
    }
}
