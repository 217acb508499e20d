//! Where pictures are used.

use std::fmt;

use serde::Serialize;
use utoipa::ToSchema;

/// What uses a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PictureUser {
    /// A setting of the brand.
    Brand,
    /// An item of the shop.
    ShopItem,
    /// A challenge.
    Challenge,
}

/// A use of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PictureUse {
    /// What uses it.
    pub by: PictureUser,
    /// Title of the item or challenge; for the brand the key of the setting.
    pub name: String,
}

impl fmt::Display for PictureUse {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { by, name } = self;
        match by {
            PictureUser::Brand => write!(formatter, "the site's brand"),
            PictureUser::ShopItem => write!(formatter, "the shop item \"{name}\""),
            PictureUser::Challenge => write!(formatter, "the challenge \"{name}\""),
        }
    }
}

/// Names the uses in the reason why a picture is not removed.
pub(super) fn refusal(uses: &[PictureUse]) -> String {
    let first = uses.first().map(PictureUse::to_string).unwrap_or_default();
    let more = match uses.len().saturating_sub(1) {
        0 => String::new(),
        1 => " and 1 more place".to_owned(),
        count => format!(" and {count} more places"),
    };
    format!("This picture is used by {first}{more}. Choose another one there first.")
}

/// A module whose entries refer to pictures.
pub trait UsesPictures: Send + Sync {
    /// Where the module uses a picture with this address.
    fn uses_of(&self, address: &str) -> Vec<PictureUse>;
}
