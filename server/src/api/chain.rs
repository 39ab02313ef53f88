//! The way of every request: route → admit → price → execute → respond.
//!
//! A path leads to an operation or to a page. An operation goes the whole way in [`operate`]. A page is
//! admitted here and then makes its own response, for it has forms, cookies and headers of its own.

use crate::api::context::Context;
use crate::api::documentation::is_of_docs;
use crate::api::input::Input;
use crate::api::operation::Operation;
use crate::api::price::{self, Priced};
use crate::api::readiness::Readiness;
use crate::api::registry::{Registry, Target};
use crate::api::respond::{self, Notes, RefusalPage};
use crate::api::settings::Settings;
use crate::generation::Data;
use accounts::access::Access;
use accounts::credits::Charge;
use accounts::gate::{Admitted, Gate};
use accounts::lease::wait::{Wait, Waited};
use accounts::plan::Credits;
use accounts::snapshot::Key;
use arc_swap::ArcSwap;
use hyper::{Method, Response};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use web::accept;
use web::body::Answer;
use web::call::Call;
use web::compute::ComputePool;
use web::problem::{Code, Problem};

/// No operation needs a longer address: a thousand points of 30 bytes.
const MOST_URI_BYTES: usize = 30_000;

/// What all requests share.
#[derive(Clone, Copy)]
pub(crate) struct Shared<'a> {
    /// The generation in force.
    pub(crate) data: &'a ArcSwap<Data>,
    /// Decides who is admitted.
    pub(crate) gate: &'a Gate,
    /// All operations and pages.
    pub(crate) registry: &'a Registry,
    /// Where long answers are made.
    pub(crate) pool: &'a ComputePool,
    /// What the operator has set for pages.
    pub(crate) settings: &'a Settings,
    /// Makes the page that tells people why a page of a path is refused.
    pub(crate) refusal_page: fn(&Problem, &str) -> RefusalPage,
    /// Whether the service wants requests, which `/readyz` reports.
    pub(crate) readiness: Readiness<'a>,
}

/// The outcome of a request.
pub(crate) enum Reply {
    /// The request has its response.
    Answered(Answered),
    /// A page, by its index, that is to make its response, also to a request that is refused.
    Page(usize, Result<(), Problem>),
    /// The request waits, and is then to be answered anew.
    Waits(Box<Waiting>),
}

/// How it is known who sends a request.
pub(crate) enum Sender {
    /// By what the request says.
    Unknown,
    /// It is the holder of this key.
    Holder(Arc<Key>),
    /// The request was admitted before it had to wait.
    Admitted(Box<Admitted>, Waited),
}

/// A request that was admitted and waits for credits that other servers may have.
pub(crate) struct Waiting {
    admitted: Box<Admitted>,
    wait: Wait,
}

impl Waiting {
    /// Waits until the request can be answered anew, which counts it no second time.
    pub(crate) async fn over(self) -> Sender {
        Sender::Admitted(self.admitted, self.wait.over().await)
    }

    /// Does not wait: the request is answered by what is known.
    pub(crate) fn cut_short(self) -> Sender {
        Sender::Admitted(self.admitted, self.wait.cut_short())
    }
}

/// Why an operation has made no answer.
enum Halt {
    /// The request is refused.
    Problem(Problem),
    /// It waits.
    Waits(Box<Waiting>),
}

impl<P: Into<Problem>> From<P> for Halt {
    fn from(problem: P) -> Self {
        Self::Problem(problem.into())
    }
}

/// A response, and what the operator is told of it.
pub struct Answered {
    /// The response to the request.
    pub response: Response<Answer>,
    /// What the path leads to; none if it leads nowhere.
    pub(crate) target: Option<Target>,
    /// Why the request is refused, if it is.
    pub(crate) problem: Option<Code>,
    /// The key that the request was sent with.
    pub(crate) key: Option<Arc<Key>>,
    /// Credits that the call has cost the account of the key.
    pub(crate) charged: Option<Credits>,
}

impl Answered {
    /// A response that needs no key and costs nothing.
    pub(crate) fn free(response: Response<Answer>, target: Option<Target>, problem: Option<Code>) -> Self {
        Self { response, target, problem, key: None, charged: None }
    }
}

/// Parameters in the path by their names.
type PathParameters<'a> = matchit::Params<'a, 'a>;

/// Answers a request. With an `obstacle`, such as a body that is too large, the request is refused whatever
/// it asks; only a probe is answered also by a service that is busy.
pub(crate) fn answer(shared: Shared, call: &Call, sender: Sender, obstacle: Option<Problem>) -> Reply {
    let mut notes = Notes::default();
    let (target, outcome) = match route(shared.registry, call) {
        Ok((Target::Page(page), _)) => {
            let admitted = shared.gate.admit(call, Access::Page).caller;
            let outcome = admitted.map_err(Problem::from).and(obstacle.map_or(Ok(()), Err));
            return Reply::Page(page, outcome);
        }
        Ok((Target::Operation(index), parameters)) => {
            let operation = shared.registry.operations[index];
            notes.is_for_all = operation.access == Access::Asset;
            let obstacle = obstacle.or_else(|| other_host(shared.settings, operation, call));
            let is_passed = |p: &Problem| operation.access == Access::Probe && p.code == Code::Busy;
            let outcome = match obstacle.filter(|problem| !is_passed(problem)) {
                None => match operate(shared, call, operation, &parameters, sender, &mut notes) {
                    Ok(response) => Ok(response),
                    Err(Halt::Problem(problem)) => Err(problem),
                    Err(Halt::Waits(waiting)) => return Reply::Waits(waiting),
                },
                Some(problem) => {
                    let access = operation.access.without_credentials();
                    Err(counted(shared, call, access, problem, &mut notes))
                }
            };
            (Some(Target::Operation(index)), outcome)
        }
        Err(no_path) => {
            let problem = obstacle.unwrap_or(no_path);
            let problem = counted(shared, call, Access::Open, problem, &mut notes);
            (None, Err(with_nearest(shared.registry, call, problem)))
        }
    };
    Reply::Answered(answered(shared, call, target, notes, outcome))
}

/// The problem of a request for a widget at a host where there are none.
fn other_host(settings: &Settings, operation: &Operation, call: &Call) -> Option<Problem> {
    let host = settings.widget_host.as_ref().filter(|_| operation.access == Access::Widget)?;
    let detail = || format!("this page is at https://{host}{}", call.path());
    (!call.is_to_host(host)).then(|| Problem::new(Code::NoSuchPath, detail()))
}

/// Counts a request that is refused in any case. In a back-off that is all it is told.
fn counted(shared: Shared, call: &Call, access: Access, problem: Problem, notes: &mut Notes) -> Problem {
    let admitted = shared.gate.admit(call, access);
    (notes.rate, notes.key) = (admitted.rate, admitted.key);
    admitted.caller.err().map_or(problem, Problem::from)
}

fn answered(
    shared: Shared,
    call: &Call,
    target: Option<Target>,
    mut notes: Notes,
    outcome: Result<Response<Answer>, Problem>,
) -> Answered {
    let access = match target {
        Some(Target::Operation(index)) => Some(shared.registry.operations[index].access),
        _ => None,
    };
    let is_page = matches!(access, Some(Access::Widget | Access::Page)) || is_of_docs(call.path());
    let problem = outcome.as_ref().err().map(|problem| problem.code);
    let mut response = outcome.unwrap_or_else(|problem| {
        notes.is_origin_refused = problem.code == Code::OriginRefused;
        match is_page && accept::is_for_people(call.headers) {
            true => respond::refused_with_page(&problem, (shared.refusal_page)(&problem, call.path())),
            false => respond::refused(&problem, call),
        }
    });
    respond::finish(call, &notes, &mut response);
    Answered { response, target, problem, key: notes.key, charged: notes.charged }
}

/// Finds the operation or page of a path.
fn route<'a>(registry: &'a Registry, call: &'a Call) -> Result<(Target, PathParameters<'a>), Problem> {
    let length = call.uri.path_and_query().map_or(0, |p| p.as_str().len());
    if length > MOST_URI_BYTES {
        return Err(Problem::new(
            Code::AddressTooLong,
            format!("the address has {length} bytes; {MOST_URI_BYTES} are taken"),
        ));
    }
    registry
        .find(call.path())
        .ok_or_else(|| Problem::new(Code::NoSuchPath, "no operation has this path; /docs lists them all"))
}

/// The problem with the nearest path, if it is that the path leads nowhere. Looking for it is work, which
/// nobody in a back-off can have done.
fn with_nearest(registry: &Registry, call: &Call, problem: Problem) -> Problem {
    let is_wanted = problem.code == Code::NoSuchPath;
    match is_wanted.then(|| registry.nearest(call.path())).flatten() {
        None => problem,
        Some(path) => Problem::new(
            Code::NoSuchPath,
            format!("no operation has this path; {path} comes nearest; /docs lists them all"),
        ),
    }
}

/// Leads a request through all stages of its operation.
fn operate(
    shared: Shared,
    call: &Call,
    operation: &Operation,
    parameters: &PathParameters,
    sender: Sender,
    notes: &mut Notes,
) -> Result<Response<Answer>, Halt> {
    // Admit. Other methods need no credentials: browsers send none with a preflight.
    let is_read = matches!(*call.method, Method::GET | Method::HEAD);
    let access = if is_read { operation.access } else { operation.access.without_credentials() };
    let (admitted, waited) = match sender {
        Sender::Unknown => (shared.gate.admit(call, access), None),
        Sender::Holder(key) => (shared.gate.admit_holder(call, access, key), None),
        Sender::Admitted(admitted, waited) => (*admitted, Some(waited)),
    };
    (notes.rate, notes.key) = (admitted.rate, admitted.key);
    let caller = admitted.caller?;
    if call.method == Method::OPTIONS {
        return Ok(respond::preflight());
    }
    if !is_read {
        let detail = format!("{} is not taken; GET, HEAD and OPTIONS are", call.method);
        return Err(Problem::new(Code::MethodNotAllowed, detail).into());
    }
    let context = Context {
        data: shared.data.load(),
        readiness: shared.readiness,
        is_demo: shared.gate.is_demo,
        settings: shared.settings,
        rates: shared.gate.rates(),
        premium_host: shared.gate.premium_host(),
        call,
        headers: call.headers,
        client: call.client,
        pool: shared.pool,
        caller,
        ledger: &shared.gate.ledger,
        accounts: shared.gate.ledger.snapshot(),
        documentation: &shared.registry.documentation,
        now_ms: call.now_ms,
        reckoned_ms: shared.gate.ledger.reckoned_ms(call.now_ms),
    };
    // Price.
    // A probe has no parameters and need not say so: supervisors add what they like.
    let query = call.uri.query().filter(|_| operation.access != Access::Probe);
    let mut input = Input::new(operation.parameters, parameters.iter(), query);
    let is_cost_only = input.asks_for_cost();
    let prepared = unless_it_panics(|| (operation.prepare)(&mut input, &context));
    let priced = price::price(&context, operation, prepared, is_cost_only, waited);
    let Priced { prepared, charge, balance } = priced.map_err(|wait| {
        let (caller, rate, key) = (Ok(context.caller.clone()), notes.rate.take(), notes.key.take());
        Halt::Waits(Box::new(Waiting { admitted: Box::new(Admitted { caller, rate, key }), wait }))
    })?;
    (notes.balance, notes.charged) = (balance, charge.map(Charge::credits));
    // Execute and respond.
    let long_answers = match operation.access {
        Access::Widget => context.long_answers().of_address(),
        _ => context.long_answers(),
    };
    let prepared = prepared?;
    let outcome = unless_it_panics(|| {
        respond::respond(call, operation.name, &context.data.answers_id, prepared, &long_answers)
    });
    if outcome.is_err() {
        notes.balance = price::refund(&context, charge).or(notes.balance);
        notes.charged = None;
    }
    Ok(outcome?)
}

/// What `work` gives, or that the service has made a mistake: one request must not end the connection of
/// others. The log has the place of the mistake from the panic itself.
fn unless_it_panics<T>(work: impl FnOnce() -> Result<T, Problem>) -> Result<T, Problem> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err(Problem::new(Code::Internal, "the answer could not be made; nothing is charged for it"))
    })
}
