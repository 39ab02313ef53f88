//! What the operator is told of the console, in the log and in the metrics.

use crate::observe::metrics::SignIn;
use crate::service::Service;
use accounts::snapshot::Account;
use web::call::Call;

/// Somebody has signed in.
pub(super) fn signed_in(service: &Service, call: &Call, account: &Account) {
    service.metrics.sign_in(SignIn::Good);
    let (account, request_id) = (&*account.id, call.request_id);
    tracing::info!(account, client = %call.client, request_id, "signed in to the console");
}

/// Somebody has failed to sign in, to an account if there is one of the email address.
pub(super) fn sign_in_failed(service: &Service, call: &Call, outcome: SignIn, account: Option<&Account>) {
    service.metrics.sign_in(outcome);
    let (why, account, request_id) = (outcome.word(), account.map(|account| &*account.id), call.request_id);
    tracing::warn!(account, client = %call.client, why, request_id, "signing in to the console has failed");
}
