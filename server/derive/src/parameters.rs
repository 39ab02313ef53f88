//! `#[derive(Parameters)]`.

use crate::field::{ParameterField, Role, doc};
use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Error, Expr, ExprCall, Fields, Ident, Result};

/// The implementations for a struct, or what is wrong with it.
pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    implementations(input).unwrap_or_else(Error::into_compile_error)
}

fn implementations(input: &DeriveInput) -> Result<TokenStream> {
    let fields = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(named) => &named.named,
            other => return Err(Error::new(other.span(), "the parameters are the fields of a struct")),
        },
        _ => return Err(Error::new(input.span(), "the parameters are the fields of a struct")),
    };
    let fields = fields.iter().map(ParameterField::new).collect::<Result<Vec<_>>>()?;
    let ident = &input.ident;
    let visibility = &input.vis;
    let constants = fields.iter().filter(|f| f.is_parameter()).map(constant);
    let all = all(ident, &fields);
    let reads = fields.iter().map(|f| read(ident, f));
    let ParametersAttribute { calls, is_inline } = options(input)?;
    let checks = calls.iter().map(|call| check(call, &fields));
    let values = fields.iter().map(value);
    let echoed = in_echo_order(&fields)?;
    let echo = echoed.iter().copied().map(echo);
    let described = echoed.iter().map(|f| described(ident, f));
    let (name, description) = (ident.to_string(), doc(&input.attrs, "\n"));
    Ok(quote! {
        #[allow(missing_docs)]
        impl #ident {
            #(#visibility #constants)*
        }

        impl crate::api::parameters::Parameters for #ident {
            const ALL: &'static [crate::api::parameter::Parameter] = #all;
            const IS_INLINE: bool = #is_inline;
            const FIELDS: &'static [crate::api::parameters::Field] = &[#(#described),*];

            fn read(__input: &mut crate::api::input::Input) -> Option<Self> {
                #(#reads)*
                #(#checks)*
                Some(Self { #(#values),* })
            }

            fn echo<M: serde::ser::SerializeMap>(&self, __map: &mut M) -> Result<(), M::Error> {
                #(#echo)*
                Ok(())
            }
        }

        impl utoipa::PartialSchema for #ident {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                crate::api::parameters::schema::<Self>(#description)
            }
        }

        impl utoipa::ToSchema for #ident {
            fn name() -> std::borrow::Cow<'static, str> {
                #name.into()
            }

            fn schemas(found: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>) {
                crate::api::parameters::schemas::<Self>(found);
            }
        }
    })
}

fn constant(field: &ParameterField) -> TokenStream {
    let ParameterField { name, aliases, example, is_shown, doc, .. } = field;
    let (constant, ty) = (field.constant(), field.inner().unwrap_or(&field.ty));
    let meaning = field.meaning.as_ref().map_or_else(|| quote!(#doc), |meaning| quote!(#meaning));
    let place = match (field.is_in_path, field.is_required()) {
        (true, _) => quote!(Path),
        (false, required) => quote!(Query { required: #required }),
    };
    let min = field.min.as_ref().map_or_else(|| quote!(f64::NEG_INFINITY), |min| quote!(#min as f64));
    let max = field.max.as_ref().map_or_else(|| quote!(f64::INFINITY), |max| quote!(#max as f64));
    quote! {
        const #constant: crate::api::parameter::Parameter = crate::api::parameter::Parameter {
            name: #name,
            aliases: &[#(#aliases),*],
            place: crate::api::parameter::Place::#place,
            bounds: [#min, #max],
            is_list: <#ty as crate::api::value::Value>::IS_LIST,
            is_date: <#ty as crate::api::value::Value>::IS_DATE,
            accepted: <#ty as crate::api::value::Value>::accepted,
            meaning: #meaning,
            example: #example,
            is_in_example: #is_shown,
        };
    }
}

/// All parameters, also those of flattened structs, in order.
fn all(ident: &Ident, fields: &[ParameterField]) -> TokenStream {
    let parts = fields.iter().filter_map(|field| {
        let (constant, ty) = (field.constant(), &field.ty);
        match &field.role {
            Role::Parameter => Some(quote!(&[#ident::#constant])),
            Role::Computed => None,
            Role::Flattened(Some(list)) => Some(quote!(#list)),
            Role::Flattened(None) => Some(quote!(<#ty as crate::api::parameters::Parameters>::ALL)),
        }
    });
    quote! {{
        const PARTS: &[&[crate::api::parameter::Parameter]] = &[#(#parts),*];
        &crate::api::parameters::concat::<{ crate::api::parameters::count(PARTS) }>(PARTS)
    }}
}

/// Reads a field into a variable of its name; one that is required is an `Option`.
fn read(of: &Ident, field: &ParameterField) -> TokenStream {
    let ParameterField { ident, ty, .. } = field;
    let constant = field.constant();
    let value = field.inner().unwrap_or(ty);
    let read = quote!(<#value as crate::api::value::Value>::read(__input, &#of::#constant));
    match (&field.role, &field.default) {
        (Role::Computed, _) => quote!(),
        (Role::Flattened(_), _) => {
            quote!(let #ident = <#ty as crate::api::parameters::Parameters>::read(__input);)
        }
        (Role::Parameter, Some(Some(default))) => quote!(let #ident = #read.unwrap_or_else(|| #default);),
        (Role::Parameter, Some(None)) => quote!(let #ident = #read.unwrap_or_default();),
        (Role::Parameter, None) if field.is_required() => {
            quote!(let #ident = __input.need::<#ty>(&#of::#constant);)
        }
        (Role::Parameter, None) => quote!(let #ident = #read;),
    }
}

/// Returns whether the variable of a field is an `Option` that must have a value.
fn must_be_there(field: &ParameterField) -> bool {
    field.is_required() || matches!(field.role, Role::Flattened(_))
}

fn value(field: &ParameterField) -> TokenStream {
    let ident = &field.ident;
    match field.role {
        Role::Computed => quote!(#ident: Default::default()),
        _ if must_be_there(field) => quote!(#ident: #ident?),
        _ => quote!(#ident),
    }
}

/// The attribute `#[parameters(…)]` of a struct.
#[derive(Default)]
struct ParametersAttribute {
    calls: Vec<ExprCall>,
    is_inline: bool,
}

fn options(input: &DeriveInput) -> Result<ParametersAttribute> {
    let mut options = ParametersAttribute::default();
    for attribute in input.attrs.iter().filter(|a| a.path().is_ident("parameters")) {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("inline") {
                options.is_inline = true;
                return Ok(());
            }
            if !meta.path.is_ident("check") {
                return Err(meta.error("expected `check = function(field, …)` or `inline`"));
            }
            match meta.value()?.parse()? {
                Expr::Call(call) => options.calls.push(call),
                other => return Err(Error::new(other.span(), "expected `function(field, …)`")),
            }
            Ok(())
        })?;
    }
    Ok(options)
}

/// Calls a function after everything is read. Its arguments are fields, or expressions as they are.
fn check(call: &ExprCall, fields: &[ParameterField]) -> TokenStream {
    let (mut arguments, mut required) = (Vec::new(), Vec::new());
    for argument in &call.args {
        let is_it =
            |f: &&ParameterField| matches!(argument, Expr::Path(path) if path.path.is_ident(&f.ident));
        match fields.iter().find(is_it) {
            Some(field) if must_be_there(field) => {
                let ident = &field.ident;
                required.push(ident);
                arguments.push(quote!(#ident));
            }
            Some(ParameterField { ident, .. }) => arguments.push(quote!(&#ident)),
            None => arguments.push(quote!(#argument)),
        }
    }
    let function = &call.func;
    let call = quote!(#function(__input, #(#arguments),*););
    match required[..] {
        [] => call,
        _ => quote!(if let (#(Some(#required),)*) = (#(&#required,)*) { #call }),
    }
}

fn in_echo_order(fields: &[ParameterField]) -> Result<Vec<&ParameterField>> {
    let mut order: Vec<_> = fields.iter().filter(|f| f.echo_after.is_none() && !f.is_silent).collect();
    // In reverse, so that several after the same one keep their order.
    for field in fields.iter().rev() {
        if let Some(after) = &field.echo_after {
            let before = order.iter().position(|f| f.ident == *after);
            let before = before.ok_or_else(|| Error::new(after.span(), "no such field in the echo"))?;
            order.insert(before + 1, field);
        }
    }
    Ok(order)
}

fn echo_name(field: &ParameterField) -> String {
    field.echo.as_ref().map_or_else(|| field.name.clone(), syn::LitStr::value)
}

fn echo(field: &ParameterField) -> TokenStream {
    let (ident, name) = (&field.ident, echo_name(field));
    let is_optional = field.inner().is_some();
    match field.role {
        Role::Flattened(_) => quote!(crate::api::parameters::Parameters::echo(&self.#ident, __map)?;),
        Role::Computed if is_optional && !field.is_null => {
            quote!(if let Some(value) = &self.#ident { __map.serialize_entry(#name, value)?; })
        }
        Role::Computed => quote!(__map.serialize_entry(#name, &self.#ident)?;),
        Role::Parameter if field.is_null => {
            quote!(crate::api::parameters::echo_or_null(__map, #name, self.#ident.as_ref())?;)
        }
        Role::Parameter if is_optional => quote! {
            if let Some(value) = &self.#ident { crate::api::parameters::echo(__map, #name, value)?; }
        },
        Role::Parameter => quote!(crate::api::parameters::echo(__map, #name, &self.#ident)?;),
    }
}

/// The description of a field of the echo.
fn described(of: &Ident, field: &ParameterField) -> TokenStream {
    let (ty, name, constant, doc) = (&field.ty, echo_name(field), field.constant(), &field.doc);
    let value = field.inner().unwrap_or(ty);
    let presence = match field.inner() {
        Some(_) if field.is_null => quote!(OrNull),
        Some(_) if !field.is_always => quote!(IfGiven),
        _ => quote!(Always),
    };
    let presence = quote!(crate::api::parameters::Presence::#presence);
    match field.role {
        Role::Flattened(_) => quote!(crate::api::parameters::Field::group::<#ty>()),
        Role::Computed => quote!(crate::api::parameters::Field::computed::<#value>(#name, #doc, #presence)),
        Role::Parameter => quote! {
            crate::api::parameters::Field::parameter::<#value>(#name, &#of::#constant, #presence)
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    fn error(input: DeriveInput) -> String {
        implementations(&input).err().map(|e| e.to_string()).unwrap_or_default()
    }

    #[test]
    fn an_error_names_the_fix() {
        let no_example: DeriveInput = parse_quote! { struct Q { /** A. */ a: f64 } };
        assert_eq!(error(no_example), "a parameter needs `example = \"…\"`");
        let no_description: DeriveInput = parse_quote! { struct Q { #[param(example = "1")] a: f64 } };
        assert_eq!(error(no_description), "the doc comment of a parameter is its description");
        let unknown: DeriveInput = parse_quote! { struct Q { /** A. */ #[param(unit = "m")] a: f64 } };
        assert_eq!(error(unknown), "no such attribute of a parameter");
        let two: DeriveInput = parse_quote! {
            struct Q { /** A. */ #[param(example = "1", default)] a: Option<f64> }
        };
        assert_eq!(error(two), "a parameter with a default is neither an `Option` nor in the path");
        let check: DeriveInput = parse_quote! {
            #[parameters(check = ordered)]
            struct Q { /** A. */ #[param(example = "1")] a: f64 }
        };
        assert_eq!(error(check), "expected `function(field, …)`");
    }

    #[test]
    fn names_follow_the_place_and_the_echo_has_an_order_of_its_own() {
        let input: DeriveInput = parse_quote! {
            struct Q {
                /// A.
                #[param(path, example = "1")]
                start_date: Instant,
                /// B.
                #[param(example = "1", min = 0.0, max = 1.0, echo_after = alg)]
                sun_radius: Option<f64>,
                /// C.
                #[param(computed)]
                alg: Theory,
            }
        };
        let code = implementations(&input).map(|code| code.to_string()).unwrap_or_default();
        assert!(code.contains(r#"name : "start-date""#) && code.contains(r#"name : "sunRadius""#), "{code}");
        let echo = code.split("fn echo").nth(1).unwrap_or_default();
        assert!(echo.find("\"alg\"") < echo.find("\"sunRadius\""), "{echo}");
    }
}
