//! Rounds that span several calls: nothing hidden shows, nothing is lost, and each ends once.

use futures_util::future::join_all;
use pointhouse_rules::{Tables, blackjack, mines};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::crashes::{serve, verify};
use crate::rig::{Answer, HOUR, Member, PASSWORD, Server, planted_draws};

/// Where the mines of a member with planted seeds lie.
fn planted_mines(nonce: u64, count: u64) -> Vec<u8> {
    let table = &Tables::published().mines;
    let bet = mines::Bet::new(1, count, table).unwrap();
    mines::Round::start(planted_draws(nonce), bet).outcome(table).mines
}

fn planted_gems(nonce: u64, count: u64) -> Vec<u8> {
    let mines = planted_mines(nonce, count);
    (0..25).filter(|tile| !mines.contains(tile)).collect()
}

/// The first nonce, from one on, whose hand begins as required.
pub(crate) fn planted_hand(from: u64, fits: impl Fn(&blackjack::View) -> bool) -> u64 {
    let bet = blackjack::Bet::new(10, &Tables::published().blackjack).unwrap();
    (from..).find(|nonce| fits(&blackjack::Round::deal(planted_draws(*nonce), bet).view())).unwrap()
}

async fn state(server: &Server, member: &Member, game: &str) -> Value {
    let path = format!("/api/games/{game}/state");
    server.get(&path).by(&member.token).send().await.of(200)["round"].clone()
}

async fn start(server: &Server, member: &Member, bet: u64, mines: u64) -> Value {
    let body = json!({ "bet": bet, "mines": mines });
    server.game(member, "mines/start", &body).await.of(200)["round"].clone()
}

async fn reveal(server: &Server, member: &Member, tile: u8) -> Answer {
    server.game(member, "mines/reveal", &json!({ "tile": tile })).await
}

async fn cash_out(server: &Server, member: &Member) -> Answer {
    server.game(member, "mines/cashout", &json!({})).await
}

/// Plays dice until the next round has this nonce.
pub(crate) async fn pass_to(server: &Server, member: &Member, nonce: u64) {
    let fairness = server.get("/api/games/fairness").by(&member.token).send().await.of(200);
    for _ in fairness["nonce"].as_u64().unwrap()..nonce {
        server.bet(member, &json!({ "bet": 1, "target": 50, "direction": "over" })).await.of(200);
    }
}

#[tokio::test]
async fn an_open_round_of_mines_survives_a_restart_and_shows_nothing_hidden() {
    let mut server = Server::start().await;
    let member = server.planted("emu", 1000).await;
    let admin = server.admin().await;
    let gems = planted_gems(0, 5);
    let round = start(&server, &member, 10, 5).await;
    assert_eq!(
        (&round["staked"], &round["payout"], &round["result"]),
        (&json!(10), &json!(0), &Value::Null)
    );
    let first = reveal(&server, &member, gems[0]).await.of(200);
    let second = reveal(&server, &member, gems[1]).await.of(200);
    assert_eq!(second["round"]["detail"]["steps"].as_array().unwrap().len(), 2);
    assert_eq!(server.balance(&member).await, 990);
    // Other games go on meanwhile, with nonces of their own.
    let rolled = server.bet(&member, &json!({ "bet": 1, "target": 50, "direction": "over" })).await;
    assert_eq!(rolled.of(200)["round"]["nonce"], 1);
    let balance = server.balance(&member).await;

    server.restart().await;
    assert_eq!(state(&server, &member, "mines").await, second["round"]);
    let id = round["id"].as_str().unwrap();
    let mut actual = vec![first.to_string(), second.to_string()];
    for (path, token) in [
        (format!("/api/games/rounds/{id}"), &member.token),
        (format!("/api/games/rounds/{id}"), &admin),
        ("/api/games/mines/state".to_owned(), &member.token),
        ("/api/games/mines/history".to_owned(), &member.token),
        ("/api/games/fairness".to_owned(), &member.token),
        ("/api/me/ledger".to_owned(), &member.token),
        ("/api/auth/admin/live-bets".to_owned(), &admin),
    ] {
        actual.push(server.get(&path).by(token).send().await.text);
    }
    let seed = "07".repeat(32);
    for text in &actual {
        for hidden in ["\"mines\":[", "\"draws\"", seed.as_str()] {
            assert!(!text.contains(hidden), "{hidden} shows: {text}");
        }
    }
    assert!(!actual.last().unwrap().contains(id), "a bet is in the feed when its round has ended");

    let third = reveal(&server, &member, gems[2]).await.of(200);
    assert_eq!(third["balance"], balance);
    let ended = cash_out(&server, &member).await.of(200);
    let detail = &ended["round"]["detail"];
    assert_eq!(detail["mines"], json!(planted_mines(0, 5)));
    assert_eq!((&detail["status"], &detail["multiplier"]), (&json!("cashed_out"), &json!("1.99")));
    assert_eq!((&ended["round"]["payout"], &ended["balance"]), (&json!(19), &json!(balance + 19)));
    assert_eq!(state(&server, &member, "mines").await, Value::Null);
    let feed = server.get("/api/auth/admin/live-bets").by(&admin).send().await.of(200);
    assert_eq!(
        (&feed["bets"][0]["id"], &feed["bets"][0]["betType"]),
        (&json!(id), &json!("5 mines"))
    );
    server.prove();
}

#[tokio::test]
async fn a_move_out_of_turn_moves_nothing() {
    let mut server = Server::start().await;
    let member = server.planted("emu", 1000).await;
    let other = server.player("bilby", 1000).await;
    let gems = planted_gems(0, 3);
    for path in ["mines/cashout", "blackjack/hit", "blackjack/stand", "blackjack/double"] {
        server.game(&member, path, &json!({})).await.refused(409, "round_over");
    }
    start(&server, &member, 10, 3).await;
    cash_out(&server, &member).await.refused(409, "nothing_to_cash_out");
    reveal(&server, &member, gems[0]).await.of(200);
    let before = state(&server, &member, "mines").await;
    let body = json!({ "bet": 10, "mines": 3 });
    let text = server.game(&member, "mines/start", &body).await.refused(409, "round_open");
    assert_eq!(text, "Finish your open round of Mines first");
    reveal(&server, &member, gems[0]).await.refused(409, "tile_taken");
    for tile in [json!(25), json!(-1), json!("3"), json!(1.5), Value::Null] {
        let body = json!({ "tile": tile });
        server.game(&member, "mines/reveal", &body).await.refused(400, "bad_tile");
    }
    // Members can't end a round as the server does.
    let settle = json!({ "tile": "settle" });
    server.game(&member, "mines/reveal", &settle).await.refused(400, "bad_tile");
    server.game(&member, "blackjack/hit", &json!({})).await.refused(409, "round_over");
    reveal(&server, &other, gems[1]).await.refused(409, "round_over");
    let text = server.game(&member, "fairness/rotate", &json!({})).await;
    text.refused(409, "unfinished_round");
    assert_eq!(state(&server, &member, "mines").await, before);
    assert_eq!(server.balance(&member).await, 990);

    let mine = planted_mines(0, 3)[0];
    let lost = reveal(&server, &member, mine).await.of(200);
    assert_eq!((&lost["round"]["result"], &lost["balance"]), (&json!("loss"), &json!(990)));
    for tile in [gems[1], mine] {
        reveal(&server, &member, tile).await.refused(409, "round_over");
    }
    cash_out(&server, &member).await.refused(409, "round_over");
    server.game(&member, "fairness/rotate", &json!({})).await.of(200);
    assert_eq!(server.balance(&member).await, 990);
    server.prove();
}

#[tokio::test]
async fn moves_at_the_same_time_are_done_once() {
    let mut server = Server::start().await;
    let member = server.planted("emu", 1000).await;
    let gems = planted_gems(0, 3);
    start(&server, &member, 10, 3).await;
    let status = |answers: &[Answer], status: u16| {
        answers.iter().filter(|answer| answer.status == status).count()
    };
    let answers = join_all((0..8).map(|_| reveal(&server, &member, gems[0]))).await;
    assert_eq!((status(&answers, 200), status(&answers, 409)), (1, 7));
    let answers = join_all((0..8).map(|_| cash_out(&server, &member))).await;
    assert_eq!((status(&answers, 200), status(&answers, 409)), (1, 7));
    assert_eq!(server.balance(&member).await, 1001);
    let body = json!({ "bet": 10, "mines": 3 });
    let answers = join_all((0..8).map(|_| server.game(&member, "mines/start", &body))).await;
    assert_eq!((status(&answers, 200), status(&answers, 409)), (1, 7));
    assert_eq!(server.balance(&member).await, 991);
    server.prove();
}

#[tokio::test]
async fn a_move_that_comes_twice_is_the_same_answer() {
    let mut server = Server::start().await;
    let member = server.planted("emu", 1000).await;
    let gems = planted_gems(0, 3);
    let keyed = async |server: &Server, path: &str, key: &str, body: Value| {
        let path = format!("/api/games/{path}");
        server.post(&path).by(&member.token).key(key).json(&body).send().await
    };
    let bet = json!({ "bet": 10, "mines": 3 });
    let begun = keyed(&server, "mines/start", "a", bet.clone()).await.of(200);
    let pick = |at: usize| json!({ "tile": gems[at] });
    let first = keyed(&server, "mines/reveal", "b", pick(0)).await.of(200);
    let second = keyed(&server, "mines/reveal", "c", pick(1)).await.of(200);
    let ended = keyed(&server, "mines/cashout", "d", json!({})).await.of(200);
    let balance = server.balance(&member).await;
    for _ in 0..2 {
        // In any order, after the end and after a restart.
        assert_eq!(keyed(&server, "mines/reveal", "c", pick(1)).await.of(200), second);
        assert_eq!(keyed(&server, "mines/start", "a", bet.clone()).await.of(200), begun);
        assert_eq!(keyed(&server, "mines/cashout", "d", json!({})).await.of(200), ended);
        assert_eq!(keyed(&server, "mines/reveal", "b", pick(0)).await.of(200), first);
        let other = keyed(&server, "mines/reveal", "b", pick(2)).await;
        other.refused(409, "idempotency_mismatch");
        let other = keyed(&server, "mines/start", "a", json!({ "bet": 10, "mines": 4 })).await;
        other.refused(409, "idempotency_mismatch");
        assert_eq!(state(&server, &member, "mines").await, Value::Null);
        assert_eq!(server.balance(&member).await, balance);
        server.restart().await;
    }
    // A key serves one call: on another path it is another one.
    keyed(&server, "mines/reveal", "a", pick(0)).await.refused(409, "round_over");
    server.prove();
}

#[tokio::test]
async fn blackjack_takes_insurance_and_doubles_only_what_the_balance_covers() {
    let mut server = Server::start().await;
    let member = server.planted("emu", 1000).await;
    let asks = |view: &blackjack::View| view.phase == blackjack::Phase::Insurance;
    let nonce = planted_hand(0, asks);
    pass_to(&server, &member, nonce).await;
    let before = server.balance(&member).await;
    let dealt = server.game(&member, "blackjack/deal", &json!({ "bet": 10 })).await.of(200);
    assert_eq!(dealt["round"]["detail"]["phase"], "insurance");
    assert_eq!(dealt["round"]["detail"]["dealer"].as_array().unwrap().len(), 1);
    for path in ["hit", "stand", "double"] {
        let path = format!("blackjack/{path}");
        server.game(&member, &path, &json!({})).await.refused(409, "insurance_pending");
    }
    server.game(&member, "blackjack/insurance", &json!({})).await.refused(400, "bad_request");
    let insured = server.game(&member, "blackjack/insurance", &json!({ "accept": true })).await;
    let insured = insured.of(200);
    assert_eq!(insured["round"]["staked"], 15);
    if insured["round"]["result"].is_null() {
        assert_eq!(insured["balance"], before - 15);
        let again = server.game(&member, "blackjack/insurance", &json!({ "accept": true })).await;
        again.refused(409, "bad_action");
        server.game(&member, "blackjack/stand", &json!({})).await.of(200);
    }

    let low = |view: &blackjack::View| {
        view.phase == blackjack::Phase::Play && (5..=11).contains(&view.player_total)
    };
    let nonce = planted_hand(nonce + 1, low);
    pass_to(&server, &member, nonce).await;
    let balance = server.balance(&member).await;
    server.grant(&member, "remove", balance - 15).await.of(200);
    server.game(&member, "blackjack/deal", &json!({ "bet": 10 })).await.of(200);
    let open = state(&server, &member, "blackjack").await;
    assert_eq!(open["detail"]["actions"], json!(["hit", "stand"]));
    let short = server.game(&member, "blackjack/double", &json!({})).await;
    assert!(short.refused(400, "insufficient_points").contains("Insufficient points"));
    assert_eq!(state(&server, &member, "blackjack").await, open);
    assert_eq!(server.balance(&member).await, 5);
    server.grant(&member, "add", 5).await.of(200);
    let covered = state(&server, &member, "blackjack").await;
    assert_eq!(covered["detail"]["actions"], json!(["hit", "stand", "double"]));
    let doubled = server.game(&member, "blackjack/double", &json!({})).await.of(200);
    let round = &doubled["round"];
    assert_eq!((&round["staked"], round["result"].is_null()), (&json!(20), false));
    assert_eq!(doubled["balance"], round["payout"]);
    server.game(&member, "blackjack/hit", &json!({})).await.refused(409, "round_over");
    server.prove();
}

#[tokio::test]
async fn a_third_card_ends_the_chance_to_double() {
    let server = Server::start().await;
    let member = server.planted("emu", 1000).await;
    let low =
        |view: &blackjack::View| view.phase == blackjack::Phase::Play && view.player_total <= 8;
    let nonce = planted_hand(0, low);
    pass_to(&server, &member, nonce).await;
    server.game(&member, "blackjack/deal", &json!({ "bet": 10 })).await.of(200);
    let hit = server.game(&member, "blackjack/hit", &json!({})).await.of(200);
    assert_eq!(hit["round"]["detail"]["player"].as_array().unwrap().len(), 3);
    let double = server.game(&member, "blackjack/double", &json!({})).await;
    double.refused(409, "double_not_allowed");
    assert_eq!(state(&server, &member, "blackjack").await, hit["round"]);
}

#[tokio::test]
async fn what_is_left_open_settles_itself_after_its_time() {
    let mut server = Server::start().await;
    let (empty, lucky) = (server.planted("emu", 1000).await, server.planted("bilby", 1000).await);
    let player = server.planted("quokka", 1000).await;
    start(&server, &empty, 10, 5).await;
    start(&server, &lucky, 10, 5).await;
    reveal(&server, &lucky, planted_gems(0, 5)[0]).await.of(200);
    let asks = |view: &blackjack::View| view.phase == blackjack::Phase::Insurance;
    pass_to(&server, &player, planted_hand(0, asks)).await;
    server.game(&player, "blackjack/deal", &json!({ "bet": 10 })).await.of(200);
    let before = server.balance(&player).await;

    server.pass(71 * HOUR);
    server.restart().await;
    let empty = server.login_again(&empty).await;
    assert_ne!(state(&server, &empty, "mines").await, Value::Null);
    server.pass(HOUR);
    server.restart().await;
    let (lucky, player) = (server.login_again(&lucky).await, server.login_again(&player).await);
    let last = async |member: &Member, game: &str| {
        let path = format!("/api/games/{game}/history?limit=1");
        server.get(&path).by(&member.token).send().await.of(200)["history"][0].clone()
    };
    let refunded = last(&empty, "mines").await;
    assert_eq!(
        (&refunded["detail"]["status"], &refunded["result"]),
        (&json!("refunded"), &json!("push"))
    );
    assert_eq!(server.balance(&empty).await, 1000);
    let paid = last(&lucky, "mines").await;
    assert_eq!((&paid["detail"]["status"], &paid["payout"]), (&json!("cashed_out"), &json!(12)));
    assert_eq!(server.balance(&lucky).await, 1002);
    let stood = last(&player, "blackjack").await;
    assert_eq!((&stood["detail"]["phase"], &stood["staked"]), (&json!("done"), &json!(10)));
    assert_eq!(stood["detail"]["steps"][1]["action"], "decline");
    assert_eq!(server.balance(&player).await, before + stood["payout"].as_u64().unwrap());
    for member in [&empty, &lucky, &player] {
        assert_eq!(state(&server, member, "mines").await, Value::Null);
        assert_eq!(state(&server, member, "blackjack").await, Value::Null);
    }
    // Once: a second pass finds nothing.
    assert_eq!(server.site().games().settle_overdue().await.unwrap(), 0);
    server.prove();
}

#[tokio::test]
async fn a_round_stays_open_until_its_payout_fits_into_the_balance() {
    let mut server = Server::start().await;
    let member = server.planted("emu", 1000).await;
    start(&server, &member, 10, 5).await;
    reveal(&server, &member, planted_gems(0, 5)[0]).await.of(200);
    let max = pointhouse_rules::Points::MAX.get();
    server.grant(&member, "set", max - 11).await.of(200);
    server.pass(72 * HOUR);
    assert_eq!(server.site().games().settle_overdue().await.unwrap(), 0);
    assert_eq!(server.balance(&member).await, max - 11);
    server.grant(&member, "remove", 1).await.of(200);
    assert_eq!(server.site().games().settle_overdue().await.unwrap(), 1);
    assert_eq!(server.balance(&member).await, max);
    server.prove();
}

#[tokio::test]
async fn a_closed_game_takes_no_new_round_and_lets_an_open_one_finish() {
    let mut server = Server::start().await;
    let member = server.planted("emu", 1000).await;
    let admin = server.admin().await;
    let gems = planted_gems(0, 3);
    start(&server, &member, 10, 3).await;
    let switch = json!({ "gameId": "mines", "disabled": true });
    server.post("/api/auth/admin/game-maintenance").by(&admin).json(&switch).send().await.of(200);
    reveal(&server, &member, gems[0]).await.of(200);
    cash_out(&server, &member).await.of(200);
    let body = json!({ "bet": 10, "mines": 3 });
    let text = server.game(&member, "mines/start", &body).await.refused(503, "game_disabled");
    assert!(text.starts_with("Mines Under Maintenance - "), "{text}");
    server.prove();
}

#[tokio::test]
async fn a_session_passivated_between_moves_continues() {
    let mut server = Server::with(|config| config.members.idle_seconds = 0).await;
    let member = server.planted("emu", 1000).await;
    let gems = planted_gems(0, 3);
    start(&server, &member, 10, 3).await;
    for (found, tile) in (1..).zip(&gems[..4]) {
        let answer = reveal(&server, &member, *tile).await.of(200);
        assert_eq!(answer["round"]["detail"]["steps"].as_array().unwrap().len(), found);
    }
    cash_out(&server, &member).await.of(200);
    server.prove();
}

#[tokio::test]
async fn open_rounds_survive_a_kill() {
    let data = TempDir::new().unwrap();
    let mut serving = serve(data.path()).await;
    let http = crate::rig::client().pool_max_idle_per_host(0).build().unwrap();
    let call = async |url: &str, path: &str, token: &str, body: Value| -> (u16, Value) {
        let call = http.post(format!("{url}{path}")).bearer_auth(token).json(&body);
        let answer = call.send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap())
    };
    let password = json!({ "password": serving.owner_password().unwrap() });
    let (_, admin) = call(&serving.url, "/api/admin/login", "", password).await;
    let admin = admin["token"].as_str().unwrap().to_owned();
    let body = json!({ "username": "emu", "email": "emu@example.com", "password": PASSWORD });
    let (_, member) = call(&serving.url, "/api/auth/signup", "", body).await;
    let token = member["token"].as_str().unwrap().to_owned();
    let grant = json!({ "userId": member["user"]["id"], "action": "add", "amount": 10_000 });
    call(&serving.url, "/api/auth/admin/manage-points", &admin, grant).await;

    for run in 0..6 {
        // The last answer before the kill is what must be there after it.
        let mut last =
            call(&serving.url, "/api/games/mines/start", &token, json!({ "bet": 10, "mines": 1 }))
                .await;
        assert_eq!(last.0, 200, "{last:?}");
        for tile in 0..run {
            let body = json!({ "tile": tile });
            let (status, answer) =
                call(&serving.url, "/api/games/mines/reveal", &token, body).await;
            if status == 200 {
                last = (status, answer);
            }
        }
        let (_, dealt) =
            call(&serving.url, "/api/games/blackjack/deal", &token, json!({ "bet": 10 })).await;
        serving.kill();
        verify(data.path()).await;
        serving = serve(data.path()).await;
        for (game, answer) in [("mines", &last.1), ("blackjack", &dealt)] {
            let url = format!("{}/api/games/{game}/state", serving.url);
            let state = http.get(url).bearer_auth(&token).send().await.unwrap();
            let state: Value = state.json().await.unwrap();
            let open = answer["round"]["result"].is_null();
            assert_eq!(state["round"], if open { answer["round"].clone() } else { Value::Null });
        }
        // Both are brought to their ends, whichever those are.
        for tile in 10..25 {
            let body = json!({ "tile": tile });
            let (status, answer) =
                call(&serving.url, "/api/games/mines/reveal", &token, body).await;
            if status != 200 || !answer["round"]["result"].is_null() {
                break;
            }
        }
        call(&serving.url, "/api/games/mines/cashout", &token, json!({})).await;
        call(&serving.url, "/api/games/blackjack/insurance", &token, json!({ "accept": false }))
            .await;
        call(&serving.url, "/api/games/blackjack/stand", &token, json!({})).await;
    }
    serving.kill();
    verify(data.path()).await;
    let log = tokio::task::spawn_blocking(move || serving.log()).await.unwrap();
    for hidden in ["deck", "mines:", "server_seed", "layout"] {
        assert!(!log.contains(hidden), "{hidden} stands in the log: {log}");
    }
}
