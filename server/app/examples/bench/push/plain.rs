//! A broadcast server as one writes it with tokio-tungstenite: a task with a bounded channel for each client. The text of
//! an event is made once, and a client whose channel is full is cut.

use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex};

use futures_util::{SinkExt, StreamExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use super::process::serve_commands;

/// More than all bursts, so that no client is cut here.
const WAITING_MAX: usize = 1024;

const READ_BYTES: usize = 4 * 1024;

type Clients = Arc<Mutex<Vec<mpsc::Sender<Utf8Bytes>>>>;

pub(crate) fn serve() {
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let clients = Clients::default();
    let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))).unwrap();
    let port = listener.local_addr().unwrap().port();
    let accepted = clients.clone();
    runtime.spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            stream.set_nodelay(true).unwrap();
            let (sender, events) = mpsc::channel(WAITING_MAX);
            accepted.lock().unwrap().push(sender);
            tokio::spawn(client(stream, events));
        }
    });
    let publish = |filler: &str| {
        let (event, clients) = (format!(r#"42["tick","{filler}"]"#), clients.clone());
        // On a thread of the runtime, where waking a task is cheap.
        let sent = runtime.spawn(async move {
            let event = Utf8Bytes::from(event);
            clients.lock().unwrap().retain(|client| client.try_send(event.clone()).is_ok());
        });
        runtime.block_on(sent).unwrap();
    };
    serve_commands(port, publish, || 0);
}

async fn client(stream: TcpStream, mut events: mpsc::Receiver<Utf8Bytes>) {
    // The default of 128 KiB a client is meant for large messages.
    let config = WebSocketConfig::default().read_buffer_size(READ_BYTES);
    let accepted = tokio_tungstenite::accept_async_with_config(stream, Some(config)).await;
    let Ok(mut socket) = accepted else { return };
    loop {
        tokio::select! {
            event = events.recv() => {
                let Some(event) = event else { return };
                if socket.send(Message::Text(event)).await.is_err() {
                    return;
                }
            }
            message = socket.next() => match message {
                Some(Ok(_)) => {}
                _ => return,
            },
        }
    }
}
