//! All routes, and their description.

use std::sync::LazyLock;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::{Next, from_fn};
use actix_web::web::{self, ServiceConfig, get};
use actix_web::{Error, HttpRequest, HttpResponse, ResponseError};
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{
    ComponentsBuilder, Content, ContentBuilder, HttpMethod, InfoBuilder, LicenseBuilder, OpenApi,
    OpenApiBuilder, PathsBuilder, Ref, RefOr, ResponseBuilder, Schema,
};
use utoipa::{PartialSchema, ToSchema};

use crate::accounts::{Admin, Auth, AuthError};
use crate::calls::{self, ADMIN, Call, MEMBER};
use crate::config::{IsOn, Settings};
use crate::etag::Ready;
use crate::modules::MODULES;
use crate::problem::ErrorAnswer;
use crate::refusals;
use crate::rights::Right;
use crate::site::{self, error::NoSuchFile};
use crate::{events, operations};

/// All calls, in the order in which their paths are matched.
pub fn all_calls() -> Vec<Call> {
    MODULES.iter().flat_map(|module| module.calls).flat_map(|calls| calls()).collect()
}

/// Mounts the calls.
pub fn calls(cfg: &mut ServiceConfig) {
    calls::mount(cfg, all_calls().into_iter().map(guarded), refusals::not_found);
    cfg.service(web::resource("/healthz").route(get().to(operations::healthz)))
        .service(web::resource("/readyz").route(get().to(operations::readyz)))
        .service(web::resource("/metrics").route(get().to(operations::metrics)))
        .service(web::resource("/api/openapi.json").route(get().to(openapi)));
}

/// A call with the checks of its callers.
fn guarded(call: Call) -> Call {
    let (only_while, callers) = (call.is_there(), *call.callers());
    // A right that every role has refuses only those who are not of the panel.
    let right = callers.right.filter(|right| callers.are_staff() || !right.is_of_every_role());
    let check = right.map(|right| Check {
        right,
        only_reads: *call.method() == HttpMethod::Get,
        is_for_others: !callers.are_staff(),
    });
    let call = match check {
        None => call,
        Some(check) => call.map_routes(|route| {
            route.wrap(from_fn(move |req, next| check_right(check, req, next)))
        }),
    };
    let Some(is_on) = only_while else { return call };
    call.map_routes(|route| route.wrap(from_fn(move |req, next| refuse_when_off(is_on, req, next))))
}

/// Refuses a call whose part of the site is off. People of the panel may call it, so that a part can be prepared before it is
/// switched on.
async fn refuse_when_off(
    is_on: IsOn,
    mut req: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse, Error> {
    let settings = req.app_data::<web::Data<Settings>>();
    let is_on = settings.is_none_or(|settings| is_on(&settings.now()));
    if is_on || req.extract::<Admin>().await.is_ok() {
        return next.call(req).await.map(ServiceResponse::map_into_boxed_body);
    }
    // A response instead of an error, so that the middleware sets its headers.
    Ok(req.into_response(NoSuchFile.error_response()))
}

/// Mounts the pages after everything else: every path that is not a call is a page.
pub fn pages(cfg: &mut ServiceConfig) {
    cfg.service(
        web::resource("/{path:.*}")
            .route(get().to(site::web_build::serve))
            .default_service(web::to(async || refusals::not_found())),
    );
}

/// What is checked before a call that people of the panel may make.
#[derive(Clone, Copy)]
struct Check {
    right: Right,
    only_reads: bool,
    /// Whether others may call it, too: they are not refused here.
    is_for_others: bool,
}

impl Check {
    fn check(self, admin: &Admin, req: &ServiceRequest) -> Result<(), AuthError> {
        let need = self.right.need(req.match_info().get("section"));
        let auth = req.app_data::<web::Data<Auth>>().ok_or(AuthError::Unauthorized)?;
        if !need.is_met_by(admin.role, self.only_reads) {
            return Err(AuthError::NotYourRole);
        }
        if need.is_proved && !auth.is_proved(admin.session.session) {
            return Err(AuthError::NotProved);
        }
        Ok(())
    }
}

/// Refuses people of the panel whose role may not make the call, and other callers if only they may make it, so that handlers
/// take an [`Admin`] only where they need the identity.
async fn check_right(
    check: Check,
    mut req: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse, Error> {
    let refused = match req.extract::<Admin>().await {
        Ok(admin) => check.check(&admin, &req).err(),
        Err(refused) => (!check.is_for_others).then_some(refused),
    };
    match refused {
        None => next.call(req).await.map(ServiceResponse::map_into_boxed_body),
        // A response instead of an error, so that the middleware sets its headers.
        Some(refused) => Ok(req.into_response(refused.error_response())),
    }
}

/// Names and descriptions of refusals that many calls share.
const REFUSALS: [(&str, &str); 11] = [
    ("BadRequest", "The body or the query is invalid; `fields` names the invalid fields."),
    ("Unauthorized", "No valid token."),
    ("Forbidden", "The token belongs to another kind of caller, or the account is deactivated."),
    ("NotFound", "No object has this id."),
    ("Conflict", "The object has changed, or its state doesn't allow the call."),
    ("TooSlow", "The body did not arrive in time."),
    ("TooLarge", "The body is larger than the call accepts."),
    ("UnsupportedMediaType", "The body is compressed, or its type is not accepted."),
    ("TooManyRequests", "Too many requests; `Retry-After` says when to try again."),
    ("ServerError", "Something failed on the server; its log has the reason."),
    ("Unavailable", "The site is closed, read-only or stopping."),
];

/// What describes the calls and events.
struct Described {
    /// Each as often as it is used.
    schemas: Vec<(String, RefOr<Schema>)>,
    paths: PathsBuilder,
    extensions: Extensions,
}

/// The content of every refusal.
fn failure_content() -> Content {
    let failure = Ref::from_schema_name(ErrorAnswer::name());
    ContentBuilder::new().schema(Some(failure)).build()
}

fn described(content: &Content) -> Described {
    let mut schemas = vec![(ErrorAnswer::name().into_owned(), ErrorAnswer::schema())];
    ErrorAnswer::schemas(&mut schemas);
    let paths = calls::describe(all_calls(), content, &mut schemas);
    let extensions = events::describe(&mut schemas);
    Described { schemas, paths, extensions }
}

/// The description of the calls and events, from which the browser's types are made.
pub fn description() -> OpenApi {
    let content = failure_content();
    let Described { schemas, paths, extensions } = described(&content);
    let bearer = |about: &str| {
        let mut scheme = Http::new(HttpAuthScheme::Bearer);
        scheme.description = Some(about.to_owned());
        SecurityScheme::Http(scheme)
    };
    let mut components = ComponentsBuilder::new()
        .schemas_from_iter(schemas)
        .security_scheme(MEMBER, bearer("The token of a member's login."))
        .security_scheme(ADMIN, bearer("The token of a login to the panel."));
    for (name, meaning) in REFUSALS {
        let refusal = ResponseBuilder::new().description(meaning);
        components =
            components.response(name, refusal.content("application/json", content.clone()).build());
    }
    let info = InfoBuilder::new()
        .title("Pointhouse")
        .description(Some("The calls of a Pointhouse site, and the events of its socket."))
        .license(Some(LicenseBuilder::new().name("MIT").identifier(Some("MIT")).build()))
        .version(env!("CARGO_PKG_VERSION"));
    let components = components.build();
    let mut description =
        OpenApiBuilder::new().info(info).paths(paths).components(Some(components)).build();
    // The builder has no method for extensions.
    description.extensions = Some(extensions);
    description
}

/// The API description, which is the same as long as the process runs.
static DESCRIPTION: LazyLock<Result<Ready, serde_json::Error>> =
    LazyLock::new(|| Ready::new(&description()));

/// The API description.
pub async fn openapi(req: HttpRequest) -> HttpResponse {
    match &*DESCRIPTION {
        Ok(ready) => ready.answer(&req),
        Err(_) => HttpResponse::InternalServerError().finish(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn a_schema_name_is_that_of_one_type() {
        let mut known = BTreeMap::new();
        for (name, schema) in described(&failure_content()).schemas {
            let first = known.entry(name.clone()).or_insert_with(|| schema.clone());
            assert!(*first == schema, "two types have schemas named {name}");
        }
        assert!(known.len() > 100, "the test reads the wrong place");
    }
}
