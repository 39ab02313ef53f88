//! Definitions of operations, and the way of every request to its response.

pub(crate) mod chain;
pub(crate) mod components;
pub(crate) mod context;
pub mod date_time;
pub(crate) mod days;
pub(crate) mod described;
pub(crate) mod documentation;
pub(crate) mod examples;
pub(crate) mod flag;
pub(crate) mod input;
pub(crate) mod instant;
pub(crate) mod long_answers;
pub(crate) mod openapi;
pub(crate) mod operation;
pub(crate) mod parameter;
pub(crate) mod point;
pub(crate) mod prepared;
pub(crate) mod price;
pub(crate) mod refusal;
pub(crate) mod registry;
pub(crate) mod respond;
pub(crate) mod settings;
pub(crate) mod site;
pub(crate) mod svg_path;
pub(crate) mod validator;
pub(crate) mod zone;
