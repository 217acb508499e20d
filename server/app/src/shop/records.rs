//! What the shop writes.

use std::collections::BTreeMap;

use bincode::{Decode, Encode};
use pointhouse_store::{Keys, Single, StoreError, StoredRow, Table, View};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::UserId;
use crate::tables::{self, RowFormat};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] =
    &[SHOP_ITEM.format(), PURCHASE.format(), PURCHASE_OF.format(), HEAD.format()];

/// Items by their numbers.
pub(super) const SHOP_ITEM: Table<u32, ItemRow> = Table::new(tables::SHOP_ITEM);
/// Purchases by their numbers.
pub(super) const PURCHASE: Table<u64, PurchaseRow> = Table::new(tables::PURCHASE);
/// The numbers of each member's purchases.
pub(super) const PURCHASE_OF: Table<(UserId, u64), ()> = Table::new(tables::PURCHASE_OF);
/// The shop as a whole.
pub(super) const HEAD: Single<HeadRow> = Single::new(tables::SETTING, "shop");

/// An item. Its number is its key.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct ItemRow {
    /// Steps by one with each change.
    pub revision: u64,
    /// Its place in the list, from 0.
    pub place: u32,
    /// For people.
    pub title: String,
    /// For people.
    pub description: String,
    /// https address of a picture, or empty.
    pub image: String,
    /// What one costs, in points.
    pub points_cost: u64,
    /// Pieces that were ever for sale: the stock, and what was sold when it was published.
    pub published: u64,
    /// For people.
    pub category: String,
    /// It can be bought.
    pub is_active: bool,
    /// When it was first published, milliseconds.
    pub created_at: i64,
}

impl StoredRow for ItemRow {
    const VERSION: u8 = 1;
}

/// The shop as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct HeadRow {
    /// Steps by one with each publishing.
    pub revision: u64,
    /// The highest number ever given to an item; never given again.
    pub last_item: u32,
    /// The overlay is on and nothing can be bought.
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

/// Where a purchase stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PurchaseStatus {
    /// Waits for an admin.
    Pending,
    /// Handed over.
    Completed,
    /// Cancelled: points and stock went back.
    Cancelled,
    /// An admin is handing it out: the buyer cannot cancel it any more.
    InProgress,
}

impl PurchaseStatus {
    /// Whether an admin still has to do something.
    pub(super) const fn is_open(self) -> bool {
        matches!(self, Self::Pending | Self::InProgress)
    }
}

/// A purchase. Its number is its key.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct PurchaseRow {
    /// Steps by one with each change.
    pub revision: u64,
    /// Whose, as a number.
    pub user: u64,
    /// Number of the item.
    pub item: u32,
    /// Its title when it was bought.
    pub title: String,
    /// Points paid.
    pub points_cost: u64,
    /// When, milliseconds.
    pub at: i64,
    /// Where it stands.
    pub status: PurchaseStatus,
    /// How often it was called off.
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

/// All purchases, by rising numbers. Not for a thread that serves.
pub fn stored_purchases(
    view: &View,
) -> impl Iterator<Item = Result<(u64, PurchaseRow), StoreError>> {
    PURCHASE.rows(view, Keys::all())
}

/// A purchase on disk.
///
/// # Errors
/// The row does not read.
pub fn read_purchase(view: &View, number: u64) -> Result<Option<PurchaseRow>, StoreError> {
    PURCHASE.get(view, &number)
}

/// How many of each item are sold and not cancelled, and the highest number of a purchase.
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
