//! A form field: label, value and error message.

use maud::{Markup, html};

/// Error messages of a form by the names of its fields.
#[derive(Debug, Default)]
pub(super) struct Wrong(Vec<(&'static str, String)>);

impl Wrong {
    /// An error in one field.
    pub(super) fn one(field: &'static str, text: &str) -> Self {
        let mut wrong = Self::default();
        wrong.add(field, text);
        wrong
    }

    pub(super) fn add(&mut self, field: &'static str, text: &str) {
        self.0.push((field, super::words::sentence(text)));
    }

    /// Returns whether there are no errors.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Number of errors.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    pub(super) fn of(&self, field: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| *name == field).map(|(_, text)| text.as_str())
    }

    /// Returns whether this field has the first error and therefore gets the focus.
    fn begins_with(&self, field: &str) -> bool {
        self.0.first().is_some_and(|(name, _)| *name == field)
    }
}

pub(super) struct FormField<'a> {
    /// Id of the form, which makes the ids of fields unique on the page.
    pub(super) form: &'a str,
    pub(super) name: &'static str,
    pub(super) label: &'a str,
    /// A hint on accepted values, may be empty.
    pub(super) hint: &'a str,
    /// The `type` of the input: `text`, `email`, `password`.
    pub(super) kind: &'static str,
    pub(super) value: &'a str,
    pub(super) is_required: bool,
    /// Minimum and maximum number of characters.
    pub(super) length: (u32, u32),
    /// A regular expression for browsers.
    pub(super) pattern: Option<&'static str>,
    pub(super) autocomplete: &'static str,
    pub(super) has_focus: bool,
}

impl<'a> FormField<'a> {
    /// An optional text field without autocompletion.
    pub(super) fn text(form: &'a str, name: &'static str, label: &'a str, value: &'a str) -> Self {
        Self {
            form,
            name,
            label,
            value,
            hint: "",
            kind: "text",
            is_required: false,
            length: (0, 4000),
            pattern: None,
            autocomplete: "off",
            has_focus: false,
        }
    }

    /// The current password, required to confirm a change.
    pub(super) fn current_password(form: &'a str) -> Self {
        Self {
            kind: "password",
            is_required: true,
            length: (0, 200),
            autocomplete: "current-password",
            ..Self::text(form, "password", "Current password", "")
        }
    }

    pub(super) fn new_password(form: &'a str) -> Self {
        Self {
            kind: "password",
            hint: "At least 10 characters, and not a common password. All other sessions end.",
            is_required: true,
            length: (10, 200),
            autocomplete: "new-password",
            ..Self::text(form, "new-password", "New password", "")
        }
    }

    pub(super) fn html(&self, wrong: &Wrong) -> Markup {
        let Self { form, name, label, hint, kind, value, length, pattern, .. } = *self;
        let id = format!("{form}-{name}");
        let error = wrong.of(name);
        let said = [(!hint.is_empty(), "hint"), (error.is_some(), "wrong")];
        let described: Vec<_> =
            said.iter().filter(|(is_said, _)| *is_said).map(|(_, what)| format!("{id}-{what}")).collect();
        html! {
            div.field {
                label for=(id) { (label) }
                @if !hint.is_empty() { p.hint id={ (id) "-hint" } { (hint) } }
                input id=(id) name=(name) type=(kind) value=[(kind != "password").then_some(value)]
                    required[self.is_required]
                    minlength=[(length.0 > 0).then_some(length.0)] maxlength=(length.1)
                    pattern=[pattern] autocomplete=(self.autocomplete) spellcheck="false"
                    aria-invalid=[error.map(|_| "true")]
                    aria-describedby=[Some(described.join(" ")).filter(|ids| !ids.is_empty())]
                    autofocus[self.has_focus || wrong.begins_with(name)];
                @if let Some(error) = error { p.wrong id={ (id) "-wrong" } { (error) } }
            }
        }
    }
}

/// The hidden field that every form needs.
pub(super) fn csrf_field(csrf: &str) -> Markup {
    html! { input type="hidden" name="csrf" value=(csrf); }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_never_sent_back() {
        let field = FormField { value: "secret", ..FormField::current_password("email") };
        assert!(!field.html(&Wrong::default()).into_string().contains("value"));
    }
}
