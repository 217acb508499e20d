//! Errors of the calls on the shop.

use crate::accounts::{AccountError, AuthError};
use crate::fault::{Fault, inner_faults};
use crate::wallet::PostError;

/// Why a call on the shop failed. Nothing was bought and nothing changed.
#[derive(Debug, thiserror::Error)]
pub enum ShopError {
    /// The caller is not allowed.
    #[error(transparent)]
    Auth(#[from] AuthError),
    /// See [`AccountError`].
    #[error(transparent)]
    Account(#[from] AccountError),
    /// The shop is not open yet.
    #[error("The shop is coming soon")]
    ComingSoon,
    /// The item doesn't exist or cannot be bought.
    #[error("This item is not for sale")]
    NoSuchItem,
    /// The item is out of stock.
    #[error("Out of Stock")]
    OutOfStock,
    /// The price changed since it was shown. Holds the current price in points.
    #[error("The price of this item is now {0}")]
    PriceChanged(u64),
    /// The list was published by another request since the draft was based on it.
    #[error("Somebody else has changed the shop meanwhile")]
    Changed,
    /// The list is too long.
    #[error("At most {0} items")]
    TooMany(usize),
    /// An id occurs twice.
    #[error("Two items have the same id")]
    Twice,
    /// A field is invalid.
    #[error("{1}")]
    Field(&'static str, String),
    /// The purchase doesn't exist or belongs to another member.
    #[error("There is no such purchase")]
    NoSuchPurchase,
    /// Buyers can only cancel pending purchases.
    #[error("Only a pending purchase can be cancelled")]
    NotPending,
    /// An admin is fulfilling the purchase.
    #[error("This purchase is in progress and can no longer be cancelled")]
    InProgress,
    /// The purchase's status differs from `seenStatus`.
    #[error("This purchase has changed meanwhile. Look at it again before you change it.")]
    PurchaseChanged,
    /// The purchase is being changed by another request.
    #[error("Too many requests at once. Please wait a moment.")]
    Busy,
    /// The wallet refused.
    #[error(transparent)]
    Wallet(#[from] PostError),
    /// A failure of the server itself.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(ShopError);
