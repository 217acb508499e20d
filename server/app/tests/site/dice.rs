//! A bet on dice from the door to the ledger.

use futures_util::future::join_all;
use insta::assert_json_snapshot;
use pointhouse::ids::GameId;
use serde_json::{Value, json};

use crate::rig::{Answer, Member, SECOND, Server, planted_roll};

pub(crate) fn bet(points: u64, target: u64, direction: &str) -> Value {
    json!({ "bet": points, "target": target, "direction": direction })
}

/// A bet that wins or loses the planted roll of a nonce, on a chance of half or more.
pub(crate) fn settled_bet(points: u64, nonce: u64, wins: bool) -> Value {
    let low = planted_roll(nonce) < 5000;
    bet(points, 50, if low == wins { "under" } else { "over" })
}

async fn own(server: &Server, member: &Member, path: &str) -> Answer {
    server.get(path).by(&member.token).send().await
}

async fn nonce(server: &Server, member: &Member) -> u64 {
    own(server, member, "/api/games/fairness").await.of(200)["nonce"].as_u64().unwrap()
}

#[tokio::test]
async fn a_bet_is_played_paid_and_kept() {
    let server = Server::start().await;
    let member = server.planted("emu", 1000).await;
    let mut rules = server.get("/api/games/rules").send().await.shape(200);
    let games = rules["games"].as_object_mut().unwrap();
    let names: Vec<&String> = games.keys().collect();
    let mut all = GameId::ALL.map(GameId::id);
    all.sort_unstable();
    assert_eq!(names, all);
    games.retain(|game, _| game == "dice");
    assert_json_snapshot!("rules", rules);
    let state = own(&server, &member, "/api/games/dice/state").await;
    assert_json_snapshot!("state", state.shape(200));
    let empty = own(&server, &member, "/api/games/dice/history").await.of(200);
    assert_eq!(empty, json!({ "success": true, "history": [] }));

    server.pass(SECOND);
    let won = server.bet(&member, &settled_bet(10, 0, true)).await;
    assert_json_snapshot!("bet_won", won.shape(200));
    server.pass(SECOND);
    let lost = server.bet(&member, &settled_bet(7, 1, false)).await;
    assert_json_snapshot!("bet_lost", lost.shape(200));
    // 99 * 1 / 50 is 1: the roll hits and pays the stake back.
    let push = server.bet(&member, &settled_bet(1, 2, true)).await.of(200);
    assert_eq!(
        (&push["round"]["result"], &push["round"]["detail"]["won"]),
        (&json!("push"), &json!(true))
    );

    let history = own(&server, &member, "/api/games/dice/history").await;
    assert_json_snapshot!("history", history.shape(200));
    let old = own(&server, &member, &format!("/api/dice/history/{}", member.id)).await;
    assert_json_snapshot!("old_history", old.shape(200));
    let ledger = own(&server, &member, "/api/me/ledger").await;
    let mut ledger = ledger.shape(200);
    let first = ledger["items"].as_array_mut().unwrap().last_mut().unwrap();
    first["reference"] = "[audit]".into();
    assert_json_snapshot!("ledger", ledger);
    let proof = own(&server, &member, "/api/games/rounds/1-1").await;
    assert_json_snapshot!("round_proof", proof.shape(200));
    let me = own(&server, &member, "/api/auth/me").await.of(200);
    assert_eq!((&me["user"]["points"], &me["user"]["pointsSeq"]), (&json!(1002), &json!(6)));
}

#[tokio::test]
async fn every_answer_follows_from_the_roll() {
    let server = Server::start().await;
    let member = server.planted("emu", 100_000).await;
    let mut balance = 100_000;
    for number in 0..60_u64 {
        let (points, target) = (1 + number * 7 % 100, 1 + number * 13 % 99);
        let over = number % 2 == 0;
        let direction = if over { "over" } else { "under" };
        let answer = server.bet(&member, &bet(points, target, direction)).await.of(200);
        let roll = planted_roll(number);
        let chance = if over { 100 - target } else { target };
        let won = if over { roll >= target * 100 } else { roll < target * 100 };
        let payout = if won { 99 * points / chance } else { 0 };
        balance = balance - points + payout;
        let result = match payout {
            paid if paid > points => "win",
            paid if paid == points => "push",
            _ => "loss",
        };
        let four = |percent: u64| {
            let units = percent * 10_000 / chance;
            format!("{}.{:04}", units / 10_000, units % 10_000)
        };
        let round = &answer["round"];
        assert_eq!(round["nonce"], number);
        assert_eq!(round["staked"], points);
        assert_eq!(round["payout"], payout);
        assert_eq!(round["result"], result);
        assert_eq!(round["params"], bet(points, target, direction));
        assert_eq!(
            round["detail"],
            json!({
                "draws": [[10_000, roll]],
                "roll": format!("{}.{:02}", roll / 100, roll % 100),
                "won": won,
                "chance": chance,
                "fair_multiplier": four(100),
                "multiplier": four(99),
                "payout": payout,
            })
        );
        assert_eq!(answer["balance"], balance);
    }
    assert_eq!(server.balance(&member).await, balance);
}

#[tokio::test]
async fn a_refused_bet_reveals_nothing_and_burns_no_nonce() {
    let server = Server::start().await;
    let member = server.planted("emu", 10).await;
    let refused: [(Value, &str); 17] = [
        (bet(0, 50, "over"), "bad_bet"),
        (bet(101, 50, "over"), "bad_bet"),
        (json!({ "bet": -1, "target": 50, "direction": "over" }), "bad_bet"),
        (json!({ "bet": 1.5, "target": 50, "direction": "over" }), "bad_bet"),
        (json!({ "bet": "1", "target": 50, "direction": "over" }), "bad_bet"),
        (json!({ "bet": null, "target": 50, "direction": "over" }), "bad_bet"),
        (json!({ "target": 50, "direction": "over" }), "bad_bet"),
        (json!([]), "bad_bet"),
        (json!(null), "bad_bet"),
        (bet(1, 0, "over"), "bad_target"),
        (bet(1, 100, "over"), "bad_target"),
        (json!({ "bet": 1, "target": 50.5, "direction": "over" }), "bad_target"),
        (json!({ "bet": 1, "direction": "over" }), "bad_target"),
        (bet(1, 50, "sideways"), "bad_direction"),
        (bet(1, 50, "Over"), "bad_direction"),
        (json!({ "bet": 1, "target": 50 }), "bad_direction"),
        (bet(11, 50, "over"), "insufficient_points"),
    ];
    for (body, code) in refused {
        let answer = server.bet(&member, &body).await;
        for field in ["round", "detail", "roll", "nonce"] {
            assert!(answer.body.get(field).is_none(), "{answer:?}");
        }
        let text = answer.refused(400, code);
        let short = code == "insufficient_points";
        assert_eq!(text.contains("Insufficient points"), short, "{text}");
    }
    let call = server.post("/api/games/dice/bet").by(&member.token).key("with space");
    let text = call.json(&bet(1, 50, "over")).send().await.refused(400, "bad_idempotency_key");
    assert_eq!(text, "Idempotency-Key must be 1 to 64 visible characters");
    assert_eq!(nonce(&server, &member).await, 0);
    assert_eq!(server.balance(&member).await, 10);
    let history = own(&server, &member, "/api/games/dice/history").await.of(200);
    assert_eq!(history["history"], json!([]));
    let answer = server.bet(&member, &bet(10, 50, "over")).await.of(200);
    assert_eq!(answer["round"]["nonce"], 0);
    assert_eq!(answer["round"]["detail"]["draws"], json!([[10_000, planted_roll(0)]]));
}

#[tokio::test]
async fn a_switched_off_game_takes_no_bet_and_says_so() {
    let server = Server::start().await;
    let member = server.planted("emu", 10).await;
    let admin = server.admin().await;
    let switch = async |disabled: bool| {
        let call = server.post("/api/auth/admin/game-maintenance").by(&admin);
        call.json(&json!({ "gameId": "dice", "disabled": disabled })).send().await.of(200);
    };
    switch(true).await;
    let text = server.bet(&member, &bet(1, 50, "over")).await.refused(503, "game_disabled");
    let expected = "Dice Under Maintenance - The Dice game is currently being updated. \
                    Please check back soon!";
    assert_eq!(text, expected);
    assert_eq!((nonce(&server, &member).await, server.balance(&member).await), (0, 10));
    switch(false).await;
    server.bet(&member, &bet(1, 50, "over")).await.of(200);
}

#[tokio::test]
async fn another_members_rounds_are_unknown() {
    let server = Server::start().await;
    let (member, other) = (server.player("emu", 10).await, server.player("bilby", 10).await);
    let round = server.bet(&member, &bet(1, 50, "over")).await.of(200)["round"].take();
    let path = format!("/api/games/rounds/{}", round["id"].as_str().unwrap());
    own(&server, &member, &path).await.of(200);
    let foreign = own(&server, &other, &path).await.refused(404, "not_found");
    let never = own(&server, &other, "/api/games/rounds/2-99").await.refused(404, "not_found");
    assert_eq!(foreign, never);
    for id in ["1", "1-", "-1", "1-0", "01-1", "1-01", "1-1-1", "x", "1-18446744073709551615"] {
        let path = format!("/api/games/rounds/{id}");
        own(&server, &member, &path).await.refused(404, "not_found");
    }
    // The older call to add a round: success for an own one, nothing else.
    let add = async |by: &Member, user: &str, id: &Value| {
        let body =
            json!({ "userId": user, "historyItem": { "id": id, "roll": 99.99, "won": true } });
        server.post("/api/dice/history").by(&by.token).json(&body).send().await
    };
    add(&member, "1", &round["id"]).await.of(200);
    add(&other, "1", &round["id"]).await.refused(403, "forbidden");
    add(&other, "2", &round["id"]).await.refused(403, "forbidden");
    add(&member, "1", &json!("1-2")).await.refused(403, "forbidden");
    add(&member, "1", &json!(1)).await.refused(403, "forbidden");
    let history = own(&server, &member, "/api/games/dice/history").await.of(200);
    assert_eq!(history["history"], json!([round]));
}

#[tokio::test]
async fn a_game_that_is_none_is_not_found() {
    let server = Server::start().await;
    let member = server.member("emu").await;
    for path in ["/api/games/poker/state", "/api/games/poker/history", "/api/games/Dice/state"] {
        let text = own(&server, &member, path).await.refused(404, "not_found");
        assert_eq!(text, "There is no such game");
    }
}

#[tokio::test]
async fn history_is_as_long_as_asked_within_its_limit() {
    let server = Server::with(|config| config.games.history_max = 25).await;
    let member = server.player("emu", 1000).await;
    let mut played = Vec::new();
    for _ in 0..30 {
        played.push(server.bet(&member, &bet(1, 50, "over")).await.of(200)["round"].take());
    }
    played.reverse();
    for (query, count) in
        [("", 20), ("?limit=1", 1), ("?limit=0", 1), ("?limit=25", 25), ("?limit=1000", 25)]
    {
        let path = format!("/api/games/dice/history{query}");
        let history = own(&server, &member, &path).await.of(200);
        assert_eq!(history["history"], json!(&played[..count]), "{query}");
    }
    own(&server, &member, "/api/games/dice/history?limit=-1").await.refused(400, "bad_request");
    let old = own(&server, &member, &format!("/api/dice/history/{}", member.id)).await.of(200);
    let ids = |rounds: &Value| -> Vec<Value> {
        rounds.as_array().unwrap().iter().map(|round| round["id"].clone()).collect()
    };
    assert_eq!(ids(&old["history"]), ids(&json!(&played[..20])));
}

#[tokio::test]
async fn the_statement_is_paged_without_a_gap() {
    let mut server = Server::with(|config| config.members.ledger_page_max = 40).await;
    let member = server.player("emu", 500).await;
    for _ in 0..60 {
        server.bet(&member, &bet(1, 99, "under")).await.of(200);
    }
    let whole = async |server: &Server, limit: u64| {
        let mut items = Vec::new();
        let mut page = 1;
        loop {
            let path = format!("/api/me/ledger?page={page}&limit={limit}");
            let answer = own(server, &member, &path).await.of(200);
            let (total, pages) =
                (answer["total"].as_u64().unwrap(), answer["pages"].as_u64().unwrap());
            assert_eq!((answer["page"].as_u64(), pages), (Some(page), total.div_ceil(limit)));
            items.extend(answer["items"].as_array().unwrap().iter().cloned());
            if page == pages {
                assert_eq!(items.len() as u64, total);
                return items;
            }
            assert_eq!(answer["items"].as_array().unwrap().len() as u64, limit);
            assert!(page < pages, "page {page} of {pages}");
            page += 1;
        }
    };
    let items = whole(&server, 7).await;
    let mut balance = 0;
    for (seq, item) in (1..).zip(items.iter().rev()) {
        balance += item["amount"].as_i64().unwrap();
        assert_eq!((&item["seq"], &item["balanceAfter"]), (&json!(seq), &json!(balance)));
    }
    assert_eq!(whole(&server, 40).await, items);
    // After a restart most of it is read from the index, packed.
    server.restart().await;
    assert_eq!(whole(&server, 11).await, items);
    let beyond = own(&server, &member, "/api/me/ledger?page=1000&limit=40").await.of(200);
    assert_eq!(beyond["items"], json!([]));
    let huge = format!("/api/me/ledger?page={}&limit=40", u64::MAX);
    assert_eq!(own(&server, &member, &huge).await.of(200)["items"], json!([]));
    let most = own(&server, &member, "/api/me/ledger?limit=100000").await.of(200);
    assert_eq!(most["items"].as_array().unwrap().len(), 40);
    for query in ["page=0", "limit=0"] {
        own(&server, &member, &format!("/api/me/ledger?{query}")).await.of(200);
    }
}

/// Plays this many bets in parallel: those that find no place in the session's mailbox wait for their turn.
pub(crate) async fn play_at_once(
    server: &Server,
    member: &Member,
    count: usize,
    body: &Value,
) -> Vec<Value> {
    let answers = join_all((0..count).map(|_| server.bet(member, body))).await;
    answers.into_iter().map(|answer| answer.of(200)).collect()
}

#[tokio::test]
async fn bets_at_the_same_time_keep_order_and_balance() {
    let mut server = Server::start().await;
    let member = server.planted("emu", 1000).await;
    let mut played = play_at_once(&server, &member, 50, &bet(3, 50, "over")).await;
    played.sort_by_key(|answer| answer["round"]["nonce"].as_u64());
    let mut balance = 1000;
    let mut seq = 1;
    for (number, answer) in (0_u64..).zip(&played) {
        assert_eq!(answer["round"]["nonce"], number);
        assert_eq!(answer["round"]["id"], format!("1-{}", number + 1));
        let payout = answer["round"]["payout"].as_u64().unwrap();
        assert_eq!(payout > 0, planted_roll(number) >= 5000);
        balance = balance - 3 + payout;
        seq += if payout > 0 { 2 } else { 1 };
        assert_eq!((&answer["balance"], &answer["seq"]), (&json!(balance), &json!(seq)));
    }
    assert_eq!(server.balance(&member).await, balance);
    let findings = server.prove();
    assert_eq!((findings.rounds, findings.entries), (50, seq));
}

#[tokio::test]
async fn points_are_neither_made_nor_lost() {
    let mut server = Server::start().await;
    let mut members = Vec::new();
    for number in 0..12 {
        members.push(server.player(&format!("player_{number}"), 300).await);
    }
    let games = members.iter().map(|member| async {
        let played = play_at_once(&server, member, 20, &bet(5, 40, "under")).await;
        let paid = played.iter().map(|answer| answer["round"]["payout"].as_u64().unwrap());
        (played.len() as u64 * 5, paid.sum::<u64>())
    });
    let (mut staked, mut paid) = (0, 0);
    for (of_member, to_member) in join_all(games).await {
        staked += of_member;
        paid += to_member;
    }
    let balances = join_all(members.iter().map(|member| server.balance(member))).await;
    let sum: u64 = balances.iter().sum();
    assert_eq!(sum, 12 * 300 + paid - staked);
    let findings = server.prove();
    assert_eq!(findings.points, u128::from(sum));
    assert_eq!((findings.wallets, findings.rounds), (12, 240));
}

#[tokio::test]
async fn a_balance_never_goes_below_nothing_however_many_bets_come() {
    let mut server = Server::start().await;
    let member = server.planted("emu", 25).await;
    // Chance 1: it all but always loses, so at most a few of these can be paid for.
    let body = bet(10, 1, "under");
    let answers = join_all((0..40).map(|_| server.bet(&member, &body))).await;
    let mut balances = Vec::new();
    for answer in answers {
        match answer.status {
            200 => balances.push(answer.body["balance"].as_u64().unwrap()),
            _ => drop(answer.refused(400, "insufficient_points")),
        }
    }
    let wins = (0..2).filter(|nonce| planted_roll(*nonce) < 100).count();
    assert_eq!(wins, 0, "the planted seeds lose these");
    balances.sort_unstable();
    assert_eq!(balances, [5, 15]);
    assert_eq!(server.prove().points, 5);
}

#[tokio::test]
async fn a_member_plays_a_limited_number_of_rounds_a_second() {
    let server = Server::with(|config| config.games.bets_per_second = 10).await;
    let member = server.player("emu", 100_000).await;
    let other = server.player("bilby", 100).await;
    // One more comes free every tenth of a second: a slow machine plays more than ten, but a bet
    // takes far less.
    let mut played = 0;
    let answer = loop {
        let answer = server.bet(&member, &bet(1, 50, "over")).await;
        if answer.status != 200 {
            break answer;
        }
        played += 1;
        assert!(played < 5000, "no limit");
    };
    assert!(played >= 10, "{played}");
    let text = answer.refused(429, "too_many_requests");
    assert_eq!(text, "You are playing too fast. Please wait a moment.");
    let before = nonce(&server, &member).await;
    assert_eq!(before, played);
    server.bet(&other, &bet(1, 50, "over")).await.of(200);
}

/// The highest balance there is.
const MOST: u64 = 9_007_199_254_740_991;

#[tokio::test]
async fn a_bet_whose_payout_might_not_fit_is_refused_before_its_draw() {
    let mut server = Server::start().await;
    let member = server.planted("emu", MOST - 5).await;
    // 10 points at a half pay 19: whether it would win or lose, the answer is the same.
    for wins in [true, false] {
        let bet = server.bet(&member, &settled_bet(10, 0, wins)).await;
        bet.refused(400, "balance_too_large");
    }
    assert_eq!(nonce(&server, &member).await, 0);
    server.grant(&member, "remove", 4).await.of(200);
    let won = server.bet(&member, &settled_bet(10, 0, true)).await.of(200);
    assert_eq!(won["balance"], MOST);
    for (path, body) in [
        ("limbo/bet", json!({ "bet": 10, "target": 2 })),
        ("keno/bet", json!({ "bet": 10, "risk": "low", "picks": [1] })),
        ("slot/bet", json!({ "bet": 10 })),
        ("roulette/bet", json!({ "bets": [{ "kind": "red", "amount": 10 }] })),
        ("mines/start", json!({ "bet": 10, "mines": 3 })),
        ("blackjack/deal", json!({ "bet": 10 })),
    ] {
        server.game(&member, path, &body).await.refused(400, "balance_too_large");
    }
    // A bet that cannot pay more than it takes fits.
    let even = ["red", "black"].map(|kind| json!({ "kind": kind, "amount": 5 }));
    server.game(&member, "roulette/bet", &json!({ "bets": even })).await.of(200);
    server.prove();
}

#[tokio::test]
async fn a_move_whose_payout_might_not_fit_is_refused_before_its_draw() {
    let mut server = Server::start().await;
    let member = server.player("emu", MOST - 1000).await;
    server.game(&member, "mines/start", &json!({ "bet": 10, "mines": 24 })).await.of(200);
    server.grant(&member, "set", MOST - 10).await.of(200);
    // 7.5 times the bet do not fit any more, whether or not there is a gem.
    for tile in 0..25 {
        let reveal = server.game(&member, "mines/reveal", &json!({ "tile": tile })).await;
        reveal.refused(400, "balance_too_large");
    }
    server.grant(&member, "remove", 100).await.of(200);
    server.game(&member, "mines/reveal", &json!({ "tile": 0 })).await.of(200);
    server.prove();
}
