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
    description: "Send the header `Authorization: ServiceAuth <ACCOUNT_ID>:<API_KEY>`. The \
        response has no envelope. The token is a JSON web token, valid for exactly 15 minutes and for any \
        number of requests with the header `Authorization: ServiceAuth <ACCESS_TOKEN>`. The rules of its key \
        apply. It expires within a second when the key is disabled or deleted, when the account is \
        suspended, or when the secret with which it was issued expires. Costs nothing.",
    parameters: &[],
    access: Access::Account,
    cost: 0.0,
    refusals: &[],
    form: &BARE_JSON,
    describe: || Shape::Plain(described::<Token>()),
    prepare,
};

/// A token that is valid for 15 minutes.
#[derive(Serialize, ToSchema)]
#[schema(as = AccessToken)]
struct Token {
    /// Always true; errors have another format.
    success: bool,
    /// The JSON web token.
    token: String,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    input.check()?;
    let token = context.caller.key().and_then(|key| context.accounts.token(key, context.call.now_ms));
    let token = token.ok_or_else(|| Problem::new(Code::Internal, "the token could not be issued"))?;
    Ok(Prepared::ready(&BARE_JSON, json::bytes(&Token { success: true, token }).into(), Freshness::Never))
}
