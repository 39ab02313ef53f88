//! `#[derive(Words)]`.

use crate::field::{doc, kebab};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::parse::ParseStream;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Error, Fields, Ident, LitStr, Path, Result, Token, Variant};

/// The attribute `#[words(…)]` of an enum.
#[derive(Default)]
struct WordsAttribute {
    name: Option<LitStr>,
    remote: Option<Path>,
    case: Case,
}

/// The words of variants that have no `#[word("…")]`.
#[derive(Clone, Copy, Default)]
enum Case {
    #[default]
    Kebab,
    Snake,
    Verbatim,
}

/// The implementations for an enum, or what is wrong with it.
pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    implementations(input).unwrap_or_else(Error::into_compile_error)
}

fn implementations(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new(input.span(), "only an enum can be a set of words"));
    };
    let options = options(input)?;
    let ident = &input.ident;
    let of = options.remote.as_ref().map_or_else(|| quote!(#ident), |path| quote!(#path));
    let name = options.name.clone().unwrap_or_else(|| LitStr::new(&ident.to_string(), ident.span()));
    let description = doc(&input.attrs, " ");
    if description.is_empty() {
        return Err(Error::new(ident.span(), "a doc comment is the description of the schema"));
    }
    let words = data.variants.iter().map(|v| word(v, options.case)).collect::<Result<Vec<_>>>()?;
    let variants: Vec<&Ident> = data.variants.iter().map(|variant| &variant.ident).collect();
    let plain = words.iter().map(|(word, _)| word);
    let forms = words.iter().map(|(word, short)| match short {
        Some(short) => format!("{word}:{short}"),
        None => word.clone(),
    });
    let own = match options.remote {
        // Only the words of the stand-in are used, so its variants are named once to count as used.
        Some(_) => quote!(const _: &[#ident] = &[#(#ident::#variants),*];),
        None => quote! {
            impl serde::Serialize for #ident {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.serialize_str(crate::api::value::Words::word(*self))
                }
            }
        },
    };
    Ok(quote! {
        impl crate::api::value::Words for #of {
            type Schema = #ident;
            const WORDS: &'static [&'static str] = &[#(#forms),*];
            const VALUES: &'static [Self] = &[#(Self::#variants),*];

            fn word(self) -> &'static str {
                match self {
                    #(Self::#variants => #plain),*
                }
            }
        }

        impl utoipa::PartialSchema for #ident {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                crate::api::value::words_schema::<#of>(#description)
            }
        }

        impl utoipa::ToSchema for #ident {
            fn name() -> std::borrow::Cow<'static, str> {
                #name.into()
            }
        }

        #own
    })
}

fn options(input: &DeriveInput) -> Result<WordsAttribute> {
    let mut options = WordsAttribute::default();
    for attribute in input.attrs.iter().filter(|a| a.path().is_ident("words")) {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("name") {
                options.name = Some(meta.value()?.parse()?);
            } else if meta.path.is_ident("remote") {
                options.remote = Some(meta.value()?.parse()?);
            } else if meta.path.is_ident("snake") {
                options.case = Case::Snake;
            } else if meta.path.is_ident("verbatim") {
                options.case = Case::Verbatim;
            } else {
                return Err(meta.error("expected `name`, `remote`, `snake` or `verbatim`"));
            }
            Ok(())
        })?;
    }
    Ok(options)
}

/// The word of a variant, and its short form.
fn word(variant: &Variant, case: Case) -> Result<(String, Option<String>)> {
    if !matches!(variant.fields, Fields::Unit) {
        return Err(Error::new(variant.span(), "a word has no data; use a variant for each word"));
    }
    let name = variant.ident.to_string();
    let name = match case {
        Case::Kebab => kebab(&name),
        Case::Snake => kebab(&name).replace('-', "_"),
        Case::Verbatim => name,
    };
    let mut word = (name, None);
    for attribute in variant.attrs.iter().filter(|a| a.path().is_ident("word")) {
        attribute.parse_args_with(|input: ParseStream| {
            word.0 = input.parse::<LitStr>()?.value();
            if input.peek(Token![,]) {
                input.parse::<Token![,]>()?;
                let key: Ident = input.parse()?;
                if key != Ident::new("short", Span::call_site()) {
                    return Err(Error::new(key.span(), "expected `short`"));
                }
                input.parse::<Token![=]>()?;
                word.1 = Some(input.parse::<LitStr>()?.value());
            }
            Ok(())
        })?;
    }
    Ok(word)
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
        let data: DeriveInput = parse_quote! { /** A. */ enum A { B(u8) } };
        assert_eq!(error(data), "a word has no data; use a variant for each word");
        assert_eq!(error(parse_quote! { struct A; }), "only an enum can be a set of words");
        assert_eq!(error(parse_quote! { enum A { B } }), "a doc comment is the description of the schema");
        let unknown: DeriveInput = parse_quote! { /** A. */ #[words(camel)] enum A { B } };
        assert_eq!(error(unknown), "expected `name`, `remote`, `snake` or `verbatim`");
    }

    #[test]
    fn words_are_the_names_of_the_variants_unless_they_are_given() {
        let code: DeriveInput = parse_quote! {
            /// A.
            #[words(snake)]
            enum A { CivilDawn, #[word("gc", short = "g")] GalacticCenter }
        };
        let code = implementations(&code).map(|code| code.to_string()).unwrap_or_default();
        assert!(code.contains(r#"& ["civil_dawn" , "gc:g"]"#), "{code}");
    }
}
