//! Members and the admin of a server under test.

use bincode::{Decode, Encode};
use pointhouse::games::PairRow;
use pointhouse::ids::UserId;
use pointhouse::tables;
use pointhouse_rules::fairness::{ClientSeed, DrawSource, Draws, ServerSeed};
use pointhouse_store::{Batch, StoredRow, encode};
use serde_json::{Value, json};

use super::{Answer, Server};

/// Passes every rule.
pub(crate) const PASSWORD: &str = "Correct!horse1";
/// The pairs that a member with planted seeds plays with.
const SERVER_SEEDS: [[u8; 32]; 2] = [[7; 32], [8; 32]];
const CLIENT_SEED: &str = "planted";

#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) id: UserId,
    pub(crate) name: String,
    pub(crate) email: String,
    pub(crate) token: String,
}

/// The head of a member's pairs as it lies on disk: its type is the games' own.
#[derive(Encode, Decode)]
struct Head {
    revision: u64,
    active: u32,
}

impl StoredRow for Head {
    const VERSION: u8 = 1;
}

/// The draws of a member with planted seeds.
pub(crate) fn planted_draws(nonce: u64) -> Draws {
    let client = ClientSeed::new(CLIENT_SEED).unwrap();
    Draws::new(&ServerSeed::from_bytes(&SERVER_SEEDS[0]), &client, nonce)
}

/// The roll of a member with planted seeds, in hundredths.
pub(crate) fn planted_roll(nonce: u64) -> u64 {
    planted_draws(nonce).below(10_000)
}

impl Server {
    pub(crate) async fn member(&self, name: &str) -> Member {
        let email = format!("{name}@example.com");
        let body = json!({ "username": name, "email": email, "password": PASSWORD });
        let body = self.post("/api/auth/signup").json(&body).send().await.of(201);
        Member {
            id: body["user"]["id"].as_str().unwrap().parse().unwrap(),
            name: name.to_owned(),
            email,
            token: body["token"].as_str().unwrap().to_owned(),
        }
    }

    /// A member with points.
    pub(crate) async fn player(&self, name: &str, points: u64) -> Member {
        let member = self.member(name).await;
        self.grant(&member, "add", points).await.of(200);
        member
    }

    /// A player whose seeds are known, so that rolls are: see [`planted_roll`]. The seeds have to
    /// be on disk before the member's first look at a game.
    pub(crate) async fn planted(&self, name: &str, points: u64) -> Member {
        let member = self.player(name, points).await;
        let id = member.id.0.to_be_bytes();
        let mut batch = Batch::new();
        let clients = [Some(CLIENT_SEED.to_owned()), None];
        for ((number, server_seed), client_seed) in (1_u32..).zip(SERVER_SEEDS).zip(clients) {
            let first_round = u64::from(number == 1);
            let row = PairRow::plain(server_seed, client_seed, first_round);
            let key = [id.as_slice(), &number.to_be_bytes()].concat();
            batch.put(tables::PAIR, &key, &encode(&row).unwrap()).unwrap();
        }
        let head = encode(&Head { revision: 1, active: 1 }).unwrap();
        batch.put(tables::PAIR_HEAD, &id, &head).unwrap();
        self.site().store().commit(batch).await.unwrap();
        member
    }

    /// Connects to the push by polling with these tokens. Returns the address to listen on.
    pub(crate) async fn listen(&self, tokens: &Value) -> String {
        let path = "/socket.io/?EIO=4&transport=polling";
        let opened = self.get(path).send().await;
        let opened: Value = serde_json::from_str(&opened.text[1..]).unwrap();
        let path = format!("{path}&sid={}", opened["sid"].as_str().unwrap());
        self.post(&path).text(format!("40{tokens}")).send().await;
        let heard = self.get(&path).send().await;
        assert!(heard.text.starts_with("40"), "{heard:?}");
        path
    }

    pub(crate) async fn login(&self, email: &str, password: &str) -> Answer {
        let body = json!({ "email": email, "password": password });
        self.post("/api/auth/login").json(&body).send().await
    }

    /// The emails in the folder of the outbox, oldest first, as soon as there are `count` of them.
    pub(crate) async fn emails(&self, count: usize) -> Vec<String> {
        let begun = std::time::Instant::now();
        while begun.elapsed().as_secs() < 20 {
            self.site().accounts().mailer.deliver_due().await.unwrap();
            let folder = self.data().join("outbox");
            let files = std::fs::read_dir(folder).into_iter().flatten().map(|file| file.unwrap());
            let mut files: Vec<_> = files.map(|file| file.path()).collect();
            files.retain(|file| file.extension().is_some_and(|kind| kind == "eml"));
            if files.len() >= count {
                files.sort();
                let read = |file| std::fs::read_to_string(file).unwrap();
                // Quoted-printable: soft ends of lines, and the sign that begins an escape.
                let plain = |text: String| text.replace("=\r\n", "").replace("=3D", "=");
                return files.into_iter().map(|file| plain(read(file))).collect();
            }
            tokio::task::yield_now().await;
        }
        panic!("there are no {count} emails");
    }

    /// The member with a fresh token: a session ends after 24 hours.
    pub(crate) async fn login_again(&self, member: &Member) -> Member {
        let token = self.login(&member.email, PASSWORD).await.of(200)["token"].clone();
        Member { token: token.as_str().unwrap().to_owned(), ..member.clone() }
    }

    /// An admin's token.
    pub(crate) async fn admin(&self) -> String {
        self.admin_login(self.admin_password()).await.of(200)["token"].as_str().unwrap().to_owned()
    }

    /// Proves again that the owner uses this session: a proof counts for 10 minutes.
    pub(crate) async fn prove_owner(&self, admin: &str) {
        let proof = json!({ "password": self.admin_password() });
        self.post("/api/sign-in/proof").by(admin).json(&proof).send().await.of(200);
    }

    pub(crate) async fn admin_login(&self, password: &str) -> Answer {
        let body = json!({ "password": password });
        self.post("/api/admin/login").json(&body).send().await
    }

    /// Moves a member's points by the admin's hand.
    pub(crate) async fn grant(&self, member: &Member, action: &str, amount: u64) -> Answer {
        let body = json!({ "userId": member.id.to_string(), "action": action, "amount": amount });
        let by = |admin: String| {
            self.post("/api/auth/admin/manage-points").by(&admin).json(&body).send()
        };
        // One session for all grants: the panel has few, and the oldest gives way.
        let known = self.granting.lock().unwrap().clone();
        if let Some(admin) = known {
            let answer = by(admin).await;
            // Its session or its proof may be over.
            if answer.status != 401 && !answer.text.contains("\"error\":\"proof\"") {
                return answer;
            }
        }
        let admin = self.admin().await;
        *self.granting.lock().unwrap() = Some(admin.clone());
        by(admin).await
    }

    /// Plays dice.
    pub(crate) async fn bet(&self, member: &Member, bet: &Value) -> Answer {
        self.post("/api/games/dice/bet").by(&member.token).json(bet).send().await
    }

    /// A call of a member to a game, such as "mines/start".
    pub(crate) async fn game(&self, member: &Member, path: &str, body: &Value) -> Answer {
        self.post(&format!("/api/games/{path}")).by(&member.token).json(body).send().await
    }

    pub(crate) async fn balance(&self, member: &Member) -> u64 {
        let me = self.get("/api/auth/me").by(&member.token).send().await.of(200);
        me["user"]["points"].as_u64().unwrap()
    }
}
