//! The targets of copies.

use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use tokio::runtime::Handle;
use utoipa::ToSchema;

use super::command::OwnCommand;
use super::folder::Folder;
use super::names::CopyNames;
use super::s3::Storage;
use super::sealed::Pour;
use super::stopping::Stopping;
use crate::clock::Millis;
use crate::config;
use crate::tables::stored_codes;

/// Where a copy goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CopyTarget {
    /// A folder, such as one on another disk.
    Folder,
    /// A command that the operator provides.
    Command,
    /// S3-compatible storage.
    S3,
}

stored_codes!(CopyTarget { Folder = 0, Command = 1, S3 = 2 });

impl CopyTarget {
    /// The configured targets.
    pub(super) fn configured(settings: &config::Backups) -> Vec<Self> {
        [
            (Self::Folder, !settings.folder.is_empty()),
            (Self::Command, !settings.command.is_empty()),
            (Self::S3, !settings.s3_endpoint.is_empty()),
        ]
        .into_iter()
        .filter_map(|(target, is_set)| is_set.then_some(target))
        .collect()
    }

    /// Title in the panel.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Folder => "Folder",
            Self::Command => "Command",
            Self::S3 => "S3 storage",
        }
    }

    /// Name in metrics and logs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Folder => "folder",
            Self::Command => "command",
            Self::S3 => "s3",
        }
    }

    /// Sends a copy. Blocks; must not run on a serving thread.
    pub(super) fn send(self, copy: &NewCopy<'_>, pour: Pour<'_>) -> Result<u64, String> {
        let NewCopy { settings, runtime, stopping, name, names, now } = copy;
        match self {
            Self::Folder => {
                let (path, kept) = (PathBuf::from(&settings.folder), settings.folder_kept);
                Folder { path, kept, names, now: *now }.send(name, pour)
            }
            Self::Command => OwnCommand {
                command: settings.command.clone(),
                limit: Duration::from_secs(settings.copy_minutes * 60),
                stopping: (*stopping).clone(),
                runtime: (*runtime).clone(),
            }
            .send(name, pour),
            Self::S3 => Storage::new(settings, stopping, runtime)?.send(name, pour),
        }
    }
}

/// A copy that is to be made.
pub(super) struct NewCopy<'a> {
    pub(super) settings: &'a config::Backups,
    pub(super) runtime: &'a Handle,
    pub(super) stopping: &'a Stopping,
    pub(super) name: &'a str,
    /// The names of all copies of the site.
    pub(super) names: &'a CopyNames,
    pub(super) now: Millis,
}
