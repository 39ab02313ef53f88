//! Rate limits of a source address: a quota of requests in a window, then a back-off.
//!
//! A window begins with the first request after the end of the last one. A client that exceeds the quota is
//! refused until the back-off ends; requests meanwhile do not extend it. IPv6 addresses count by their /64,
//! which is what a provider gives one customer. Each server counts only the requests that it receives: behind
//! several servers, the load balancer sends an address always to the same one.

mod limiter;
mod network;
mod policy;
mod shard;
mod sign_in;
mod tier;
mod window;

pub use limiter::Limiter;
pub use network::{network, network_name};
pub use policy::Policy;
pub use sign_in::{Attempt, SignInLimits};
pub use tier::{Rated, Rates, Tiers};
