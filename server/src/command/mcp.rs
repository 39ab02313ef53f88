//! `umbra mcp`: the Model Context Protocol on standard input and output.

use crate::api::settings::Settings;
use crate::command::data_folders::DataFolders;
use crate::error::Error;
use crate::generation::basemap::DataOrigin;
use crate::observe::log::{self, LogFormat};
use crate::pages::mcp::{Agent, Client};
use crate::routes;
use accounts::clock::Clock;
use accounts::demo;
use accounts::gate::Rules;
use artifacts::manifest::Verification;
use rmcp::ServiceExt;
use rmcp::transport::stdio;

/// Serves one client until it closes standard input. Messages go to standard error.
pub(crate) fn run(data: &DataFolders, rules: Rules, form: LogFormat) -> Result<(), Error> {
    let _log = log::begin(tracing::Level::WARN, form);
    let DataFolders { artifacts, terrain, limb } = data.clone();
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
