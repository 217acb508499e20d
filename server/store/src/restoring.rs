//! Fills an empty data folder from a backup.
//!
//! The backup becomes the folder's first base, then its commits become the journal, then its rows
//! the index. A marker file exists from the beginning to the end: while it exists the folder cannot
//! be opened, and another restore removes what the interrupted one left.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use crate::base::{self, BaseReport};
use crate::error::OpenError;
use crate::format::{self, Format};
use crate::index_mark;
use crate::opening;
use crate::progress::{Progress, Unit};
use crate::retention;
use crate::store::JOURNAL;

const MARKER: &str = "restore.unfinished";

/// Returns whether a restore into the folder was interrupted.
pub(crate) fn is_unfinished(data: &Path) -> bool {
    data.join(MARKER).exists()
}

/// See [`crate::Store::restore`].
pub(crate) fn restore(
    file: &Path,
    data: &Path,
    own: &Format,
    oldest: u32,
    progress: &Progress,
) -> Result<BaseReport, OpenError> {
    // The whole backup is checked before anything is created.
    let report = base::verify_as(file, progress, "checking the backup")?;
    Format::new(report.format, "").check_readable(oldest..=own.number)?;
    let _lock = opening::lock(data)?;
    clear_folder(data)?;
    let doing = || OpenError::io(format!("restoring into {}", data.display()));
    let marker = data.join(MARKER);
    File::create(&marker).and_then(|file| file.sync_all()).map_err(doing())?;
    sync_folder(data).map_err(doing())?;
    let format = Format { number: report.format, ..own.clone() };
    format::write(data, &format)?;
    keep_as_base(file, data, &report, progress)?;
    let (journal, index) = (data.join(JOURNAL), data.join(index_mark::FOLDER));
    let report = base::restore(file, report, (&journal, &index), opening::salts(), progress)?;
    sync_folder(data).map_err(doing())?;
    std::fs::remove_file(&marker).and_then(|()| sync_folder(data)).map_err(doing())?;
    Ok(report)
}

/// See [`crate::Store::replace`].
pub(crate) fn replace(
    file: &Path,
    data: &Path,
    own: &Format,
    oldest: u32,
) -> Result<BaseReport, OpenError> {
    let report = base::verify(file)?;
    Format::new(report.format, "").check_readable(oldest..=own.number)?;
    // The mark of an interrupted restore makes the next one clear the folder.
    let doing = || OpenError::io(format!("replacing the data in {}", data.display()));
    {
        let _lock = opening::lock(data)?;
        let mark = File::create(data.join(MARKER)).and_then(|file| file.sync_all());
        mark.and_then(|()| sync_folder(data)).map_err(doing())?;
    }
    restore(file, data, own, oldest, &Progress::default())
}

/// Refuses a folder with data, except for the remains of an interrupted restore, which are removed.
/// Bases of other data would be mistaken for this backup's when the index is rebuilt.
fn clear_folder(data: &Path) -> Result<(), OpenError> {
    let doing = || OpenError::io(format!("restoring into {}", data.display()));
    for folder in [JOURNAL, index_mark::FOLDER, retention::FOLDER].map(|name| data.join(name)) {
        if !folder.exists() {
            continue;
        }
        if !is_unfinished(data) {
            let reason = io::Error::other("the folder holds data already");
            return Err(doing()(reason));
        }
        std::fs::remove_dir_all(&folder).map_err(doing())?;
    }
    index_mark::forget(data).map_err(OpenError::io(format!("clearing {}", data.display())))
}

/// Copies the backup into the folder's bases. Without it the index could not be rebuilt before the
/// next nightly base, because the journal begins where the backup's rows end.
fn keep_as_base(
    file: &Path,
    data: &Path,
    report: &BaseReport,
    progress: &Progress,
) -> Result<(), OpenError> {
    let folder = data.join(retention::FOLDER);
    let kept = retention::next_name(&folder)?;
    let doing = || OpenError::io(format!("copying {} to {}", file.display(), kept.display()));
    let copy = || {
        let mut from = File::open(file)?;
        let mut to = File::create_new(&kept)?;
        progress.begin("copying the backup", Unit::Bytes, Some(from.metadata()?.len()));
        io::copy(&mut from, &mut Counted { to: &mut to, progress })?;
        to.sync_all()?;
        sync_folder(&folder)
    };
    copy().map_err(doing())?;
    if base::verify_as(&kept, progress, "checking the copy")? == *report {
        return Ok(());
    }
    Err(doing()(io::Error::other("the copy does not read back as the backup")))
}

/// Counts what is written.
struct Counted<'a> {
    to: &'a mut File,
    progress: &'a Progress,
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.progress.add(u64::try_from(written).unwrap_or(0));
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}
