//! Long runs and measurements of built servers, in one program, so that only one is linked:
//!
//! - `tools soak SERVER ARTIFACTS [--minutes N]`
//! - `tools fleet SERVER ARTIFACTS`
//! - `tools many-accounts SERVER ARTIFACTS [--postgres]`
//! - `tools limb-profiles FOLDER` publishes limb profiles of a synthetic Moon, for scripts that start a
//!   server.

mod fleet;
mod many_accounts;
mod soak;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["soak", ref rest @ ..] => soak::main(rest),
        ["fleet", ref rest @ ..] => fleet::main(rest),
        ["many-accounts", ref rest @ ..] => many_accounts::main(rest),
        ["limb-profiles", folder] => {
            tests::publish_limb(Path::new(folder));
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("tools soak|fleet|many-accounts|limb-profiles …");
            ExitCode::from(2)
        }
    }
}
