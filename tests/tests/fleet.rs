//! Several servers that share PostgreSQL and Valkey: that they behave as one, also when one of them is
//! killed. The example `tools` measures the same at full length.

mod changes;
mod end_of_allowance;
mod kills;
mod programs;
mod slow;

use crate::PROGRAM;
use tests::fleet::Fleet;
use tests::fleet::holder::Holder;
