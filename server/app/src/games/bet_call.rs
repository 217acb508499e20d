//! The call that bets on a game, declared by the game.

use actix_web::http::StatusCode;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::path::{Operation, OperationBuilder};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{ContentBuilder, HttpMethod, Ref, Required, ResponseBuilder};

use super::game::Game;
use super::routes::bet;
use super::view::BetAnswer;
use crate::calls::{Call, Schemas};

/// `POST /api/games/{id}/{BET_PATH}`.
pub(super) fn bet_call<G: Game>() -> Call {
    let path = format!("/api/games/{}", G::bet_path());
    Call::described(path, HttpMethod::Post, operation::<G>(), schemas::<G>, bet::<G>)
}

fn operation<G: Game>() -> Operation {
    // A test reads every example.
    let example = G::EXAMPLES.first().and_then(|body| serde_json::from_str::<Value>(body).ok());
    let body = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name(G::Body::name())))
        .example(example)
        .build();
    let answer =
        ContentBuilder::new().schema(Some(Ref::from_schema_name(BetAnswer::name()))).build();
    OperationBuilder::new()
        .tag("games")
        .summary(Some(G::BET_SUMMARY))
        .operation_id(Some(format!("{}_{}", G::ID.id(), G::BET_PATH)))
        .request_body(Some(
            RequestBodyBuilder::new()
                .content("application/json", body)
                .required(Some(Required::True))
                .build(),
        ))
        .response(
            StatusCode::OK.as_str(),
            ResponseBuilder::new().content("application/json", answer).build(),
        )
        .security(SecurityRequirement::new::<_, [&str; 0], _>("member", []))
        .build()
}

fn schemas<G: Game>(schemas: &mut Schemas) {
    describe::<G::Body>(schemas);
    describe::<BetAnswer>(schemas);
    G::describe_detail(schemas);
}

/// Adds a type with all that it names to the description of the calls.
pub(super) fn describe<T: ToSchema>(schemas: &mut Schemas) {
    schemas.push((T::name().into_owned(), T::schema()));
    T::schemas(schemas);
}
