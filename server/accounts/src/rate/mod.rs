//! Rate limits of a source address: so many requests in a window, then none for a while.
//!
//! A window begins with the first request after the last one ended. Whoever asks for more than the quota in a
//! window is turned away from then until the back-off is over; asking meanwhile makes it no longer. IPv6
//! addresses count by their /64, which is what one customer of a provider has. Servers of one fleet count
//! together ([`fleet`]).

pub mod fleet;
mod limiter;
mod network;
mod policy;
mod shard;
mod sign_in;
mod tier;
mod window;

pub use limiter::Limiter;
pub use policy::Policy;
pub use sign_in::{SignInLimits, Tried};
pub use tier::{Rated, Rates, Tiers};
