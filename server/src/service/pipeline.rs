//! The stages of every request: route → admit → prepare → pay → respond.
//!
//! A path leads to an operation, which goes through all stages here, or to a page. A page is admitted here
//! and then makes its own response, because it has forms, cookies and special headers.

use super::{PageRequest, Service};
use crate::api::batch::{self, Payer};
use crate::api::context::Context;
use crate::api::documentation::is_of_docs;
use crate::api::fields::ChosenFields;
use crate::api::headers::{self, Notes, Reply};
use crate::api::input::Input;
use crate::api::long_responses::{LongResponses, StartFlag};
use crate::api::operation::Operation;
use crate::api::prepared::{Prepared, Work};
use crate::api::price::Bill;
use crate::api::registry::Target;
use crate::api::respond;
use accounts::access::Access;
use accounts::gate::{Admitted, Caller};
use accounts::plan::Credits;
use hyper::{Method, Response};
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{self, Poll};
use tokio::time::Instant;
use web::accept;
use web::body::ResponseBody;
use web::call::Call;
use web::problem::{Code, Problem};
use web::upload::Upload;

/// Maximum length of an address: a thousand points of 30 bytes.
const MAX_URI_BYTES: usize = 30_000;

/// Parameters in the path by their names.
type PathParameters<'a> = matchit::Params<'a, 'a>;

/// Finds the sender of a request, and decides whether it is admitted.
type Admission<'a> = &'a (dyn Fn(Access) -> Admitted + Sync);

/// A response, or the reason for a refusal.
type Outcome = Result<Response<ResponseBody>, Problem>;

/// A prepared response, with what the later stages need of the request.
struct Draft {
    prepared: Result<Prepared, Problem>,
    /// The dataset from which it is made.
    dataset: Arc<str>,
    /// The note on how the request was read.
    note: Option<String>,
    /// The fields that it selects.
    fields: Option<ChosenFields>,
    /// Time after which the request is read otherwise, ms; none for never.
    fresh_ms: Option<i64>,
    /// `true` if only the cost is requested.
    is_cost_only: bool,
    /// The time of the request, milliseconds since 1970, for months of usage.
    reckoned_ms: i64,
}

/// A call, and the service that answers it.
#[derive(Clone, Copy)]
pub(crate) struct Pipeline<'a> {
    pub(crate) service: &'a Arc<Service>,
    pub(crate) call: &'a Call<'a>,
    /// Maximum size of a response that is made as a whole; none for responses in pieces.
    pub(crate) whole_bytes: Option<usize>,
}

impl<'a> Pipeline<'a> {
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
                let admit = |access| self.service.gate.admit(self.call, access);
                self.answer_operation(index, &parameters, &admit, upload, obstacle).await
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

    /// Answers a request to an operation for the sender whom `admit` finds.
    pub(crate) async fn answer_for(self, admit: Admission<'_>) -> Reply {
        let problem = match self.route() {
            Ok((Target::Operation(index), parameters)) => {
                return self.answer_operation(index, &parameters, admit, &mut None, None).await;
            }
            Ok((Target::Page(_), _)) => {
                Problem::new(Code::NoSuchPath, "this path belongs to a page, not to an operation")
            }
            Err(no_path) => self.with_probable(no_path),
        };
        Reply::free(headers::refused(&problem, self.call), None, Some(problem.code))
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
        let Self { service, call, .. } = self;
        let page = &service.pages[index];
        let admitted = page.access(form).map(|access| service.gate.admit(call, access).caller);
        let problem = admitted.and_then(Result::err).map(Problem::from).or(obstacle);
        let mut reply = match problem {
            None => page.respond(PageRequest { service, call, form, is_over_tls: call.is_over_tls }).await,
            Some(problem) => Reply::free(page.refuse(&problem, call), None, Some(problem.code)),
        };
        reply.target = reply.target.or(Some(Target::Page(index)));
        reply
    }

    /// Runs all stages of an operation for the sender whom `admit` finds.
    async fn answer_operation(
        self,
        index: usize,
        parameters: &PathParameters<'_>,
        admit: Admission<'_>,
        upload: &mut Option<Upload>,
        obstacle: Option<Problem>,
    ) -> Reply {
        let Self { service, call, .. } = self;
        let operation = service.registry.operations[index];
        let has_post = operation.post.is_some();
        let has_get = !has_post || operation.has_path_with(parameters.len());
        let methods = headers::methods(has_get, has_post);
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
        let admitted = admit(access);
        // Credentials are not read where none are needed.
        let is_for_all = matches!(operation.access, Access::Asset | Access::Open);
        let mut notes = Notes {
            rate: admitted.rate,
            key: admitted.key,
            origin: admitted.origin,
            is_for_all,
            deprecation: operation.deprecation,
            methods: Some(methods),
            ..Notes::default()
        };
        let outcome = match (admitted.caller, obstacle) {
            (Err(refusal), _) => Err(refusal.into()),
            (Ok(_), Some(problem)) => Err(problem),
            (Ok(_), None) if call.method == Method::OPTIONS => Ok(headers::preflight(methods)),
            (Ok(_), None) if !is_read => {
                let (first, last) = methods.rsplit_once(", ").unwrap_or((methods, ""));
                let detail = format!("{} is not allowed; use {first} or {last}", call.method);
                Err(Problem::new(Code::MethodNotAllowed, detail))
            }
            (Ok(caller), None) => {
                // In a box, so that a response that waits for its client does not contain it.
                unless_it_panics(Box::pin(self.execute(operation, parameters, upload, &caller, &mut notes)))
                    .await
            }
        };
        self.finish(Some(Target::Operation(index)), notes, outcome)
    }

    /// Prepares, prices and executes an admitted call.
    async fn execute(
        self,
        operation: &Operation,
        parameters: &PathParameters<'_>,
        upload: &mut Option<Upload>,
        caller: &Caller,
        notes: &mut Notes,
    ) -> Outcome {
        let begun = StartFlag::default();
        let mut draft = self.prepare(operation, parameters, caller);
        let mut bill = Bill::new(caller, operation.name, draft.reckoned_ms, &begun);
        // Many visitors of a page share its account.
        let key = caller.key().filter(|_| operation.access != Access::Widget && !caller.is_public());
        let account = key.map(|key| &*key.account.id);
        let long =
            LongResponses { pool: &self.service.pool, account, client: self.call.client, begun: &begun };
        let outcome = match draft.is_cost_only {
            true => Box::pin(self.respond_cost(operation, draft, long, &mut bill)).await,
            false => self.respond(operation, &mut draft, upload, (caller, long), &mut bill).await,
        };
        match outcome {
            Ok(_) => bill.keep(),
            Err(_) => bill.refund(),
        }
        let outcome = match (outcome, self.whole_bytes) {
            (Ok(response), Some(most)) => as_whole(response, most).await,
            (outcome, _) => outcome,
        };
        // The operator's balance is no visitor's business.
        (notes.balance, notes.charged) = (bill.balance.filter(|_| !caller.is_public()), bill.credits());
        outcome
    }

    /// Reads the parameters of a call, and prepares its response.
    fn prepare(self, operation: &Operation, parameters: &PathParameters, caller: &Caller) -> Draft {
        let Self { service, call, .. } = self;
        let reckoned_ms = service.gate.ledger.reckoned_ms(call.now_ms);
        let context = Context {
            data: service.data.load(),
            readiness: service.readiness(),
            settings: &service.settings,
            gate: &service.gate,
            call,
            caller,
            accounts: service.gate.ledger.snapshot(),
            documentation: &service.documentation,
            reckoned_ms,
        };
        // Parameters of a probe are ignored, because supervisors may add any.
        let is_probe = operation.access == Access::Probe;
        let query = call.uri.query().filter(|_| !is_probe);
        let mut input = Input::new((operation.parameters, operation.shared()), parameters.iter(), query);
        (input.towns, input.time_zones) = (Some(&context.data.towns), Some(&context.data.time_zones));
        input.now_ms = call.now_ms;
        let is_cost_only = input.asks_for_cost();
        let fields = ChosenFields::read(&mut input, operation, context.documentation);
        let prepared = (operation.prepare)(&mut input, &context);
        let prepared = match &fields {
            Some(fields) => prepared.and_then(|prepared| fields.check(prepared)),
            None => prepared,
        };
        Draft {
            prepared,
            dataset: Arc::clone(&context.data.responses_id),
            note: input.note_of_response(),
            fields,
            fresh_ms: input.changes_ms.map(|ms| ms - call.now_ms),
            is_cost_only,
            reckoned_ms,
        }
    }

    /// Responds with the cost of a call, which is free.
    async fn respond_cost(
        self,
        operation: &Operation,
        draft: Draft,
        long: LongResponses<'_>,
        bill: &mut Bill<'_>,
    ) -> Outcome {
        bill.read();
        let mut prepared = draft.prepared?;
        // An echo without the response says the cost already.
        if prepared.echo.is_empty()
            && let Work::Stages(stages) = prepared.work
        {
            prepared = stages(long, bill).await?;
        }
        let mut prepared = prepared.cost_alone(operation.name);
        let coding = respond::negotiate(self.call, &prepared)?;
        prepared.complete(draft.fresh_ms, draft.note.as_deref());
        respond::respond(self.call, operation.name, &draft.dataset, &mut prepared, coding, long).await
    }

    /// Charges a call and responds to it. A call that finds no data costs the minimum price of the operation;
    /// other wrong parameters cost nothing.
    async fn respond(
        self,
        operation: &Operation,
        Draft { prepared, dataset, note, fields, fresh_ms, reckoned_ms, .. }: &mut Draft,
        upload: &mut Option<Upload>,
        (caller, long): (&Caller, LongResponses<'_>),
        bill: &mut Bill<'_>,
    ) -> Outcome {
        let Self { service, call, .. } = self;
        let prepared = match prepared {
            Ok(prepared) => prepared,
            Err(problem) if problem.code == Code::NoData => {
                bill.pay(operation.cost, false).await?;
                bill.keep();
                return Err(problem.clone());
            }
            Err(problem) => {
                bill.read();
                return Err(problem.clone());
            }
        };
        let work = std::mem::take(&mut prepared.work);
        if let Work::Batch(batch) = work {
            // The call counts; each row is charged when it is answered.
            bill.pay(0.0, false).await?;
            let payer = self.payer(caller, operation, prepared.cost, *reckoned_ms);
            let of = (long, &*service.bodies);
            return Box::pin(batch::respond(call, dataset.clone(), batch, upload, payer, of)).await;
        }
        bill.pay(prepared.cost, prepared.is_for_what_is_left).await?;
        let coding = respond::negotiate(call, prepared)?;
        match work {
            Work::Stages(stages) => *prepared = stages(long, bill).await?,
            work => prepared.work = work,
        }
        prepared.complete(*fresh_ms, note.as_deref());
        if let Some(fields) = fields.take() {
            fields.apply(prepared);
        }
        respond::respond(call, operation.name, dataset, prepared, coding, long).await
    }

    /// Returns what charges each row to a caller.
    fn payer(self, caller: &Caller, operation: &Operation, price: f64, reckoned_ms: i64) -> Payer {
        let key = caller.key().cloned();
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
            reckoned_ms,
            begun: Instant::now(),
            count: Box::new(count),
        }
    }

    /// Returns an error for a widget on a host without widgets.
    fn other_host(self, operation: &Operation) -> Option<Problem> {
        let Self { service, call, .. } = self;
        let host = service.settings.widget_host.as_ref().filter(|_| operation.access == Access::Widget)?;
        let detail = || format!("this page is at https://{host}{}", call.path());
        (!call.is_to_host(host)).then(|| Problem::new(Code::NoSuchPath, detail()))
    }

    /// Completes a response with its headers; an error becomes a document, or a page for people.
    fn finish(self, target: Option<Target>, notes: Notes, outcome: Outcome) -> Reply {
        let Self { service, call, .. } = self;
        let problem = outcome.as_ref().err().map(|problem| problem.code);
        let mut response = outcome.unwrap_or_else(|problem| {
            let is_page = match target {
                Some(Target::Operation(index)) => {
                    matches!(service.registry.operations[index].access, Access::Widget | Access::Page)
                }
                _ => false,
            };
            match (is_page || is_of_docs(call.path())) && accept::is_for_people(call.headers) {
                true => headers::refused_with_page(&problem, (service.refusal_page)(&problem, call.path())),
                false => headers::refused(&problem, call),
            }
        });
        headers::finish(call, &notes, &mut response);
        Reply { response, target, problem, key: notes.key, charged: notes.charged }
    }
}

/// Makes all of a response, of `most` bytes.
async fn as_whole(response: Response<ResponseBody>, most: usize) -> Outcome {
    let (head, body) = response.into_parts();
    let body = body.whole(most).await.map_err(|e| Problem::new(Code::Internal, e.to_string()))?;
    let detail = || {
        format!("the response has more than {most} bytes, and is charged; narrow the range, or name fields")
    };
    let body = body.ok_or_else(|| Problem::new(Code::TooLarge, detail()))?;
    Ok(Response::from_parts(head, ResponseBody::Full(body.into())))
}

/// Turns a panic of `work` into an internal error, so that one request does not break the connection of
/// others. The panic itself is logged with its location.
async fn unless_it_panics(mut work: Pin<Box<impl Future<Output = Outcome>>>) -> Outcome {
    let poll = move |context: &mut task::Context<'_>| {
        let polled = catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context)));
        polled.unwrap_or_else(|_| {
            let detail = "the response could not be made; nothing is charged for it";
            Poll::Ready(Err(Problem::new(Code::Internal, detail)))
        })
    };
    poll_fn(poll).await
}
