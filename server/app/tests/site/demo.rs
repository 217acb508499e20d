//! A site with demo content.

use serde_json::json;

use crate::command_line::{demo_login, folder, post, stop, verify};
use crate::rig::{Patience, Program, blocking_client, free_port};

#[test]
fn demo_content_fills_an_empty_site_once() {
    let data = folder();
    let (login, points, sum) = demo_login();
    for _ in 0..2 {
        let serving = Program::on(data.path(), &["serve", "--demo"]).serve();
        let (status, body) = post(&serving, "/api/auth/login", &login);
        assert_eq!((status, &body["user"]["points"]), (200, &json!(points)));
        stop(serving);
    }
    let expected = format!("3 accounts, 3 wallets with {sum} points");
    assert!(verify(data.path()).succeeded().contains(&expected));
}

#[test]
fn a_demo_is_ready_once_its_members_are_there_also_with_hunts_of_a_service() {
    let (data, port) = (folder(), free_port());
    let (login, ..) = demo_login();
    let url = format!("http://127.0.0.1:{port}");
    std::thread::scope(|scope| {
        let first = scope.spawn(|| {
            let (client, patience) = (blocking_client(), Patience::for_event("the demo is ready"));
            let ready = || client.get(format!("{url}/readyz")).send().map(|answer| answer.status());
            while !ready().is_ok_and(|status| status.is_success()) {
                patience.check();
            }
            let call = client.post(format!("{url}/api/auth/login")).json(&login);
            call.send().unwrap().status()
        });
        let serving = Program::on(data.path(), &["serve", "--demo"])
            .listen(port)
            .env("POINTHOUSE_HUNTS__SOURCE", "external")
            .env("POINTHOUSE_HUNTS__EXTERNAL_KEY", "Wombat-5-secret")
            .env("POINTHOUSE_HUNTS__EXTERNAL_URL", "http://127.0.0.1:9")
            .serve();
        assert_eq!(first.join().unwrap(), 200);
        stop(serving);
    });
}
