//! Closed sets of words in responses.

/// Implements the words of an enum: their text, and their schema with a name and a description.
macro_rules! words {
    ($type:ident as $name:literal, $description:literal: $($variant:ident = $word:literal),+ $(,)?) => {
        impl $type {
            /// The words in responses, and their values in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word),+];
            /// The values.
            pub const VALUES: &'static [Self] = &[$(Self::$variant),+];

            /// The word in responses.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }

        #[cfg(feature = "service")]
        impl utoipa::PartialSchema for $type {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                let kind = utoipa::openapi::schema::Type::String;
                crate::schema::one_of(kind, Self::WORDS.iter().copied(), $description)
            }
        }

        #[cfg(feature = "service")]
        impl utoipa::ToSchema for $type {
            fn name() -> std::borrow::Cow<'static, str> {
                $name.into()
            }
        }
    };
}
pub(crate) use words;
