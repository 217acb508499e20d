//! What is measured: every GET of the server's own description, and the writes of members and visitors.

use std::collections::BTreeMap;

use pointhouse::ids::{GiveawayId, RoundId, UserId};
use serde_json::{Value, json};

use super::client::{Client, Request};
use super::planting::{GIVEAWAY_ENDED, GIVEAWAY_FREE, GIVEAWAY_PAID, ITEM, PASSWORD, username};

/// The description that the browser's types are made from.
const DESCRIPTION: &str = include_str!("../../../../../web/tools/openapi/openapi.json");
/// Members who each do what a member does once.
pub(crate) const ONCE: u64 = 30;
/// Calls that hash a password, of each kind.
const HASHED: u64 = 12;

/// Who calls. The order is that of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Caller {
    Visitor,
    /// A member with thousands of rounds.
    Heavy,
    /// A member like most.
    Light,
    Admin,
}

pub(crate) struct Call {
    pub(crate) name: String,
    pub(crate) caller: Caller,
    pub(crate) requests: Vec<Request>,
    /// Each request can be made once.
    pub(crate) once: bool,
}

/// Tokens and ids.
pub(crate) struct Facts {
    pub(crate) members: u64,
    pub(crate) admin: String,
    pub(crate) heavy: String,
    pub(crate) light: String,
    /// A member like most.
    pub(crate) light_id: u64,
    /// Tokens of members who do each thing once, with their numbers.
    pub(crate) once: Vec<(u64, String)>,
    pub(crate) rules: String,
    pub(crate) month: String,
    pub(crate) hunt: String,
}

impl Facts {
    pub(crate) fn token(&self, caller: Caller) -> Option<&str> {
        match caller {
            Caller::Visitor => None,
            Caller::Heavy => Some(&self.heavy),
            Caller::Light => Some(&self.light),
            Caller::Admin => Some(&self.admin),
        }
    }

    fn user(&self, caller: Caller) -> UserId {
        UserId(if caller == Caller::Light { self.light_id } else { 1 })
    }

    /// The value of a parameter of a path.
    fn parameter(&self, template: &str, name: &str, caller: Caller) -> String {
        match (template, name) {
            (path, "id") if path.starts_with("/api/giveaways/") => {
                GiveawayId(GIVEAWAY_ENDED).to_string()
            }
            (path, "id") if path.starts_with("/api/bonus-hunts/") => self.hunt.clone(),
            ("/api/games/rounds/{id}", _) => {
                RoundId { user: self.user(caller), number: 3 }.to_string()
            }
            (path, "id") if path.starts_with("/api/admin/accounts/") => UserId(1).to_string(),
            (_, "userId") => self.user(caller).to_string(),
            ("/api/admin/jobs/{id}", _) | (_, "revision") => "1".to_owned(),
            (_, "game" | "gameId") => "dice".to_owned(),
            (_, "section") => "brand".to_owned(),
            (_, "month") => self.month.clone(),
            (_, "hash") => self.rules.clone(),
            (_, "name" | "code") => "none".to_owned(),
            _ => panic!("no value for {name} of {template}"),
        }
    }

    /// Queries that a path is asked with, beside the one without any.
    fn queries(&self, template: &str) -> Vec<String> {
        let last = self.members / 50;
        let queries: &[&str] = match template {
            "/api/admin/accounts" => {
                &["page=LAST", "sort=points", "sort=username", "q=planted_77", "q=nobody"]
            }
            "/api/admin/purchases" | "/api/admin/audit" | "/api/admin/approvals" => {
                &["page=3", "q=nobody", "q=planted_77"]
            }
            "/api/admin/accounts/{id}/ledger" => &["page=100", "q=round"],
            "/api/admin/economy" => &["days=90"],
            "/api/me/ledger" => &["limit=100&page=20"],
            "/api/games/{game}/history" => &["limit=100"],
            "/api/giveaways/{id}/proof" => &["page=2"],
            "/api/wager-tracking/top-performers" => &["period=monthly&limit=10"],
            "/api/wager-tracking/player-history" => &["username=player_10"],
            _ => &[],
        };
        queries.iter().map(|query| query.replace("LAST", &last.to_string())).collect()
    }

    fn required_query(template: &str) -> &'static str {
        match template {
            "/api/admin/member-names" => "?q=planted_7",
            "/api/auth/verify-email" => "?token=none",
            _ => "",
        }
    }
}

/// Every GET of the description.
pub(crate) fn reads(facts: &Facts) -> Vec<Call> {
    let description: Value = serde_json::from_str(DESCRIPTION).unwrap();
    let paths: BTreeMap<String, Value> =
        serde_json::from_value(description["paths"].clone()).unwrap();
    let mut calls = vec![read(facts, "/", "", Caller::Visitor)];
    for (template, operations) in &paths {
        let Some(operation) = operations.get("get") else { continue };
        for caller in callers(operation) {
            calls.push(read(facts, template, "", caller));
            for query in facts.queries(template) {
                calls.push(read(facts, template, &format!("?{query}"), caller));
            }
        }
    }
    calls
}

fn read(facts: &Facts, template: &str, query: &str, caller: Caller) -> Call {
    let mut path = template.to_owned();
    while let Some((before, rest)) = path.clone().split_once('{') {
        let (name, after) = rest.split_once('}').unwrap();
        path = format!("{before}{}{after}", facts.parameter(template, name, caller));
    }
    let query = if query.is_empty() { Facts::required_query(template) } else { query };
    let request = Request::get(&format!("{path}{query}"), facts.token(caller));
    // The last page has another number at each size.
    let shown = query.split("page=").next().unwrap();
    let shown = if shown == query { query.to_owned() } else { format!("{shown}page=N") };
    Call { name: format!("GET {template}{shown}"), caller, requests: vec![request], once: false }
}

fn callers(operation: &Value) -> Vec<Caller> {
    let ways: Vec<Vec<String>> = match operation["security"].as_array() {
        Some(ways) => {
            ways.iter().map(|way| way.as_object().unwrap().keys().cloned().collect()).collect()
        }
        None => vec![],
    };
    let has = |name: &str| ways.iter().any(|way| way.iter().any(|one| one == name));
    let mut callers = Vec::new();
    if ways.is_empty() || ways.iter().any(Vec::is_empty) {
        callers.push(Caller::Visitor);
    }
    if has("member") {
        callers.extend([Caller::Heavy, Caller::Light]);
    }
    if callers.is_empty() {
        callers.push(Caller::Admin);
    }
    callers
}

/// What members and visitors send.
pub(crate) fn writes(facts: &Facts) -> Vec<Call> {
    let mut calls = bets(facts);
    calls.extend(once_each(facts));
    calls.extend(of_one_member(facts));
    calls.extend(of_visitors());
    calls
}

fn write(caller: Caller, name: &str, requests: Vec<Request>, once: bool) -> Call {
    Call { name: name.to_owned(), caller, requests, once }
}

fn bets(facts: &Facts) -> Vec<Call> {
    let mut calls = Vec::new();
    for example in pointhouse::games::bet_examples() {
        // A round that is open is in the way of the next one.
        if pointhouse::games::has_moves(example.game) {
            continue;
        }
        let path = format!("/api/games/{}", example.path);
        let body = serde_json::from_str(example.bodies[0]).unwrap();
        for caller in [Caller::Heavy, Caller::Light] {
            let request = Request::json("POST", &path, facts.token(caller), &body);
            calls.push(write(caller, &format!("POST {path}"), vec![request], false));
        }
    }
    calls
}

/// What each member does once.
fn once_each(facts: &Facts) -> Vec<Call> {
    let each = |method: &str, path: &str, body: &dyn Fn(u64) -> Value| {
        let requests = facts
            .once
            .iter()
            .map(|(member, token)| Request::json(method, path, Some(token), &body(*member)));
        let requests = requests.collect();
        write(Caller::Light, &format!("{method} {path}"), requests, true)
    };
    let free = format!("/api/giveaways/{}/entries", GiveawayId(GIVEAWAY_FREE));
    vec![
        each("POST", "/api/calendar/claim", &|_| json!({})),
        each("POST", "/api/points-shop/purchase", &|_| json!({ "itemId": ITEM.to_string() })),
        each("POST", &free, &|_| json!({ "entryType": "free", "entryCost": 0, "ticketCount": 1 })),
        each(
            "PUT",
            "/api/auth/update-gaming",
            &|member| json!({ "rainbetUsername": format!("new_{member}") }),
        ),
        each(
            "PUT",
            "/api/auth/update-profile",
            &|member| json!({ "username": format!("renamed_{member}"), "email": format!("{}@example.com", username(member)) }),
        ),
        each("PUT", "/api/auth/named-on-air", &|_| json!({ "named": true })),
        each("PUT", "/api/me/limits", &|_| json!({ "dailyStake": 1_000_000 })),
    ]
}

fn of_one_member(facts: &Facts) -> Vec<Call> {
    let paid = format!("/api/giveaways/{}/entries", GiveawayId(GIVEAWAY_PAID));
    let ticket = json!({ "entryType": "paid", "entryCost": 1, "ticketCount": 1 });
    let token = facts.token(Caller::Light);
    let again = |method: &str, path: &str, body: Value, times: u64| {
        let request = Request::json(method, path, token, &body);
        let requests = vec![request; times.max(1) as usize];
        write(Caller::Light, &format!("{method} {path}"), requests, times > 0)
    };
    let wrong = json!({ "currentPassword": "wrong", "newPassword": "Another-1-one!" });
    let (kind, body) = picture();
    let path = "/api/auth/upload-profile-picture";
    let upload = Request::with("POST", path, token, (&kind, &body));
    vec![
        again("POST", &paid, ticket, 0),
        again("POST", "/api/games/fairness/rotate", json!({}), 0),
        again("POST", "/api/auth/award-points", json!({}), 0),
        again("PUT", "/api/auth/change-password", wrong, HASHED),
        write(Caller::Light, &format!("POST {path}"), vec![upload; HASHED as usize], true),
    ]
}

/// A large picture in few bytes.
fn picture() -> (String, Vec<u8>) {
    let mut png = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(4000, 4000).write_to(&mut png, image::ImageFormat::Png).unwrap();
    let head = "--b\r\nContent-Disposition: form-data; name=\"profilePicture\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n";
    let body = [head.as_bytes(), png.get_ref(), b"\r\n--b--\r\n"].concat();
    ("multipart/form-data; boundary=b".to_owned(), body)
}

fn of_visitors() -> Vec<Call> {
    let each = |path: &str, times: u64, body: &dyn Fn(u64) -> Value| {
        let requests =
            (0..times.max(1)).map(|number| Request::json("POST", path, None, &body(number)));
        write(Caller::Visitor, &format!("POST {path}"), requests.collect(), times > 0)
    };
    let email = |number: u64| format!("{}@example.com", username(number + 20));
    vec![
        each(
            "/api/auth/login",
            HASHED,
            &|number| json!({ "email": email(number), "password": PASSWORD }),
        ),
        each("/api/auth/signup", HASHED, &|number| {
            json!({ "username": format!("new_{number}"), "email": format!("new_{number}@example.com"),
                "password": PASSWORD })
        }),
        each("/api/auth/forgot-password", ONCE, &|number| json!({ "email": email(number) })),
        each("/api/auth/check-email", 0, &|number| json!({ "email": email(number) })),
        each(
            "/api/auth/reset-password",
            0,
            &|_| json!({ "token": "none", "newPassword": PASSWORD }),
        ),
        each("/api/auth/maintenance-bypass", HASHED, &|_| json!({ "password": "wrong" })),
        each("/api/admin/login", HASHED, &|_| json!({ "password": "wrong" })),
        each("/api/passkeys/start", 0, &|_| json!({})),
        each("/api/kick/webhook", 0, &|_| json!({})),
        each("/api/kick/sign-in/start", 0, &|_| json!({})),
    ]
}

/// Logs members and the admin in, and looks up what paths need.
pub(crate) fn facts(client: &mut Client, members: u64, admin_password: &str) -> Facts {
    let ask = |client: &mut Client, request: Request| {
        let answer = client.ask(&request);
        assert!(answer.status < 300, "{}", String::from_utf8_lossy(&answer.body));
        answer.json()
    };
    let token = |answer: Value| answer["token"].as_str().unwrap().to_owned();
    let body = json!({ "password": admin_password });
    let admin = token(ask(client, Request::json("POST", "/api/admin/login", None, &body)));
    let mut login = |member: u64| {
        let body =
            json!({ "email": format!("{}@example.com", username(member)), "password": PASSWORD });
        token(ask(client, Request::json("POST", "/api/auth/login", None, &body)))
    };
    let heavy = login(1);
    let light_id = members / 2;
    let light = login(light_id);
    // Neither players of the casino nor in the free giveaway.
    let once = (members / 2 + 1..)
        .filter(|member| !member.is_multiple_of(10) && !member.is_multiple_of(97))
        .take(ONCE as usize)
        .map(|member| (member, login(member)))
        .collect();
    let rules = ask(client, Request::get("/api/games/rules", None));
    let month = chrono::Utc::now().format("%Y-%m").to_string();
    let body = json!({ "name": "A hunt", "startingBalance": 1000 });
    let hunt = ask(client, Request::json("POST", "/api/admin/hunts", Some(&admin), &body));
    Facts {
        members,
        admin,
        heavy,
        light,
        light_id,
        once,
        rules: rules["hash"].as_str().unwrap_or("none").to_owned(),
        month,
        hunt: hunt["hunt"]["id"].as_str().unwrap_or("none").to_owned(),
    }
}
