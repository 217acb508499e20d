//! What a failed call answers. The status, the code and the text stand at the variants of the modules' errors
//! (`#[derive(pointhouse_macros::Problem)]`).

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Display;

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// The body of every failed call.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorAnswer {
    /// Always false.
    success: bool,
    /// Machine-readable code.
    error: &'static str,
    /// Message for the user.
    message: String,
    /// Values of the message by name, such as the price that holds now.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    params: BTreeMap<&'static str, Value>,
    /// Messages by field, for forms.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<BTreeMap<String, String>>)]
    fields: Option<Fields>,
}

/// Messages by field.
type Fields = BTreeMap<Cow<'static, str>, String>;

/// An error as the caller sees it.
#[derive(Debug)]
pub struct Problem {
    status: u16,
    code: &'static str,
    message: String,
    params: BTreeMap<&'static str, Value>,
    fields: Option<Fields>,
    retry_after: Option<u64>,
}

/// An error that a call answers.
pub trait ToProblem {
    /// The error as the caller sees it.
    fn problem(&self) -> Problem;
}

impl Problem {
    /// A status with a code and a text.
    pub fn new(status: u16, code: &'static str, message: &(impl Display + ?Sized)) -> Self {
        let message = message.to_string();
        let params = BTreeMap::new();
        Self { status, code, message, params, fields: None, retry_after: None }
    }

    /// An invalid field of the body with its text.
    pub fn field(name: &'static str, text: &str) -> Self {
        Self::new(400, "validation", text).with_field(name, text)
    }

    /// The same with a code of its own.
    pub fn coded_field(code: &'static str, name: &'static str, text: &str) -> Self {
        Self { code, ..Self::field(name, text) }
    }

    /// A failure of the server. The reason goes to the log with the request's id, never to the
    /// caller.
    pub fn inner(reason: impl Display) -> Self {
        tracing::error!(%reason, "a call failed");
        Self::new(500, "internal", "Something went wrong on our side. Please try again.")
    }

    /// Adds an invalid field with its text.
    #[must_use]
    pub fn with_field(
        mut self,
        name: impl Into<Cow<'static, str>>,
        text: impl Into<String>,
    ) -> Self {
        self.fields.get_or_insert_default().insert(name.into(), text.into());
        self
    }

    /// Adds a value of the text.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: &impl Serialize) -> Self {
        self.params.insert(name, serde_json::to_value(value).unwrap_or_default());
        self
    }

    /// Says after how many seconds the call may be repeated.
    #[must_use]
    pub fn after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// The same with another text.
    #[must_use]
    pub fn saying(self, message: String) -> Self {
        Self { message, ..self }
    }

    /// Its status.
    pub fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// The response.
    pub fn answer(self) -> HttpResponse {
        let mut answer = HttpResponse::build(self.status());
        if let Some(seconds) = self.retry_after {
            answer.insert_header((header::RETRY_AFTER, seconds.to_string()));
        }
        answer.json(ErrorAnswer {
            success: false,
            error: self.code,
            message: self.message,
            params: self.params,
            fields: self.fields,
        })
    }
}
