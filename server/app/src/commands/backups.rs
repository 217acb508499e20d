//! `pointhouse backup` and `pointhouse restore`.

use std::fs::File;
use std::io::{BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use console::Term;
use pointhouse_store::Progress;

use super::{Place, ask, complain, print, report_answer, start_failed};
use crate::admin::control::{BackupKey, Command as ControlCommand};
use crate::backups::{self, Opening, write_file};
use crate::config::Config;
use crate::data_folder::check_holds_data;
use crate::draw_key::KeyPlace;
use crate::formats::{self, FORMAT};
use crate::passphrase::Passphrase;
use crate::progress;
use crate::startup;

/// How long the store may take to close.
const CLOSE_WITHIN: Duration = Duration::from_secs(60);

/// How a backup is encrypted.
#[derive(Args)]
#[group(multiple = false)]
pub(super) struct WritingKey {
    /// Encrypts the file for this public key of age ("age1...").
    #[arg(long, value_name = "KEY")]
    recipient: Option<String>,
    /// Encrypts the file with a passphrase: asks for it, or reads the first line of standard input.
    #[arg(long)]
    passphrase: bool,
}

impl WritingKey {
    fn read(self) -> Result<Option<BackupKey>, String> {
        let key = match (self.recipient, self.passphrase) {
            (Some(recipient), _) => BackupKey::Recipient(recipient),
            (None, true) => BackupKey::Passphrase(read_new_passphrase()?),
            (None, false) => return Ok(None),
        };
        key.sealing()?;
        Ok(Some(key))
    }
}

/// How an encrypted backup is decrypted.
#[derive(Args)]
#[group(multiple = false)]
pub(super) struct ReadingKey {
    /// File with the private key of age, for an encrypted backup.
    #[arg(long, value_name = "FILE")]
    identity: Option<PathBuf>,
    /// Decrypts the backup with a passphrase: asks for it, or reads the first line of standard input.
    #[arg(long)]
    passphrase: bool,
}

impl ReadingKey {
    fn read(self) -> Result<Option<Opening<BufReader<File>>>, String> {
        if let Some(path) = self.identity {
            let file = File::open(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            return Ok(Some(Opening::Identity(BufReader::new(file))));
        }
        if !self.passphrase {
            return Ok(None);
        }
        let passphrase = Passphrase::existing(&read_passphrase("the passphrase of the backup")?);
        let passphrase = passphrase.ok_or("the passphrase is empty or too long")?;
        Ok(Some(Opening::Passphrase(passphrase)))
    }
}

/// Reads a passphrase: without showing it from a terminal, otherwise the first line of standard input. Never an
/// argument, which every user of the machine could read in the list of processes.
pub(super) fn read_passphrase(what: &str) -> Result<String, String> {
    let terminal = Term::stderr();
    if std::io::stdin().is_terminal() {
        complain(&format!("type {what} and press Enter"));
        if terminal.is_term() {
            return terminal.read_secure_line().map_err(|error| error.to_string());
        }
    }
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).map_err(|error| error.to_string())?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

/// The same for a new file: twice from a terminal, because a mistyped one would make the file useless.
pub(super) fn read_new_passphrase() -> Result<String, String> {
    let passphrase = read_passphrase("a new passphrase")?;
    if std::io::stdin().is_terminal() && read_passphrase("it again")? != passphrase {
        return Err("the two passphrases are different".to_owned());
    }
    Ok(passphrase)
}

pub(super) fn backup(file: &Path, key: WritingKey, place: &Place) -> Result<(), String> {
    let file = std::path::absolute(file).map_err(|e| e.to_string())?;
    let key = key.read()?;
    let sealing = key.as_ref().map(BackupKey::sealing).transpose()?;
    let command = match key {
        Some(key) => ControlCommand::BackupEncrypted { file: file.clone(), key },
        None => ControlCommand::Backup { file: file.clone() },
    };
    if let Ok(answer) = ask("backup", &command, place) {
        return report_answer(&answer);
    }
    let config = Config::load(place.config.as_deref()).map_err(|e| e.to_string())?;
    check_holds_data(&place.data)?;
    let store = startup::open_to_read(&config, &place.data).map_err(|e| e.to_string())?;
    let progress = Progress::default();
    let shown = progress::show("backup", &progress);
    let written = write_file(&store, &place.data, (&file, sealing.as_ref()), &progress);
    drop(shown);
    store.close(Instant::now() + CLOSE_WITHIN);
    print(&written?.describe(&file));
    Ok(())
}

pub(super) fn move_away(file: &Path, key: WritingKey, place: &Place) -> Result<(), String> {
    let file = std::path::absolute(file).map_err(|e| e.to_string())?;
    let sealing = key.read()?.as_ref().map(BackupKey::sealing).transpose()?;
    let config = Config::load(place.config.as_deref()).map_err(|e| e.to_string())?;
    check_holds_data(&place.data)?;
    let progress = Progress::default();
    let shown = progress::show("backup", &progress);
    let moving = startup::move_away(&config, &place.data, (&file, sealing), &progress);
    let written = actix_web::rt::System::new().block_on(moving);
    drop(shown);
    let written = written.map_err(|error| start_failed(&place.data, &error))?;
    print(&format!(
        "{}. This folder does not start any more. The other machine also needs the key: pointhouse key import there, with the \
         file of pointhouse key export (docs/backup.md).",
        written.describe(&file)
    ));
    Ok(())
}

pub(super) fn restore(file: &Path, key: ReadingKey, place: &Place) -> Result<(), String> {
    let (opening, own) = (key.read()?, formats::current());
    let progress = Progress::default();
    let shown = progress::show("restore", &progress);
    let report = backups::restore(file, opening, (&place.data, &own), &progress);
    drop(shown);
    let report = report?;
    let (last, format) = (report.last_sequence, report.format);
    print(&format!("restored everything up to commit {last}, format {format}"));
    if format < FORMAT {
        print(&format!("The next start upgrades it to format {FORMAT}."));
    }
    let config = Config::load(place.config.as_deref()).map_err(|e| e.to_string())?;
    let key = KeyPlace::of(&config.store.key_file, &place.data).map_err(|e| e.to_string())?.key;
    if !key.exists() {
        print(&format!(
            "The key of the seeds is not here ({}). If you have an export of it: pointhouse key import, before the first start. \
             Without it that start gives up the seeds of open draws and rounds, and gives stakes back.",
            key.display()
        ));
    }
    Ok(())
}
