//! `umbra mcp`: the Model Context Protocol on standard input and output.

use crate::api::settings::Settings;
use crate::error::Error;
use crate::generation::basemap::DataOrigin;
use crate::observe::log::{self, LogFormat};
use crate::pages::mcp::{Agent, Client};
use crate::routes;
use accounts::clock::Clock;
use accounts::demo;
use accounts::gate::Rules;
use artifacts::manifest::Verification;
use clap::Args;
use rmcp::ServiceExt;
use rmcp::transport::stdio;
use std::path::PathBuf;

/// The data of `umbra mcp`.
#[derive(Debug, Clone, Args)]
pub(crate) struct McpOptions {
    /// Folder with the data that `umbra build` publishes
    #[arg(long, env = "UMBRA_ARTIFACTS", default_value = "artifacts", value_name = "FOLDER")]
    artifacts: PathBuf,
    /// Folder with the terrain published by `umbra terrain`
    #[arg(long, env = "UMBRA_TERRAIN", value_name = "FOLDER")]
    terrain: Option<PathBuf>,
    /// Folder with the profiles published by `umbra limb`
    #[arg(long, env = "UMBRA_LIMB", value_name = "FOLDER")]
    limb: Option<PathBuf>,
}

/// Serves one client until it closes standard input. Messages go to standard error.
pub(crate) fn run(data: &McpOptions, rules: Rules, form: LogFormat) -> Result<(), Error> {
    let _log = log::begin(tracing::Level::WARN, form);
    let McpOptions { artifacts, terrain, limb } = data.clone();
    let verification = Verification::Later;
    let origin = DataOrigin { terrain, limb, verification, ..DataOrigin::of(&artifacts) };
    let mut account = None;
    let open_gate = || {
        let (gate, opened) = demo::open(Rules { is_demo: true, ..rules }, Clock::System)?;
        account = Some(opened);
        Ok(gate)
    };
    let service = routes::open(origin, open_gate, Settings::default())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let served = runtime.block_on(async {
        let client = Agent(Client::local(&service)).serve(stdio()).await.map_err(std::io::Error::other)?;
        client.waiting().await.map_err(std::io::Error::other)
    });
    // A read of standard input cannot be cancelled.
    runtime.shutdown_background();
    served.map(|_| ()).map_err(Error::Agent)
}
