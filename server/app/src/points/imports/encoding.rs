//! Decodes the bytes of a file into text. A wrong guess would garble names, so that two members look like one: an
//! encoding that the bytes do not show is asked for.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::error::ImportError;

/// How the text of a file is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum TextEncoding {
    /// UTF-8, what most programs write.
    #[serde(rename = "utf-8")]
    Utf8,
    /// UTF-16, little-endian.
    #[serde(rename = "utf-16le")]
    Utf16Le,
    /// UTF-16, big-endian.
    #[serde(rename = "utf-16be")]
    Utf16Be,
    /// Windows-1252, which spreadsheets in Western Europe and America write as "CSV".
    #[serde(rename = "windows-1252")]
    Windows1252,
}

impl TextEncoding {
    const ALL: [Self; 4] = [Self::Utf8, Self::Utf16Le, Self::Utf16Be, Self::Windows1252];

    /// Its name as people know it.
    const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le => "UTF-16 (little-endian)",
            Self::Utf16Be => "UTF-16 (big-endian)",
            Self::Windows1252 => "Windows-1252",
        }
    }

    fn of(encoding: &'static Encoding) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.codec() == encoding)
    }

    fn codec(self) -> &'static Encoding {
        match self {
            Self::Utf8 => UTF_8,
            Self::Utf16Le => UTF_16LE,
            Self::Utf16Be => UTF_16BE,
            Self::Windows1252 => WINDOWS_1252,
        }
    }
}

impl std::str::FromStr for TextEncoding {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Encoding::for_label(text.as_bytes()).and_then(Self::of);
        found.ok_or_else(|| "use utf-8, utf-16le, utf-16be or windows-1252".to_owned())
    }
}

/// Decodes a file. A byte order mark decides; without one, the caller's choice; without one of those, the file is UTF-8
/// or refused.
///
/// # Errors
/// The encoding is unknown, or bytes are invalid in it.
pub(super) fn decode(
    bytes: &[u8],
    chosen: Option<TextEncoding>,
) -> Result<(String, TextEncoding), ImportError> {
    let (encoding, text) = match Encoding::for_bom(bytes) {
        Some((encoding, mark)) => {
            let encoding = TextEncoding::of(encoding).unwrap_or(TextEncoding::Utf8);
            (encoding, bytes.get(mark..).unwrap_or_default())
        }
        // A text has no zero bytes in UTF-8, and many in UTF-16.
        None if chosen.is_none() && bytes.contains(&0) => {
            let text = "The file's encoding is unknown. It looks like UTF-16 without a mark: \
                choose the encoding, or save the file as UTF-8";
            return Err(ImportError::UnknownEncoding(text.to_owned()));
        }
        None => (chosen.unwrap_or(TextEncoding::Utf8), bytes),
    };
    let decoded = encoding.codec().decode_without_bom_handling_and_without_replacement(text);
    let decoded = decoded.ok_or_else(|| {
        let text = match chosen {
            None if encoding == TextEncoding::Utf8 => {
                "The file's encoding is unknown, it isn't UTF-8: choose the encoding, or save \
                    the file as UTF-8"
                    .to_owned()
            }
            _ => format!("The file isn't {}: choose another encoding", encoding.name()),
        };
        ImportError::UnknownEncoding(text)
    })?;
    Ok((decoded.into_owned(), encoding))
}
