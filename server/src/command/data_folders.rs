//! The options for folders with data, of commands other than serving.

use clap::Args;
use std::path::PathBuf;

/// The data of a server, for other commands.
#[derive(Debug, Clone, Args)]
pub(crate) struct DataFolders {
    /// Folder with the data that `umbra build` publishes
    #[arg(long, env = "UMBRA_ARTIFACTS", default_value = "artifacts", value_name = "FOLDER")]
    pub(crate) artifacts: PathBuf,
    /// Folder with the terrain published by `umbra terrain`
    #[arg(long, env = "UMBRA_TERRAIN", value_name = "FOLDER")]
    pub(crate) terrain: Option<PathBuf>,
    /// Folder with the profiles published by `umbra limb`
    #[arg(long, env = "UMBRA_LIMB", value_name = "FOLDER")]
    pub(crate) limb: Option<PathBuf>,
}
