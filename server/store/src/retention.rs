//! Decides which bases and segments are kept, and for how long.
//!
//! A segment is removed only when two verified bases contain everything in it and it is old enough;
//! until then it is compressed. Segments are removed one by one from the oldest, each durably
//! before the next, so that a crash never leaves a gap.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::base::{self, BaseReport};
use crate::disk::Disk;
use crate::error::OpenError;
use crate::progress::Progress;
use crate::recovery;
use crate::segment;

/// Folder of the bases in the data folder.
pub(crate) const FOLDER: &str = "bases";
/// Least number of intact bases that contain everything that is dropped.
const KEPT_LEAST: usize = 2;
/// Extension of a segment that is being compressed.
const PACKING: &str = ".packing";

/// The newest intact base, completely verified. `None` if there is none.
pub(crate) fn newest_whole(
    folder: &Path,
    progress: &Progress,
) -> Result<Option<(PathBuf, BaseReport)>, OpenError> {
    for file in files(folder)?.into_iter().rev() {
        match base::verify_as(&file, progress, "checking a base") {
            Ok(report) => return Ok(Some((file, report))),
            Err(error) => tracing::warn!(file = %file.display(), %error, "a base is not whole"),
        }
    }
    Ok(None)
}

/// Verifies every base; the first damaged one is an error.
pub(crate) fn verify_all(folder: &Path, progress: &Progress) -> Result<usize, OpenError> {
    let files = files(folder)?;
    for file in &files {
        base::verify_as(file, progress, "checking a base")?;
    }
    Ok(files.len())
}

/// Keeps the newest bases, compresses closed segments and removes those that are no longer needed.
/// The newest base was verified when it was written.
pub(crate) fn retire(
    folder: &Path,
    disk: &Arc<dyn Disk>,
    wanted: usize,
    erase_after: Duration,
) -> Result<(), OpenError> {
    let files = files(folder)?;
    let surplus = surplus(&files, wanted, erase_after)?;
    let mut kept = files.iter().skip(surplus);
    // Checked before the older ones are removed: the remaining ones must be intact.
    let reached = match kept.next() {
        Some(oldest) if kept.next().is_some() => base::verify(oldest)?.applied,
        _ => 0,
    };
    for file in files.iter().take(surplus) {
        std::fs::remove_file(file)
            .map_err(OpenError::io(format!("removing {}", file.display())))?;
    }
    clear_unfinished(disk)?;
    let segments = recovery::segment_files(disk)?;
    // Once a segment is kept, all later ones are kept: the journal must not have gaps.
    let mut dropping = true;
    for pair in segments.windows(2) {
        let [(number, name), (_, next)] = pair else { continue };
        let needed = recovery::read_header(disk, next)?
            .is_none_or(|next| next.first_sequence > reached.saturating_add(1));
        let age = disk.age(name).map_err(OpenError::io(format!("dating {name}")))?;
        dropping = dropping && !needed && age >= erase_after;
        if dropping {
            drop_segment(disk, *number)?;
        } else if !name.ends_with(segment::COMPRESSED) {
            compress(disk, name)?;
        }
    }
    Ok(())
}

/// How many of the oldest bases to remove: those beyond the wanted number, and those that are too
/// old, because they contain data that was deleted from the site.
fn surplus(files: &[PathBuf], wanted: usize, erase_after: Duration) -> Result<usize, OpenError> {
    let spare = files.len().saturating_sub(KEPT_LEAST);
    let mut old = 0;
    for file in files.iter().take(spare) {
        let written = file.metadata().and_then(|about| about.modified());
        let written = written.map_err(OpenError::io(format!("dating {}", file.display())))?;
        // After the clock was set back, the age is unknown.
        if written.elapsed().unwrap_or_default() < erase_after {
            break;
        }
        old += 1;
    }
    Ok(old.max(files.len().saturating_sub(wanted)).min(spare))
}

pub(crate) fn clear_unfinished(disk: &Arc<dyn Disk>) -> Result<(), OpenError> {
    for name in disk.names().map_err(OpenError::io("listing the journal"))? {
        if name.ends_with(PACKING) {
            disk.remove(&name).map_err(OpenError::io(format!("removing {name}")))?;
        }
    }
    Ok(())
}

/// Removes both forms of a segment durably.
fn drop_segment(disk: &Arc<dyn Disk>, number: u64) -> Result<(), OpenError> {
    let doing = || OpenError::io(format!("dropping segment {number}"));
    for name in disk.names().map_err(doing())? {
        if segment::number(&name) == Some(number) {
            disk.remove(&name).map_err(doing())?;
        }
    }
    disk.sync_names().map_err(doing())
}

/// Replaces a closed segment by a compressed copy that was read back.
pub(crate) fn compress(disk: &Arc<dyn Disk>, name: &str) -> Result<(), OpenError> {
    let doing = || OpenError::io(format!("compressing {name}"));
    let plain = recovery::read_segment(disk, name)?;
    let packed = zstd::encode_all(plain.as_ref(), 3).map_err(doing())?;
    let unfinished = format!("{name}{PACKING}");
    let file = disk.create(&unfinished).map_err(doing())?;
    file.write_at(0, &packed).map_err(doing())?;
    file.sync().map_err(doing())?;
    let again = zstd::decode_all(file.read_all().map_err(doing())?.as_slice()).map_err(doing())?;
    if again != plain {
        return Err(OpenError::Damaged {
            file: unfinished,
            offset: 0,
            reason: "it does not decompress to what it was".to_owned(),
        });
    }
    let target = format!("{name}{}", segment::COMPRESSED);
    disk.rename(&unfinished, &target).map_err(doing())?;
    disk.sync_names().map_err(doing())?;
    disk.remove(name).map_err(doing())?;
    disk.sync_names().map_err(doing())
}

/// Base files, oldest first.
fn files(folder: &Path) -> Result<Vec<PathBuf>, OpenError> {
    let mut files = Vec::new();
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(files),
        Err(source) => {
            return Err(OpenError::Io { what: format!("listing {}", folder.display()), source });
        }
    };
    for entry in entries {
        let path = entry.map_err(OpenError::io(format!("listing {}", folder.display())))?.path();
        let is_base = path.extension().is_some_and(|ending| ending == "base");
        if is_base && number(&path).is_some() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The name of the next base in the folder.
pub(crate) fn next_name(folder: &Path) -> Result<PathBuf, OpenError> {
    std::fs::create_dir_all(folder)
        .map_err(OpenError::io(format!("making the folder of bases {}", folder.display())))?;
    let newest = files(folder)?.last().and_then(|file| number(file)).unwrap_or(0);
    Ok(folder.join(format!("{:010}.base", newest + 1)))
}

fn number(file: &Path) -> Option<u64> {
    file.file_stem()?.to_str()?.parse().ok()
}
