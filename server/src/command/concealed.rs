//! Parser for options that contain a password: error messages do not repeat the value.

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use std::ffi::OsStr;
use std::marker::PhantomData;
use std::str::FromStr;

/// Parses a value with its `FromStr`. Errors do not contain the value.
#[derive(Debug)]
pub(super) struct Concealed<T>(PhantomData<fn() -> T>);

impl<T> Concealed<T> {
    /// Creates a parser.
    pub(super) fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T> Clone for Concealed<T> {
    fn clone(&self) -> Self {
        Self::new()
    }
}

impl<T: FromStr<Err = String> + Clone + Send + Sync + 'static> TypedValueParser for Concealed<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, option: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        let text = value.to_str().ok_or_else(|| "use UTF-8 text".to_owned());
        text.and_then(str::parse).map_err(|why| {
            let name = option.map_or_else(|| "the option".to_owned(), Arg::to_string);
            Error::raw(ErrorKind::ValueValidation, format!("invalid value for '{name}': {why}\n"))
                .with_cmd(command)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use accounts::place::PostgresAddress;

    #[test]
    fn a_password_in_a_wrong_address_is_not_repeated() {
        let option = Arg::new("to").long("to").value_parser(Concealed::<PostgresAddress>::new());
        let command = Command::new("server").arg(option);
        let read = |address: &str| command.clone().try_get_matches_from(["server", "--to", address]);
        for wrong in ["postgres://u:secret@h/d", "http://u:secret@h", "postgres://u:secret@h/d?sslmode=x"] {
            let said = read(wrong).expect_err("an address that this program cannot use").to_string();
            assert!(said.contains("--to") && !said.contains("secret"), "{said}");
        }
    }
}
