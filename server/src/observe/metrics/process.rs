//! What the system says of the process, under the names that all exporters for Prometheus use.

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, NoLabelSet};
use prometheus_client::metrics::MetricType;
use rustix::param::{clock_ticks_per_second, page_size};
use std::fs;

/// What Linux says of the process in `/proc`; on other systems nothing.
#[derive(Debug)]
pub(super) struct Process;

/// The fields of `/proc/self/stat` that are told, in its units (proc_pid_stat(5)).
struct Stat {
    cpu_ticks: u64,
    threads: u64,
    started_ticks: u64,
    virtual_bytes: u64,
    resident_pages: u64,
}

impl Stat {
    fn read() -> Option<Self> {
        Self::parse(&fs::read_to_string("/proc/self/stat").ok()?)
    }

    fn parse(text: &str) -> Option<Self> {
        // The name of the program stands in parentheses and may have anything in it. After it comes field 3.
        let fields: Vec<&str> = text.get(text.rfind(')')? + 1..)?.split_whitespace().collect();
        let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
        Some(Self {
            cpu_ticks: field(14)? + field(15)?,
            threads: field(20)?,
            started_ticks: field(22)?,
            virtual_bytes: field(23)?,
            resident_pages: field(24)?,
        })
    }
}

/// When the system was started, seconds since 1970.
fn boot_s() -> Option<u64> {
    let stat = fs::read_to_string("/proc/stat").ok()?;
    stat.lines().find_map(|line| line.strip_prefix("btime ")?.trim().parse().ok())
}

impl Collector for Process {
    fn encode(&self, mut encoder: DescriptorEncoder) -> std::fmt::Result {
        let ticks_per_s = clock_ticks_per_second() as f64;
        let mut gauge = |name, help, value: f64| {
            encoder.encode_descriptor(name, help, None, MetricType::Gauge)?.encode_gauge(&value)
        };
        if let Ok(descriptors) = fs::read_dir("/proc/self/fd") {
            // One of them is that by which they are listed.
            let open = descriptors.count().saturating_sub(1);
            gauge("process_open_fds", "Open file descriptors.", open as f64)?;
        }
        if let Ok(most) = rlimit::Resource::NOFILE.get_soft() {
            gauge("process_max_fds", "File descriptors that may be open.", most as f64)?;
        }
        let Some(stat) = Stat::read() else { return Ok(()) };
        gauge("process_threads", "Threads of the process.", stat.threads as f64)?;
        gauge("process_virtual_memory_bytes", "Virtual memory.", stat.virtual_bytes as f64)?;
        let resident_bytes = stat.resident_pages as f64 * page_size() as f64;
        gauge("process_resident_memory_bytes", "Resident memory.", resident_bytes)?;
        if let Some(boot_s) = boot_s() {
            let started_s = boot_s as f64 + stat.started_ticks as f64 / ticks_per_s;
            gauge("process_start_time_seconds", "When the process was started, since 1970.", started_s)?;
        }
        let cpu_s = stat.cpu_ticks as f64 / ticks_per_s;
        let help = "Time for which processors have worked, for the program and in the system.";
        let mut metric = encoder.encode_descriptor("process_cpu_seconds", help, None, MetricType::Counter)?;
        metric.encode_counter::<NoLabelSet, _, u64>(&cpu_s, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_parentheses_and_spaces_does_not_shift_the_fields() {
        let text = "42 (a) 9 (b) S 1 42 42 0 -1 4194304 100 0 0 0 7 5 0 0 20 0 11 0 3000 1048576 250 99 1";
        let stat = Stat::parse(text).expect("all fields");
        assert_eq!((stat.cpu_ticks, stat.threads, stat.started_ticks), (12, 11, 3000));
        assert_eq!((stat.virtual_bytes, stat.resident_pages), (1_048_576, 250));
    }
}
