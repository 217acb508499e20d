//! The blobs of a base. Each begins with a letter: `M` the sequence applied when the scan began, `R` a row of the
//! index, `C` a commit, `E` the end.

use crate::reader::{Reader, put_varint};

/// A blob.
pub(crate) enum Blob<'a> {
    Manifest { applied: u64 },
    Row { key: &'a [u8], value: &'a [u8] },
    Commit { sequence: u64, rows: &'a [u8] },
    End { last_sequence: u64, rows: u64, commits: u64 },
}

impl Blob<'_> {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        match self {
            Blob::Manifest { applied } => {
                out.push(b'M');
                put_varint(&mut out, *applied);
            }
            Blob::Row { key, value } => {
                out.push(b'R');
                put_varint(&mut out, u64::try_from(key.len()).unwrap_or(u64::MAX));
                out.extend_from_slice(key);
                out.extend_from_slice(value);
            }
            Blob::Commit { sequence, rows } => {
                out.push(b'C');
                put_varint(&mut out, *sequence);
                out.extend_from_slice(rows);
            }
            Blob::End { last_sequence, rows, commits } => {
                out.push(b'E');
                for number in [last_sequence, rows, commits] {
                    put_varint(&mut out, *number);
                }
            }
        }
        out
    }

    pub(crate) fn parse(bytes: &[u8]) -> Option<Blob<'_>> {
        let mut reader = Reader::new(bytes);
        let rest = |reader: &Reader<'_>| bytes.get(reader.position()..);
        Some(match reader.u8()? {
            b'M' => Blob::Manifest { applied: reader.varint()? },
            b'R' => {
                let len = usize::try_from(reader.varint()?).ok()?;
                let key = reader.take(len)?;
                Blob::Row { key, value: rest(&reader)? }
            }
            b'C' => Blob::Commit { sequence: reader.varint()?, rows: rest(&reader)? },
            b'E' => Blob::End {
                last_sequence: reader.varint()?,
                rows: reader.varint()?,
                commits: reader.varint()?,
            },
            _ => return None,
        })
    }
}
