//! The rows of the shop.

use std::collections::BTreeMap;

use bincode::{Decode, Encode};
use pointhouse_store::{Keys, Single, StoreError, StoredRow, Table, View};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::UserId;
use crate::kept_rows::{Keeping, KeptRows, RowTag};
use crate::tables::{self, RowFormat, stored_codes};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] =
    &[SHOP_ITEM.format(), PURCHASE.format(), PURCHASE_OF.format(), HEAD.format()];

/// Items by number.
pub(super) const SHOP_ITEM: Table<u32, ItemRow> = Table::new(tables::SHOP_ITEM);
/// Purchases by number.
pub(super) const PURCHASE: Table<u64, PurchaseRow> = Table::new(tables::PURCHASE);
/// Numbers of each member's purchases.
pub(super) const PURCHASE_OF: Table<(UserId, u64), ()> = Table::new(tables::PURCHASE_OF);
/// State of the whole shop.
pub(super) const HEAD: Single<HeadRow> = Single::new(tables::SETTING, "shop");

/// An item. Its number is its key.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct ItemRow {
    /// Incremented by each change.
    pub revision: u64,
    /// Position in the list, from 0.
    pub place: u32,
    /// Title.
    pub title: String,
    /// Description.
    pub description: String,
    /// Address of a stored picture, or https address of another one; empty without one.
    pub image: String,
    /// Price of one piece, in points.
    pub points_cost: u64,
    /// Pieces that were ever for sale: the stock plus the number sold at the time of publishing.
    pub published: u64,
    /// Category.
    pub category: String,
    /// True when it can be bought.
    pub is_active: bool,
    /// Time of the first publishing, in milliseconds.
    pub created_at: i64,
}

impl StoredRow for ItemRow {
    const VERSION: u8 = 1;
}

/// State of the whole shop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct HeadRow {
    /// Incremented by each publishing.
    pub revision: u64,
    /// Highest item number ever assigned. Numbers are never reused.
    pub last_item: u32,
    /// True when the coming-soon overlay is on and nothing can be bought.
    pub coming_soon: bool,
}

impl Default for HeadRow {
    fn default() -> Self {
        Self { revision: 0, last_item: 0, coming_soon: true }
    }
}

impl StoredRow for HeadRow {
    const VERSION: u8 = 1;
}

/// Status of a purchase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PurchaseStatus {
    /// Waits for an admin.
    Pending,
    /// Fulfilled.
    Completed,
    /// Cancelled: points and stock were returned.
    Cancelled,
    /// An admin is fulfilling it: the buyer can no longer cancel it.
    InProgress,
}

stored_codes!(PurchaseStatus { Pending = 0, Completed = 1, Cancelled = 2, InProgress = 3 });

impl PurchaseStatus {
    /// Those in which an admin still has to act.
    pub(super) const OPEN: [Self; 2] = [Self::Pending, Self::InProgress];
}

/// A purchase. Its number is its key.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct PurchaseRow {
    /// Incremented by each change.
    pub revision: u64,
    /// Member id of the buyer.
    pub user: u64,
    /// Number of the item.
    pub item: u32,
    /// Title of the item when it was bought.
    pub title: String,
    /// Price paid, in points.
    pub points_cost: u64,
    /// Time of the purchase, in milliseconds.
    pub at: i64,
    /// Status of the purchase.
    pub status: PurchaseStatus,
    /// How often it was cancelled.
    pub cancelled: u32,
}

impl StoredRow for PurchaseRow {
    const VERSION: u8 = 1;
}

/// Head and items.
pub(super) fn read_items(view: &View) -> Result<(HeadRow, BTreeMap<u32, ItemRow>), StoreError> {
    let head = HEAD.get(view)?.unwrap_or_default();
    Ok((head, SHOP_ITEM.rows(view, Keys::all()).collect::<Result<_, _>>()?))
}

/// What lists of purchases are read by: the number and the title, and the price.
pub type KeptPurchases = KeptRows<PurchaseRow, PurchaseStatus>;

/// Empty until the store is open.
pub fn kept_purchases() -> KeptPurchases {
    const KEEPING: Keeping<PurchaseRow, PurchaseStatus> = Keeping {
        tag: |row| RowTag { user: UserId(row.user), status: row.status, value: row.points_cost },
        texts: |number, row| vec![number.to_string(), row.title.clone()],
    };
    KeptRows::new(&PURCHASE, &KEEPING)
}

/// Reads a purchase.
///
/// # Errors
/// The row cannot be decoded.
pub fn read_purchase(view: &View, number: u64) -> Result<Option<PurchaseRow>, StoreError> {
    PURCHASE.get(view, &number)
}

/// Number of sold and not cancelled pieces by item, and the highest purchase number.
pub(super) fn read_sold(view: &View) -> Result<(BTreeMap<u32, u64>, u64), StoreError> {
    let (mut sold, mut last) = (BTreeMap::new(), 0);
    for purchase in PURCHASE.rows(view, Keys::all()) {
        let (number, row) = purchase?;
        last = number;
        if row.status != PurchaseStatus::Cancelled {
            *sold.entry(row.item).or_default() += 1;
        }
    }
    Ok((sold, last))
}
