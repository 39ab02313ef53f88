//! Counters for Prometheus.

use crate::accounts::ledger::health::Health;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Metric, Registry, Unit};
use std::sync::Mutex;
use std::time::Duration;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Outcome {
    endpoint: &'static str,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Of {
    endpoint: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Generation {
    dataset: String,
    version: &'static str,
}

/// The metrics of a server.
pub struct Metrics {
    registry: Mutex<Registry>,
    requests: Family<Outcome, Counter>,
    /// Those of `requests` with status 200, by index of the operation: the usual case needs no lookup.
    good: Vec<Counter>,
    /// Names of the operations.
    names: Vec<&'static str>,
    /// By index of the operation; the last is for paths that are none.
    seconds: Vec<Histogram>,
    generation: Family<Generation, Gauge>,
    /// Connections that are open.
    pub connections: Gauge,
    /// Connections that were turned away.
    pub refused_connections: Counter,
    /// Generations that were refused.
    pub reload_failures: Counter,
    /// 1 when everything that is encoded ahead of requests is there, else 0.
    pub encoded_ahead: Gauge,
}

const NO_ENDPOINT: &str = "none";

impl Metrics {
    /// Makes metrics of operations with these names and of a ledger, with nothing counted yet.
    pub(crate) fn new(names: Vec<&'static str>, dataset: &str, ledger: &Health) -> Self {
        let mut registry = Registry::with_prefix("umbra");
        let family = Family::<Of, Histogram>::new_with_constructor(|| {
            Histogram::new(exponential_buckets(1e-5, 4.0, 10))
        });
        let requests: Family<Outcome, Counter> = registered(&mut registry, "requests", "Answered requests");
        registry.register_with_unit(
            "answer",
            "Time until the answer was ready to be sent",
            Unit::Seconds,
            family.clone(),
        );
        let metrics = Self {
            good: names
                .iter()
                .map(|name| requests.get_or_create(&Outcome { endpoint: name, status: 200 }).clone())
                .collect(),
            requests,
            seconds: names
                .iter()
                .copied()
                .chain([NO_ENDPOINT])
                .map(|endpoint| family.get_or_create(&Of { endpoint }).clone())
                .collect(),
            names,
            generation: registered(&mut registry, "generation", "The generation in force"),
            connections: registered(&mut registry, "connections", "Open connections"),
            refused_connections: registered(
                &mut registry,
                "refused_connections",
                "Connections beyond the limit",
            ),
            reload_failures: registered(&mut registry, "reload_failures", "Generations that were refused"),
            encoded_ahead: registered(
                &mut registry,
                "encoded_ahead",
                "Whether all that is encoded ahead of requests is there",
            ),
            registry: Mutex::new(with_ledger(registry, ledger)),
        };
        metrics.generation(dataset);
        metrics
    }

    /// Counts a response by its status and duration.
    pub fn answered(&self, endpoint: Option<usize>, status: u16, took: Duration) {
        match endpoint.and_then(|i| self.good.get(i)) {
            Some(good) if status == 200 => {
                good.inc();
            }
            _ => {
                let name = endpoint.and_then(|i| self.names.get(i)).map_or(NO_ENDPOINT, |name| name);
                self.requests.get_or_create(&Outcome { endpoint: name, status }).inc();
            }
        }
        if let Some(histogram) = self.seconds.get(endpoint.unwrap_or(self.names.len())) {
            histogram.observe(took.as_secs_f64());
        }
    }

    /// Records that another generation is in force.
    pub fn generation(&self, dataset: &str) {
        self.generation.clear();
        self.generation
            .get_or_create(&Generation { dataset: dataset.to_owned(), version: crate::VERSION })
            .set(1);
    }

    /// The text that Prometheus reads.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let registry = self.registry.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        prometheus_client::encoding::text::encode(&mut text, &registry)
            .expect("writing into memory does not fail");
        text
    }
}

/// A metric that the registry has taken under a name.
fn registered<M: Metric + Clone + Default>(registry: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

/// The registry with the metrics of a ledger, which counts them itself.
fn with_ledger(mut registry: Registry, ledger: &Health) -> Registry {
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
        "accounts_file_replaced",
        "Whether the file of the accounts was replaced or deleted under the server",
        ledger.file_replaced.clone(),
    );
    registry
}
