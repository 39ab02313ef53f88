//! The operation `/auth/access-token`: an access token for a key.

use crate::api::context::Context;
use crate::api::described::described;
use crate::api::group::Group;
use crate::api::input::Input;
use crate::api::operation::{Operation, Shape};
use crate::api::prepared::{BARE_JSON, Freshness, Prepared};
use accounts::access::Access;
use serde::Serialize;
use utoipa::ToSchema;
use web::json;
use web::problem::{Code, Problem};

/// The operation `/auth/access-token`.
pub(crate) const OPERATION: Operation = Operation {
    name: "auth/access-token",
    id: "auth-access-token",
    group: Group::Service,
    paths: &["/auth/access-token"],
    summary: "An access token for a key",
    description: "Send the header `Authorization: ServiceAuth <ACCOUNT_ID>:<API_KEY>`. The answer has no \
        envelope. The token is a JSON web token, valid for exactly 15 minutes and for any number of requests \
        with the header `Authorization: ServiceAuth <ACCESS_TOKEN>`; it is subject to the rules of its key, \
        and ends within a second when the key is disabled or deleted, when its account is suspended, or with \
        the secret of the key that was in force when it was made. Costs nothing.",
    parameters: &[],
    access: Access::Account,
    cost: 0.0,
    refusals: &[],
    form: &BARE_JSON,
    describe: || Shape::Plain(described::<Token>()),
    prepare,
};

/// A token for a quarter of an hour.
#[derive(Serialize, ToSchema)]
#[schema(as = AccessToken)]
struct Token {
    /// Always true; refusals have another form.
    success: bool,
    /// The JSON web token.
    token: String,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    input.check(())?;
    let token = context.caller.key().and_then(|key| context.accounts.token(key, context.now_ms));
    let token = token.ok_or_else(|| Problem::new(Code::Internal, "no token could be made"))?;
    Ok(Prepared::ready(&BARE_JSON, json::bytes(&Token { success: true, token }).into(), Freshness::Never))
}
