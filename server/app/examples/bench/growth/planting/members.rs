//! Accounts with their names, profiles, sessions and devices.

use std::net::SocketAddr;

use bincode::{Decode, Encode};
use pointhouse::accounts::{
    AccountRow, ApprovalRow, ApprovalStatus, KickLinkRow, LinkedBy, NameKind, ProfileRow,
    SessionRow, read_account,
};
use pointhouse::ids::{Principal, SessionId, UserId};
use pointhouse::tables::{self, NumberRow};
use pointhouse_store::StoredRow;
use serde_json::json;

use super::{MONTHS, PLAYERS, Planter};
use crate::growth::client::{Client, Request};

/// Of every member.
pub(crate) const PASSWORD: &str = "Bench-member-1!";

pub(crate) fn username(member: u64) -> String {
    format!("planted_{member}")
}

pub(crate) fn account_code(member: u64) -> String {
    format!("A{member:07}")
}

/// As the accounts write it.
#[derive(Encode, Decode)]
struct DeviceRow {
    revision: u64,
    kinds: Vec<String>,
    mailed_at: Vec<i64>,
}

impl StoredRow for DeviceRow {
    const VERSION: u8 = 1;
}

/// As the accounts write it.
#[derive(Encode, Decode)]
struct OnAirRow {
    agreed_at: i64,
}

impl StoredRow for OnAirRow {
    const VERSION: u8 = 1;
}

impl Planter {
    /// The first member signs up; the others get the hash of the same password.
    pub(super) async fn plant_accounts(&mut self, address: SocketAddr) {
        let body = json!({ "username": username(1), "email": "planted_1@example.com", "password": PASSWORD });
        let request = Request::json("POST", "/api/auth/signup", None, &body);
        let asked = tokio::task::spawn_blocking(move || Client::connect(address).ask(&request));
        let answer = asked.await.unwrap();
        assert!(answer.status < 300, "{}", String::from_utf8_lossy(&answer.body));
        let first = read_account(self.site.store().view(), UserId(1)).unwrap().unwrap();
        for member in 1..=self.members {
            self.account(member, &first.password, &first.account_id);
            self.step().await;
        }
        self.put(tables::SETTING, &b"next_user".to_vec(), &NumberRow(self.members + 1));
        self.put(tables::SETTING, &b"next_approval".to_vec(), &NumberRow(self.members + 1));
        self.finish().await;
    }

    fn account(&mut self, member: u64, password: &str, first_code: &str) {
        let user = UserId(member);
        let created_at = self.at_of(0, member);
        let code = if member == 1 { first_code.to_owned() } else { account_code(member) };
        let row = AccountRow {
            revision: 1,
            username: username(member),
            email: format!("{}@example.com", username(member)),
            email_verified: true,
            password: password.to_owned(),
            token_version: 0,
            active: !member.is_multiple_of(97),
            account_id: code.clone(),
            created_at,
        };
        for key in [
            NameKind::Email.key(&row.email),
            NameKind::Username.key(&row.username),
            NameKind::AccountId.key(&code),
        ] {
            self.put(tables::NAME, &key, &NumberRow(member));
        }
        self.put(tables::ACCOUNT, &user, &row);
        self.profile(member, created_at);
        let session = SessionRow {
            version: 0,
            began_at: self.now - 1000,
            used_at: self.now - 1000,
            ends_at: self.now + 86_400_000,
            device: "Firefox on Linux".to_owned(),
        };
        let key = (Principal::Member(user), SessionId(u128::from(member) << 64 | 7));
        self.put(tables::SESSION, &key, &session);
        let devices = DeviceRow {
            revision: 1,
            kinds: vec!["Firefox on Linux".to_owned()],
            mailed_at: vec![],
        };
        self.put(tables::DEVICE_KINDS, &user, &devices);
        if member.is_multiple_of(10) {
            self.put(tables::NAMED_ON_AIR, &user, &OnAirRow { agreed_at: created_at });
        }
    }

    /// The players of the casino have asked for their name to be approved, and every third member has linked a chat account.
    fn profile(&mut self, member: u64, at: i64) {
        let user = UserId(member);
        let is_player = member.is_multiple_of(PLAYERS) || member == 1;
        let is_linked = member.is_multiple_of(3);
        let casino = is_player.then(|| format!("player_{member}"));
        if let Some(name) = &casino {
            self.put(tables::NAME, &NameKind::Casino.key(name), &NumberRow(member));
        }
        // Some wait, the last ones of the site.
        if is_player || member + MONTHS > self.members {
            let waits = !is_player;
            let row = ApprovalRow {
                revision: 1,
                user: member,
                name: format!("player_{member}"),
                status: if waits { ApprovalStatus::Pending } else { ApprovalStatus::Approved },
                note: String::new(),
                asked_at: at,
                decided_at: (!waits).then_some(at),
                replaced: None,
            };
            self.put(tables::APPROVAL, &member, &row);
        }
        if is_linked {
            let row = KickLinkRow { revision: 1, by: LinkedBy::Platform, linked_at: at };
            self.put(tables::CHAT_LINK, &user, &row);
            self.put(
                tables::NAME,
                &NameKind::Kick.key(&(900_000 + member).to_string()),
                &NumberRow(member),
            );
        }
        let profile = ProfileRow {
            revision: 1,
            picture: 0,
            picture_pieces: 0,
            kick: is_linked.then(|| (900_000 + member, format!("chatter_{member}"))),
            casino,
            casino_request: is_player.then_some(member),
        };
        self.put(tables::PROFILE, &user, &profile);
    }
}
