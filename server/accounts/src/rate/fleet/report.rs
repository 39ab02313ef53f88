//! One report to Valkey: a pipeline of calls of one script.

use super::shared_limit::SharedLimit;
use crate::instance::Instance;
use crate::rate::limiter::SubjectReport;
use crate::rate::window::{FleetResponse, WindowReport};
use redis::{Connection, ErrorKind, Pipeline, RedisResult, Script, ServerErrorKind};

/// Addresses in one call of the script. It takes about a millisecond, for which it blocks Valkey.
const MAX_KEYS: usize = 256;
/// Numbers that the script answers for each key.
const ANSWERS: usize = 4;

/// Sends reports.
pub(super) struct Report {
    script: Script,
}

/// Reports of one limit for one call of the script.
pub(super) struct Batch<'a> {
    limit: &'a SharedLimit,
    news: &'a [SubjectReport],
}

impl Report {
    /// Reads the script.
    pub(super) fn new() -> Self {
        Self { script: Script::new(include_str!("count.lua")) }
    }

    /// Sends all batches at once and returns the response of the script to each.
    pub(super) fn send(
        &self,
        batches: &[Batch],
        instance: &Instance,
        connection: &mut Connection,
    ) -> RedisResult<Vec<Vec<i64>>> {
        let mut pipeline = Pipeline::with_capacity(batches.len());
        batches.iter().for_each(|batch| batch.write(&mut pipeline, self.script.get_hash(), instance));
        match pipeline.query(connection) {
            Err(e) if e.kind() == ErrorKind::Server(ServerErrorKind::NoScript) => {
                self.script.load(connection)?;
                pipeline.query(connection)
            }
            answered => answered,
        }
    }
}

impl<'a> Batch<'a> {
    /// All news of a limit, in batches.
    pub(super) fn all(limit: &'a SharedLimit, news: &'a [SubjectReport]) -> impl Iterator<Item = Self> {
        news.chunks(MAX_KEYS).map(move |news| Self { limit, news })
    }

    fn write(&self, pipeline: &mut Pipeline, script: &str, instance: &Instance) {
        let policy = self.limit.limiter.policy();
        let call = pipeline.cmd("EVALSHA").arg(script).arg(self.news.len());
        for SubjectReport { subject, .. } in self.news {
            call.arg(self.limit.key(*subject));
        }
        call.arg(instance.as_str()).arg(policy.quota).arg(policy.back_off_ms());
        for SubjectReport { report: WindowReport { number, fleet, own, left_ms, is_back_off }, .. } in
            self.news
        {
            call.arg(*number).arg(*fleet).arg(*own).arg(*left_ms).arg(i32::from(*is_back_off));
        }
    }

    /// Applies the answers of the script to the reports of `reported_ms`.
    pub(super) fn learn(&self, responses: &[i64], reported_ms: i64, now_ms: i64) {
        for (news, response) in self.news.iter().zip(responses.chunks_exact(ANSWERS)) {
            self.limit.limiter.learn(news, FleetResponse::of(response), reported_ms, now_ms);
        }
    }

    /// Schedules the reports again that were not sent.
    pub(super) fn give_back(&self) {
        self.limit.limiter.give_back(self.news);
    }
}

impl FleetResponse {
    /// Reads the numbers of the script for one key.
    fn of(numbers: &[i64]) -> Self {
        let number = |n: i64| u32::try_from(n.max(0)).unwrap_or(u32::MAX);
        match *numbers {
            [id, count, left_ms, back_off] if id > 0 => {
                Self::Counted { fleet: number(id), count: number(count), left_ms, is_back_off: back_off == 1 }
            }
            _ => Self::Over,
        }
    }
}
