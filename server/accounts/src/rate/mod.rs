//! Rate limits of a source address: a quota of requests in a window, then a back-off.
//!
//! A window begins with the first request after the end of the last one. A client that exceeds the quota is
//! refused until the back-off ends; requests meanwhile do not extend it. IPv6 addresses count by their /64,
//! which is what a provider gives one customer. Servers of one fleet count together ([`fleet`]).

pub mod fleet;
mod limiter;
mod network;
mod policy;
mod shard;
mod sign_in;
mod tier;
pub mod waker;
mod window;

pub use limiter::Limiter;
pub use network::{network, network_name};
pub use policy::Policy;
pub use sign_in::{Attempt, SignInLimits};
pub use tier::{Rated, Rates, Tiers};
