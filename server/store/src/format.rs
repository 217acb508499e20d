//! The file `FORMAT`: the format of a data folder, and the program that wrote it last.
//!
//! The number covers everything in the folder: journal, index, bases and the rows in them. A
//! program opens folders of its own format only; an older folder is upgraded first, a newer one is
//! refused. Journal segments and bases contain the number as well, so that the newest segment names
//! the format of a folder without the file. Format 1 had neither.

use std::fs::File;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use crate::disk::Disk;
use crate::error::OpenError;
use crate::recovery;

/// Name of the file in the data folder.
pub(crate) const FILE: &str = "FORMAT";
/// Format of folders without the file whose segments name none.
pub(crate) const FIRST: u32 = 1;
const FRESH: &str = "FORMAT.new";
const TITLE: &str = "pointhouse data folder";
/// The file has five lines; a larger one is foreign.
const BYTES_MAX: usize = 1024;

/// Content of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Format {
    /// Number of the format, from 1.
    pub number: u32,
    /// Version of the program that opened the folder last.
    pub program: String,
    /// The format that an unfinished upgrade began from: the folder contains rows of both formats.
    pub upgrading_from: Option<u32>,
}

impl Format {
    /// A format without an upgrade in progress.
    pub fn new(number: u32, program: impl Into<String>) -> Self {
        Self { number, program: program.into(), upgrading_from: None }
    }

    /// Refuses a folder that this program cannot read.
    ///
    /// # Errors
    /// The format, or the one that an unfinished upgrade began from, is not `readable`.
    pub fn check_readable(&self, readable: RangeInclusive<u32>) -> Result<(), OpenError> {
        let oldest = self.upgrading_from.unwrap_or(self.number);
        if self.number > *readable.end() {
            return Err(refusal(self, *readable.end()));
        }
        if oldest < *readable.start() {
            return Err(OpenError::FormerFormat { found: oldest, readable });
        }
        Ok(())
    }

    fn encode(&self) -> String {
        let mut text = format!("{TITLE}\nformat {}\nprogram {}\n", self.number, self.program);
        if let Some(from) = self.upgrading_from {
            text.push_str(&format!("upgrading-from {from}\n"));
        }
        let checksum = crc32c::crc32c(text.as_bytes());
        text + &format!("checksum {checksum:08x}\n")
    }

    fn parse(bytes: &[u8]) -> Result<Self, &'static str> {
        let text = std::str::from_utf8(bytes).map_err(|_| "it is not text")?;
        let at = text.rfind("checksum ").ok_or("its checksum is missing")?;
        let (covered, checksum) = text.split_at_checked(at).ok_or("its checksum is missing")?;
        if checksum != format!("checksum {:08x}\n", crc32c::crc32c(covered.as_bytes())) {
            return Err("its checksum does not match");
        }
        let mut lines = covered.lines();
        let mut field = |name: &str| lines.next()?.strip_prefix(name)?.strip_prefix(' ');
        if field("pointhouse") != Some("data folder") {
            return Err("it is not a format file");
        }
        let number = field("format").and_then(|number| number.parse().ok());
        let program = field("program");
        let (Some(number), Some(program)) = (number, program) else {
            return Err("a line is missing");
        };
        let upgrading_from = match lines.next() {
            None => None,
            Some(line) => {
                let from = line.strip_prefix("upgrading-from ").and_then(|from| from.parse().ok());
                Some(from.ok_or("it has a line that does not read")?)
            }
        };
        Ok(Self { number, program: program.to_owned(), upgrading_from })
    }
}

/// The format of the folder; `None` for a folder without data. Without the file, the newest journal
/// segment decides.
pub(crate) fn read(data: &Path, journal: &Arc<dyn Disk>) -> Result<Option<Format>, OpenError> {
    let file = data.join(FILE);
    match std::fs::read(&file) {
        Ok(bytes) => {
            let read = match bytes.len() {
                0..=BYTES_MAX => Format::parse(&bytes),
                _ => Err("it is too long"),
            };
            let damaged = |reason: &str| OpenError::Damaged {
                file: file.display().to_string(),
                offset: 0,
                reason: format!("{reason}; removed, it is made again from the journal"),
            };
            read.map(Some).map_err(damaged)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => from_journal(journal),
        Err(source) => Err(OpenError::Io { what: format!("reading {}", file.display()), source }),
    }
}

fn from_journal(journal: &Arc<dyn Disk>) -> Result<Option<Format>, OpenError> {
    let segments = recovery::segment_files(journal)?;
    for (_, name) in segments.iter().rev() {
        if let Some(header) = recovery::read_header(journal, name)? {
            return Ok(Some(Format::new(header.format, "")));
        }
    }
    let Some((_, newest)) = segments.last() else { return Ok(None) };
    if recovery::is_of_first_format(journal, newest)? {
        return Ok(Some(Format::new(FIRST, "")));
    }
    Err(OpenError::Damaged {
        file: newest.clone(),
        offset: 0,
        reason: format!("its header does not match, and there is no file {FILE}"),
    })
}

/// Replaces the file, durably.
pub(crate) fn write(data: &Path, format: &Format) -> Result<(), OpenError> {
    let write = || {
        let fresh = data.join(FRESH);
        let mut file = File::create(&fresh)?;
        file.write_all(format.encode().as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&fresh, data.join(FILE))?;
        File::open(data)?.sync_all()
    };
    write().map_err(OpenError::io(format!("writing {}", data.join(FILE).display())))
}

/// Refuses a folder of another format, and records the program that opens the folder.
pub(crate) fn settle(data: &Path, journal: &Arc<dyn Disk>, own: &Format) -> Result<(), OpenError> {
    let found = read(data, journal)?;
    match found {
        Some(found) if found.number != own.number || found.upgrading_from != own.upgrading_from => {
            Err(refusal(&found, own.number))
        }
        Some(found) if found == *own && data.join(FILE).exists() => Ok(()),
        _ => write(data, own),
    }
}

fn refusal(found: &Format, own: u32) -> OpenError {
    if found.number > own {
        let writer = match found.program.as_str() {
            "" => "a newer Pointhouse".to_owned(),
            version => format!("Pointhouse {version}"),
        };
        return OpenError::NewerFormat { found: found.number, writer, newest: own };
    }
    OpenError::OlderFormat { found: found.upgrading_from.unwrap_or(found.number), own }
}

#[cfg(test)]
mod tests {
    use super::Format;

    #[test]
    fn every_flipped_bit_is_noticed() {
        let format = Format { number: 2, program: "0.1.0".to_owned(), upgrading_from: Some(1) };
        let bytes = format.encode().into_bytes();
        assert_eq!(Format::parse(&bytes), Ok(format));
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << bit;
                assert!(Format::parse(&damaged).is_err(), "byte {at} bit {bit}");
            }
        }
        for length in 0..bytes.len() {
            assert!(Format::parse(&bytes[..length]).is_err(), "cut to {length} bytes");
        }
    }
}
