//! Calls on the shop.

use actix_web::http::header::{ETAG, HeaderValue, IF_MATCH};
use actix_web::{HttpRequest, HttpResponse, web};
use pointhouse_macros::call;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::purchases::StatusChange;
use super::view::{Item, Purchase};
use super::{Order, PurchaseRow, PurchaseStatus, Shop, ShopError};
use crate::accounts::{
    ActiveMember, Admin, Auth, AuthError, Caller, Member, check_sender, idempotency_key,
};
use crate::answer::Answer;
use crate::audit::Actor;
use crate::calls::{Call, calls};
use crate::etag;
use crate::ids::UserId;
use crate::input::{Body, LIST_BYTES_MAX};
use crate::people::People;

/// Most rows of the specification's whole-list calls.
const LIST_MAX: usize = 1000;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["shop"; own, items, publish, config, set_config, buy, purchases, change, cancel]
}

/// Settings of the shop.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopConfig {
    /// True when the coming-soon overlay is on and nothing can be bought.
    coming_soon_enabled: bool,
}

/// Settings of the shop.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfigAnswer {
    /// Message for the user.
    message: &'static str,
    /// True when the coming-soon overlay is on and nothing can be bought.
    coming_soon_enabled: bool,
    /// The same settings in the shape of the specification.
    config: ShopConfig,
}

/// A request to buy an item.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PurchaseOrder {
    /// Number of the item.
    #[schema(value_type = String)]
    item_id: Value,
    /// The price shown to the buyer. The purchase is refused if the current price differs.
    points_cost: Option<u64>,
    /// User info in the shape of the specification; only its user id is checked.
    #[schema(value_type = Option<Object>)]
    user_info: Option<Value>,
}

/// Result of a purchase.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PurchaseAnswer {
    /// Message for the user.
    message: String,
    /// Balance after the purchase, in points.
    user_points: u64,
    /// Ledger sequence of that balance.
    seq: u64,
    /// The purchase.
    purchase: Purchase,
}

/// A new status for a purchase.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangePurchase {
    status: PurchaseStatus,
    /// The status that the caller saw; a different current status is a conflict (409
    /// `purchase_changed`).
    #[serde(default)]
    seen_status: Option<PurchaseStatus>,
}

/// The purchase after the change.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChangedPurchase {
    /// Message for the user.
    message: &'static str,
    /// The purchase.
    purchase: Purchase,
}

/// Result of publishing.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShopPublished {
    /// Message for the user.
    message: &'static str,
    /// Version of the new list, which the next draft is based on.
    version: String,
}

/// Lists the items for sale. Public; admins also get inactive items, with the version for drafts as
/// ETag.
#[call(get, "/api/points-shop", public, member, admin, answers(200 = Vec<Item>),
    only_while = super::IS_ON)]
pub async fn items(
    req: HttpRequest,
    caller: Result<Caller, AuthError>,
    shop: web::Data<Shop>,
) -> Result<HttpResponse, ShopError> {
    if !matches!(caller, Ok(Caller::Admin(_))) {
        return Ok(shop.public().answer(&req));
    }
    let (items, version) = shop.all()?;
    let mut answer = etag::unstored(&req, &items);
    if let Ok(tag) = HeaderValue::from_str(&format!("\"{version}\"")) {
        answer.headers_mut().insert(ETAG, tag);
    }
    Ok(answer)
}

/// Replaces the whole list. `If-Match` carries the version that the draft was based on.
#[call(post, "/api/points-shop", admin(Shop), up_to = LIST_BYTES_MAX)]
pub async fn publish(
    req: HttpRequest,
    admin: Admin,
    shop: web::Data<Shop>,
    body: Body<Vec<Item>>,
) -> Result<Answer<ShopPublished>, ShopError> {
    let based_on = req.headers().get(IF_MATCH).and_then(|value| value.to_str().ok());
    let based_on = based_on.map(|tag| tag.trim().trim_matches('"').to_owned());
    let actor = admin.actor();
    let version = shop.publish(body.into_inner(), based_on, actor).await?;
    Ok(Answer(ShopPublished { message: "The items are live", version }))
}

/// Returns the settings of the shop. Public.
#[call(get, "/api/points-shop/config", public, only_while = super::IS_ON)]
pub async fn config(shop: web::Data<Shop>) -> Answer<ConfigAnswer> {
    Answer(config_answer(&shop))
}

/// Changes the settings of the shop.
#[call(post, "/api/points-shop/config", admin(Shop))]
pub async fn set_config(
    admin: Admin,
    shop: web::Data<Shop>,
    body: Body<ShopConfig>,
) -> Result<Answer<ConfigAnswer>, ShopError> {
    let actor = admin.actor();
    shop.set_coming_soon(body.coming_soon_enabled, actor).await?;
    Ok(Answer(config_answer(&shop)))
}

fn config_answer(shop: &Shop) -> ConfigAnswer {
    let coming_soon_enabled = shop.coming_soon();
    let config = ShopConfig { coming_soon_enabled };
    let message = if coming_soon_enabled { "The shop is coming soon" } else { "The shop is open" };
    ConfigAnswer { message, coming_soon_enabled, config }
}

/// Buys one piece of an item.
#[call(post, "/api/points-shop/purchase", member, refused(404 = "No such item."),
    only_while = super::IS_ON)]
pub async fn buy(
    req: HttpRequest,
    member: ActiveMember,
    shop: web::Data<Shop>,
    auth: web::Data<Auth>,
    body: Body<PurchaseOrder>,
) -> Result<Answer<PurchaseAnswer>, ShopError> {
    check_sender(member.0, body.user_info.as_ref().and_then(|info| info.get("userId")))?;
    let item = match &body.item_id {
        Value::String(text) => text.parse().ok(),
        Value::Number(number) => number.as_u64().and_then(|id| u32::try_from(id).ok()),
        _ => None,
    };
    let order = Order {
        user: member.0,
        item: item.ok_or(ShopError::NoSuchItem)?,
        points_cost: body.points_cost,
        key: idempotency_key(&req)?,
    };
    let bought = shop.buy(order).await?;
    Ok(Answer(PurchaseAnswer {
        message: format!("You bought {}", bought.row.title),
        user_points: bought.balance,
        seq: bought.seq,
        purchase: to_purchase(&auth, bought.number, bought.row),
    }))
}

/// Lists the newest purchases of all members, and older ones that are still open.
#[call(get, "/api/points-shop/purchases", admin(Shop))]
pub async fn purchases(
    shop: web::Data<Shop>,
    auth: web::Data<Auth>,
) -> Result<web::Json<Vec<Purchase>>, ShopError> {
    let rows = shop.newest(LIST_MAX).await?;
    Ok(web::Json(rows.into_iter().map(|(number, row)| to_purchase(&auth, number, row)).collect()))
}

/// Changes the status of a purchase.
#[call(put, "/api/points-shop/purchases/{id}", admin(Shop))]
pub async fn change(
    admin: Admin,
    shop: web::Data<Shop>,
    (auth, people): (web::Data<Auth>, web::Data<People>),
    id: web::Path<String>,
    body: Body<ChangePurchase>,
) -> Result<Answer<ChangedPurchase>, ShopError> {
    let number: u64 = id.parse().map_err(|_| ShopError::NoSuchPurchase)?;
    let buyer = shop.buyer(number)?.ok_or(ShopError::NoSuchPurchase)?;
    let actor = people.decide_on(&admin, buyer)?;
    let to = StatusChange { status: body.status, seen: body.seen_status };
    let (row, _) = shop.change(number, to, None, actor).await?;
    let (message, purchase) = ("The purchase is changed", to_purchase(&auth, number, row));
    Ok(Answer(ChangedPurchase { message, purchase }))
}

/// Cancels the caller's own pending purchase.
#[call(post, "/api/points-shop/purchases/{id}/cancel", member, only_while = super::IS_ON)]
pub async fn cancel(
    member: ActiveMember,
    shop: web::Data<Shop>,
    auth: web::Data<Auth>,
    id: web::Path<String>,
) -> Result<Answer<ChangedPurchase>, ShopError> {
    let number: u64 = id.parse().map_err(|_| ShopError::NoSuchPurchase)?;
    let actor = Actor::member(member.0);
    let to = StatusChange { status: PurchaseStatus::Cancelled, seen: None };
    let changed = shop.change(number, to, Some(member.0), actor).await?;
    Ok(Answer(ChangedPurchase {
        message: "The purchase is cancelled",
        purchase: to_purchase(&auth, number, changed.0),
    }))
}

/// Lists the caller's purchases, newest first.
#[call(get, "/api/history/purchases", member, also_at = "/points-shop-purchases.json")]
pub async fn own(
    member: Member,
    shop: web::Data<Shop>,
    auth: web::Data<Auth>,
) -> Result<web::Json<Vec<Purchase>>, ShopError> {
    let rows = shop.own(member.0, LIST_MAX).await?;
    Ok(web::Json(rows.into_iter().map(|(number, row)| to_purchase(&auth, number, row)).collect()))
}

/// A purchase with the buyer's name.
pub fn to_purchase(auth: &Auth, number: u64, row: PurchaseRow) -> Purchase {
    let name = auth.username(UserId(row.user));
    Purchase::of(number, row, name)
}
