//! `pointhouse restore`.

use std::path::Path;

use pointhouse_store::{BaseReport, Store};
use tempfile::NamedTempFile;

use crate::backups::{decrypt, is_encrypted};
use crate::formats;

/// Fills an empty data folder from a backup. An encrypted one is first decrypted beside the data folder, because it is
/// read twice: once to check it, once to restore it.
pub(super) fn restore(
    file: &Path,
    identity: Option<&Path>,
    data: &Path,
) -> Result<BaseReport, String> {
    let own = formats::current();
    let fill = |file: &Path| Store::restore(file, data, &own).map_err(|error| error.to_string());
    if !is_encrypted(file).map_err(|error| format!("{}: {error}", file.display()))? {
        return fill(file);
    }
    let Some(identity) = identity else {
        return Err(format!(
            "{} is encrypted: name the file with the private key with --identity",
            file.display()
        ));
    };
    let data = std::path::absolute(data).map_err(|error| error.to_string())?;
    let beside = data.parent().unwrap_or(&data);
    let made = std::fs::create_dir_all(beside).and_then(|()| NamedTempFile::new_in(beside));
    let mut open = made.map_err(|error| format!("{}: {error}", beside.display()))?;
    decrypt(file, identity, &mut open)?;
    fill(open.path())
}
