//! Metrics of the process from the system, under the standard names of exporters for Prometheus.

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, NoLabelSet};
use prometheus_client::metrics::MetricType;
use rustix::process::{Resource, getrlimit};
use std::fs;

/// Clock ticks per second of the times in `/proc`: USER_HZ, 100 on all current Linux systems.
const TICKS_PER_S: f64 = 100.0;
/// Bytes of a kilobyte in `/proc`.
const KB: f64 = 1024.0;

/// Metrics from `/proc` on Linux; none on other systems.
#[derive(Debug)]
pub(super) struct Process;

/// Times of a process, in ticks.
#[derive(Debug, PartialEq, Eq)]
struct Times {
    /// Processor time.
    cpu: u64,
    /// Start of the process, since the start of the system.
    start: u64,
}

impl Times {
    /// Reads `/proc/self/stat` (proc_pid_stat(5)).
    fn parse(stat: &str) -> Option<Self> {
        // Field 2, the name of the program in parentheses, may contain any character. After it comes field 3.
        let fields: Vec<&str> = stat.get(stat.rfind(')')? + 1..)?.split_whitespace().collect();
        let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
        Some(Self { cpu: field(14)? + field(15)?, start: field(22)? })
    }
}

fn number(text: &str, line: &str) -> Option<f64> {
    let rest = text.lines().find_map(|l| l.strip_prefix(line))?;
    rest.split_whitespace().next()?.parse().ok()
}

impl Collector for Process {
    fn encode(&self, mut encoder: DescriptorEncoder) -> std::fmt::Result {
        let text = |name: &str| fs::read_to_string(name).unwrap_or_default();
        let (status, times) = (text("/proc/self/status"), Times::parse(&text("/proc/self/stat")));
        // One of the open descriptors is the one that lists them.
        let open = fs::read_dir("/proc/self/fd").ok().map(|all| all.count().saturating_sub(1) as f64);
        let most = getrlimit(Resource::Nofile).current.map_or(f64::INFINITY, |most| most as f64);
        let kilobytes = |line| number(&status, line).map(|kb| kb * KB);
        let start = times.as_ref().zip(number(&text("/proc/stat"), "btime "));
        let start_s = start.map(|(times, boot_s)| boot_s + times.start as f64 / TICKS_PER_S);
        let gauges = [
            ("process_open_fds", "Open file descriptors.", open),
            ("process_max_fds", "File descriptors that may be open.", Some(most)),
            ("process_threads", "Threads.", number(&status, "Threads:")),
            ("process_virtual_memory_bytes", "Virtual memory.", kilobytes("VmSize:")),
            ("process_resident_memory_bytes", "Resident memory.", kilobytes("VmRSS:")),
            ("process_start_time_seconds", "When the process was started, since 1970.", start_s),
        ];
        for (name, help, value) in gauges {
            if let Some(value) = value {
                encoder.encode_descriptor(name, help, None, MetricType::Gauge)?.encode_gauge(&value)?;
            }
        }
        let Some(Times { cpu, .. }) = times else { return Ok(()) };
        let help = "Time for which processors have worked, for the program and in the system.";
        let mut metric = encoder.encode_descriptor("process_cpu_seconds", help, None, MetricType::Counter)?;
        metric.encode_counter::<NoLabelSet, _, u64>(&(cpu as f64 / TICKS_PER_S), None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_parentheses_and_spaces_does_not_shift_the_fields() {
        let text = "42 (a) 9 (b) S 1 42 42 0 -1 4194304 100 0 0 0 7 5 0 0 20 0 11 0 3000 1048576 250 99 1";
        assert_eq!(Times::parse(text), Some(Times { cpu: 12, start: 3000 }));
    }

    #[test]
    fn a_line_is_found_by_its_beginning() {
        let status = "Name:\tVmRSS\nVmRSS:\t  5316 kB\n";
        assert_eq!((number(status, "VmRSS:"), number(status, "VmSize:")), (Some(5316.0), None));
    }
}
