//! The stages of every request: route → admit → price → execute → respond.
//!
//! A path leads to an operation, which goes through all stages here, or to a page. A page is admitted here
//! and then makes its own response, because it has forms, cookies and special headers.

use super::{PageRequest, Service};
use crate::api::batch::{self, Payer};
use crate::api::context::Context;
use crate::api::documentation::is_of_docs;
use crate::api::input::Input;
use crate::api::long_answers::{LongAnswers, StartFlag};
use crate::api::operation::Operation;
use crate::api::prepared::{Prepared, Pricing, Work};
use crate::api::price::{self, NeedsCredits, Priced};
use crate::api::registry::Target;
use crate::api::respond::{self, Notes, Reply, ResponseState};
use accounts::access::Access;
use accounts::credits::Charge;
use accounts::gate::{Admitted, Caller};
use accounts::lease::wait::{CreditWait, WaitEnd};
use accounts::plan::Credits;
use accounts::snapshot::Key;
use hyper::{Method, Response};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use tokio::time::Instant;
use web::accept;
use web::body::Answer;
use web::call::Call;
use web::problem::{Code, Problem};
use web::upload::Upload;

/// Maximum length of an address: a thousand points of 30 bytes.
const MAX_URI_BYTES: usize = 30_000;

/// Parameters in the path by their names.
type PathParameters<'a> = matchit::Params<'a, 'a>;

/// A response, or the reason for a refusal.
type Outcome = Result<Response<Answer>, Problem>;

/// Refunds a charge when it is dropped, as it is with a call that its client abandons, unless the pool has
/// begun to work for it.
struct Abandoned<'a> {
    caller: &'a Caller,
    charge: Option<Charge>,
    begun: &'a StartFlag,
}

impl Drop for Abandoned<'_> {
    fn drop(&mut self) {
        if !self.begun.is_set() {
            price::refund(self.caller, self.charge);
        }
    }
}

/// The state left by earlier attempts of a call.
#[derive(Default)]
struct Attempts {
    /// The wait for credits.
    waited: Option<WaitEnd>,
    /// The response that the pool has prepared.
    known: Option<Draft>,
}

/// A response that the pool has prepared, with the dataset from which it is made.
struct Draft {
    prepared: Result<Prepared, Problem>,
    dataset: String,
}

/// The outcome of one attempt to answer a call, with its charge.
enum AttemptOutcome<'a> {
    /// The response has begun, or is refused.
    Response(Result<ResponseState<'a>, Problem>, Option<Charge>),
    /// Other servers may hold the credits: wait, then try again with the prepared response.
    NeedsCredits(CreditWait, Option<Draft>),
    /// Work in the pool, after which the call is tried again with a price that is nearer.
    Pricing(Pricing, String, Option<Charge>),
}

/// A call, and the service that answers it.
#[derive(Clone, Copy)]
pub(crate) struct Stages<'a> {
    pub(crate) service: &'a Arc<Service>,
    pub(crate) call: &'a Call<'a>,
}

impl<'a> Stages<'a> {
    /// Answers a request with the `form` in its body. An `obstacle`, such as a body that is too large,
    /// refuses the request.
    pub(crate) async fn answer(
        self,
        form: &[u8],
        upload: &mut Option<Upload>,
        obstacle: Option<Problem>,
    ) -> Reply {
        match self.route() {
            Ok((Target::Operation(index), parameters)) => {
                self.answer_operation(index, &parameters, None, upload, obstacle).await
            }
            Ok((Target::Page(index), _)) => self.answer_page(index, form, obstacle).await,
            Err(no_path) => {
                // During a back-off, the error is the rate limit alone, and no probable call is searched for.
                let Admitted { caller, rate, key, origin } = self.service.gate.admit(self.call, Access::Open);
                let notes = Notes { rate, key, origin, ..Notes::default() };
                let problem = match caller {
                    Err(refusal) => refusal.into(),
                    Ok(_) => obstacle.unwrap_or_else(|| self.with_probable(no_path)),
                };
                self.finish(None, notes, Err(problem))
            }
        }
    }

    /// Answers a request to an operation on behalf of the holder of a key.
    pub(crate) async fn answer_to(self, holder: Arc<Key>) -> Reply {
        let problem = match self.route() {
            Ok((Target::Operation(index), parameters)) => {
                return self.answer_operation(index, &parameters, Some(holder), &mut None, None).await;
            }
            Ok((Target::Page(_), _)) => {
                Problem::new(Code::NoSuchPath, "this path belongs to a page, not to an operation")
            }
            Err(no_path) => self.with_probable(no_path),
        };
        Reply::free(respond::refused(&problem, self.call), None, Some(problem.code))
    }

    /// Finds the operation or page of a path.
    fn route(self) -> Result<(Target, PathParameters<'a>), Problem> {
        let length = self.call.uri.path_and_query().map_or(0, |p| p.as_str().len());
        if length > MAX_URI_BYTES {
            let detail = format!("the address has {length} bytes; the maximum is {MAX_URI_BYTES}");
            return Err(Problem::new(Code::AddressTooLong, detail));
        }
        let found = self.service.registry.find(self.call.path());
        found
            .ok_or_else(|| Problem::new(Code::NoSuchPath, "no operation has this path; /docs lists them all"))
    }

    /// Adds the probable call to the error for an unknown path.
    fn with_probable(self, problem: Problem) -> Problem {
        let is_unknown_path = problem.code == Code::NoSuchPath;
        match is_unknown_path.then(|| self.service.registry.probable(self.call.path())).flatten() {
            None => problem,
            Some(probable) => {
                let detail =
                    format!("no operation has this path; did you mean {probable}? /docs lists them all");
                Problem::new(Code::NoSuchPath, detail)
            }
        }
    }

    async fn answer_page(self, index: usize, form: &[u8], obstacle: Option<Problem>) -> Reply {
        let Self { service, call } = self;
        let page = &service.pages[index];
        let admitted = service.gate.admit(call, Access::Page).caller.map_err(Problem::from);
        let problem = admitted.err().or(obstacle);
        let response = match &problem {
            None => page.respond(PageRequest { service, call, form, is_over_tls: call.is_over_tls }).await,
            Some(problem) => page.refuse(problem),
        };
        Reply::free(response, Some(Target::Page(index)), problem.map(|problem| problem.code))
    }

    /// Runs all stages of an operation. The sender is the `holder`, else found by the credentials.
    async fn answer_operation(
        self,
        index: usize,
        parameters: &PathParameters<'_>,
        holder: Option<Arc<Key>>,
        upload: &mut Option<Upload>,
        obstacle: Option<Problem>,
    ) -> Reply {
        let Self { service, call } = self;
        let operation = service.registry.operations[index];
        let has_post = operation.post.is_some();
        let has_get = !has_post || operation.has_path_with(parameters.len());
        let methods = respond::methods(has_get, has_post);
        let operation = operation.post.filter(|_| call.method == Method::POST).unwrap_or(operation);
        // A probe is answered even if the service is busy.
        let is_passed = |p: &Problem| operation.access == Access::Probe && p.code == Code::Busy;
        let obstacle = obstacle.filter(|p| !is_passed(p)).or_else(|| self.other_host(operation));
        // Other methods require no credentials: browsers send none with a preflight.
        let is_read = match *call.method {
            Method::GET | Method::HEAD => has_get,
            Method::POST => has_post,
            _ => false,
        };
        let access = match obstacle.is_none() && is_read {
            true => operation.access,
            false => operation.access.without_credentials(),
        };
        let admitted = match holder {
            Some(key) => service.gate.admit_holder(call, access, key),
            None => service.gate.admit(call, access),
        };
        // Credentials are not read where none are needed.
        let is_for_all = matches!(operation.access, Access::Asset | Access::Open);
        let mut notes = Notes {
            rate: admitted.rate,
            key: admitted.key,
            origin: admitted.origin,
            is_for_all,
            methods: Some(methods),
            ..Notes::default()
        };
        let outcome = match (admitted.caller, obstacle) {
            (Err(refusal), _) => Err(refusal.into()),
            (Ok(_), Some(problem)) => Err(problem),
            (Ok(_), None) if call.method == Method::OPTIONS => Ok(respond::preflight(methods)),
            (Ok(_), None) if !is_read => {
                let (first, last) = methods.rsplit_once(", ").unwrap_or((methods, ""));
                let detail = format!("{} is not allowed; use {first} or {last}", call.method);
                Err(Problem::new(Code::MethodNotAllowed, detail))
            }
            (Ok(caller), None) => {
                let (mut before, mut has_worked) = (Attempts::default(), false);
                let work_begun = StartFlag::default();
                let (begun, charge) = loop {
                    // Nothing else of a try outlives it: a wait holds no generation and no parameters.
                    let read = (parameters, &mut *upload);
                    let of = (&caller, &work_begun);
                    match self.try_operation(operation, read, of, before, &mut notes) {
                        AttemptOutcome::Response(begun, charge) => break (begun, charge),
                        AttemptOutcome::Pricing(unpriced, dataset, charge) => {
                            let Pricing { about_bytes, prepare } = unpriced;
                            // Earlier work of the call is paid.
                            let stage_begun = StartFlag::default();
                            let mut abandoned = Abandoned { caller: &caller, charge, begun: &stage_begun };
                            let long = self.long_answers(operation, (&caller, &stage_begun));
                            let made = long.made(Vec::new(), about_bytes, prepare).await;
                            abandoned.charge = None;
                            let prepared = made.and_then(|(made, slots)| Ok(made?.with_slots(slots)));
                            let has_paid =
                                charge.is_some_and(|c| c.credits() > Credits::from_f64(operation.cost));
                            if let (Err(problem), true) = (&prepared, has_paid)
                                && problem.code == Code::TooLarge
                            {
                                // The work is done, and its estimate is paid.
                                break (Err(problem.clone()), None);
                            }
                            before = Attempts { waited: None, known: Some(Draft { prepared, dataset }) };
                            has_worked = true;
                            // The next price contains it.
                            price::refund(&caller, charge);
                        }
                        AttemptOutcome::NeedsCredits(wait, known) => {
                            before = Attempts { waited: Some(wait.over().await), known }
                        }
                    }
                };
                // A client that leaves now pays nothing, unless its price was work.
                let refunded = charge.filter(|_| !has_worked);
                let mut abandoned = Abandoned { caller: &caller, charge: refunded, begun: &work_begun };
                let outcome = match begun {
                    Ok(ResponseState::Ready(response)) => Ok(response),
                    Ok(ResponseState::InPool(response)) => response.await,
                    Err(problem) => Err(problem),
                };
                abandoned.charge = None;
                if outcome.is_err() && charge.is_some() {
                    notes.balance = price::refund(&caller, charge).or(notes.balance);
                    notes.charged = None;
                }
                outcome
            }
        };
        self.finish(Some(Target::Operation(index)), notes, outcome)
    }

    /// Returns an error for a widget on a host without widgets.
    fn other_host(self, operation: &Operation) -> Option<Problem> {
        let Self { service, call } = self;
        let host = service.settings.widget_host.as_ref().filter(|_| operation.access == Access::Widget)?;
        let detail = || format!("this page is at https://{host}{}", call.path());
        (!call.is_to_host(host)).then(|| Problem::new(Code::NoSuchPath, detail()))
    }

    /// Returns the pool for long responses of a caller.
    fn long_answers(
        self,
        operation: &Operation,
        (caller, begun): (&'a Caller, &'a StartFlag),
    ) -> LongAnswers<'a> {
        // Many visitors of a page share its account.
        let key = caller.key().filter(|_| operation.access != Access::Widget);
        let account = key.map(|key| &*key.account.id);
        LongAnswers { pool: &self.service.pool, account, client: self.call.client, begun }
    }

    /// Returns what charges each row to a caller.
    fn payer(self, context: &Context, operation: &Operation, price: f64) -> Payer {
        let key = context.caller.key().cloned();
        let credits = key.as_ref().map(|key| self.service.metrics.credits(key.account.plan));
        let count = move |more: Credits| {
            if let Some(credits) = &credits {
                credits.inc_by(more.to_f64());
            }
        };
        Payer {
            key,
            operation: operation.name,
            price: Credits::from_f64(price),
            least: Credits::from_f64(operation.cost),
            reckoned_ms: context.reckoned_ms,
            begun: Instant::now(),
            count: Box::new(count),
        }
    }

    /// Prices and executes an admitted call.
    fn try_operation(
        self,
        operation: &Operation,
        (parameters, upload): (&PathParameters, &mut Option<Upload>),
        caller: (&'a Caller, &'a StartFlag),
        before: Attempts,
        notes: &mut Notes,
    ) -> AttemptOutcome<'a> {
        let Self { service, call } = self;
        let context = Context {
            data: service.data.load(),
            readiness: service.readiness(),
            settings: &service.settings,
            gate: &service.gate,
            call,
            caller: caller.0,
            accounts: service.gate.ledger.snapshot(),
            documentation: &service.documentation,
            reckoned_ms: service.gate.ledger.reckoned_ms(call.now_ms),
        };
        // Parameters of a probe are ignored, because supervisors may add any.
        let query = call.uri.query().filter(|_| operation.access != Access::Probe);
        let mut input = Input::new(operation.parameters, parameters.iter(), query);
        (input.towns, input.time_zones) = (context.data.towns.as_ref(), Some(&context.data.time_zones));
        input.now_ms = call.now_ms;
        let is_cost_only = input.asks_for_cost();
        let Attempts { waited, known } = before;
        let (prepared, known_dataset) = match known {
            Some(Draft { prepared, dataset }) => (prepared, Some(dataset)),
            None => {
                let prepared = unless_it_panics(|| (operation.prepare)(&mut input, &context));
                let fresh_ms = input.changes_ms.map(|ms| ms - call.now_ms);
                let limited = prepared.map(|prepared| match fresh_ms {
                    Some(ms) => prepared.fresh_for(ms),
                    None => prepared,
                });
                (limited, None)
            }
        };
        let Priced { prepared, charge, balance } =
            match price::price(&context, operation, prepared, is_cost_only, waited) {
                Ok(priced) => priced,
                Err(unpaid) => {
                    let NeedsCredits { wait, prepared } = *unpaid;
                    let known = known_dataset.map(|dataset| Draft { prepared, dataset });
                    return AttemptOutcome::NeedsCredits(wait, known);
                }
            };
        // The operator's balance is no visitor's business.
        let balance = balance.filter(|_| !caller.0.is_public());
        (notes.balance, notes.charged) = (balance, charge.map(Charge::credits));
        let mut prepared = match prepared {
            Ok(prepared) => prepared,
            Err(problem) => return AttemptOutcome::Response(Err(problem), None),
        };
        if let Work::Pricing(_) = prepared.work
            && !is_cost_only
            && let Err(problem) = respond::negotiate(call, &prepared)
        {
            return AttemptOutcome::Response(Err(problem), charge);
        }
        if let Work::Pricing(unpriced) = prepared.work {
            let dataset = known_dataset.unwrap_or_else(|| context.data.responses_id.clone());
            return AttemptOutcome::Pricing(unpriced, dataset, charge);
        }
        if let Work::Batch(batch) = prepared.work {
            let payer = self.payer(&context, operation, prepared.cost);
            let generation = context.data.responses_id.clone();
            let long = self.long_answers(operation, caller);
            let begun = batch::begin(call, generation, batch, upload, payer, (long, &service.bodies));
            return AttemptOutcome::Response(begun.map(ResponseState::InPool), charge);
        }
        if let Some(note) = input.note_of_response() {
            prepared.note(&note);
        }
        let long_answers = self.long_answers(operation, caller);
        let dataset = known_dataset.as_ref().unwrap_or(&context.data.responses_id);
        let begun =
            unless_it_panics(|| respond::respond(call, operation.name, dataset, prepared, long_answers));
        AttemptOutcome::Response(begun, charge)
    }

    /// Completes a response with its headers; an error becomes a document, or a page for people.
    fn finish(self, target: Option<Target>, notes: Notes, outcome: Outcome) -> Reply {
        let Self { service, call } = self;
        let problem = outcome.as_ref().err().map(|problem| problem.code);
        let mut response = outcome.unwrap_or_else(|problem| {
            let is_page = match target {
                Some(Target::Operation(index)) => {
                    matches!(service.registry.operations[index].access, Access::Widget | Access::Page)
                }
                _ => false,
            };
            match (is_page || is_of_docs(call.path())) && accept::is_for_people(call.headers) {
                true => respond::refused_with_page(&problem, (service.refusal_page)(&problem, call.path())),
                false => respond::refused(&problem, call),
            }
        });
        respond::finish(call, &notes, &mut response);
        Reply { response, target, problem, key: notes.key, charged: notes.charged }
    }
}

/// Turns a panic of `work` into an internal error, so that one request does not break the connection of
/// others. The panic itself is logged with its location.
fn unless_it_panics<T>(work: impl FnOnce() -> Result<T, Problem>) -> Result<T, Problem> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err(Problem::new(Code::Internal, "the answer could not be made; nothing is charged for it"))
    })
}
