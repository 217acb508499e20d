//! Stored rows of the site's pictures.

use bincode::{Decode, Encode};
use pointhouse_store::{Piece, Single, StoredRow, Table};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::tables::{self, NumberRow, RowFormat, stored_codes};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[PICTURE.format(), PIECE.format(), NEXT.format()];

/// Pictures by number.
pub(super) const PICTURE: Table<u32, PictureRow> = Table::new(tables::SITE_PICTURE);
/// Their bytes.
pub(super) const PIECE: Table<(u32, u32), Piece> = Table::new(tables::SITE_PICTURE_PIECE);
/// The next number.
pub(super) const NEXT: Single<NumberRow> = Single::new(tables::SETTING, "next_site_picture");
/// Bytes of a picture per row.
pub(super) const PIECE_BYTES: usize = 16 * 1024;

/// What a picture is for. It decides size and format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PicturePurpose)]
pub enum Purpose {
    /// Beside or instead of the name: at most 480 x 160 pixels, PNG, so that emails can show it.
    Logo,
    /// A square sign: 192 x 192 pixels, PNG.
    Mark,
    /// For links in other sites: 1200 x 630 pixels, JPEG.
    ShareImage,
    /// Large picture of the home page: at most 1600 x 1000 pixels, WebP.
    Hero,
    /// An item of the shop: at most 800 x 800 pixels, WebP.
    Item,
    /// A challenge: at most 960 x 960 pixels, WebP.
    Challenge,
    /// The icon of the browser's tab: 96 x 96 pixels, PNG.
    Favicon,
}

stored_codes!(Purpose {
    Logo = 0,
    Mark = 1,
    ShareImage = 2,
    Hero = 3,
    Item = 4,
    Challenge = 5,
    Favicon = 6,
});

impl Purpose {
    /// Ending of the file name.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Logo | Self::Mark | Self::Favicon => "png",
            Self::ShareImage => "jpg",
            Self::Hero | Self::Item | Self::Challenge => "webp",
        }
    }

    /// Media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Logo | Self::Mark | Self::Favicon => "image/png",
            Self::ShareImage => "image/jpeg",
            Self::Hero | Self::Item | Self::Challenge => "image/webp",
        }
    }
}

/// A picture of the site.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct PictureRow {
    /// What it is for.
    pub purpose: Purpose,
    /// Name of the uploaded file.
    pub name: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Size in bytes.
    pub bytes: u32,
    /// Rows with its bytes.
    pub pieces: u32,
    /// When it was uploaded, in milliseconds.
    pub at: i64,
}

impl StoredRow for PictureRow {
    const VERSION: u8 = 1;
}
