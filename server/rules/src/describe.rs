//! How the small types of the rules look in an API description: as what they are written as.

use std::borrow::Cow;

use utoipa::openapi::schema::{Array, Object, Schema, Type};
use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};
use utoipa::{PartialSchema, ToSchema};

use crate::fairness::Draw;
use crate::{Decimal, Points, Stake, blackjack, mines};

fn text(what: &str) -> RefOr<Schema> {
    Object::builder().schema_type(Type::String).description(Some(what)).into()
}

fn whole(what: &str) -> RefOr<Schema> {
    let format = SchemaFormat::KnownFormat(KnownFormat::Int64);
    Object::builder()
        .schema_type(Type::Integer)
        .format(Some(format))
        .minimum(Some(0))
        .description(Some(what))
        .into()
}

macro_rules! described {
    ($($type:ty as $name:literal => $schema:expr;)*) => {$(
        impl PartialSchema for $type {
            fn schema() -> RefOr<Schema> {
                $schema
            }
        }

        impl ToSchema for $type {
            fn name() -> Cow<'static, str> {
                Cow::Borrowed($name)
            }
        }
    )*};
}

described! {
    Points as "Points" => whole("Points.");
    Stake as "Stake" => whole("Points staked.");
    Draw as "Draw" => Array::new(whole("Bound and value of an accepted draw.")).into();
    blackjack::Card as "Card" => text("Rank and suit, such as 4S.");
    mines::Action as "MinesAction" => RefOr::T(Schema::OneOf(
        utoipa::openapi::schema::OneOf::builder()
            .item(whole("A tile, 0 to 24."))
            .item(text("cashout or settle."))
            .build(),
    ));
}

impl<const PLACES: u32> PartialSchema for Decimal<PLACES> {
    fn schema() -> RefOr<Schema> {
        text("A decimal, written out in full.")
    }
}

impl<const PLACES: u32> ToSchema for Decimal<PLACES> {}
