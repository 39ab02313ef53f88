//! Problem documents for refused requests. Only this file assigns statuses to problems.

use hyper::StatusCode;
use std::borrow::Cow;

/// Maximum number of wrong parameters in the detail of a problem.
const MAX_IN_DETAIL: usize = 4;

/// A bad parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParameterProblem {
    /// Its name.
    pub parameter: Cow<'static, str>,
    /// The error and its fix.
    pub detail: String,
}

/// Generates [`Code`] from a table of names, stable words, statuses and titles.
macro_rules! problems {
    ($($(#[$doc:meta])* $name:ident, $word:literal, $status:ident, $title:literal;)*) => {
        /// Kinds of problems, one for each reaction of a client.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Code { $($(#[$doc])* $name,)* }

        impl Code {
            /// All problems, for the documentation.
            pub const ALL: [Self; [$(Self::$name),*].len()] = [$(Self::$name),*];

            /// The stable word, the status, and a title.
            pub fn describe(self) -> (&'static str, StatusCode, &'static str) {
                match self { $(Self::$name => ($word, StatusCode::$status, $title),)* }
            }
        }
    };
}

problems! {
    /// One or more parameters are wrong.
    BadParameter, "bad-parameter", BAD_REQUEST, "A parameter is missing, unknown or wrong";
    /// The instant lies outside the ephemeris.
    OutsideEphemeris, "outside-ephemeris", BAD_REQUEST, "The instant lies outside the ephemeris";
    /// The response would be larger than allowed.
    TooLarge, "too-large", BAD_REQUEST, "The response would exceed the limit of one call";
    /// No key or token where one is needed.
    CredentialsRequired, "credentials-required", UNAUTHORIZED, "This operation needs a key or a token";
    /// A key or token that is wrong, disabled, deleted, or given twice.
    CredentialsInvalid, "credentials-invalid", UNAUTHORIZED, "The key or token is not valid";
    /// A token after its fifteen minutes.
    TokenExpired, "token-expired", UNAUTHORIZED, "The access token has expired";
    /// A key with origin rules, and no `Origin`.
    OriginRequired, "origin-required", UNAUTHORIZED, "The key needs an Origin header";
    /// An account that the operator has suspended.
    AccountSuspended, "account-suspended", FORBIDDEN, "The account is suspended";
    /// An `Origin` that the key does not take.
    OriginRefused, "origin-refused", FORBIDDEN, "The key does not allow this origin";
    /// An address that the key does not take.
    AddressRefused, "address-refused", FORBIDDEN, "The key does not allow this address";
    /// The premium host with a key of a lower plan.
    PremiumRefused, "premium-refused", FORBIDDEN, "The premium host is for higher plans";
    /// A lower plan than the operation needs.
    PlanRequired, "plan-required", FORBIDDEN, "The operation needs a higher plan";
    /// Too many requests from an address.
    RateLimited, "rate-limited", TOO_MANY_REQUESTS, "Too many requests from this address";
    /// The month's allowance does not suffice.
    CreditsExhausted, "credits-exhausted", PAYMENT_REQUIRED,
        "The month's allowance of credits does not suffice";
    /// No such path.
    NoSuchPath, "no-such-path", NOT_FOUND, "There is no such path";
    /// The path exists, but there is nothing for that key.
    NoData, "no-data", NOT_FOUND, "There are no data for this request";
    /// A method that the path does not have.
    MethodNotAllowed, "method-not-allowed", METHOD_NOT_ALLOWED, "The path does not have this method";
    /// No format that the client accepts.
    NotAcceptable, "not-acceptable", NOT_ACCEPTABLE, "No available format matches the Accept header";
    /// Another generation than the request names.
    OtherDataset, "other-dataset", CONFLICT, "The server has another dataset";
    /// A body in a format that is not read.
    UnsupportedMediaType, "unsupported-media-type", UNSUPPORTED_MEDIA_TYPE,
        "The body is in a format that is not read";
    /// A larger body than is allowed.
    BodyTooLarge, "body-too-large", PAYLOAD_TOO_LARGE, "The body of the request is too large";
    /// A body that does not arrive in time.
    BodyTooSlow, "body-too-slow", REQUEST_TIMEOUT, "The body of the request came too slowly";
    /// A body that is not of its format.
    BodyMalformed, "body-malformed", BAD_REQUEST, "The body of the request is malformed";
    /// The `Host` header is missing, repeated or invalid.
    BadHost, "bad-host", BAD_REQUEST, "The Host header is missing or wrong";
    /// A proxy that has written no address of its client.
    BadForwardedFor, "bad-forwarded-for", BAD_REQUEST, "A proxy has written no address in X-Forwarded-For";
    /// A longer address than any operation needs.
    AddressTooLong, "address-too-long", URI_TOO_LONG, "The address is too long";
    /// The server is stopping, or has no data.
    Unavailable, "unavailable", SERVICE_UNAVAILABLE, "The service cannot answer now";
    /// The accounts could not be read for too long.
    AccountsUnavailable, "accounts-unavailable", SERVICE_UNAVAILABLE, "No key can be checked at the moment";
    /// Too much is being answered, or waits to be sent.
    Busy, "busy", SERVICE_UNAVAILABLE, "Too much is being answered at the moment";
    /// A fault of the server.
    Internal, "internal", INTERNAL_SERVER_ERROR, "Internal server error";
}

/// A problem with a request, as the client sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The kind of the problem.
    pub code: Code,
    /// The problem, in words for the client.
    pub detail: String,
    /// All parameters that are wrong.
    pub errors: Vec<ParameterProblem>,
    /// Time until a retry is useful, s, if it is predictable.
    pub retry_after_s: Option<u64>,
    /// The text for HTML pages in place of the detail.
    pub instead: Option<Instead>,
}

/// A problem in the words of an HTML page, with links to similar requests that succeed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instead {
    /// The problem, in words for the client.
    pub detail: String,
    /// Descriptions of other queries of the same page, with their addresses if the page may link to them.
    pub links: Vec<(String, Option<String>)>,
}

impl Problem {
    /// Makes a problem that is not about parameters.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Self { code, detail: detail.into(), errors: Vec::new(), retry_after_s: None, instead: None }
    }

    /// Creates the problem of wrong parameters; `more` of them are not in the list. The detail repeats only
    /// the first ones, so that a response is not much longer than its request.
    pub fn parameters(errors: Vec<ParameterProblem>, more: usize) -> Self {
        let shown = if errors.len() + more <= MAX_IN_DETAIL { MAX_IN_DETAIL } else { MAX_IN_DETAIL - 1 };
        let first = errors.iter().take(shown).map(|e| format!("{}: {}", e.parameter, e.detail));
        let mut detail = first.collect::<Vec<_>>().join("; ");
        match (errors.len() + more).saturating_sub(shown) {
            0 => {}
            left => detail.push_str(&format!("; and {left} more")),
        }
        Self { errors, ..Self::new(Code::BadParameter, detail) }
    }

    /// Makes the problem of one wrong parameter.
    pub fn parameter(parameter: &'static str, detail: impl Into<String>) -> Self {
        let error = ParameterProblem { parameter: Cow::Borrowed(parameter), detail: detail.into() };
        Self::parameters(vec![error], 0)
    }

    /// Sets the time until a retry is useful.
    pub fn retry_after(self, seconds: u64) -> Self {
        Self { retry_after_s: Some(seconds), ..self }
    }

    /// Sets the text and links for HTML pages in place of the detail.
    pub fn with_page_text(self, detail: String, links: Vec<(String, Option<String>)>) -> Self {
        Self { instead: Some(Instead { detail, links }), ..self }
    }

    /// The HTTP status.
    pub fn status(&self) -> StatusCode {
        self.code.describe().1
    }
}
