//! The columns of a table of results that a caller selects.

use crate::Error;
use crate::schema::{Column, TableSchema};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::sync::Arc;

/// Name of the column with the caller's names of places.
pub(super) const ID: &str = "id";
/// Columns that results have in any case, or never.
const BESIDE: [&str; 2] = [ID, "error"];

/// Columns of a table of results, in the order of the caller.
#[derive(Debug, Clone)]
pub struct Fields {
    pub(super) table: &'static TableSchema,
    pub(super) columns: Vec<&'static Column>,
    schema: SchemaRef,
}

impl Fields {
    /// All columns of a table.
    pub fn all(table: &'static TableSchema) -> Self {
        Self::first(table, table.columns.len())
    }

    /// The first columns of a table.
    pub fn first(table: &'static TableSchema, count: usize) -> Self {
        let numbers: Vec<_> = (0..count).collect();
        let schema = table.arrow_schema().project(&numbers).expect("the table has these columns");
        Self { table, columns: table.columns[..count].iter().collect(), schema: schema.into() }
    }

    /// The columns with these names, separated by commas; `id` and `error` may be among them. An unknown or
    /// repeated name is [`Error::Fields`], and no column of the table too.
    pub fn named(table: &'static TableSchema, names: &str) -> Result<Self, Error> {
        let known = || table.columns.iter().map(|column| column.name).collect::<Vec<_>>().join(", ");
        let number = |name: &str| table.columns.iter().position(|column| column.name == name);
        let numbers = listed("column", names, &BESIDE, |name| number(name).ok_or_else(known));
        let numbers = numbers.map_err(Error::Fields)?;
        let schema = table.arrow_schema().project(&numbers).expect("the table has these columns");
        let columns = numbers.into_iter().map(|number| &table.columns[number]).collect();
        Ok(Self { table, columns, schema: schema.into() })
    }

    /// Puts the caller's names of the places, of this type, before the columns: the column `id`.
    pub fn with_id(self, kind: DataType) -> Self {
        let description = "your name of the place".to_owned();
        let id = Field::new(ID, kind, true).with_metadata([("description".to_owned(), description)]);
        let fields: Vec<_> =
            std::iter::once(Arc::new(id)).chain(self.schema.fields().iter().cloned()).collect();
        let schema = Arc::new(Schema::new_with_metadata(fields, self.schema.metadata().clone()));
        Self { schema, ..self }
    }

    /// The schema of the batches, with unit, description and source of each column.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Returns whether the batches have the column `id`.
    pub(super) fn has_id(&self) -> bool {
        self.schema.fields().len() > self.columns.len()
    }
}

/// Reads a list of names with commas between: returns the value that `find` has for each, in their order.
/// `find` returns the known names in place of an unknown one. Names `beside` others are left out. The error
/// says which name is unknown, or there twice.
pub fn listed<T: PartialEq>(
    kind: &str,
    names: &str,
    beside: &[&str],
    mut find: impl FnMut(&str) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let mut names: Vec<_> = names.split(',').map(str::trim).collect();
    if names.iter().any(|name| !beside.contains(name)) {
        names.retain(|name| !beside.contains(name));
    }
    let mut values = Vec::new();
    for name in names {
        let wrong = |known| format!("there is no {kind} \"{name:.60}\"; use some of {known}");
        let value = find(name).map_err(wrong)?;
        if values.contains(&value) {
            return Err(format!("you named twice the {kind} \"{name}\""));
        }
        values.push(value);
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::SEARCH;

    #[test]
    fn columns_come_in_the_order_of_the_caller_with_their_units() {
        let fields = Fields::named(&SEARCH, "max, latitude_deg").expect("columns").with_id(DataType::Utf8);
        let names: Vec<_> = fields.schema().fields().iter().map(|field| field.name().as_str()).collect();
        assert_eq!(names, ["id", "max", "latitude_deg"]);
        assert_eq!(fields.schema().field(2).metadata()["unit"], "degree");
        assert_eq!(fields.schema().metadata()["table"], "search");
    }

    #[test]
    fn a_wrong_name_is_an_error_that_lists_the_names() {
        for (names, problem) in [
            ("max,sun_alt", "fields: there is no column \"sun_alt\"; use some of place, catalog_number, "),
            ("", "fields: there is no column \"\""),
            ("c1,max,c1", "fields: you named twice the column \"c1\""),
        ] {
            let error = Fields::named(&SEARCH, names).expect_err(names).to_string();
            let is_complete = problem.contains("twice") || error.ends_with("sun_azimuth_deg");
            assert!(error.starts_with(problem) && is_complete, "{error}");
        }
    }
}
