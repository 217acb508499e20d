//! The calls of the site, each declared once by `#[call]` at its handler: method, path, who may call it, inputs and answers. The
//! routes, the checks of their callers and the description are built from these.
//!
//! A call that changes something (any method but GET) runs to its end even if its caller disconnects, so that memory and
//! pages follow what is on disk. One that is `awaited` ends with its caller until an actor or a commit has its change.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::future::{Future, ready};
use std::pin::Pin;

use actix_web::dev::Handler;
use actix_web::web::{self, ServiceConfig};
use actix_web::{FromRequest, HttpResponse, Resource, Responder, Route};
use serde_json::Value;
use utoipa::__dev::SchemaReferences;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::path::{Operation, ParameterIn, PathsBuilder};
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{Content, HttpMethod, Ref, RefOr, Schema};
use utoipa::{Path, ToSchema};

use crate::answer::add_success;
use crate::config::{IsOn, SECTIONS};
use crate::detached::{NotEnded, to_the_end};
use crate::input::BodyLimit;
use crate::rights::{Right, Role};

/// Schemas of an operation, by their names.
pub(crate) type Schemas = Vec<(String, RefOr<Schema>)>;

/// A call.
pub struct Call {
    path: String,
    method: HttpMethod,
    callers: Callers,
    operation: Operation,
    schemas: fn(&mut Schemas),
    /// Names of the schemas of its answers that are sent as an [`crate::answer::Answer`].
    enveloped: Vec<Cow<'static, str>>,
    route: Route,
    body_limit: Option<usize>,
    alias: Option<Alias>,
    /// Whether its part of the site is on; otherwise it is not found.
    only_while: Option<IsOn>,
}

/// The description of a call, and what adds the schemas that it refers to.
pub(crate) struct Described {
    pub(crate) operation: Operation,
    pub(crate) schemas: fn(&mut Schemas),
}

/// Who may make a call.
#[derive(Clone, Copy)]
pub struct Callers {
    /// Anyone.
    pub is_public: bool,
    /// Members.
    pub is_for_members: bool,
    /// People of the panel, and what they must be allowed to.
    pub right: Option<Right>,
}

/// Key of calls that need a proof in the description.
const NEEDS_PROOF: &str = "x-needs-proof";

/// The security schemes of the description.
pub(crate) const MEMBER: &str = "member";
pub(crate) const ADMIN: &str = "admin";

impl Callers {
    /// Members alone.
    pub(crate) const MEMBERS: Self = Self { is_public: false, is_for_members: true, right: None };

    /// Only people of the panel.
    pub(crate) fn are_staff(&self) -> bool {
        !self.is_public && !self.is_for_members
    }

    /// Whether a role may make such a call, for a section if the path has one.
    pub fn include(&self, role: Role, method: &HttpMethod, section: Option<&str>) -> bool {
        let only_reads = *method == HttpMethod::Get;
        self.is_public
            || self.right.is_some_and(|right| right.need(section).is_met_by(role, only_reads))
    }

    /// Whether people of the panel need a proof, for the description: `true`, or the sections of the path that do.
    fn proof(&self) -> Option<Value> {
        match self.right? {
            Right::One(need) => need.is_proved.then_some(Value::Bool(true)),
            Right::OfSection(need) => {
                let proved = SECTIONS.iter().filter(|section| need(section).is_proved);
                let proved: Value = proved.copied().collect();
                proved.as_array().is_some_and(|all| !all.is_empty()).then_some(proved)
            }
        }
    }

    fn security(&self) -> Option<Vec<SecurityRequirement>> {
        let scheme = |name| SecurityRequirement::new::<_, [&str; 0], _>(name, []);
        let known = [(self.is_for_members, MEMBER), (self.right.is_some(), ADMIN)];
        let known = known.into_iter().filter(|(may, _)| *may).map(|(_, name)| scheme(name));
        let anyone = self.is_public.then(SecurityRequirement::default);
        let all: Vec<_> = anyone.into_iter().chain(known).collect();
        // A call that is the same for everyone says nothing.
        (all.len() > usize::from(self.is_public)).then_some(all)
    }
}

/// The handler of a call that changes something.
#[derive(Clone)]
struct ToTheEnd<H>(H);

impl<H, Args> Handler<Args> for ToTheEnd<H>
where
    H: Handler<Args, Future: 'static>,
    H::Output: 'static,
{
    type Output = Result<H::Output, NotEnded>;
    type Future = Pin<Box<dyn Future<Output = Self::Output>>>;

    fn call(&self, args: Args) -> Self::Future {
        Box::pin(to_the_end(self.0.call(args)))
    }
}

/// A second path of a call, for pages of the specification. It is not in the description.
struct Alias {
    path: &'static str,
    route: Route,
}

/// Lists calls by their handlers, which must have `#[call]`, after their section in the description.
macro_rules! calls {
    ($tag:literal; $($handler:ident),* $(,)?) => {
        pastey::paste! { vec![$([<__call_ $handler>]($tag)),*] }
    };
}

pub(crate) use calls;

impl Call {
    /// The call described by `P` and handled by `handler`; `tag` is its section in the description.
    pub(crate) fn of<P, H, Args>(tag: &str, callers: Callers, handler: H) -> Self
    where
        P: Path + SchemaReferences,
        H: Handler<Args, Future: 'static>,
        Args: FromRequest + 'static,
        H::Output: Responder + 'static,
    {
        // The attribute names exactly one method.
        let method = P::methods().pop().unwrap_or(HttpMethod::Get);
        let mut operation = P::operation();
        operation.tags = Some(vec![tag.to_owned()]);
        let described = Described { operation, schemas: P::schemas };
        Self::described((method, P::path()), callers, described, handler)
    }

    /// A call with a description that is made in code.
    pub(crate) fn described<H, Args>(
        (method, path): (HttpMethod, String),
        callers: Callers,
        Described { mut operation, schemas }: Described,
        handler: H,
    ) -> Self
    where
        H: Handler<Args, Future: 'static>,
        Args: FromRequest + 'static,
        H::Output: Responder + 'static,
    {
        let route = Self::route(&method, handler);
        operation.security = callers.security();
        operation.extensions =
            callers.proof().map(|proof| Extensions::from_iter([(NEEDS_PROOF, proof)]));
        Self {
            path,
            method,
            callers,
            operation,
            schemas,
            enveloped: Vec::new(),
            route,
            body_limit: None,
            alias: None,
            only_while: None,
        }
    }

    fn route<H, Args>(method: &HttpMethod, handler: H) -> Route
    where
        H: Handler<Args, Future: 'static>,
        Args: FromRequest + 'static,
        H::Output: Responder + 'static,
    {
        let route = Route::new().method(of_actix(method));
        match method {
            HttpMethod::Get => route.to(handler),
            _ => route.to(ToTheEnd(handler)),
        }
    }

    /// Ends the call when its caller disconnects: what it has begun goes on elsewhere, or it has begun nothing.
    pub(crate) fn awaited<H, Args>(self, handler: H) -> Self
    where
        H: Handler<Args>,
        Args: FromRequest + 'static,
        H::Output: Responder + 'static,
    {
        let route = Route::new().method(of_actix(&self.method)).to(handler);
        Self { route, ..self }
    }

    /// Says that it answers an [`crate::answer::Answer`] of this type.
    pub(crate) fn enveloped<T: ToSchema>(mut self) -> Self {
        self.enveloped.push(T::name());
        self
    }

    /// Sets the largest body, in bytes.
    pub(crate) fn up_to(self, bytes: usize) -> Self {
        Self { body_limit: Some(bytes), ..self }
    }

    /// Says when the call is there: otherwise it is not found, except by people of the panel.
    pub(crate) fn only_while(self, is_on: IsOn) -> Self {
        Self { only_while: Some(is_on), ..self }
    }

    /// When it is there.
    pub(crate) fn is_there(&self) -> Option<IsOn> {
        self.only_while
    }

    /// Its method.
    pub fn method(&self) -> &HttpMethod {
        &self.method
    }

    /// Adds a second path.
    pub(crate) fn also_at<H, Args>(self, path: &'static str, handler: H) -> Self
    where
        H: Handler<Args, Future: 'static>,
        Args: FromRequest + 'static,
        H::Output: Responder + 'static,
    {
        let route = Self::route(&self.method, handler);
        Self { alias: Some(Alias { path, route }), ..self }
    }

    /// Its path, with parameters in braces.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Who may make it.
    pub fn callers(&self) -> &Callers {
        &self.callers
    }

    /// Replaces the routes, for example to add a check of the caller.
    pub(crate) fn map_routes(self, change: impl Fn(Route) -> Route) -> Self {
        let alias = self.alias.map(|alias| Alias { route: change(alias.route), ..alias });
        Self { route: change(self.route), alias, ..self }
    }
}

/// The method of a route.
pub fn of_actix(method: &HttpMethod) -> actix_web::http::Method {
    use actix_web::http::Method;
    match method {
        HttpMethod::Get => Method::GET,
        HttpMethod::Post => Method::POST,
        HttpMethod::Put => Method::PUT,
        HttpMethod::Delete => Method::DELETE,
        HttpMethod::Options => Method::OPTIONS,
        HttpMethod::Head => Method::HEAD,
        HttpMethod::Patch => Method::PATCH,
        HttpMethod::Trace => Method::TRACE,
    }
}

/// Mounts the calls, those with the same first part (`/api/games`) under one scope: the framework compares paths one after
/// the other, and skips a scope as a whole. Within a part, paths are matched in this order; a path with the wrong method is
/// answered with 405 and doesn't fall through to the pages, and neither does any other path below a part of the calls, which
/// is answered by `not_found`.
pub(crate) fn mount(
    cfg: &mut ServiceConfig,
    calls: impl IntoIterator<Item = Call>,
    not_found: fn() -> HttpResponse,
) {
    let mut parts: Vec<(String, Vec<(String, Resource)>)> = Vec::new();
    for call in calls {
        let mut routes = vec![(call.path, call.route, call.body_limit)];
        routes.extend(call.alias.map(|alias| (alias.path.to_owned(), alias.route, None)));
        for (path, route, body_limit) in routes {
            let (part, rest) = path.split_at(part_len(&path));
            let at = parts.iter().position(|(known, _)| known == part).unwrap_or_else(|| {
                parts.push((part.to_owned(), Vec::new()));
                parts.len() - 1
            });
            if let Some((_, resources)) = parts.get_mut(at) {
                add(resources, rest, route, body_limit);
            }
        }
    }
    for (part, resources) in parts {
        if part.is_empty() {
            for (_, resource) in resources {
                cfg.service(resource);
            }
            continue;
        }
        let scope = web::scope(&part).default_service(web::to(move || ready(not_found())));
        let all = resources.into_iter().fold(scope, |scope, (_, call)| scope.service(call));
        cfg.service(all);
    }
}

/// Length of the first part of a call's path; 0 for a path that isn't below `/api/`.
fn part_len(path: &str) -> usize {
    const API: &str = "/api/";
    let rest = path.strip_prefix(API);
    rest.map_or(0, |rest| API.len() + rest.find('/').unwrap_or(rest.len()))
}

fn add(
    resources: &mut Vec<(String, Resource)>,
    path: &str,
    route: Route,
    body_limit: Option<usize>,
) {
    let at = resources.iter().position(|(known, _)| known == path);
    let resource = match at {
        Some(at) => resources.remove(at).1,
        None => web::resource(path),
    };
    let mut resource = resource.route(route);
    if let Some(bytes) = body_limit {
        resource = resource.app_data(BodyLimit(bytes));
    }
    resources.insert(at.unwrap_or(resources.len()), (path.to_owned(), resource));
}

/// Describes the calls, with the refusals that each call can answer with. `failure` is the body of
/// a refusal.
pub(crate) fn describe(
    calls: impl IntoIterator<Item = Call>,
    failure: &Content,
    schemas: &mut Schemas,
) -> PathsBuilder {
    let mut paths = utoipa::openapi::Paths::new();
    let mut enveloped = BTreeSet::new();
    for call in calls {
        (call.schemas)(schemas);
        enveloped.extend(call.enveloped.iter().cloned());
        let refusals = refusals(&call);
        let Call { path, method, mut operation, .. } = call;
        let answers = &mut operation.responses.responses;
        for (status, answer) in answers.iter_mut() {
            if let RefOr::T(answer) = answer
                && status.starts_with(['4', '5'])
            {
                answer.content.insert("application/json".to_owned(), RefOr::T(failure.clone()));
            }
        }
        for (status, name) in refusals {
            answers
                .entry(status.to_owned())
                .or_insert_with(|| RefOr::Ref(Ref::from_response_name(name)));
        }
        paths.add_path_operation(path, vec![method], operation);
    }
    for (name, schema) in schemas.iter_mut() {
        if let (true, RefOr::T(schema)) = (enveloped.contains(name.as_str()), schema) {
            add_success(schema);
        }
    }
    paths.into()
}

/// Statuses and names of the refusals that follow from the inputs of a call.
fn refusals(call: &Call) -> Vec<(&'static str, &'static str)> {
    let operation = &call.operation;
    let takes = |place: ParameterIn| {
        let parameters = operation.parameters.iter().flatten();
        parameters.clone().any(|parameter| match parameter {
            RefOr::T(parameter) => parameter.parameter_in == place,
            RefOr::Ref(_) => false,
        })
    };
    let mut refusals: Vec<(&str, &str)> = REFUSALS_OF_ALL.to_vec();
    if operation.request_body.is_some() {
        refusals.extend([("408", "TooSlow"), ("413", "TooLarge")]);
    }
    if call.method != HttpMethod::Get {
        refusals.extend([("400", "BadRequest"), ("409", "Conflict")]);
    }
    if takes(ParameterIn::Query) {
        refusals.push(("400", "BadRequest"));
    }
    if call.only_while.is_some() {
        refusals.push(("404", "NotFound"));
    }
    if takes(ParameterIn::Path) {
        refusals.extend([("400", "BadRequest"), ("404", "NotFound")]);
    }
    if !call.callers.is_public {
        refusals.push(("401", "Unauthorized"));
        refusals.push(("403", "Forbidden"));
    }
    refusals
}

/// Refusals of every call.
const REFUSALS_OF_ALL: &[(&str, &str)] = &[
    ("415", "UnsupportedMediaType"),
    ("429", "TooManyRequests"),
    ("500", "ServerError"),
    ("503", "Unavailable"),
];

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use actix_web::App;
    use actix_web::dev::Service;
    use actix_web::test::{TestRequest, init_service};
    use futures_util::poll;
    use tokio::sync::Notify;

    use super::*;

    #[derive(Clone, Default)]
    struct Work {
        begun: Arc<Notify>,
        may_end: Arc<Notify>,
        is_done: Arc<AtomicBool>,
    }

    /// Whether the work of a call ends whose caller leaves in the middle of it.
    async fn ends_without_caller(method: HttpMethod) -> bool {
        let work = Work::default();
        let of_call = work.clone();
        let handler = move || {
            let work = of_call.clone();
            async move {
                work.begun.notify_one();
                work.may_end.notified().await;
                work.is_done.store(true, Ordering::SeqCst);
                HttpResponse::Ok().finish()
            }
        };
        let path = "/api/work".to_owned();
        let request = TestRequest::default().method(of_actix(&method)).uri(&path);
        let described = Described { operation: Operation::new(), schemas: |_| () };
        let call = Call::described((method, path), Callers::MEMBERS, described, handler);
        let site =
            App::new().configure(|cfg| mount(cfg, [call], || HttpResponse::NotFound().finish()));
        let site = init_service(site).await;
        let mut answer = Box::pin(site.call(request.to_request()));
        assert!(poll!(&mut answer).is_pending());
        work.begun.notified().await;
        drop(answer);
        work.may_end.notify_one();
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        work.is_done.load(Ordering::SeqCst)
    }

    #[actix_web::test]
    async fn a_call_that_changes_something_runs_to_its_end_when_its_caller_leaves() {
        for method in [HttpMethod::Post, HttpMethod::Put, HttpMethod::Delete] {
            assert!(ends_without_caller(method).await);
        }
        assert!(!ends_without_caller(HttpMethod::Get).await);
    }
}
