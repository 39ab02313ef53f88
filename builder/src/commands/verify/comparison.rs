//! Differences of a quantity from a published table, and their limits.

struct ComparedValue {
    difference: f64,
    limit: f64,
    equal: bool,
    date: String,
}

/// A quantity compared over a table, with the share that must lie within the limit.
pub struct Quantity {
    name: String,
    unit: &'static str,
    samples: Vec<ComparedValue>,
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
        self.samples.push(ComparedValue {
            difference: difference.abs(),
            limit,
            equal,
            date: date.to_owned(),
        });
    }

    /// Enters a text, which must be the same.
    pub(crate) fn text(&mut self, ours: &str, theirs: &str, date: &str) {
        let difference = if ours == theirs { 0.0 } else { 1.0 };
        self.samples.push(ComparedValue {
            difference,
            limit: 0.0,
            equal: ours == theirs,
            date: format!("{date} ({ours} ≠ {})", theirs.replace(char::is_control, "?")),
        });
    }

    /// Returns the name of the comparison, such as `TD 1500–2500`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The unit of its differences; empty for texts and numbers without one.
    pub(crate) fn unit(&self) -> &'static str {
        self.unit
    }

    /// Name and unit.
    pub(crate) fn heading(&self) -> String {
        if self.unit.is_empty() { self.name.clone() } else { format!("{}, {}", self.name, self.unit) }
    }

    /// Number of values compared.
    pub fn compared(&self) -> usize {
        self.samples.len()
    }

    /// Number that round to the printed value.
    pub fn equal(&self) -> usize {
        self.samples.iter().filter(|s| s.equal).count()
    }

    /// Share of the values within their limit; NaN if nothing was compared.
    fn share_within(&self) -> f64 {
        self.samples.iter().filter(|s| s.difference <= s.limit).count() as f64 / self.compared() as f64
    }

    /// The difference that 99 % of the values do not exceed; none if nothing was compared.
    pub(crate) fn percentile_99(&self) -> Option<f64> {
        let mut sorted: Vec<f64> = self.samples.iter().map(|s| s.difference).collect();
        sorted.sort_by(f64::total_cmp);
        let rank = (sorted.len() as f64 * 0.99).ceil() as usize;
        sorted.get(rank.checked_sub(1)?).copied()
    }

    fn worst_sample(&self) -> Option<&ComparedValue> {
        self.samples.iter().max_by(|a, b| a.difference.total_cmp(&b.difference))
    }

    /// The greatest difference, in the unit of the quantity, and its date; none if nothing was compared. A
    /// text differs by 0 or 1.
    pub fn worst(&self) -> Option<(f64, &str)> {
        self.worst_sample().map(|sample| (sample.difference, sample.date.as_str()))
    }

    /// Returns whether enough values were compared, with enough within the limit and none beyond the maximum.
    pub(crate) fn holds(&self) -> bool {
        self.share_within() >= self.required_share
            && self.worst_sample().is_some_and(|w| w.difference <= self.worst_allowed)
    }

    /// The reason why the quantity does not hold; empty if it does.
    pub(crate) fn verdict(&self) -> String {
        if self.holds() {
            return String::new();
        }
        let (within, required) = (100.0 * self.share_within(), 100.0 * self.required_share);
        if self.samples.is_empty() {
            "  MISSED: nothing compared".into()
        } else if self.share_within() < self.required_share {
            format!("  MISSED: {within:.3} % within, {required:.1} % required")
        } else {
            format!("  MISSED: maximum {:.3e}", self.worst_allowed)
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn quantity(differences: &[f64]) -> Quantity {
        let mut quantity = Quantity::new("TD", "s", 0.5, 2.0);
        differences.iter().for_each(|d| quantity.number(*d, 1.0, false, "2024-04-08"));
        quantity
    }

    #[test]
    fn the_verdict_names_the_missed_share_or_the_missed_maximum() {
        assert!(quantity(&[0.5, -1.5]).holds());
        assert!(quantity(&[1.5, 1.5, 0.5]).verdict().contains("33.333 % within, 50.0 % required"));
        assert!(quantity(&[0.5, 0.5, 2.5]).verdict().contains("maximum 2.000e0"));
        assert_eq!(quantity(&[0.5, -1.5]).worst(), Some((1.5, "2024-04-08")));
    }
}
