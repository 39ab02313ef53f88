//! Differences of a quantity from a published table, and their limits.

use std::fmt;

/// One compared value.
struct Sample {
    difference: f64,
    limit: f64,
    equal: bool,
    date: String,
}

/// A quantity compared over a table, with the share that must lie within the limit.
pub(crate) struct Quantity {
    name: String,
    unit: &'static str,
    samples: Vec<Sample>,
    required_share: f64,
    worst_allowed: f64,
}

impl Quantity {
    /// Makes a quantity: `required_share` of its values must lie within their limit, none beyond
    /// `worst_allowed`.
    pub(crate) fn new(
        name: impl Into<String>,
        unit: &'static str,
        required_share: f64,
        worst_allowed: f64,
    ) -> Self {
        Self { name: name.into(), unit, samples: Vec::new(), required_share, worst_allowed }
    }

    /// Enters a numerical difference; `equal` if our value rounds to the printed one.
    pub(crate) fn number(&mut self, difference: f64, limit: f64, equal: bool, date: &str) {
        self.samples.push(Sample { difference: difference.abs(), limit, equal, date: date.to_owned() });
    }

    /// Enters a text, which must be the same.
    pub(crate) fn text(&mut self, ours: &str, theirs: &str, date: &str) {
        let difference = if ours == theirs { 0.0 } else { 1.0 };
        self.samples.push(Sample {
            difference,
            limit: 0.0,
            equal: ours == theirs,
            date: format!("{date} ({ours} ≠ {theirs})"),
        });
    }

    /// Number of values compared.
    pub(crate) fn compared(&self) -> usize {
        self.samples.len()
    }

    /// Number that round to the printed value.
    pub(crate) fn equal(&self) -> usize {
        self.samples.iter().filter(|s| s.equal).count()
    }

    /// Share of the values within their limit.
    pub(crate) fn share_within(&self) -> f64 {
        if self.samples.is_empty() {
            1.0
        } else {
            self.samples.iter().filter(|s| s.difference <= s.limit).count() as f64 / self.compared() as f64
        }
    }

    /// The difference that 99 % of the values do not exceed.
    pub(crate) fn percentile_99(&self) -> f64 {
        let mut sorted: Vec<f64> = self.samples.iter().map(|s| s.difference).collect();
        sorted.sort_by(f64::total_cmp);
        sorted.get(((sorted.len() as f64 * 0.99).ceil() as usize).saturating_sub(1)).copied().unwrap_or(0.0)
    }

    fn worst(&self) -> Option<&Sample> {
        self.samples.iter().max_by(|a, b| a.difference.total_cmp(&b.difference))
    }

    /// Whether enough values lie within their limit, and none beyond the worst allowed.
    pub(crate) fn holds(&self) -> bool {
        self.share_within() >= self.required_share
            && self.worst().is_none_or(|w| w.difference <= self.worst_allowed)
    }
}

/// The quantities of a table in the order in which they are first met.
#[derive(Default)]
pub(crate) struct Quantities {
    list: Vec<Quantity>,
}

impl Quantities {
    /// The quantity with this name; `required_share` of its values must lie within their limits, 0 only
    /// reports.
    pub(crate) fn of(
        &mut self,
        name: impl Into<String>,
        unit: &'static str,
        required_share: f64,
    ) -> &mut Quantity {
        self.bounded(name, unit, required_share, f64::INFINITY)
    }

    /// The quantity with this name, none of whose values may exceed a bound.
    pub(crate) fn bounded(
        &mut self,
        name: impl Into<String>,
        unit: &'static str,
        required_share: f64,
        worst_allowed: f64,
    ) -> &mut Quantity {
        let name = name.into();
        let index = self.list.iter().position(|c| c.name == name).unwrap_or_else(|| {
            self.list.push(Quantity::new(name, unit, required_share, worst_allowed));
            self.list.len() - 1
        });
        &mut self.list[index]
    }

    /// The quantities in the order in which they were first met.
    pub(crate) fn into_list(self) -> Vec<Quantity> {
        self.list
    }
}

/// The result of a verification, section by section.
pub struct Verification {
    generation: String,
    sections: Vec<(String, Vec<Quantity>)>,
}

impl Verification {
    pub(crate) fn new(generation: String) -> Self {
        Self { generation, sections: Vec::new() }
    }

    pub(crate) fn add(&mut self, title: String, quantities: Vec<Quantity>) {
        self.sections.push((title, quantities));
    }

    /// The quantities of all sections.
    pub(crate) fn quantities(&self) -> impl Iterator<Item = &Quantity> {
        self.sections.iter().flat_map(|(_, quantities)| quantities)
    }

    /// Whether all quantities hold.
    pub fn holds(&self) -> bool {
        self.quantities().all(Quantity::holds)
    }
}

impl fmt::Display for Verification {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "generation {}: sums, schema and invariants hold", self.generation)?;
        for (title, quantities) in &self.sections {
            writeln!(
                f,
                "\n{title}\n  {:<34} {:>8} {:>8} {:>12} {:>12}  worst at",
                "column", "compared", "equal", "99 % within", "worst"
            )?;
            for c in quantities {
                let worst = c.worst().map_or((0.0, ""), |w| {
                    (w.difference, if w.difference > 0.0 { w.date.as_str() } else { "" })
                });
                let verdict = if c.holds() {
                    String::new()
                } else {
                    format!(
                        "  MISSED: {:.3} % within, {:.1} % asked",
                        100.0 * c.share_within(),
                        100.0 * c.required_share
                    )
                };
                let unit = if c.unit.is_empty() { String::new() } else { format!(", {}", c.unit) };
                writeln!(
                    f,
                    "  {:<34} {:>8} {:>8} {:>12.3e} {:>12.3e}  {}{verdict}",
                    format!("{}{unit}", c.name),
                    c.compared(),
                    c.equal(),
                    c.percentile_99(),
                    worst.0,
                    worst.1
                )?;
            }
        }
        writeln!(f, "\n{}", if self.holds() { "everything within tolerance" } else { "tolerances missed" })
    }
}
