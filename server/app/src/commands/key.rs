//! `pointhouse key` and `pointhouse restored`: the key that seals seeds, and folders that were restored.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use zeroize::Zeroizing;

use super::backups::{read_new_passphrase, read_passphrase};
use super::{Place, complain, print};
use crate::admin::control::{self, Command as ControlCommand};
use crate::config::Config;
use crate::data_folder::{
    MOVED, RESTORED_BY_HAND, check_holds_data, give_to_owner, keeping_owner, mark, remove_mark,
};
use crate::draw_key::{DrawKey, KeyPlace};
use crate::passphrase::{Passphrase, decrypt_with_passphrase, encrypt_with_passphrase};
use crate::startup;

/// Most bytes of an export that is read.
const EXPORT_BYTES: u64 = 4096;

#[derive(Subcommand)]
pub(super) enum KeyCommand {
    /// Writes the key to a file that is encrypted with a passphrase, read from the first line of standard input. The export
    /// is in the audit and public on the fairness page. Works beside a running site.
    Export {
        /// File to write; it must not exist.
        file: PathBuf,
        #[command(flatten)]
        place: Place,
    },
    /// Puts the key of an export in its place, before a restored site starts. The passphrase is read from the first line of
    /// standard input.
    Import {
        /// File to read.
        file: PathBuf,
        #[command(flatten)]
        place: Place,
    },
}

pub(super) fn run(command: KeyCommand) -> Result<(), String> {
    match command {
        KeyCommand::Export { file, place } => keeping_owner(&place.data, || export(&file, &place)),
        KeyCommand::Import { file, place } => import(&file, &place),
    }
}

fn key_place(place: &Place) -> Result<KeyPlace, String> {
    let config = Config::load(place.config.as_deref()).map_err(|e| e.to_string())?;
    KeyPlace::of(&config.store.key_file, &place.data).map_err(|e| e.to_string())
}

fn export(file: &Path, place: &Place) -> Result<(), String> {
    let keys = key_place(place)?;
    check_holds_data(&place.data)?;
    let key = keys.read().map_err(|e| e.to_string())?;
    let key = key.ok_or_else(|| format!("{} is missing", keys.key.display()))?;
    let passphrase = Passphrase::new(&read_new_passphrase()?).map_err(|e| e.to_string())?;
    let bytes = key.bytes().ok_or("there is no key")?;
    let sealed = encrypt_with_passphrase(bytes, &passphrase).map_err(|e| e.to_string())?;
    let with_file = |error: std::io::Error| format!("{}: {error}", file.display());
    let mut written =
        OpenOptions::new().write(true).create_new(true).open(file).map_err(with_file)?;
    // Public before the file is worth anything.
    let fingerprint = key.fingerprint().ok_or("there is no key")?;
    if let Err(reason) = note_export(place, fingerprint) {
        let _ = std::fs::remove_file(file);
        return Err(reason);
    }
    written.write_all(&sealed).and_then(|()| written.sync_all()).map_err(with_file)?;
    print(&format!(
        "{}: the key, encrypted with the passphrase. Keep it apart from backups: who has both can read unrevealed seeds.",
        file.display()
    ));
    Ok(())
}

fn note_export(place: &Place, fingerprint: [u8; 8]) -> Result<(), String> {
    if let Ok(answer) = control::ask(&place.data, &ControlCommand::NoteKeyExport { fingerprint }) {
        return if answer.success { Ok(()) } else { Err(answer.message) };
    }
    let config = Config::load(place.config.as_deref()).map_err(|e| e.to_string())?;
    let noted = startup::note_key_export(&config, &place.data, fingerprint);
    actix_web::rt::System::new().block_on(noted).map_err(|e| e.to_string())
}

fn import(file: &Path, place: &Place) -> Result<(), String> {
    let keys = key_place(place)?;
    let with_file = |error: std::io::Error| format!("{}: {error}", file.display());
    let mut sealed = Vec::new();
    File::open(file)
        .and_then(|file| file.take(EXPORT_BYTES).read_to_end(&mut sealed))
        .map_err(with_file)?;
    let passphrase = Passphrase::existing(&read_passphrase("the passphrase of the export")?)
        .ok_or("the passphrase is missing")?;
    let bytes = decrypt_with_passphrase(&sealed, &passphrase, 32);
    let bytes = Zeroizing::new(bytes.map_err(|e| format!("{}: {e}", file.display()))?);
    let not_a_key = || format!("{} is not an export of a key", file.display());
    let bytes: [u8; 32] = bytes.as_slice().try_into().map_err(|_| not_a_key())?;
    let key = DrawKey::new(Zeroizing::new(bytes));
    let before = keys.read().map_err(|e| e.to_string())?;
    let shown = keys.key.display();
    if before.as_ref().and_then(DrawKey::fingerprint) == key.fingerprint() {
        print(&format!("{shown} is this key already"));
        return Ok(());
    }
    if before.is_some() {
        let aside = keys.set_aside().map_err(|error| format!("{shown}: {error}"))?;
        complain(&format!("{shown} was another key: it is {} now", aside.display()));
    }
    keys.write(&key).map_err(|e| e.to_string())?;
    give_to_owner(&place.data, &[&keys.key])?;
    print(&format!("{shown}: the key of the export. It counts from the next start."));
    Ok(())
}

/// Says that a folder was restored, for copies that nothing shows: a snapshot of the whole machine.
pub(super) fn restored(place: &Place) -> Result<(), String> {
    check_holds_data(&place.data)?;
    let with_path = |error: std::io::Error| format!("{}: {error}", place.data.display());
    keeping_owner(&place.data, || {
        mark(&place.data, RESTORED_BY_HAND).map_err(with_path)?;
        remove_mark(&place.data, MOVED).map_err(with_path)
    })?;
    print(
        "The next start treats this folder as restored from a backup: all sessions, links and invitations end, the owner sets a \
         new password, and all seeds are renewed (docs/backup.md). A site that runs has to be started again.",
    );
    Ok(())
}
