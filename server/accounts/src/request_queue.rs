//! Requests of visitors that wait for the webhook: for an account, or for a new password. The audit log keeps
//! them, so that a server that stops loses only their delivery.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of requests that wait; further ones are only in the audit log.
const MAX_WAITING: usize = 1000;

/// Requests that wait for the webhook, as JSON.
#[derive(Clone, Default)]
pub struct RequestQueue(Arc<Mutex<VecDeque<String>>>);

impl RequestQueue {
    /// Adds a request.
    pub fn push(&self, json: String) {
        self.with(|waiting| {
            if waiting.len() < MAX_WAITING {
                waiting.push_back(json);
            }
        });
    }

    /// Passes all requests on, oldest first, until one fails; that one stays.
    pub(crate) fn pass_on<E>(&self, post: impl Fn(&str) -> Result<(), E>) -> Result<(), E> {
        while let Some(json) = self.with(|waiting| waiting.front().cloned()) {
            post(&json)?;
            self.with(VecDeque::pop_front);
        }
        Ok(())
    }

    fn with<T>(&self, work: impl FnOnce(&mut VecDeque<String>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
