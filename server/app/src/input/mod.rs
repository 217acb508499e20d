//! Inputs of calls: JSON bodies and query strings, deserialized into types.
//!
//! Texts lose signs that cannot be seen or that turn the direction of writing; passwords, keys and tokens stay as they are typed.
//!
//! Invariant: invalid input is refused with the field and the reason in plain words. The path of
//! the field is only determined after parsing has failed, so that valid requests don't pay for it.

mod explain;
mod objects;
mod typed;

use std::fmt;
use std::ops::Deref;

use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::http::header;
use actix_web::web::{self, Bytes, BytesMut};
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use futures_util::StreamExt;
use futures_util::future::{LocalBoxFuture, Ready, ready};
use serde::de::DeserializeOwned;

use crate::problem::Problem;

pub use explain::{FieldProblem, read};

/// Longest body where no other limit is set, in bytes.
const BYTES_MAX: usize = 16 * 1024;

/// Longest body that publishes a whole list, in bytes: 200 entries with the longest allowed texts,
/// in the longest JSON encoding.
pub const LIST_BYTES_MAX: usize = 4 << 20;

/// Why a request is refused.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
pub enum InputError {
    /// The body is longer than the call accepts.
    #[error("The request is too large")]
    #[problem(413, "too_large")]
    TooLarge,
    /// The content type is not JSON.
    #[error("The request must be JSON")]
    #[problem(415, "wrong_type")]
    WrongType,
    /// The body did not arrive completely, or is not valid JSON.
    #[error("{0}")]
    #[problem(with = unreadable)]
    Unreadable(String),
    /// A field of the body or of the query is invalid.
    #[error(transparent)]
    #[problem(with = field)]
    Field(#[from] FieldProblem),
}

/// The longest body of a call, in bytes. Set as data of the app or of a path.
#[derive(Clone, Copy, Debug)]
pub struct BodyLimit(pub usize);

/// A JSON body.
#[derive(Debug)]
pub struct Body<T>(pub T);

/// A query string.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<T> Body<T> {
    /// The deserialized body.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> Query<T> {
    /// The deserialized query.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> Deref for Body<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> Deref for Query<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = InputError;
    type Future = LocalBoxFuture<'static, Result<Self, InputError>>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let most = req.app_data::<BodyLimit>().map_or(BYTES_MAX, |limit| limit.0);
        let (is_json, announced) = (is_json(req), announced(req));
        let payload = payload.take();
        Box::pin(async move {
            if !is_json && announced.is_some_and(|bytes| bytes > 0) {
                return Err(InputError::WrongType);
            }
            if announced.is_some_and(|bytes| bytes > most) {
                return Err(InputError::TooLarge);
            }
            let mut body = collect(payload, most).await?;
            if body.is_empty() {
                // A call without a body: what it needs is missing in it.
                body.extend_from_slice(b"{}");
            } else if !is_json {
                return Err(InputError::WrongType);
            }
            let body = typed::cleaned(&body).map_or_else(|| body.freeze(), Bytes::from);
            let is_array = body.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[');
            if is_array && objects::is_object::<T>() {
                let text = "The request must be a JSON object, not an array".to_owned();
                return Err(InputError::Unreadable(text));
            }
            serde_json::from_slice(&body).map(Self).map_err(|_| explain::body::<T>(&body))
        })
    }
}

impl<T: DeserializeOwned> FromRequest for Query<T> {
    type Error = InputError;
    type Future = Ready<Result<Self, InputError>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        let query = req.query_string();
        let read = web::Query::<T>::from_query(query);
        ready(read.map(|read| Self(read.into_inner())).map_err(|_| explain::query::<T>(query)))
    }
}

fn is_json(req: &HttpRequest) -> bool {
    req.mime_type().ok().flatten().is_some_and(|mime| {
        mime.subtype() == "json" || mime.suffix().is_some_and(|suffix| suffix == "json")
    })
}

/// The length announced by the request's head.
fn announced(req: &HttpRequest) -> Option<usize> {
    req.headers().get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

async fn collect(mut payload: Payload, most: usize) -> Result<BytesMut, InputError> {
    let mut body = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|error| match error {
            PayloadError::Overflow => InputError::TooLarge,
            error => not_whole(error),
        })?;
        if body.len() + chunk.len() > most {
            return Err(InputError::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

fn not_whole(error: impl fmt::Display) -> InputError {
    tracing::debug!(%error, "a body did not arrive completely");
    InputError::Unreadable("The request did not arrive whole. Please try again.".to_owned())
}

fn unreadable(text: &str) -> Problem {
    Problem::new(400, "bad_request", text)
}

fn field(problem: &FieldProblem) -> Problem {
    let answer = Problem::new(400, "bad_request", problem);
    match problem.field.as_str() {
        "" => answer,
        name => answer.with_field(name.to_owned(), problem.sentence()),
    }
}
