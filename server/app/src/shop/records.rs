//! What the shop writes.

use std::collections::BTreeMap;

use bincode::{Decode, Encode};
use pointhouse_store::{StoredRow, View, decode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::UserId;
use crate::tables::{self, RowFormat};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[
    RowFormat::rows::<ItemRow>(tables::SHOP_ITEM),
    RowFormat::rows::<PurchaseRow>(tables::PURCHASE),
    RowFormat::keys(tables::PURCHASE_OF),
    RowFormat::one::<HeadRow>(tables::SETTING, HEAD_KEY),
];

/// Key of the head in the settings.
pub(super) const HEAD_KEY: &[u8] = b"shop";
const PAGE: usize = 512;

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

/// Key of a purchase in its member's list.
pub(super) fn own_key(user: UserId, number: u64) -> [u8; 16] {
    let mut key = [0; 16];
    let (id, purchase) = key.split_at_mut(8);
    id.copy_from_slice(&user.0.to_be_bytes());
    purchase.copy_from_slice(&number.to_be_bytes());
    key
}

/// Head and items.
pub(super) fn read_items(view: &View) -> Result<(HeadRow, BTreeMap<u32, ItemRow>), String> {
    let head = view.get(tables::SETTING, HEAD_KEY).map_err(told)?;
    let head = head.map(|head| decode(&head).map_err(told)).transpose()?.unwrap_or_default();
    let mut items = BTreeMap::new();
    for (key, row) in view.scan(tables::SHOP_ITEM, &[], &[], 1000).map_err(told)? {
        let id = <[u8; 4]>::try_from(key.as_ref()).map_err(told)?;
        items.insert(u32::from_be_bytes(id), decode(&row).map_err(told)?);
    }
    Ok((head, items))
}

/// What was sold of each item and not called off, and the highest number of a purchase.
pub(super) fn read_sold(view: &View) -> Result<(BTreeMap<u32, u64>, u64), String> {
    let (mut sold, mut last) = (BTreeMap::new(), 0);
    let mut from = Vec::new();
    loop {
        let rows = view.scan(tables::PURCHASE, &from, &[], PAGE).map_err(told)?;
        let Some((newest, _)) = rows.last() else { return Ok((sold, last)) };
        from = [newest.as_ref(), &[0]].concat();
        for (key, row) in &rows {
            last = u64::from_be_bytes(<[u8; 8]>::try_from(key.as_ref()).map_err(told)?);
            let row: PurchaseRow = decode(row).map_err(told)?;
            if row.status != PurchaseStatus::Cancelled {
                *sold.entry(row.item).or_default() += 1;
            }
        }
    }
}

fn told(error: impl std::fmt::Display) -> String {
    error.to_string()
}
