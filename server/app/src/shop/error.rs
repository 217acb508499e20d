//! Errors of the calls on the shop.

use crate::accounts::{AccountError, AuthError};
use crate::fault::{Fault, inner_faults};
use crate::wallet::PostError;

/// Why a call on the shop failed. Nothing was bought and nothing changed.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
pub enum ShopError {
    /// The caller is not allowed.
    #[error(transparent)]
    #[problem(through)]
    Auth(#[from] AuthError),
    /// See [`AccountError`].
    #[error(transparent)]
    #[problem(through)]
    Account(#[from] AccountError),
    /// The shop is not open yet.
    #[error("The shop is coming soon")]
    #[problem(403, "coming_soon")]
    ComingSoon,
    /// The item doesn't exist or cannot be bought.
    #[error("This item is not for sale")]
    #[problem(404, "not_found")]
    NoSuchItem,
    /// The item is out of stock.
    #[error("Out of Stock")]
    #[problem(409, "out_of_stock")]
    OutOfStock,
    /// The price changed since it was shown. Holds the current price in points.
    #[error("The price of this item is now {0}")]
    #[problem(409, "price_changed", params(price))]
    PriceChanged(u64),
    /// The list was published by another request since the draft was based on it.
    #[error("Somebody else has changed the shop meanwhile")]
    #[problem(409, "version_conflict")]
    Changed,
    /// The list is too long.
    #[error("At most {0} items")]
    #[problem(400, "bad_list")]
    TooMany(usize),
    /// An id occurs twice.
    #[error("Two items have the same id")]
    #[problem(400, "bad_list")]
    Twice,
    /// A field is invalid.
    #[error("{1}")]
    #[problem(field)]
    Field(&'static str, String),
    /// The purchase doesn't exist or belongs to another member.
    #[error("There is no such purchase")]
    #[problem(404, "not_found")]
    NoSuchPurchase,
    /// Buyers can only cancel pending purchases.
    #[error("Only a pending purchase can be cancelled")]
    #[problem(409, "not_pending")]
    NotPending,
    /// An admin is fulfilling the purchase.
    #[error("This purchase is in progress and can no longer be cancelled")]
    #[problem(409, "not_pending")]
    InProgress,
    /// The purchase's status differs from `seenStatus`.
    #[error("This purchase has changed meanwhile. Look at it again before you change it.")]
    #[problem(409, "purchase_changed")]
    PurchaseChanged,
    /// The purchase is being changed by another request.
    #[error("Too many requests at once. Please wait a moment.")]
    #[problem(429, "too_many_requests", after = 1)]
    Busy,
    /// The wallet refused.
    #[error(transparent)]
    #[problem(through)]
    Wallet(#[from] PostError),
    /// A failure of the server itself.
    #[error(transparent)]
    #[problem(inner)]
    Inner(Fault),
}

inner_faults!(ShopError);
