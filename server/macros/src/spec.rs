//! The contents of the attribute.

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, LitInt, LitStr, Path, Result, Token, parenthesized};

/// What a variant answers.
pub(crate) enum Spec {
    /// A status and a code.
    Status(Box<Answer>),
    /// An invalid field of the body.
    Field { name: Option<LitStr>, code: Option<LitStr> },
    /// The answer of the error inside.
    Through,
    /// A failure of the server.
    Inner,
    /// The answer that a function makes.
    With(Path),
}

/// An answer with a status and a code.
pub(crate) struct Answer {
    pub(crate) status: LitInt,
    pub(crate) code: LitStr,
    /// In place of the error's own text.
    pub(crate) text: Option<Expr>,
    /// Seconds to wait.
    pub(crate) after: Option<Expr>,
    /// Fields of the variant.
    pub(crate) params: Vec<Ident>,
}

impl Parse for Spec {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if input.peek(LitInt) {
            return status(input);
        }
        let kind: Ident = input.parse()?;
        let spec = match kind.to_string().as_str() {
            "through" => Self::Through,
            "inner" => Self::Inner,
            "with" => {
                input.parse::<Token![=]>()?;
                Self::With(input.parse()?)
            }
            "field" => field(input)?,
            _ => {
                return Err(syn::Error::new_spanned(
                    kind,
                    "a status, field, through, inner or with",
                ));
            }
        };
        match input.is_empty() {
            true => Ok(spec),
            false => Err(input.error("nothing more")),
        }
    }
}

fn status(input: ParseStream<'_>) -> Result<Spec> {
    let status = input.parse()?;
    input.parse::<Token![,]>()?;
    let code = input.parse()?;
    let (mut text, mut after, mut params) = (None, None, Vec::new());
    while !input.is_empty() {
        input.parse::<Token![,]>()?;
        let key: Ident = input.parse()?;
        if key == "params" {
            let inside;
            parenthesized!(inside in input);
            params =
                Punctuated::<Ident, Token![,]>::parse_terminated(&inside)?.into_iter().collect();
            continue;
        }
        input.parse::<Token![=]>()?;
        match key.to_string().as_str() {
            "text" => text = Some(input.parse()?),
            "after" => after = Some(input.parse()?),
            _ => return Err(syn::Error::new_spanned(key, "text, after or params")),
        }
    }
    Ok(Spec::Status(Box::new(Answer { status, code, text, after, params })))
}

fn field(input: ParseStream<'_>) -> Result<Spec> {
    if !input.peek(Token![=]) {
        return Ok(Spec::Field { name: None, code: None });
    }
    input.parse::<Token![=]>()?;
    let name = Some(input.parse()?);
    if input.is_empty() {
        return Ok(Spec::Field { name, code: None });
    }
    input.parse::<Token![,]>()?;
    let key: Ident = input.parse()?;
    if key != "code" {
        return Err(syn::Error::new_spanned(key, "code"));
    }
    input.parse::<Token![=]>()?;
    Ok(Spec::Field { name, code: Some(input.parse()?) })
}
