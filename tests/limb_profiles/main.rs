//! Publishes profiles of the limb of a made-up Moon, for scripts that start a server of their own.
//!
//! `limb_profiles FOLDER`

use std::path::Path;

fn main() {
    let folder = std::env::args_os().nth(1).expect("the folder to publish into is the only argument");
    tests::publish_limb(Path::new(&folder));
}
