//! Why the shop refused.

use crate::accounts::AuthError;
use crate::fault::{Fault, inner_faults};
use crate::wallet::PostError;

/// Nothing was bought and nothing changed.
#[derive(Debug, thiserror::Error)]
pub enum ShopError {
    /// Who calls.
    #[error(transparent)]
    Auth(#[from] AuthError),
    /// The shop is not open yet.
    #[error("The points shop is coming soon")]
    ComingSoon,
    /// No such item, or one that cannot be bought.
    #[error("This item is not for sale")]
    NoSuchItem,
    /// Nothing is left.
    #[error("Out of Stock")]
    OutOfStock,
    /// The price is another one by now.
    #[error("The price of this item is now {0} points")]
    PriceChanged(u64),
    /// Somebody else has published since.
    #[error("Somebody else has changed the shop meanwhile")]
    Changed,
    /// More than a list may have.
    #[error("At most {0} items")]
    TooMany(usize),
    /// The same id twice.
    #[error("Two items have the same id")]
    Twice,
    /// A field does not fit.
    #[error("{1}")]
    Field(&'static str, String),
    /// No such purchase, or somebody else's.
    #[error("There is no such purchase")]
    NoSuchPurchase,
    /// Only what waits can be cancelled by its buyer.
    #[error("Only a pending purchase can be cancelled")]
    NotPending,
    /// An admin is handing it out.
    #[error("This purchase is in progress and can no longer be cancelled")]
    InProgress,
    /// The purchase's status differs from `seenStatus`.
    #[error("This purchase has changed meanwhile. Look at it again before you change it.")]
    PurchaseChanged,
    /// The purchase is being changed this very moment.
    #[error("Too many requests at once. Please wait a moment.")]
    Busy,
    /// The wallet refused.
    #[error(transparent)]
    Wallet(#[from] PostError),
    /// Trouble of the server itself.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(ShopError);
