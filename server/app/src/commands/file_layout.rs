//! What the command line says about a file with points.

use clap::Args;

use crate::points::imports::{Layout, TextEncoding, Thousands};

#[derive(Args, Clone)]
pub(super) struct FileLayout {
    /// Encoding of a file without a byte order mark that isn't UTF-8: utf-16le, utf-16be or windows-1252.
    #[arg(long)]
    encoding: Option<TextEncoding>,
    /// What each column has, from the left: points, kickId, kickUsername, casinoUsername, email, username or ignored,
    /// separated by commas.
    #[arg(long)]
    columns: Option<String>,
    /// The first line has data, not the names of the columns.
    #[arg(long)]
    no_header: bool,
    /// The sign between groups of three digits: comma, point, space or apostrophe.
    #[arg(long)]
    thousands: Option<Thousands>,
}

impl From<FileLayout> for Layout {
    fn from(said: FileLayout) -> Self {
        let FileLayout { encoding, columns, no_header, thousands } = said;
        Self { encoding, columns, header: no_header.then_some(false), thousands }
    }
}
