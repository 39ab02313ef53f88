//! A field of a struct that derives `Parameters`, with its attributes.

use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned;
use syn::{
    Attribute, Error, Expr, ExprLit, Field, GenericArgument, Ident, Lit, LitStr, Meta, PathArguments, Result,
    Token, Type,
};

pub(crate) enum Role {
    Parameter,
    /// A field of the echo that the operation sets.
    Computed,
    /// Parameters of another struct: those of the expression, or all.
    Flattened(Option<Box<Expr>>),
}

pub(crate) struct ParameterField {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) role: Role,
    pub(crate) doc: String,
    pub(crate) is_in_path: bool,
    pub(crate) name: String,
    pub(crate) aliases: Vec<LitStr>,
    pub(crate) example: Option<LitStr>,
    pub(crate) is_shown: bool,
    pub(crate) min: Option<Expr>,
    pub(crate) max: Option<Expr>,
    /// A default; without a value that of the type.
    pub(crate) default: Option<Option<Expr>>,
    pub(crate) meaning: Option<Expr>,
    pub(crate) echo: Option<LitStr>,
    pub(crate) echo_after: Option<Ident>,
    pub(crate) is_silent: bool,
    pub(crate) is_null: bool,
    pub(crate) is_always: bool,
}

impl ParameterField {
    /// Reads the attributes of a field.
    pub(crate) fn new(field: &Field) -> Result<Self> {
        let Some(ident) = field.ident.clone() else {
            return Err(Error::new(field.span(), "a parameter has a name, so the fields need names"));
        };
        let mut read = Self {
            ident,
            ty: field.ty.clone(),
            role: Role::Parameter,
            doc: doc(&field.attrs, " "),
            is_in_path: false,
            name: String::new(),
            aliases: Vec::new(),
            example: None,
            is_shown: false,
            min: None,
            max: None,
            default: None,
            meaning: None,
            echo: None,
            echo_after: None,
            is_silent: false,
            is_null: false,
            is_always: false,
        };
        for attribute in field.attrs.iter().filter(|a| a.path().is_ident("param")) {
            attribute.parse_nested_meta(|meta| read.attribute(&meta))?;
        }
        if read.name.is_empty() {
            let field = read.ident.to_string();
            let field = field.trim_start_matches("r#");
            read.name = if read.is_in_path { field.replace('_', "-") } else { camel(field) };
        }
        read.check()?;
        Ok(read)
    }

    fn attribute(&mut self, meta: &ParseNestedMeta) -> Result<()> {
        let Some(key) = meta.path.get_ident().map(Ident::to_string) else {
            return Err(meta.error("expected an attribute of a parameter"));
        };
        let has_value = meta.input.peek(Token![=]);
        match key.as_str() {
            "path" => self.is_in_path = true,
            "name" => self.name = meta.value()?.parse::<LitStr>()?.value(),
            "alias" => self.aliases.push(meta.value()?.parse()?),
            "example" => self.example = Some(meta.value()?.parse()?),
            "shown" => self.is_shown = true,
            "min" => self.min = Some(meta.value()?.parse()?),
            "max" => self.max = Some(meta.value()?.parse()?),
            "default" if has_value => self.default = Some(Some(meta.value()?.parse()?)),
            "default" => self.default = Some(None),
            "meaning" => self.meaning = Some(meta.value()?.parse()?),
            "echo" => self.echo = Some(meta.value()?.parse()?),
            "echo_after" => self.echo_after = Some(meta.value()?.parse()?),
            "silent" => self.is_silent = true,
            "null" => self.is_null = true,
            "always" => self.is_always = true,
            "computed" => self.role = Role::Computed,
            "flatten" if has_value => self.role = Role::Flattened(Some(Box::new(meta.value()?.parse()?))),
            "flatten" => self.role = Role::Flattened(None),
            _ => return Err(meta.error("no such attribute of a parameter")),
        }
        Ok(())
    }

    fn check(&self) -> Result<()> {
        let error = |text: &str| Err(Error::new(self.ident.span(), text));
        let is_parameter = self.is_parameter();
        match () {
            () if is_parameter && self.example.is_none() => error("a parameter needs `example = \"…\"`"),
            () if !matches!(self.role, Role::Flattened(_))
                && self.doc.is_empty()
                && self.meaning.is_none() =>
            {
                error("the doc comment of a parameter is its description")
            }
            () if self.default.is_some() && (self.inner().is_some() || self.is_in_path) => {
                error("a parameter with a default is neither an `Option` nor in the path")
            }
            () if self.is_null && self.inner().is_none() => error("only an `Option` can be `null`"),
            () if self.min.is_some() && self.max.is_none() => error("`min` needs `max`"),
            () => Ok(()),
        }
    }

    /// The type within `Option<…>`, if the field has such a type.
    pub(crate) fn inner(&self) -> Option<&Type> {
        let Type::Path(path) = &self.ty else { return None };
        let last = path.path.segments.last().filter(|segment| segment.ident == "Option")?;
        match &last.arguments {
            PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
                Some(GenericArgument::Type(inner)) => Some(inner),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns whether the field is a parameter of this struct.
    pub(crate) fn is_parameter(&self) -> bool {
        matches!(self.role, Role::Parameter)
    }

    /// Returns whether a request without the parameter is refused.
    pub(crate) fn is_required(&self) -> bool {
        self.is_parameter() && self.inner().is_none() && self.default.is_none()
    }

    pub(crate) fn constant(&self) -> Ident {
        let name = self.ident.to_string();
        Ident::new(&name.trim_start_matches("r#").to_uppercase(), self.ident.span())
    }
}

/// The doc comment among attributes, its lines joined.
pub(crate) fn doc(attributes: &[Attribute], separator: &str) -> String {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value().trim().to_owned()),
            _ => None,
        },
        _ => None,
    });
    lines.collect::<Vec<_>>().join(separator)
}

/// `CivilDawn` as `civil-dawn`.
pub(crate) fn kebab(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.extend(c.to_lowercase());
    }
    text
}

/// `sun_radius` as `sunRadius`.
fn camel(name: &str) -> String {
    let mut text = String::new();
    for part in name.split('_') {
        match part.chars().next() {
            Some(first) if !text.is_empty() => text.extend(first.to_uppercase().chain(part.chars().skip(1))),
            _ => text.push_str(part),
        }
    }
    text
}
