//! The result of a verification, as it is printed.

use super::comparison::Quantity;
use serde_json::{Value, json};
use std::fmt;
use std::path::{Path, PathBuf};

/// The quantities of one table, and the file with which they were compared.
struct Section {
    table: &'static str,
    file: Option<PathBuf>,
    quantities: Vec<Quantity>,
}

/// The result of a verification, section by section.
pub struct Verification {
    generation: String,
    sections: Vec<Section>,
}

impl Verification {
    pub(crate) fn new(generation: String) -> Self {
        Self { generation, sections: Vec::new() }
    }

    /// Adds the compared quantities of a table: from a file, or from the generation itself.
    pub(crate) fn add(&mut self, table: &'static str, file: Option<&Path>, quantities: Vec<Quantity>) {
        self.sections.push(Section { table, file: file.map(Path::to_owned), quantities });
    }

    /// The quantities compared of a table, such as `solar eclipses`; none where it was not compared.
    pub fn of_table(&self, table: &str) -> &[Quantity] {
        self.sections.iter().find(|s| s.table == table).map_or(&[], |s| &s.quantities)
    }

    /// Returns whether every section has compared values, and all quantities hold.
    pub fn holds(&self) -> bool {
        self.sections.iter().all(|s| !s.quantities.is_empty() && s.quantities.iter().all(Quantity::holds))
    }

    /// The result as JSON: version of this program, date, dataset, and the quantities of each section.
    /// `within99` is the difference that 99 % do not exceed, in `unit`.
    pub fn json(&self, date: &str) -> Value {
        let rounded = |value: f64| format!("{value:.2e}").parse::<f64>().expect("a number as it is printed");
        let quantity = |c: &Quantity| {
            let (worst, at) = c.worst().filter(|(difference, _)| *difference > 0.0).unzip();
            json!({
                "name": c.name(), "unit": c.unit(), "compared": c.compared(), "equal": c.equal(),
                "within99": c.percentile_99().map(rounded), "worst": worst.map(rounded), "worstAt": at,
                "holds": c.holds(),
            })
        };
        let section = |s: &Section| {
            let file = s.file.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy());
            let quantities: Vec<_> = s.quantities.iter().map(quantity).collect();
            json!({ "table": s.table, "file": file, "quantities": quantities })
        };
        let sections: Vec<_> = self.sections.iter().map(section).collect();
        json!({
            "version": env!("CARGO_PKG_VERSION"), "date": date, "dataset": self.generation,
            "holds": self.holds(), "sections": sections,
        })
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match &self.file {
            Some(file) => writeln!(f, "\n{} against {}", self.table, file.display())?,
            None => writeln!(f, "\n{} against the generation's outlines", self.table)?,
        }
        if self.quantities.is_empty() {
            return writeln!(f, "  MISSED: nothing compared");
        }
        writeln!(
            f,
            "  {:<34} {:>8} {:>8} {:>12} {:>12}  worst at",
            "column", "compared", "equal", "99 % within", "worst"
        )?;
        for c in &self.quantities {
            let figure = |value: Option<f64>| value.map_or_else(|| "-".into(), |v| format!("{v:.3e}"));
            let worst_at = c.worst().filter(|(difference, _)| *difference > 0.0).map_or("", |w| w.1);
            writeln!(
                f,
                "  {:<34} {:>8} {:>8} {:>12} {:>12}  {worst_at}{}",
                c.heading(),
                c.compared(),
                c.equal(),
                figure(c.percentile_99()),
                figure(c.worst().map(|w| w.0)),
                c.verdict()
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for Verification {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "generation {}: sums, schema and invariants hold", self.generation)?;
        self.sections.iter().try_for_each(|section| write!(f, "{section}"))?;
        writeln!(f, "\n{}", if self.holds() { "everything within tolerance" } else { "tolerances missed" })
    }
}

#[cfg(test)]
mod tests {
    use super::super::comparison::Quantities;
    use super::*;

    fn verification(quantities: Vec<Quantity>) -> Verification {
        let mut verification = Verification::new("0".into());
        verification.add("solar eclipses", Some(Path::new("canon.csv")), quantities);
        verification
    }

    #[test]
    fn what_compares_nothing_does_not_hold() {
        for empty in [Vec::new(), vec![Quantity::new("TD", "s", 0.0, 2.0)]] {
            let empty = verification(empty);
            assert!(!empty.holds());
            let text = empty.to_string();
            assert!(text.contains("nothing compared") && text.contains("tolerances missed"), "{text}");
        }
        let mut quantities = Quantities::default();
        quantities.of("TD", "s", 1.0).number(0.5, 1.0, true, "2024-04-08");
        let compared = verification(quantities.into_list());
        assert!(compared.holds() && compared.to_string().contains("everything within tolerance"));
        assert_eq!(compared.of_table("solar eclipses")[0].worst(), Some((0.5, "2024-04-08")));
        let json = compared.json("2026-11-30");
        let of = &json["sections"][0];
        assert_eq!((&json["date"], &of["file"]), (&json!("2026-11-30"), &json!("canon.csv")));
        assert_eq!(of["quantities"][0]["worst"], 0.5);
    }
}
