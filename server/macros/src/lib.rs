//! Calls are declared at their handlers (`#[call]`), and what they answer when they fail at the errors (`#[derive(Problem)]`).
//!
//! # `#[call(METHOD, PATH, CALLERS, ...)]`
//!
//! Route, right, inputs and answers of a call. The inputs are those that the handler reads (`web::Path`, `Query`, `Body`), and the
//! answer is the one it returns (`web::Json`, `Answer`), unless the attribute says otherwise.
//!
//! | part | meaning |
//! |---|---|
//! | `public`, `member` | anyone may call it; members may |
//! | `admin(Area)` | people of the panel may whose role changes this area, or sees it if the method is `get`; `admin` alone: all of them |
//! | `admin(Area, see)` | the same for a call that reads although its method changes something |
//! | `admin(Area, proof)` | with a proof of the last 10 minutes |
//! | `admin(with = function)` | what a function says about `{section}` of the path |
//! | `tag`, `name` | its section and its name in the description, if they are not those of the file and of the handler |
//! | `takes(T as "text/csv")` | the body |
//! | `answers(201 = T, ...)` | the answers |
//! | `refused(404 = "...")` | refusals that do not follow from the inputs |
//! | `segments(id: u32 = "...")` | the type and the meaning of a part of the path |
//! | `headers(...)` | headers, as `params` of `utoipa::path` |
//! | `only_while = IS_ON` | it is found only while a part of the site is on, except by people of the panel |
//! | `awaited` | it ends when its caller disconnects: it waits before it changes anything (for a password's hash, for a place in a mailbox), so that no work is kept for callers who left |
//! | `up_to = BYTES` | the largest body |
//! | `also_at = PATH` | a second path, which is not in the description |
//!
//! # `#[derive(Problem)]`
//!
//! Each variant of an error declares what the failed call answers.
//!
//! | attribute | answer |
//! |---|---|
//! | `#[problem(404, "not_found")]` | the status, the code, and the error's own text |
//! | `after = 5` | with `Retry-After`, in seconds; fields of the variant can be used: `after = *retry_after` |
//! | `text = "..."` | with another text |
//! | `params(price)` | with values of fields of the variant, by their names; those without a name are named in order |
//! | `#[problem(field = "email")]` | 400 `validation` at this field of the body; with `code = "reserved"`, that code |
//! | `#[problem(field)]` | the same with the name and the text that the variant holds |
//! | `#[problem(through)]` | what the error inside answers |
//! | `#[problem(inner)]` | 500 without a reason, which goes to the log |
//! | `#[problem(with = path)]` | what a function makes of the variant's fields |

mod call;
mod spec;

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::{format_ident, quote};
use spec::{Answer, Spec};
use syn::{Attribute, Data, DeriveInput, Error, Fields, Ident, ItemFn, Result, parse_macro_input};

/// See the crate's documentation.
#[proc_macro_attribute]
pub fn call(attribute: TokenStream, handler: TokenStream) -> TokenStream {
    let call = parse_macro_input!(attribute as call::Call);
    let handler = parse_macro_input!(handler as ItemFn);
    call.expand(&handler).unwrap_or_else(Error::into_compile_error).into()
}

/// See the crate's documentation.
#[proc_macro_derive(Problem, attributes(problem))]
pub fn derive_problem(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(&input).unwrap_or_else(Error::into_compile_error).into()
}

fn expand(input: &DeriveInput) -> Result<Tokens> {
    let name = &input.ident;
    let arms = match &input.data {
        Data::Enum(data) => {
            let arms = data.variants.iter().map(|variant| {
                let spec = spec_of(&variant.attrs, &variant.ident)?;
                let path = &variant.ident;
                arm(&quote!(Self::#path), &variant.fields, &spec)
            });
            arms.collect::<Result<Vec<_>>>()?
        }
        Data::Struct(data) => {
            vec![arm(&quote!(Self), &data.fields, &spec_of(&input.attrs, name)?)?]
        }
        Data::Union(_) => return Err(Error::new_spanned(name, "a union is no error")),
    };
    Ok(quote! {
        impl crate::problem::ToProblem for #name {
            fn problem(&self) -> crate::problem::Problem {
                #[allow(unused_variables)]
                match self {
                    #(#arms)*
                }
            }
        }

        impl ::actix_web::ResponseError for #name {
            fn status_code(&self) -> ::actix_web::http::StatusCode {
                crate::problem::ToProblem::problem(self).status()
            }

            fn error_response(&self) -> ::actix_web::HttpResponse {
                crate::problem::ToProblem::problem(self).answer()
            }
        }
    })
}

fn spec_of(attributes: &[Attribute], at: &Ident) -> Result<Spec> {
    let mut found = attributes.iter().filter(|attribute| attribute.path().is_ident("problem"));
    match (found.next(), found.next()) {
        (Some(attribute), None) => attribute.parse_args(),
        (None, _) => Err(Error::new_spanned(at, "it has to say what it answers: #[problem(...)]")),
        (Some(_), Some(second)) => Err(Error::new_spanned(second, "a second answer")),
    }
}

/// The arm of a variant. Its fields are bound by their names; those without one are `_0`, `_1` and so on.
fn arm(path: &Tokens, fields: &Fields, spec: &Spec) -> Result<Tokens> {
    let names: Vec<Ident> = match fields {
        Fields::Named(named) => {
            named.named.iter().filter_map(|field| field.ident.clone()).collect()
        }
        Fields::Unnamed(fields) => {
            (0..fields.unnamed.len()).map(|at| format_ident!("_{at}")).collect()
        }
        Fields::Unit => Vec::new(),
    };
    let pattern = match fields {
        Fields::Named(_) => quote!(#path { #(#names),* }),
        Fields::Unnamed(_) => quote!(#path(#(#names),*)),
        Fields::Unit => path.clone(),
    };
    let of = quote!(crate::problem::Problem);
    let answer = match spec {
        Spec::Status(answer) => {
            let Answer { status, code, text, after, params } = answer.as_ref();
            let text = text.as_ref().map_or(quote!(self), |text| quote!(&#text));
            let after = after.iter().map(|seconds| quote!(.after(#seconds)));
            let params = named_params(params, fields, &names)?;
            quote!(#of::new(#status, #code, #text) #(#after)* #(#params)*)
        }
        Spec::Field { name: Some(name), code: None } => {
            quote!(#of::field(#name, &self.to_string()))
        }
        Spec::Field { name: Some(name), code: Some(code) } => {
            quote!(#of::coded_field(#code, #name, &self.to_string()))
        }
        Spec::Field { name: None, .. } => quote!(#of::field(#(#names),*)),
        Spec::Through => quote!(#(crate::problem::ToProblem::problem(#names))*),
        Spec::Inner if names.is_empty() => quote!(#of::inner(self)),
        Spec::Inner => quote!(#of::inner(#(#names),*)),
        Spec::With(function) => quote!(#function(#(#names),*)),
    };
    Ok(quote!(#pattern => #answer,))
}

fn named_params(params: &[Ident], fields: &Fields, names: &[Ident]) -> Result<Vec<Tokens>> {
    let value = |(at, param): (usize, &Ident)| {
        let field = match fields {
            Fields::Named(_) => names.iter().find(|name| *name == param),
            Fields::Unnamed(_) | Fields::Unit => names.get(at),
        };
        let missing = || Error::new_spanned(param, "the variant has no such field");
        let (field, name) = (field.ok_or_else(missing)?, param.to_string());
        Ok(quote!(.with(#name, #field)))
    };
    params.iter().enumerate().map(value).collect()
}
