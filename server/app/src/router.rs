//! All routes, and their description.

use std::sync::{Arc, LazyLock};

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::{Next, from_fn};
use actix_web::web::{self, ServiceConfig, get};
use actix_web::{Error, HttpRequest, HttpResponse, ResponseError};
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{
    ComponentsBuilder, Content, ContentBuilder, InfoBuilder, LicenseBuilder, OpenApi,
    OpenApiBuilder, PathsBuilder, Ref, RefOr, ResponseBuilder, Schema,
};
use utoipa::{PartialSchema, ToSchema};

use crate::accounts::{Admin, Auth, AuthError};
use crate::calls::{self, Call};
use crate::etag::Ready;
use crate::people::rights::{self, Area};
use crate::problem::ErrorAnswer;
use crate::refusals;
use crate::site::modules;
use crate::{
    accounts, admin, calendar, challenges, chat, events, first_steps, games, giveaways, hunts,
    operations, overlay, people, pictures, points, privacy, shop, sign_in, site, sources, wagers,
};

/// All calls. Paths are matched in this order, so the games come first, which are called most.
pub fn all_calls() -> Vec<Call> {
    let files: &[fn() -> Vec<Call>] = &[
        games::mines_moves::calls,
        games::blackjack_moves::calls,
        games::routes::calls,
        games::odds::calls,
        games::history::calls,
        games::limit_routes::calls,
        site::routes::calls,
        accounts::routes::calls,
        accounts::routes::profile::calls,
        accounts::routes::recovery::calls,
        accounts::routes::casino::calls,
        admin::decisions::calls,
        privacy::routes::calls,
        calendar::routes::calls,
        challenges::routes::calls,
        shop::routes::calls,
        points::routes::calls,
        points::adjustments::routes::calls,
        points::global::calls,
        points::imports::routes::calls,
        points::imports::line_routes::calls,
        giveaways::routes::calls,
        hunts::routes::calls,
        wagers::routes::calls,
        wagers::tracking::routes::calls,
        wagers::affiliate::routes::calls,
        chat::routes::calls,
        chat::admin::calls,
        admin::routes::calls,
        sign_in::routes::calls,
        sign_in::factor_routes::calls,
        sign_in::passkey_logins::calls,
        sign_in::passkey_hosts::calls,
        people::own::calls,
        people::restored::calls,
        people::routes::calls,
        admin::accounts::calls,
        admin::moderation::calls,
        admin::audit::calls,
        admin::purchases::calls,
        admin::approvals::calls,
        admin::outbox::calls,
        admin::live_bets::calls,
        admin::economy::calls,
        pictures::routes::calls,
        first_steps::calls,
        admin::setup::calls,
        admin::restore::calls,
        overlay::routes::calls,
        overlay::source_routes::calls,
        sources::routes::calls,
        admin::service_tests::calls,
        admin::table_returns::calls,
        admin::site_settings::calls,
        admin::health::calls,
        admin::backup_download::calls,
    ];
    let all = files.iter().flat_map(|calls| calls());
    all.map(|call| if part_of(&call).is_some() { call.that_can_be_off() } else { call }).collect()
}

/// The part of the site that a call needs to be on. Admins' calls need none.
fn part_of(call: &Call) -> Option<modules::IsOn> {
    let is_for_others = call.callers() != [ADMIN];
    is_for_others.then(|| modules::of_call(call.path(), call.method())).flatten()
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
    let (right, part) = (Right::of(&call), part_of(&call));
    let callers = call.callers();
    if callers == [ADMIN] {
        return call.map_routes(|route| {
            let right = right.clone();
            route.wrap(from_fn(move |req, next| admins_only(right.clone(), req, next)))
        });
    }
    let reads_members = rights::area_of(call.path()) == Some(Area::Members);
    let call = if reads_members && callers.iter().any(|caller| caller == ADMIN) {
        call.map_routes(|route| {
            let right = right.clone();
            route.wrap(from_fn(move |req, next| check_role(right.clone(), req, next)))
        })
    } else {
        call
    };
    let Some(is_on) = part else { return call };
    call.map_routes(|route| {
        route.wrap(from_fn(move |req, next| modules::refuse_when_off(is_on, req, next)))
    })
}

/// Mounts the pages after everything else: every path that is not a call is a page.
pub fn pages(cfg: &mut ServiceConfig) {
    cfg.service(
        web::resource("/{path:.*}")
            .route(get().to(site::web_build::serve))
            .default_service(web::to(async || refusals::not_found())),
    );
}

/// What a person of the panel must be allowed to make a call.
#[derive(Clone)]
struct Right {
    path: Arc<str>,
    method: Method,
}

impl Right {
    fn of(call: &Call) -> Self {
        Self { path: call.path().into(), method: calls::of_actix(call.method()) }
    }

    /// Checks that a person may make this call. Sections of the settings have different rights.
    fn check(&self, admin: &Admin, req: &ServiceRequest) -> Result<(), AuthError> {
        let section = req.match_info().get("section");
        let path = section.map(|section| self.path.replace("{section}", section));
        let path = path.as_deref().unwrap_or(&self.path);
        let auth = req.app_data::<web::Data<Auth>>().ok_or(AuthError::Unauthorized)?;
        if !rights::may(admin.role, path, &self.method) {
            return Err(AuthError::NotYourRole);
        }
        if rights::needs_proof(path, &self.method) && !auth.is_proved(admin.session.session) {
            return Err(AuthError::NotProved);
        }
        Ok(())
    }
}

/// Refuses people of the panel whose role may not read other members' data, and no other caller.
async fn check_role(
    right: Right,
    mut req: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse, Error> {
    match req.extract::<Admin>().await.ok().map(|admin| right.check(&admin, &req)) {
        Some(Err(refused)) => Ok(req.into_response(refused.error_response())),
        Some(Ok(())) | None => next.call(req).await.map(ServiceResponse::map_into_boxed_body),
    }
}

/// Refuses all callers but people of the panel whose role may make the call, so that handlers take an [`Admin`] only
/// where they need the identity.
async fn admins_only(
    right: Right,
    mut req: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse, Error> {
    match req.extract::<Admin>().await.and_then(|admin| right.check(&admin, &req)) {
        Ok(()) => next.call(req).await.map(ServiceResponse::map_into_boxed_body),
        // A response instead of an error, so that the middleware sets its headers.
        Err(refused) => Ok(req.into_response(refused.error_response())),
    }
}

/// The security schemes of [`description`].
const MEMBER: &str = "member";
const ADMIN: &str = "admin";

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
