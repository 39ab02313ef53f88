//! Several real servers that share PostgreSQL: that they behave as one, also when one of them or PostgreSQL
//! is killed. The simulation in `accounts` tests their agreement on credits in all courses of events; the
//! example `tools` measures at full length.

mod end_of_allowance;
mod kills;

use crate::PROGRAM;
use tests::fleet::Fleet;
use tests::fleet::holder::Holder;
