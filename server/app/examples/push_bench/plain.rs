//! A broadcast server as one writes it with tokio-tungstenite: a task per client that forwards what
//! comes out of a broadcast channel.

use std::net::Ipv4Addr;

use futures_util::{SinkExt, StreamExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::broadcast;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use crate::process::serve_commands;

/// Far more than a burst, so that no client ever misses anything.
const WAITING_MAX: usize = 16_384;

pub(crate) fn serve() {
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let (events, _) = broadcast::channel::<Utf8Bytes>(WAITING_MAX);
    let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))).unwrap();
    let port = listener.local_addr().unwrap().port();
    let subscribe = events.clone();
    runtime.spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            stream.set_nodelay(true).unwrap();
            tokio::spawn(client(stream, subscribe.subscribe()));
        }
    });
    let publish = |filler: &str| {
        let _ = events.send(format!(r#"42["tick","{filler}"]"#).into());
    };
    serve_commands(port, publish, || 0);
}

async fn client(stream: TcpStream, mut events: broadcast::Receiver<Utf8Bytes>) {
    let Ok(mut socket) = tokio_tungstenite::accept_async(stream).await else { return };
    loop {
        tokio::select! {
            event = events.recv() => match event {
                Ok(event) => {
                    if socket.send(Message::Text(event)).await.is_err() {
                        return;
                    }
                }
                Err(error) => panic!("{error}"),
            },
            message = socket.next() => match message {
                Some(Ok(_)) => {}
                _ => return,
            },
        }
    }
}
