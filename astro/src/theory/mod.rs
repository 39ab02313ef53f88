//! Published theories of the Sun and the Moon, as their authors state them.

pub mod de440;
mod elp;
pub mod elp2000_82;
pub mod elp_mpp02;
pub mod meeus;
mod meeus_terms;
pub mod vsop87;
mod vsop87_terms;
mod vsop87b_terms;
