//! The codes and names of ISO 3166-1.

use super::csv;
use crate::Error;
use std::path::Path;

/// A country of ISO 3166-1.
pub(crate) struct IsoCode {
    /// The number, three digits.
    pub(crate) number: String,
    /// The code of two letters.
    pub(crate) alpha_2: String,
    /// The code of three letters.
    pub(crate) alpha_3: String,
    /// The English name.
    pub(crate) name: String,
}

/// Reads the codes in the order of the file.
pub(crate) fn read(folder: &Path) -> Result<Vec<IsoCode>, Error> {
    csv::read(&folder.join("iso-3166/codes.csv"), "numeric,alpha_2,alpha_3,name", |r| {
        Ok(IsoCode {
            number: r.text(0)?.to_owned(),
            alpha_2: r.text(1)?.to_owned(),
            alpha_3: r.text(2)?.to_owned(),
            name: r.text(3)?.to_owned(),
        })
    })
}
