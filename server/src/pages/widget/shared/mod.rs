//! Parts that both widgets share.

pub(crate) mod calendar;
pub(crate) mod card_address;
pub(crate) mod contacts;
pub(super) mod data;
pub(crate) mod disc;
pub(crate) mod lunar;
pub(super) mod mountains;
pub(super) mod panel;
pub(crate) mod picture;
pub(crate) mod refusal;
pub(crate) mod request;
pub(super) mod response;
pub(super) mod skyline;
pub(crate) mod words;
