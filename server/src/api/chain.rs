//! The stages of every request: route → admit → price → execute → respond.
//!
//! A path leads to an operation or to a page. [`operate`] runs all stages of an operation. A page is
//! admitted here and then makes its own response, because it has forms, cookies and special headers.

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

/// Maximum length of an address: a thousand points of 30 bytes.
const MAX_URI_BYTES: usize = 30_000;

/// The state shared by all requests.
#[derive(Clone, Copy)]
pub(crate) struct Shared<'a> {
    /// The generation in force.
    pub(crate) data: &'a ArcSwap<Data>,
    /// Admits or refuses requests.
    pub(crate) gate: &'a Gate,
    /// All operations and pages.
    pub(crate) registry: &'a Registry,
    /// The thread pool for long answers.
    pub(crate) pool: &'a ComputePool,
    /// The operator's settings for pages.
    pub(crate) settings: &'a Settings,
    /// Makes the page that explains why a page of a path is refused.
    pub(crate) refusal_page: fn(&Problem, &str) -> RefusalPage,
    /// Readiness, as reported by `/readyz`.
    pub(crate) readiness: Readiness<'a>,
}

/// The outcome of a request.
pub(crate) enum Reply {
    /// The request has its response.
    Answered(Answered),
    /// The index of a page, which makes the response even if the request is refused.
    Page(usize, Result<(), Problem>),
    /// The request must wait and is then answered from the start.
    Waits(Box<Waiting>),
}

/// The sender of a request.
pub(crate) enum Sender {
    /// Identified by the credentials in the request.
    Unknown,
    /// The holder of this key.
    Holder(Arc<Key>),
    /// The request was admitted before it had to wait.
    Admitted(Box<Admitted>, Waited),
}

/// An admitted request that waits for credits that other servers may hold.
pub(crate) struct Waiting {
    admitted: Box<Admitted>,
    wait: Wait,
}

impl Waiting {
    /// Waits until the request can be answered again, without counting it twice.
    pub(crate) async fn over(self) -> Sender {
        Sender::Admitted(self.admitted, self.wait.over().await)
    }

    /// Skips the wait: the request is answered with the credits on this server.
    pub(crate) fn cut_short(self) -> Sender {
        Sender::Admitted(self.admitted, self.wait.cut_short())
    }
}

/// The reason why an operation has no response.
enum Halt {
    /// The request is refused.
    Problem(Problem),
    /// The request waits.
    Waits(Box<Waiting>),
}

impl<P: Into<Problem>> From<P> for Halt {
    fn from(problem: P) -> Self {
        Self::Problem(problem.into())
    }
}

/// A response with its log and metrics data.
pub struct Answered {
    /// The response to the request.
    pub response: Response<Answer>,
    /// The operation or page of the path, if any.
    pub(crate) target: Option<Target>,
    /// The reason for a refusal.
    pub(crate) problem: Option<Code>,
    /// The key that the request was sent with.
    pub(crate) key: Option<Arc<Key>>,
    /// Credits charged to the account of the key.
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

/// Answers a request. An `obstacle`, such as a body that is too large, refuses the request. A probe is
/// answered even if the service is busy.
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

/// Returns an error for a widget on a host without widgets.
fn other_host(settings: &Settings, operation: &Operation, call: &Call) -> Option<Problem> {
    let host = settings.widget_host.as_ref().filter(|_| operation.access == Access::Widget)?;
    let detail = || format!("this page is at https://{host}{}", call.path());
    (!call.is_to_host(host)).then(|| Problem::new(Code::NoSuchPath, detail()))
}

/// Counts a request that will be refused. During a back-off, the error is the rate limit alone.
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
    if length > MAX_URI_BYTES {
        return Err(Problem::new(
            Code::AddressTooLong,
            format!("the address has {length} bytes; the maximum is {MAX_URI_BYTES}"),
        ));
    }
    registry
        .find(call.path())
        .ok_or_else(|| Problem::new(Code::NoSuchPath, "no operation has this path; /docs lists them all"))
}

/// Adds the nearest path to the error for an unknown path. The search costs time, so it is skipped during a
/// back-off.
fn with_nearest(registry: &Registry, call: &Call, problem: Problem) -> Problem {
    let is_unknown_path = problem.code == Code::NoSuchPath;
    match is_unknown_path.then(|| registry.nearest(call.path())).flatten() {
        None => problem,
        Some(path) => Problem::new(
            Code::NoSuchPath,
            format!("no operation has this path; {path} comes nearest; /docs lists them all"),
        ),
    }
}

/// Runs all stages of an operation.
fn operate(
    shared: Shared,
    call: &Call,
    operation: &Operation,
    parameters: &PathParameters,
    sender: Sender,
    notes: &mut Notes,
) -> Result<Response<Answer>, Halt> {
    // Admit. Other methods require no credentials: browsers send none with a preflight.
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
        let detail = format!("{} is not allowed; use GET, HEAD or OPTIONS", call.method);
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
    // Parameters of a probe are ignored, because supervisors may add any.
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
        respond::respond(call, operation.name, &context.data.responses_id, prepared, &long_answers)
    });
    if outcome.is_err() {
        notes.balance = price::refund(&context, charge).or(notes.balance);
        notes.charged = None;
    }
    Ok(outcome?)
}

/// Turns a panic of `work` into an internal error, so that one request does not break the connection of
/// others. The panic itself is logged with its location.
fn unless_it_panics<T>(work: impl FnOnce() -> Result<T, Problem>) -> Result<T, Problem> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err(Problem::new(Code::Internal, "the answer could not be made; nothing is charged for it"))
    })
}
