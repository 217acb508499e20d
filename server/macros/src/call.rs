//! The contents of `#[call(...)]`, and what is made of them.

use proc_macro2::TokenStream as Tokens;
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{
    Error, Expr, FnArg, GenericArgument, Ident, ItemFn, LitInt, LitStr, Path, PathArguments,
    Result, ReturnType, Token, Type, parenthesized,
};

/// What the attribute says.
pub(crate) struct Call {
    /// The parts that were read.
    said: Vec<Ident>,
    method: Ident,
    path: LitStr,
    is_public: bool,
    is_for_members: bool,
    /// What people of the panel must be allowed to; `None` if it is not for them.
    right: Option<Right>,
    tag: Option<LitStr>,
    name: Option<LitStr>,
    takes: Option<Content>,
    answers: Vec<Answer>,
    refused: Vec<(LitInt, LitStr)>,
    segments: Vec<Segment>,
    headers: Option<Tokens>,
    only_while: Option<Expr>,
    is_awaited: bool,
    up_to: Option<Expr>,
    also_at: Option<LitStr>,
}

/// What people of the panel must be allowed to.
struct Right {
    of: Tokens,
    /// Whether it names an area.
    limits: bool,
    reads_section: bool,
}

/// A body with its type of content, JSON if it names none.
struct Content {
    body: Option<Type>,
    content: Option<LitStr>,
}

/// What the attribute says about a part of the path.
struct Segment {
    name: Ident,
    /// `None`: as the handler reads it.
    of: Option<Type>,
    about: Option<LitStr>,
}

struct Answer {
    status: LitInt,
    content: Content,
}

impl Parse for Call {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let method = input.parse()?;
        input.parse::<Token![,]>()?;
        let path = input.parse()?;
        let mut call = Self {
            said: Vec::new(),
            method,
            path,
            is_public: false,
            is_for_members: false,
            right: None,
            tag: None,
            name: None,
            takes: None,
            answers: Vec::new(),
            refused: Vec::new(),
            segments: Vec::new(),
            headers: None,
            only_while: None,
            is_awaited: false,
            up_to: None,
            also_at: None,
        };
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if !input.is_empty() {
                call.read(input)?;
            }
        }
        if !call.is_public && !call.is_for_members && call.right.is_none() {
            return Err(Error::new_spanned(call.path, "who may call it: public, member or admin"));
        }
        if call.is_public && call.right.as_ref().is_some_and(|right| right.limits) {
            return Err(Error::new_spanned(
                call.path,
                "anyone may call it, so a right has no effect",
            ));
        }
        let has_section = call.path.value().contains("{section}");
        if !has_section && call.right.as_ref().is_some_and(|right| right.reads_section) {
            return Err(Error::new_spanned(call.path, "its path has no {section}"));
        }
        Ok(call)
    }
}

impl Call {
    fn read(&mut self, input: ParseStream<'_>) -> Result<()> {
        let key: Ident = input.parse()?;
        if self.said.contains(&key) {
            return Err(Error::new_spanned(key, "it is said twice"));
        }
        self.said.push(key.clone());
        match key.to_string().as_str() {
            "public" => self.is_public = true,
            "member" => self.is_for_members = true,
            "awaited" => self.is_awaited = true,
            "admin" => self.right = Some(right(input)?),
            "tag" => self.tag = Some(value(input)?),
            "name" => self.name = Some(value(input)?),
            "only_while" => self.only_while = Some(value(input)?),
            "up_to" => self.up_to = Some(value(input)?),
            "also_at" => self.also_at = Some(value(input)?),
            "takes" => self.takes = Some(content(&inside(input)?)?),
            "answers" => self.answers = listed(input, answer)?,
            "refused" => self.refused = listed(input, |input| Ok((input.parse()?, value(input)?)))?,
            "segments" => self.segments = listed(input, segment)?,
            "headers" => self.headers = Some(inside(input)?.parse()?),
            _ => return Err(Error::new_spanned(key, "a call has no such part")),
        }
        Ok(())
    }

    /// The handler with its description for the framework, and the function that declares the call.
    pub(crate) fn expand(&self, handler: &ItemFn) -> Result<Tokens> {
        if self.is_awaited && self.also_at.is_some() {
            return Err(Error::new_spanned(&self.path, "an awaited call has no second path"));
        }
        let (name, vis) = (&handler.sig.ident, &handler.vis);
        let described = self.described(handler)?;
        let (declared, path_of) = (format_ident!("__call_{name}"), format_ident!("__path_{name}"));
        let (is_public, is_for_members) = (self.is_public, self.is_for_members);
        let right = match &self.right {
            None => quote!(None),
            Some(Right { of, .. }) => quote!(Some(#of)),
        };
        let tag = self.tag.as_ref().map(|tag| quote!(let tag = #tag;));
        let awaited = self.is_awaited.then(|| quote!(.awaited(#name)));
        let enveloped = self.enveloped(handler).into_iter().map(|of| quote!(.enveloped::<#of>()));
        let only_while = self.only_while.iter().map(|is_on| quote!(.only_while(#is_on)));
        let up_to = self.up_to.iter().map(|bytes| quote!(.up_to(#bytes)));
        let also_at = self.also_at.iter().map(|path| quote!(.also_at(#path, #name)));
        Ok(quote! {
            #described
            #handler

            #[doc(hidden)]
            #vis fn #declared(tag: &'static str) -> crate::calls::Call {
                #tag
                let callers = crate::calls::Callers {
                    is_public: #is_public,
                    is_for_members: #is_for_members,
                    right: #right,
                };
                crate::calls::Call::of::<#path_of, _, _>(tag, callers, #name)
                    #(#enveloped)* #(#only_while)* #awaited #(#up_to)* #(#also_at)*
            }
        })
    }

    /// Answers with `success: true`, which is not among the fields of their types.
    fn enveloped(&self, handler: &ItemFn) -> Vec<Type> {
        let declared = self.answers.iter().filter_map(|answer| answer.content.body.clone());
        let mut answers: Vec<Type> = declared.collect();
        if answers.is_empty() {
            answers.extend(Types::of(handler).answer);
        }
        answers.iter().filter_map(|answer| inner(answer, "Answer")).collect()
    }

    fn described(&self, handler: &ItemFn) -> Result<Tokens> {
        let (method, path) = (&self.method, &self.path);
        let name = self.name.iter().map(|name| quote!(operation_id = #name,));
        let types = Types::of(handler);
        let mut params = segments(&path.value(), &self.segments, &types.segments, path)?;
        params.extend(types.queries.iter().map(|query| quote!(#query)));
        params.extend(self.headers.clone());
        let params = (!params.is_empty()).then(|| quote!(params(#(#params),*),));
        let body = match (&self.takes, types.body) {
            (Some(Content { body, content: Some(content) }), _) => {
                Some(quote!(request_body(content = #body, content_type = #content),))
            }
            (Some(Content { body, content: None }), _) => Some(quote!(request_body = #body,)),
            (None, Some(body)) => {
                let body = shown(&body);
                Some(quote!(request_body = #body,))
            }
            (None, None) => None,
        };
        let mut answers: Vec<Tokens> = self.answers.iter().map(answered).collect();
        if answers.is_empty() {
            let answer = types.answer.ok_or_else(|| {
                Error::new_spanned(&handler.sig.ident, "its answer is not seen: answers(200 = ...)")
            })?;
            let answer = shown(&answer);
            answers.push(quote!((status = 200, body = #answer)));
        }
        answers.extend(
            self.refused
                .iter()
                .map(|(status, about)| quote!((status = #status, description = #about))),
        );
        Ok(quote! {
            #[::utoipa::path(#method, path = #path, #(#name)* #params #body responses(#(#answers),*))]
        })
    }
}

fn inside<'a>(input: ParseStream<'a>) -> Result<syn::parse::ParseBuffer<'a>> {
    let inside;
    parenthesized!(inside in input);
    Ok(inside)
}

fn value<T: Parse>(input: ParseStream<'_>) -> Result<T> {
    input.parse::<Token![=]>()?;
    input.parse()
}

fn listed<T>(input: ParseStream<'_>, one: fn(ParseStream<'_>) -> Result<T>) -> Result<Vec<T>> {
    let list = inside(input)?;
    Ok(Punctuated::<T, Token![,]>::parse_terminated_with(&list, one)?.into_iter().collect())
}

/// `admin`, `admin(Area)`, `admin(Area, see)`, `admin(Area, proof)` or `admin(with = function)`.
fn right(input: ParseStream<'_>) -> Result<Right> {
    let limited = |of| Right { of, limits: true, reads_section: false };
    let right = quote!(crate::rights::Right);
    let area = quote!(crate::rights::Area);
    if !input.peek(syn::token::Paren) {
        return Ok(Right { limits: false, ..limited(quote!(#right::of(#area::Own))) });
    }
    let inside = inside(input)?;
    let of: Ident = inside.parse()?;
    if of == "with" {
        let function: Path = value(&inside)?;
        return Ok(Right { reads_section: true, ..limited(quote!(#right::OfSection(#function))) });
    }
    if inside.is_empty() {
        return Ok(limited(quote!(#right::of(#area::#of))));
    }
    inside.parse::<Token![,]>()?;
    let more: Ident = inside.parse()?;
    match more.to_string().as_str() {
        "see" => Ok(limited(quote!(#right::to_see(#area::#of)))),
        "proof" => Ok(limited(quote!(#right::proved(#area::#of)))),
        _ => Err(Error::new_spanned(more, "see or proof")),
    }
}

/// `Type`, `Type as "content/type"` or `as "content/type"`.
fn content(input: ParseStream<'_>) -> Result<Content> {
    let body = match input.peek(Token![as]) {
        true => None,
        // A type, not an expression with `as`.
        false => Some(input.call(Type::without_plus)?),
    };
    let content = match input.parse::<Option<Token![as]>>()? {
        Some(_) => Some(input.parse()?),
        None => None,
    };
    Ok(Content { body, content })
}

/// `200`, `200 = Type`, `200 = Type as "content/type"` or `200 as "content/type"`.
fn answer(input: ParseStream<'_>) -> Result<Answer> {
    let status = input.parse()?;
    let has_body = input.parse::<Option<Token![=]>>()?.is_some();
    let content = match has_body || input.peek(Token![as]) {
        true => content(input)?,
        false => Content { body: None, content: None },
    };
    Ok(Answer { status, content })
}

/// `name = "..."`, `name: Type` or both.
fn segment(input: ParseStream<'_>) -> Result<Segment> {
    let name = input.parse()?;
    let of = input.parse::<Option<Token![:]>>()?.map(|_| input.parse()).transpose()?;
    let about = input.peek(Token![=]).then(|| value(input)).transpose()?;
    Ok(Segment { name, of, about })
}

fn answered(answer: &Answer) -> Tokens {
    let Answer { status, content: Content { body, content } } = answer;
    let body = body.iter().map(shown).map(|body| quote!(, body = #body));
    let content = content.iter().map(|content| quote!(, content_type = #content));
    quote!((status = #status #(#body)* #(#content)*))
}

/// A type as the description writes it: a list in brackets, and an answer without its envelope.
fn shown(of: &Type) -> Tokens {
    if let Some(answer) = inner(of, "Answer") {
        return shown(&answer);
    }
    match inner(of, "Vec") {
        Some(item) => quote!([#item]),
        None => quote!(#of),
    }
}

/// What a handler takes and answers, as its types say.
#[derive(Default)]
struct Types {
    segments: Vec<Type>,
    queries: Vec<Type>,
    body: Option<Type>,
    answer: Option<Type>,
}

impl Types {
    fn of(handler: &ItemFn) -> Self {
        let mut types = Self::default();
        for input in &handler.sig.inputs {
            let FnArg::Typed(input) = input else { continue };
            types.read(&input.ty);
        }
        if let ReturnType::Type(_, of) = &handler.sig.output {
            let of = inner(of, "Result").unwrap_or_else(|| of.as_ref().clone());
            // An answer is described with its envelope.
            let is_enveloped = inner(&of, "Answer").is_some();
            types.answer = if is_enveloped { Some(of) } else { inner(&of, "Json") };
        }
        types
    }

    /// Notes what a parameter reads.
    fn read(&mut self, of: &Type) {
        if let Type::Tuple(tuple) = of {
            tuple.elems.iter().for_each(|of| self.read(of));
        } else if let Some(segments) = inner(of, "Path") {
            self.segments = match segments {
                Type::Tuple(tuple) => tuple.elems.iter().cloned().collect(),
                one => vec![one],
            };
        } else if let Some(query) = inner(of, "Query") {
            self.queries.push(query);
        } else if let Some(body) = inner(of, "Body") {
            self.body = Some(body);
        }
    }
}

/// The first parameter of a generic type with this name, such as `T` of `web::Json<T>`.
fn inner(of: &Type, name: &str) -> Option<Type> {
    let Type::Path(path) = of else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first()? {
        GenericArgument::Type(inner) => Some(inner.clone()),
        _ => None,
    }
}

/// The parameters of a path, with what the attribute says about them and the types that the handler reads.
fn segments(path: &str, known: &[Segment], types: &[Type], at: &LitStr) -> Result<Vec<Tokens>> {
    let names = path.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    let names: Vec<&str> = names.map(|(name, _)| name).collect();
    let is_unknown = |segment: &&Segment| names.iter().all(|name| segment.name != name);
    if let Some(unknown) = known.iter().find(is_unknown) {
        return Err(Error::new_spanned(&unknown.name, "the path has no such part"));
    }
    let mut types = match types {
        // One type with a field for each part.
        [_] if names.len() > 1 => [].iter(),
        types if types.is_empty() || types.len() == names.len() => types.iter(),
        _ => return Err(Error::new_spanned(at, "the handler reads another number of parts")),
    };
    let segment = |name: &&str| {
        let known = known.iter().find(|segment| segment.name == name);
        let read = types.next();
        let of = known.and_then(|known| known.of.as_ref()).or(read);
        let of = of.map_or(quote!(String), |of| quote!(#of));
        let about = known.and_then(|known| known.about.as_ref());
        let about = about.map(|about| quote!(, description = #about));
        quote!((#name = #of, Path #about))
    };
    Ok(names.iter().map(segment).collect())
}
