//! Counters for Prometheus. All counters of requests exist before the first request, so counting takes no
//! lock and no memory.

mod classic;
mod histogram;
mod leases;
mod process;
mod requests;
mod threads;
mod words;

use crate::generation::Data;
use accounts::gate::Gate;
use accounts::ledger::health::Health;
use accounts::plan::{Credits, Plan};
use process::Process;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Metric, Registry};
use requests::Requests;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};
use threads::Threads;
use web::problem::Code;
use web::traffic::Traffic;
use words::{Addresses, ByWord, Dropped, Lag, Measured, Stale};

/// A gauge of a number that need not be whole, such as seconds.
type Seconds = Gauge<f64, AtomicU64>;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Dataset {
    dataset: String,
}

/// Outcome of an attempt to sign in to the console.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SignIn {
    /// With a session.
    Good,
    /// Email address or password was wrong.
    Wrong,
    /// There had been too many attempts.
    TooMany,
    /// The form was too old, or came from another site.
    BadForm,
    Suspended,
}

impl SignIn {
    /// The labels, in the order of the variants.
    const WORDS: [&str; 5] = ["good", "wrong", "too-many", "bad-form", "suspended"];

    /// The label of the outcome.
    pub(crate) fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }
}

/// The values that a response adds to the counters.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Count {
    /// Number of the operation or page, from [`Metrics::of_operation`] or its counterparts.
    pub(crate) of: usize,
    pub(crate) status: u16,
    /// Time until the response was ready to be sent.
    pub(crate) took: Duration,
    /// The reason why the request was refused, if it was.
    pub(crate) refused: Option<Code>,
    /// Plan of the account, and credits that the call has cost.
    pub(crate) charged: Option<(Plan, Credits)>,
}

/// The metrics of a server.
pub struct Metrics {
    registry: Mutex<Registry>,
    requests: Arc<Requests>,
    threads: Arc<Threads>,
    refusals: ByWord<u64>,
    credits: ByWord<f64>,
    sign_ins: ByWord<u64>,
    generation: Family<Dataset, Gauge>,
    published: Seconds,
    delta_t_observed_until: Seconds,
    reload_succeeded: Gauge,
    last_reload: Seconds,
    reload_took: Seconds,
    reload_failures: Counter,
    /// Requests under way, and bytes that were sent.
    pub(crate) traffic: Traffic,
    /// Connections that are open.
    pub connections: Gauge,
    /// Connections that were turned away.
    pub refused_connections: Counter,
}

impl Metrics {
    /// Creates the metrics of operations, pages and a gate, with all counters at zero. `dropped` returns the
    /// number of dropped lines of the log.
    pub(crate) fn new(
        operations: impl Iterator<Item = &'static str>,
        pages: impl Iterator<Item = &'static str>,
        gate: &Gate,
        dropped: fn() -> usize,
    ) -> Self {
        let mut root = Registry::default();
        root.register_collector(Box::new(Process));
        let registry = root.sub_registry_with_prefix("umbra");
        let version = vec![("version", crate::VERSION)];
        registry.register("build", "The program", Info::new(version));
        let requests = Arc::new(Requests::new(operations, pages));
        registry.register_collector(Box::new(Arc::clone(&requests)));
        let threads = Arc::<Threads>::default();
        registry.register_collector(Box::new(Arc::clone(&threads)));
        registry.register_collector(Box::new(Addresses(gate.tiers())));
        registry.register_collector(Box::new(Dropped(dropped)));
        let codes = Code::ALL.map(|code| code.describe().0);
        let plans = Plan::ALL.map(Plan::word);
        let metrics = Self {
            requests,
            threads,
            refusals: ByWord::new(
                registry,
                "refusals",
                "Refused requests by the word of the problem",
                &codes,
                "code",
            ),
            credits: ByWord::new(registry, "credits", "Credits that calls have cost", &plans, "plan"),
            sign_ins: ByWord::new(
                registry,
                "sign_ins",
                "Attempts to sign in to the console",
                &SignIn::WORDS,
                "outcome",
            ),
            generation: registered(registry, "generation_info", "The generation in force"),
            published: registered(
                registry,
                "generation_published_timestamp_seconds",
                "When the generation in force was published",
            ),
            delta_t_observed_until: registered(
                registry,
                "delta_t_observed_until_timestamp_seconds",
                "The last instant of an observed delta T in the generation in force",
            ),
            reload_succeeded: registered(
                registry,
                "reload_last_successful",
                "Whether the last generation that was opened is in force",
            ),
            last_reload: registered(
                registry,
                "reload_last_success_timestamp_seconds",
                "When a generation was last put in force",
            ),
            reload_took: registered(
                registry,
                "reload_last_duration_seconds",
                "How long it took to open the last generation",
            ),
            reload_failures: registered(registry, "reload_failures", "Generations that were refused"),
            traffic: traffic(registry),
            connections: registered(registry, "connections", "Open connections"),
            refused_connections: registered(registry, "refused_connections", "Connections beyond the limit"),
            registry: Mutex::default(),
        };
        register_ledger(registry, &gate.ledger.health);
        if let Some(leases) = &gate.ledger.leases {
            leases::register(registry, &leases.health);
        }
        registry.register_collector(Box::new(Stale(gate.ledger.staleness.clone())));
        *metrics.registry.lock().unwrap_or_else(PoisonError::into_inner) = root;
        metrics
    }

    /// Adds a number of bytes that is read when the metrics are requested.
    pub(crate) fn measured(
        &self,
        name: &'static str,
        help: &'static str,
        bytes: impl Fn() -> u64 + Send + Sync + 'static,
    ) {
        let mut root = self.registry.lock().unwrap_or_else(PoisonError::into_inner);
        root.register_collector(Box::new(Measured { name, help, bytes: Box::new(bytes) }));
    }

    /// The number of an operation, by its index in the registry, for [`Count::of`].
    pub(crate) fn of_operation(&self, index: usize) -> usize {
        self.requests.of_operation(index)
    }

    /// The number of a page by its index.
    pub(crate) fn of_page(&self, index: usize) -> usize {
        self.requests.of_page(index)
    }

    /// The number for all paths that do not exist.
    pub(crate) fn of_nothing(&self) -> usize {
        self.requests.of_nothing()
    }

    /// The name of the requested operation or page.
    pub(crate) fn name(&self, of: usize) -> &'static str {
        self.requests.name(of)
    }

    pub(crate) fn answered(&self, count: Count) {
        self.requests.answered(count.of, count.status, count.took);
        if let Some(code) = count.refused {
            self.refusals.add(code as usize, 1);
        }
        if let Some((plan, credits)) = count.charged {
            self.credits.add(plan as usize, credits.to_f64());
        }
    }

    /// The counter of credits that accounts of a plan are charged.
    pub(crate) fn credits(&self, plan: Plan) -> Counter<f64, AtomicU64> {
        self.credits.of(plan as usize)
    }

    /// Counts for how long a request occupied a serving thread in one go.
    pub(crate) fn occupied(&self, took: Duration) {
        self.threads.occupied(took);
    }

    /// Counts how late a task that was due had its turn on a serving thread.
    pub(crate) fn delayed(&self, by: Duration) {
        self.threads.delayed(by);
    }

    /// Counts an attempt to sign in.
    pub(crate) fn sign_in(&self, outcome: SignIn) {
        self.sign_ins.add(outcome as usize, 1);
    }

    /// Records that a generation is served, and how long it took to open.
    pub(crate) fn generation_loaded(&self, data: &Data, took: Duration) {
        self.generation.clear();
        self.generation.get_or_create(&Dataset { dataset: data.id.clone() }).set(1);
        self.published.set(data.built_ms as f64 / 1000.0);
        self.delta_t_observed_until.set(data.delta_t_observed_until_s());
        self.reload_succeeded.set(1);
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        self.last_reload.set(now.as_secs_f64());
        self.reload_took.set(took.as_secs_f64());
    }

    /// Records that a generation was refused and the old one stays in use.
    pub(crate) fn generation_refused(&self) {
        self.reload_succeeded.set(0);
        self.reload_failures.inc();
    }

    /// All metrics in the form of OpenMetrics 1.0.
    pub(crate) fn open_metrics(&self) -> String {
        let mut text = String::new();
        let registry = self.registry.lock().unwrap_or_else(PoisonError::into_inner);
        prometheus_client::encoding::text::encode(&mut text, &registry)
            .expect("writing into memory does not fail");
        text
    }

    /// All metrics in the classic text form of Prometheus, 0.0.4.
    pub(crate) fn classic(&self) -> String {
        classic::from_open_metrics(&self.open_metrics())
    }
}

/// A metric that is registered under a name.
fn registered<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

/// The metrics that connections count.
fn traffic(registry: &mut Registry) -> Traffic {
    Traffic {
        in_flight: registered(
            registry,
            "http_requests_in_flight",
            "Requests whose response is being computed or sent",
        ),
        response_bytes: registered(registry, "http_response_bytes", "Bytes of bodies handed to connections"),
    }
}

/// The metrics that a ledger counts.
fn register_ledger(registry: &mut Registry, ledger: &Health) {
    registry.register(
        "usage_write_failures",
        "How often usage could not be written",
        ledger.usage_write_failures.clone(),
    );
    registry.register(
        "usage_pending",
        "Calls that wait to be written since writing has failed",
        ledger.usage_pending.clone(),
    );
    registry.register(
        "notice_failures",
        "How often the webhook did not take a notice",
        ledger.notice_failures.clone(),
    );
    registry.register_collector(Box::new(Lag(ledger.clone())));
    registry.register(
        "accounts_file_replaced",
        "Whether the file of the accounts was replaced or deleted under the server",
        ledger.file_replaced.clone(),
    );
    if let Some(up) = &ledger.postgres_up {
        registry.register("postgres_up", "Whether PostgreSQL answers, which has the accounts", up.clone());
        registry.register(
            "clock_difference_seconds",
            "How far the clock of this machine is ahead of PostgreSQL's",
            ledger.clock_difference.clone(),
        );
    }
}
