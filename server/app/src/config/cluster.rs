//! `[cluster]`

use std::path::PathBuf;

use reqwest::Url;
use serde::Deserialize;

use super::outside::check_service;
use super::{ConfigError, distinct, refuse, within};

/// Longest name of a machine, in characters.
const NAME_MAX: usize = 32;

/// `[cluster]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config.toml explains every key")]
pub struct Cluster {
    pub etcd: Vec<String>,
    pub etcd_ca_file: PathBuf,
    pub etcd_certificate: PathBuf,
    pub etcd_key: PathBuf,
    pub etcd_megabytes: u64,
    pub window_megabytes: u64,
    pub machine: String,
    pub address: String,
    pub machines: usize,
    pub key_file: PathBuf,
    pub lease_seconds: u32,
    pub when_alone: WhenAlone,
}

/// What the leader does when a machine is away for so long that etcd cannot keep everything for it.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "config.toml explains every key")]
pub enum WhenAlone {
    Continue,
    Stop,
}

impl Cluster {
    /// Returns whether the site runs on several machines.
    pub fn is_on(&self) -> bool {
        !self.etcd.is_empty()
    }

    pub(super) fn check(&self) -> Result<(), ConfigError> {
        within("cluster.lease_seconds", self.lease_seconds, 2, 60)?;
        within("cluster.machines", self.machines, 2, 16)?;
        within("cluster.etcd_megabytes", self.etcd_megabytes, 768, 65_536)?;
        if !self.is_on() {
            return Ok(());
        }
        // A third of etcd's space, so that the window is full before etcd is.
        within("cluster.window_megabytes", self.window_megabytes, 1, self.etcd_megabytes / 3)?;
        distinct("cluster.etcd", &self.etcd)?;
        for address in &self.etcd {
            check_service("cluster.etcd", address)?;
        }
        let is_name = |character: char| character.is_ascii_alphanumeric() || character == '-';
        let length = self.machine.len();
        if !(1..=NAME_MAX).contains(&length) || !self.machine.chars().all(is_name) {
            return refuse(
                "cluster.machine",
                "must be a name of at most 32 letters, digits and hyphens, different on each machine",
            );
        }
        if self.key_file.as_os_str().is_empty() {
            return refuse(
                "cluster.key_file",
                "must be the file of the key that all machines share",
            );
        }
        if !self.address.is_empty() && Url::parse(&self.address).is_err() {
            return refuse("cluster.address", "must be an address such as http://10.0.0.1:3000");
        }
        self.check_certificates()
    }

    /// What travels over a network is encrypted, and etcd knows who asks.
    fn check_certificates(&self) -> Result<(), ConfigError> {
        let is_encrypted = self.etcd.iter().any(|address| address.starts_with("https://"));
        for (key, file) in [
            ("cluster.etcd_ca_file", &self.etcd_ca_file),
            ("cluster.etcd_certificate", &self.etcd_certificate),
            ("cluster.etcd_key", &self.etcd_key),
        ] {
            if is_encrypted && file.as_os_str().is_empty() {
                return refuse(key, "must be set for an etcd on other machines");
            }
        }
        Ok(())
    }
}
