//! Apparent places of the Sun and the Moon, made from the theories.

pub mod apparent;
pub mod canon;
pub mod chebyshev_table;
pub mod sun;
