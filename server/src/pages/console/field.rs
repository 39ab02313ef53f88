//! A field of a form: its label, its value, and what is wrong with it.

use maud::{Markup, html};

/// What is wrong with the values of a form, by the names of their fields.
#[derive(Debug, Default)]
pub(super) struct Wrong(Vec<(&'static str, String)>);

impl Wrong {
    /// One field that is wrong.
    pub(super) fn one(field: &'static str, text: &str) -> Self {
        let mut wrong = Self::default();
        wrong.add(field, text);
        wrong
    }

    /// Adds what is wrong with a field.
    pub(super) fn add(&mut self, field: &'static str, text: &str) {
        self.0.push((field, super::words::sentence(text)));
    }

    /// Whether all fields are right.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many fields are wrong.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    fn of(&self, field: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| *name == field).map(|(_, text)| text.as_str())
    }

    /// Whether the reader should begin with this field.
    fn begins_with(&self, field: &str) -> bool {
        self.0.first().is_some_and(|(name, _)| *name == field)
    }
}

/// A field of a form.
pub(super) struct Field<'a> {
    /// Id of the form: fields of several forms on a page may have the same name.
    pub(super) form: &'a str,
    /// Name of the field.
    pub(super) name: &'static str,
    /// What the field is called on the page.
    pub(super) label: &'a str,
    /// What may be typed; nothing if the label says it.
    pub(super) hint: &'a str,
    /// The `type` of the input: `text`, `email`, `password`.
    pub(super) kind: &'static str,
    /// Its value.
    pub(super) value: &'a str,
    /// Whether it must not be empty.
    pub(super) is_required: bool,
    /// Characters at least and at most.
    pub(super) length: (u32, u32),
    /// The regular expression that browsers check.
    pub(super) pattern: Option<&'static str>,
    /// What browsers may fill in.
    pub(super) autocomplete: &'static str,
    /// Whether the reader begins with this field, also if nothing is wrong.
    pub(super) has_focus: bool,
}

impl<'a> Field<'a> {
    /// A text that may be empty and that browsers do not fill in.
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

    /// The present password, without which a form is not taken.
    pub(super) fn present_password(form: &'a str) -> Self {
        Self {
            kind: "password",
            is_required: true,
            length: (0, 200),
            autocomplete: "current-password",
            ..Self::text(form, "password", "Present password", "")
        }
    }

    /// The field as a part of a page.
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

/// The hidden field without which no form is taken.
pub(super) fn csrf_field(csrf: &str) -> Markup {
    html! { input type="hidden" name="csrf" value=(csrf); }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_field_keeps_its_value_says_what_is_wrong_and_has_the_focus() {
        let mut wrong = Wrong::one("ips", "\"x<\" is no address");
        wrong.add("origins", "wrong, too");
        let field = Field { hint: "Addresses.", ..Field::text("new", "ips", "Addresses", "x<") };
        let html = field.html(&wrong).into_string();
        for part in [
            "value=\"x&lt;\"",
            "aria-invalid=\"true\"",
            "aria-describedby=\"new-ips-hint new-ips-wrong\"",
            "autofocus",
            "&quot;x&lt;&quot; is no address.",
        ] {
            assert!(html.contains(part), "{part}: {html}");
        }
        let second = Field::text("new", "origins", "Origins", "").html(&wrong).into_string();
        assert!(second.contains("aria-invalid") && !second.contains("autofocus"));
        let right = Field::text("new", "nickname", "Nickname", "").html(&wrong).into_string();
        assert!(!right.contains("aria-"), "{right}");
    }

    #[test]
    fn passwords_are_never_sent_back() {
        let field = Field { value: "secret", ..Field::present_password("email") };
        assert!(!field.html(&Wrong::default()).into_string().contains("value"));
    }
}
