//! The interface of leases in a store.

use super::error::Stored;
use crate::grant::{LeaseRequest, LeaseResponse};

/// The rows by which servers share the credits of accounts.
pub trait LeaseStore: Send {
    /// Applies [`crate::grant::grant()`] to each request in one transaction, and returns the responses in the
    /// same order. An empty list only shows whether the store answers.
    fn exchange(&mut self, requests: &[LeaseRequest]) -> Stored<Vec<LeaseResponse>>;
}
