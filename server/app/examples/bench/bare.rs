//! The reference: an actix-web handler that appends a record of a bet's size to a file and answers
//! when a group commit thread has synced it, and a handler that does nothing.

use std::fs::File;
use std::io::Write;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::{Arc, Condvar, Mutex};

use actix_web::{App, HttpResponse, HttpServer, web};
use tokio::sync::oneshot;

/// How its process is started.
pub const NAME: &str = "bare";

use crate::load::{BET, Client, Clients, request};

const RECORD: usize = 216;
const PORT_FILE: &str = "port";

#[derive(Default)]
struct Queue {
    waiting: Mutex<Vec<(Vec<u8>, oneshot::Sender<()>)>>,
    wake: Condvar,
}

/// Runs the bare server; its port goes into a file beside the data.
pub fn serve(folder: &str) {
    let folder = Path::new(folder);
    let queue = Arc::new(Queue::default());
    let mut file = File::create(folder.join("records")).unwrap();
    let own = queue.clone();
    std::thread::spawn(move || {
        loop {
            let mut waiting = own.waiting.lock().unwrap();
            while waiting.is_empty() {
                waiting = own.wake.wait(waiting).unwrap();
            }
            let taken = std::mem::take(&mut *waiting);
            drop(waiting);
            let bytes: Vec<u8> = taken.iter().flat_map(|(record, _)| record.clone()).collect();
            file.write_all(&bytes).unwrap();
            file.sync_data().unwrap();
            for (_, reply) in taken {
                let _ = reply.send(());
            }
        }
    });
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    std::fs::write(folder.join("port.new"), port).unwrap();
    std::fs::rename(folder.join("port.new"), folder.join(PORT_FILE)).unwrap();
    let server = move || {
        let queue = web::Data::from(queue.clone());
        App::new()
            .app_data(queue)
            .route("/bet", web::post().to(bet))
            .route("/hello", web::get().to(async || HttpResponse::Ok().body("hello")))
    };
    actix_web::rt::System::new()
        .block_on(
            HttpServer::new(server).workers(2).tcp_nodelay(true).listen(listener).unwrap().run(),
        )
        .unwrap();
}

async fn bet(queue: web::Data<Queue>, body: web::Bytes) -> HttpResponse {
    let mut record = body.to_vec();
    record.resize(RECORD, 0);
    let (reply, answer) = oneshot::channel();
    queue.waiting.lock().unwrap().push((record, reply));
    queue.wake.notify_one();
    answer.await.unwrap();
    HttpResponse::Ok().content_type("application/json").body(r#"{"success":true}"#)
}

/// The bare server in a process of its own.
pub struct Process {
    child: Child,
    address: SocketAddr,
    clients: std::cell::RefCell<Clients>,
}

impl Process {
    pub async fn start(folder: &Path) -> Self {
        std::fs::create_dir_all(folder).unwrap();
        let child =
            Command::new(std::env::current_exe().unwrap()).arg(NAME).arg(folder).spawn().unwrap();
        let port = loop {
            if let Ok(port) = std::fs::read_to_string(folder.join(PORT_FILE)) {
                break port;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        };
        let address: SocketAddr = format!("127.0.0.1:{port}").parse().unwrap();
        let mut clients = Clients::new();
        for _ in 0..512 {
            clients
                .push(Client::connect(address, request("/bet", Some(&"x".repeat(180)), BET)).await);
        }
        Self { child, address, clients: clients.into() }
    }

    pub fn clients(&self, count: usize) -> Clients {
        let mut clients = self.clients.take();
        clients.truncate(count);
        clients
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}
