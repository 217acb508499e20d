//! The calls that play rounds: a bet on each game, declared by the game, and moves.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, web};
use pointhouse_rules::house_games;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::path::{Operation, OperationBuilder};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::{ContentBuilder, HttpMethod, Ref, Required, ResponseBuilder};

use super::Games;
use super::error::{CallError, GameError};
use super::game::{Game, describe};
use super::stored_values::Move;
use super::view::{self, BetAnswer};
use crate::accounts::{ActiveMember, check_sender, idempotency_key};
use crate::answer::Answer;
use crate::calls::{Call, Callers, Described, Schemas};
use crate::ids::GameId;
use crate::input::Body;

macro_rules! bet_calls {
    ($($Name:ident $id:ident $title:literal,)*) => {
        /// The bets on all games.
        pub(super) fn bet_calls() -> Vec<Call> {
            vec![$(bet_call::<super::$id::$Name>()),*]
        }
    };
}

house_games!(bet_calls);

/// `POST /api/games/{id}/{BET_PATH}`.
fn bet_call<G: Game>() -> Call {
    let path = format!("/api/games/{}", G::bet_path());
    // The session's actor carries a bet to its end by itself.
    let described = Described { operation: operation::<G>(), schemas: schemas::<G> };
    Call::described((HttpMethod::Post, path), Callers::MEMBERS, described, bet::<G>)
        .enveloped::<BetAnswer>()
        .only_while(super::IS_ON)
        .awaited(bet::<G>)
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
        .build()
}

fn schemas<G: Game>(schemas: &mut Schemas) {
    describe::<G::Body>(schemas);
    describe::<BetAnswer>(schemas);
    G::describe_detail(schemas);
}

/// Takes a bet on a game and plays its round, or begins one of several calls.
async fn bet<G: Game>(
    req: HttpRequest,
    member: ActiveMember,
    games: web::Data<Games>,
    body: Body<Value>,
) -> Result<Answer<BetAnswer>, CallError> {
    check_sender(member.0, body.get("userId"))?;
    let key = idempotency_key(&req)?.map(|sent| sent.key);
    let set = games.services().rules.current(G::ID).map_err(GameError::from)?;
    let round = match set.table.read_bet(&body) {
        Ok(bet) => games.bet(member.0, (bet, set), key).await?,
        // It may be the repetition of a bet that an earlier table allowed.
        Err(refusal) => {
            let earlier = games.repeated_bet(member.0, G::ID, body.into_inner(), key).await?;
            earlier.ok_or(GameError::Rules(refusal))?
        }
    };
    Ok(Answer(view::bet_answer(member.0, round)))
}

/// Does a move in the open round of a game.
pub(super) async fn act(
    req: &HttpRequest,
    member: &ActiveMember,
    games: &Games,
    game: GameId,
    action: Move,
) -> Result<Answer<BetAnswer>, CallError> {
    let key = idempotency_key(req)?.map(|sent| sent.key);
    let round = games.act(member.0, game, action, key).await?;
    Ok(Answer(view::bet_answer(member.0, round)))
}

/// The body of a call without parameters.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoFields {
    /// Older clients send their user id; it must be the caller's.
    #[schema(ignore)]
    pub(super) user_id: Option<Value>,
}
