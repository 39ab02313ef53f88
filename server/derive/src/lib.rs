//! Derives for operations: [`Parameters`](macro@Parameters) turns a struct into the parameters of an
//! operation, [`Words`](macro@Words) turns an enum into a closed set of words.
//!
//! The generated code is small: constants that describe each parameter, and one call per field. The work is
//! done by generic functions in `server/src/api/parameters.rs` and `server/src/api/value.rs`.

mod field;
mod parameters;
mod words;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Implements `Parameters` for a struct: reading a request, the echo in `query`, and their description.
///
/// ```text
/// /// The query of `/rise-transit-set`.
/// #[derive(Parameters)]
/// #[parameters(check = in_order(start_date, end_date), check = one_horizon())]
/// struct RiseTransitSetQuery {
///     /// Where the first day begins, Universal Time.
///     #[param(path, example = "2024-04-08")]
///     start_date: Instant,
///     /// Height above the visible horizon in metres; 0 if left out.
///     #[param(example = "100", min = 0.0, max = 100_000.0, default)]
///     hah: f64,
///     /// The horizon.
///     #[param(example = "level")]
///     horizon: Option<HorizonKind>,
///     /// Height of the eye above mean sea level, m; only with `horizon=terrain`.
///     #[param(computed)]
///     eye: Option<f64>,
///     #[param(flatten)]
///     delta_t: DeltaTInput,
/// }
/// ```
///
/// A field is a parameter. Its doc comment is the description. Its type, which implements `Value`, decides
/// how it is read and which values the documentation lists. A parameter of type `Option<T>` may be left out
/// and is then not echoed. One with a `default` may be left out and is always echoed. Any other is required.
/// A field `hah` becomes the constant `RiseTransitSetQuery::HAH`, for errors and tests. Documentation, errors
/// and echo have the order of the fields.
///
/// Attributes of a field, `#[param(…)]`:
///
/// - `path`: a part of the path. With `Option<T>` it is in only some of the paths.
/// - `name = "ra-decl"`: the name. The default is the name of the field, in `kebab-case` in the path and in
///   `camelCase` elsewhere.
/// - `alias = "obs"`: another accepted name. Repeat it for several.
/// - `example = "100"`: a value for examples; required.
/// - `shown`: examples of calls contain the parameter although it may be left out.
/// - `min = 0.0, max = 1.0`: the bounds of numbers, both included. `max` alone limits the length of a list.
/// - `default`, `default = 60.0`: the value if the parameter is left out; `Default::default()` without a
///   value.
/// - `meaning = TEXT`: the description, in place of the doc comment.
/// - `echo = "jd"`: its name in the echo, if it differs.
/// - `echo_after = alg`: its place in the echo, if it differs.
/// - `silent`: not in the echo.
/// - `null`: echoed as `null` if it is left out.
/// - `computed`: not a parameter, but a field of the echo that the operation sets. It starts as
///   `Default::default()`; an `Option<T>` is left out of the echo while it is none.
/// - `always`: a computed `Option<T>` that has a value whenever it is echoed.
/// - `flatten`: another struct that derives `Parameters`. `flatten = &[…]` accepts these parameters instead
///   of all of its own.
///
/// Attributes of the struct, `#[parameters(…)]`:
///
/// - `check = function(field, …)` calls `function(&mut Input, &field, …)` once everything is read, for
///   conditions between parameters. It is not called if one of the fields is required and missing or wrong.
///   The function records errors with `Input::wrong`. Arguments that are not fields are passed unchanged:
///   `check = is_date(day, &Self::DAY)`. Repeat it for several functions.
/// - `inline`: the fields are described among those of a struct that flattens this one. The default is a
///   separate schema, to which the other schema refers.
#[proc_macro_derive(Parameters, attributes(parameters, param))]
pub fn derive_parameters(input: TokenStream) -> TokenStream {
    parameters::derive(&parse_macro_input!(input as DeriveInput)).into()
}

/// Implements `Words` for an enum without data, which makes it the type of a parameter, of lists (`Vec<T>`)
/// and of fields of a response, with a schema that lists all words.
///
/// ```text
/// /// Values that are given beside the usual.
/// #[derive(Clone, Copy, PartialEq, Words)]
/// #[words(name = "ExtraWord")]
/// enum Extra {
///     #[word("distance-to-earth", short = "d")]
///     Distance,
///     /// A doc comment is not published.
///     Waxing,
/// }
/// ```
///
/// The word of a variant is its name in `kebab-case`, in `snake_case` with `#[words(snake)]` or unchanged
/// with `#[words(verbatim)]`, unless `#[word("…")]` sets another. Lists accept the `short` form too. `name`
/// is the name of the schema; the default is the name of the enum.
///
/// For an enum of another crate, declare a local enum with the same variants: `#[words(remote = Theory)]`
/// implements `Words` for `Theory`, and the schema has the name of the local enum.
#[proc_macro_derive(Words, attributes(words, word))]
pub fn derive_words(input: TokenStream) -> TokenStream {
    words::derive(&parse_macro_input!(input as DeriveInput)).into()
}
