//! The least that sending costs: one thread that writes the bytes of a frame to one socket after the other. It has no
//! answer to a client that doesn't read.

use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex};

use tokio::net::{TcpListener, TcpStream};

use super::process::serve_commands;

type Sockets = Arc<Mutex<Vec<TcpStream>>>;

pub(crate) fn serve() {
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let sockets = Sockets::default();
    let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))).unwrap();
    let port = listener.local_addr().unwrap().port();
    let accepted = sockets.clone();
    runtime.spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            stream.set_nodelay(true).unwrap();
            let accepted = accepted.clone();
            tokio::spawn(async move {
                let socket = tokio_tungstenite::accept_async(stream).await.unwrap();
                accepted.lock().unwrap().push(socket.into_inner());
            });
        }
    });
    let publish = |filler: &str| {
        let text = format!(r#"42["tick","{filler}"]"#);
        // The header of a text frame below 126 bytes.
        let mut frame = vec![0x81, u8::try_from(text.len()).unwrap()];
        frame.extend_from_slice(text.as_bytes());
        for socket in sockets.lock().unwrap().iter() {
            // After a client is gone.
            if let Ok(written) = socket.try_write(&frame) {
                assert_eq!(written, frame.len(), "a client doesn't read");
            }
        }
    };
    serve_commands(port, publish, || 0);
}
