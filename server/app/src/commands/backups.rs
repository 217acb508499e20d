//! `pointhouse backup` and `pointhouse restore`.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use pointhouse_store::Progress;

use super::{Place, ask, print, report_answer, start_failed};
use crate::admin::control::Command as ControlCommand;
use crate::backups::{self, expected_bytes};
use crate::config::Config;
use crate::data_folder::check_holds_data;
use crate::formats::{self, FORMAT};
use crate::{progress, startup};

pub(super) fn backup(file: &Path, place: &Place) -> Result<(), String> {
    let file = std::path::absolute(file).map_err(|e| e.to_string())?;
    let command = ControlCommand::Backup { file: file.clone() };
    if let Ok(answer) = ask("backup", &command, place) {
        return report_answer(&answer);
    }
    let config = Config::load(place.config.as_deref()).map_err(|e| e.to_string())?;
    check_holds_data(&place.data)?;
    let store = startup::open_to_read(&config, &place.data).map_err(|e| e.to_string())?;
    let progress = Progress::default();
    let shown = progress::show("backup", &progress);
    let expected = Some(expected_bytes(&place.data));
    let report = store.backup_watched(&file, &progress, expected).map_err(|e| e.to_string());
    drop(shown);
    store.close(std::time::Instant::now() + std::time::Duration::from_secs(60));
    let report = report?;
    let (last, bytes, format) = (report.last_sequence, report.bytes, report.format);
    let file = file.display();
    print(&format!("{file}: everything up to commit {last}, format {format}, {bytes} bytes"));
    Ok(())
}

pub(super) fn move_away(file: &Path, place: &Place) -> Result<(), String> {
    let file = std::path::absolute(file).map_err(|e| e.to_string())?;
    let config = Config::load(place.config.as_deref()).map_err(|e| e.to_string())?;
    check_holds_data(&place.data)?;
    let progress = Progress::default();
    let shown = progress::show("backup", &progress);
    let moving = startup::move_away(&config, &place.data, &file, &progress);
    let report = actix_web::rt::System::new().block_on(moving);
    drop(shown);
    let report = report.map_err(|error| start_failed(&place.data, &error))?;
    print(&format!(
        "{}: everything up to commit {}. This folder does not start any more. The other machine also needs the key: pointhouse key \
         export here, pointhouse key import there (docs/backup.md).",
        file.display(),
        report.last_sequence
    ));
    Ok(())
}

pub(super) fn restore(file: &Path, identity: Option<&Path>, place: &Place) -> Result<(), String> {
    let keys = identity.map(|path| File::open(path).map_err(|error| (path, error))).transpose();
    let keys = keys.map_err(|(path, error)| format!("{}: {error}", path.display()))?;
    let progress = Progress::default();
    let shown = progress::show("restore", &progress);
    let (keys, own) = (keys.map(BufReader::new), formats::current());
    let report = backups::restore(file, keys, (&place.data, &own), &progress);
    drop(shown);
    let report = report?;
    let (last, format) = (report.last_sequence, report.format);
    print(&format!("restored everything up to commit {last}, format {format}"));
    if format < FORMAT {
        print(&format!("The next start upgrades it to format {FORMAT}."));
    }
    Ok(())
}
