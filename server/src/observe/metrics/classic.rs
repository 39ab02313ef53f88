//! The classic text form of Prometheus, 0.0.4, of what the library writes as OpenMetrics.

/// Converts OpenMetrics into the classic form. There the description of a counter names its samples, which
/// end in `_total`, and that of an information ends in `_info`. Units and the end mark are left out.
pub(super) fn from_open_metrics(text: &str) -> String {
    let mut classic = String::with_capacity(text.len());
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(help) = line.strip_prefix("# HELP ") {
            // The line after it has the type.
            let kind =
                lines.next_if(|next| next.starts_with("# TYPE ")).and_then(|next| next.rsplit(' ').next());
            let (name, help) = help.split_once(' ').unwrap_or((help, ""));
            push_description(&mut classic, name, help, kind.unwrap_or("untyped"));
        } else if !line.starts_with('#') {
            classic.push_str(line);
            classic.push('\n');
        }
    }
    classic
}

fn push_description(classic: &mut String, name: &str, help: &str, kind: &str) {
    let (suffix, kind) = match kind {
        "counter" => ("_total", "counter"),
        "info" => ("_info", "gauge"),
        "unknown" => ("", "untyped"),
        kind => ("", kind),
    };
    for part in ["# HELP ", name, suffix, " ", help, "\n# TYPE ", name, suffix, " ", kind, "\n"] {
        classic.push_str(part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_types_are_those_of_the_classic_form() {
        let text = "# HELP a_b Bees.\n# TYPE a_b counter\na_b_total{c=\"#\"} 1\n\
                    # HELP d_seconds Waits.\n# TYPE d_seconds histogram\n# UNIT d_seconds seconds\n\
                    d_seconds_sum 0.5\nd_seconds_count 1\nd_seconds_bucket{le=\"+Inf\"} 1\n\
                    # HELP build The program.\n# TYPE build info\nbuild_info{version=\"1\"} 1\n\
                    # HELP e Ease.\n# TYPE e gauge\ne 2\n# EOF\n";
        let classic = "# HELP a_b_total Bees.\n# TYPE a_b_total counter\na_b_total{c=\"#\"} 1\n\
                       # HELP d_seconds Waits.\n# TYPE d_seconds histogram\n\
                       d_seconds_sum 0.5\nd_seconds_count 1\nd_seconds_bucket{le=\"+Inf\"} 1\n\
                       # HELP build_info The program.\n# TYPE build_info gauge\nbuild_info{version=\"1\"} 1\n\
                       # HELP e Ease.\n# TYPE e gauge\ne 2\n";
        assert_eq!(from_open_metrics(text), classic);
    }
}
