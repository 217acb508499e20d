//! The calls of the site, each declared once: path, method, allowed callers and responses are in
//! the attribute on its handler. Both the routes and the API description are built from these.
//!
//! A call that changes something (any method but GET) runs to its end even if its caller disconnects, so that memory and
//! pages follow what is on disk.

use std::future::{Future, ready};
use std::pin::Pin;

use actix_web::dev::Handler;
use actix_web::web::{self, ServiceConfig};
use actix_web::{FromRequest, HttpResponse, Resource, Responder, Route};
use utoipa::__dev::{SchemaReferences, Tags};
use utoipa::Path;
use utoipa::openapi::path::{Operation, ParameterIn, PathsBuilder};
use utoipa::openapi::{Content, HttpMethod, Ref, RefOr, Schema};

use crate::detached::{NotEnded, to_the_end};
use crate::input::BodyLimit;

/// Schemas of an operation, by their names.
pub(crate) type Schemas = Vec<(String, RefOr<Schema>)>;

/// A call.
pub struct Call {
    path: String,
    method: HttpMethod,
    operation: Operation,
    schemas: fn(&mut Schemas),
    route: Route,
    body_limit: Option<usize>,
    alias: Option<Alias>,
    /// Whether it is not found while its part of the site is off.
    can_be_off: bool,
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

/// Lists calls by their handlers, which must have `#[utoipa::path]`. `up to BYTES` sets the largest
/// body, `also at PATH` adds a second path. `while awaited` is for calls that wait before they change anything, for a
/// password's hash or a place in the mailbox of a game session: they end when their caller disconnects, so that the queue
/// holds no work for callers who left.
macro_rules! calls {
    ($($handler:ident $(while $awaited:ident)? $(up to $bytes:expr)? $(=> also at $alias:literal)?),* $(,)?) => {
        pastey::paste! {
            vec![$(
                $crate::calls::Call::of::<[<__path_ $handler>], _, _>($handler)
                    $(.$awaited($handler))?
                    $(.up_to($bytes))?
                    $(.also_at($alias, $handler))?
            ),*]
        }
    };
}

pub(crate) use calls;

impl Call {
    /// The call described by `P` and handled by `handler`.
    pub(crate) fn of<P, H, Args>(handler: H) -> Self
    where
        P: Path + SchemaReferences + Tags<'static>,
        H: Handler<Args, Future: 'static>,
        Args: FromRequest + 'static,
        H::Output: Responder + 'static,
    {
        // The attribute names exactly one method.
        let method = P::methods().pop().unwrap_or(HttpMethod::Get);
        let mut operation = P::operation();
        operation.tags = Some(P::tags().into_iter().map(str::to_owned).collect());
        Self::described(P::path(), method, operation, P::schemas, handler)
    }

    /// A call with a description that is made in code.
    pub(crate) fn described<H, Args>(
        path: String,
        method: HttpMethod,
        operation: Operation,
        schemas: fn(&mut Schemas),
        handler: H,
    ) -> Self
    where
        H: Handler<Args, Future: 'static>,
        Args: FromRequest + 'static,
        H::Output: Responder + 'static,
    {
        let route = Self::route(&method, handler);
        Self {
            path,
            method,
            operation,
            schemas,
            route,
            body_limit: None,
            alias: None,
            can_be_off: false,
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

    /// Sets the largest body, in bytes.
    pub(crate) fn up_to(self, bytes: usize) -> Self {
        Self { body_limit: Some(bytes), ..self }
    }

    /// Says that the call is not found while its part of the site is off.
    pub(crate) fn that_can_be_off(self) -> Self {
        Self { can_be_off: true, ..self }
    }

    /// Its method.
    pub(crate) fn method(&self) -> &HttpMethod {
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

    /// Names of the security schemes of the callers; empty for a public call.
    pub fn callers(&self) -> Vec<String> {
        let schemes = self.operation.security.iter().flatten();
        // A requirement without a scheme is met by all callers.
        let names = schemes.map(|scheme| {
            let scheme = serde_json::to_value(scheme).ok()?;
            scheme.as_object()?.keys().next().cloned()
        });
        names.collect::<Option<_>>().unwrap_or_default()
    }

    /// Replaces the routes, for example to add a check of the caller.
    pub(crate) fn map_routes(self, change: impl Fn(Route) -> Route) -> Self {
        let alias = self.alias.map(|alias| Alias { route: change(alias.route), ..alias });
        Self { route: change(self.route), alias, ..self }
    }
}

/// The method of a route.
pub(crate) fn of_actix(method: &HttpMethod) -> actix_web::http::Method {
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
    for call in calls {
        (call.schemas)(schemas);
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
    if call.can_be_off {
        refusals.push(("404", "NotFound"));
    }
    if takes(ParameterIn::Path) {
        refusals.extend([("400", "BadRequest"), ("404", "NotFound")]);
    }
    if !call.callers().is_empty() {
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
        let call = Call::described(path, method, Operation::new(), |_| (), handler);
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
