//! The operation `/auth/access-token`: an access token for a key.

use crate::endpoints::prelude::*;

pub(crate) const OPERATION: Operation = Operation::new("auth/access-token", &["/auth/access-token"], prepare)
    .id("auth-access-token")
    .documented(Group::Service, include_str!("token.md"))
    .access(Access::Account)
    .form(&BARE_JSON)
    .describe(|| Shape::Plain(described::<AccessToken>()));

/// A token that is valid for 15 minutes.
#[derive(Serialize, ToSchema)]
struct AccessToken {
    /// Always true; errors have another format.
    success: bool,
    /// The JSON web token.
    token: String,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    input.check()?;
    let token = context.caller.key().and_then(|key| context.accounts.token(key, context.call.now_ms));
    let token = token.ok_or_else(|| Problem::new(Code::Internal, "the token could not be issued"))?;
    Ok(Prepared::ready(
        &BARE_JSON,
        json::bytes(&AccessToken { success: true, token }).into(),
        Freshness::Never,
    ))
}
