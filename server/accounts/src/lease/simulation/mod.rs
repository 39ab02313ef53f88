//! Servers that share accounts, as a deterministic simulation: agents, meters, network and store are values,
//! time is a number, and chance comes from a seed.
//!
//! The checks: while the store answers, no more than the allowance is spent. Faults explain all spending
//! beyond it: a lease of each server without a response, and the unreported spending of a killed server. All
//! of an allowance can be spent, to the thousandth of a credit. Nothing is counted twice. In the end every
//! call is answered or refused for good.

mod plan;
mod server;
mod slack;
mod store;
mod world;

use plan::Plan;
use world::World;

/// Seeds of a run. `UMBRA_SEEDS` sets another number, and `UMBRA_SEED` runs one.
const SEEDS: u64 = 500;

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().expect("the variable is a number"))
}

/// Runs a test with many seeds, and prints how to repeat the one that fails.
fn with_seeds(name: &str, run: impl Fn(u64) + std::panic::RefUnwindSafe) {
    let seeds = match variable("UMBRA_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..variable("UMBRA_SEEDS").unwrap_or(SEEDS),
    };
    for seed in seeds {
        if let Err(panic) = std::panic::catch_unwind(|| run(seed)) {
            eprintln!("to repeat: UMBRA_SEED={seed} cargo test --release -p accounts {name}");
            std::panic::resume_unwind(panic);
        }
    }
}

#[test]
fn servers_spend_an_allowance_exactly_while_the_store_answers() {
    with_seeds("servers_spend_an_allowance_exactly", |seed| {
        let mut world = World::new(seed, Plan::without_faults);
        world.run();
        assert_eq!(world.late(), 0, "no call waits in vain");
        world.spend_the_rest();
        assert_eq!(world.beyond(), 0);
    });
}

#[test]
fn faults_cost_what_they_explain_and_leave_nothing_behind() {
    with_seeds("faults_cost_what_they_explain", |seed| {
        let mut world = World::new(seed, Plan::with_faults);
        world.run();
        world.heal();
        world.spend_the_rest();
    });
}
