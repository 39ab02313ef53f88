//! Parts that both widgets share.

pub(crate) mod calendar;
pub(super) mod card_address;
pub(super) mod contacts;
pub(super) mod data;
pub(crate) mod disc;
pub(super) mod panel;
pub(crate) mod refusal;
pub(super) mod request;
pub(super) mod response;
pub(crate) mod words;
