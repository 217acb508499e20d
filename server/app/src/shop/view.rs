//! Wire shapes of the shop; items also in drafts.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::Counter;
use super::error::ShopError;
use super::records::{ItemRow, PurchaseRow, PurchaseStatus};
use crate::clock::Millis;
use crate::ids::UserId;
use crate::pictures::StoredPictures;

/// Highest price, in points.
const COST_MAX: u64 = 1_000_000_000;
const STOCK_MAX: u64 = 1_000_000;

fn default_category() -> String {
    "Digital Services".to_owned()
}

const fn active() -> bool {
    true
}

/// An item, in responses and in drafts.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    /// Number as text; a draft may send an id of its own for a new item.
    #[serde(default)]
    #[schema(value_type = String)]
    pub id: Value,
    /// 1 to 120 characters.
    pub title: String,
    /// 1 to 2,000 characters.
    pub description: String,
    /// Address of an uploaded picture on this site, or https address of another one; empty without one.
    #[serde(default)]
    pub image: String,
    /// Price of one piece, in whole points, at least 1.
    pub points_cost: u64,
    /// Pieces left.
    pub stock: u64,
    /// Pieces sold. A draft sends back the number it saw, so that later sales are not undone.
    #[serde(default)]
    #[schema(required)]
    pub sold: Option<u64>,
    /// At most 60 characters.
    #[serde(default = "default_category")]
    pub category: String,
    /// True when it can be bought.
    #[serde(default = "active")]
    pub is_active: bool,
    /// Time of the first publishing, ISO 8601; ignored in drafts.
    #[serde(default)]
    pub created_at: String,
}

impl Item {
    /// The row of this item, with every field validated.
    pub(super) fn checked(
        self,
        place: u32,
        before: Option<&ItemRow>,
        sold: u64,
        (now, pictures): (Millis, &StoredPictures),
    ) -> Result<ItemRow, ShopError> {
        let field = |name, text: &str| Err(ShopError::Field(name, text.to_owned()));
        let (title, description) = (self.title.trim(), self.description.trim());
        let image = self.image.trim();
        let longest = [
            ("title", title, 1, 120),
            ("description", description, 1, 2000),
            ("image", image, 0, 500),
            ("category", self.category.trim(), 0, 60),
        ];
        for (name, text, least, most) in longest {
            if !(least..=most).contains(&text.chars().count()) {
                return field(name, &format!("{least} to {most} characters"));
            }
        }
        let is_new = before.is_none_or(|before| before.image != image);
        if let Some(problem) = pictures.find_problem(image)?.filter(|_| is_new) {
            return field("image", &format!("\"{title}\": {problem}"));
        }
        if !(1..=COST_MAX).contains(&self.points_cost) {
            return field("pointsCost", "A whole number from 1");
        }
        if self.stock > STOCK_MAX {
            return field("stock", "At most 1,000,000 pieces");
        }
        // May exceed the current number when a purchase was cancelled since. A new item has no
        // sales.
        let seen = if before.is_some() { self.sold.unwrap_or(sold) } else { 0 };
        if seen > STOCK_MAX {
            return field("sold", "At most 1,000,000 pieces");
        }
        let row = ItemRow {
            revision: before.map_or(1, |row| row.revision),
            place,
            title: title.to_owned(),
            description: description.to_owned(),
            image: image.to_owned(),
            points_cost: self.points_cost,
            published: self.stock + seen,
            category: self.category.trim().to_owned(),
            is_active: self.is_active,
            created_at: before.map_or(now.0, |row| row.created_at),
        };
        let is_same = before.is_none_or(|before| *before == row);
        Ok(if is_same { row } else { ItemRow { revision: row.revision + 1, ..row } })
    }
}

/// A purchase.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Purchase {
    /// Number.
    pub id: String,
    /// Number of the item.
    pub item_id: String,
    /// Title of the item when it was bought.
    pub item_title: String,
    /// The buyer.
    pub user: Buyer,
    /// Price paid, in points.
    pub points_cost: u64,
    /// Time of the purchase, ISO 8601.
    pub purchase_date: String,
    /// Status of the purchase.
    pub status: PurchaseStatus,
}

/// The buyer of a purchase.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Buyer {
    /// Username.
    pub username: String,
    /// Member id.
    pub user_id: String,
}

impl Purchase {
    /// A purchase from its row.
    pub fn of(number: u64, row: PurchaseRow, username: String) -> Self {
        Self {
            id: number.to_string(),
            item_id: row.item.to_string(),
            item_title: row.title,
            user: Buyer { username, user_id: UserId(row.user).to_string() },
            points_cost: row.points_cost,
            purchase_date: Millis(row.at).iso(),
            status: row.status,
        }
    }
}

/// All items in their order.
pub(super) fn all(counter: &Counter) -> Vec<Item> {
    let mut ordered: Vec<_> = counter.items.iter().collect();
    ordered.sort_by_key(|(id, row)| (row.place, **id));
    let item = |(id, row): (&u32, &ItemRow)| Item {
        id: Value::String(id.to_string()),
        title: row.title.clone(),
        description: row.description.clone(),
        image: row.image.clone(),
        points_cost: row.points_cost,
        stock: row.published.saturating_sub(counter.sold(*id)),
        sold: Some(counter.sold(*id)),
        category: row.category.clone(),
        is_active: row.is_active,
        created_at: Millis(row.created_at).iso(),
    };
    ordered.into_iter().map(item).collect()
}

/// The items for sale.
pub(super) fn public(counter: &Counter) -> Vec<Item> {
    all(counter).into_iter().filter(|item| item.is_active).collect()
}
