//! Reads an option that may have a password in it: a mistake is told without it.

use crate::accounts::place::without_password;
use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use std::ffi::OsStr;
use std::marker::PhantomData;
use std::str::FromStr;

/// Reads an address that may have a password in it.
#[derive(Debug)]
pub(crate) struct SecretValue<T>(PhantomData<fn() -> T>);

impl<T> SecretValue<T> {
    /// Makes a reader.
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T> Clone for SecretValue<T> {
    fn clone(&self) -> Self {
        Self::new()
    }
}

impl<T: FromStr<Err = String> + Clone + Send + Sync + 'static> TypedValueParser for SecretValue<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, option: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        let text = value.to_str().ok_or_else(|| "it is not UTF-8".to_owned());
        text.and_then(str::parse).map_err(|why| {
            let shown = without_password(&value.to_string_lossy());
            let option = option.map(ToString::to_string).unwrap_or_default();
            let text = format!(
                "invalid value '{shown}' for '{option}': {why}\n\nFor more information, try '--help'.\n"
            );
            Error::raw(ErrorKind::ValueValidation, text).with_cmd(command)
        })
    }
}
