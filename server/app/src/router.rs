//! All routes, and their description.

use std::sync::LazyLock;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::{Next, from_fn};
use actix_web::web::{self, ServiceConfig, get};
use actix_web::{Error, HttpRequest, HttpResponse, ResponseError};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{
    ComponentsBuilder, ContentBuilder, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, Ref,
    ResponseBuilder,
};
use utoipa::{PartialSchema, ToSchema};

use crate::accounts::Admin;
use crate::calls::{self, Call};
use crate::error::ErrorAnswer;
use crate::etag::Ready;
use crate::{
    accounts, admin, calendar, challenges, chat, error, games, giveaways, hunts, operations,
    points, privacy, shop, site, wagers,
};

/// All calls. Paths are tried in this order, so the games, which are asked most, come first.
pub fn all_calls() -> Vec<Call> {
    let files: &[fn() -> Vec<Call>] = &[
        games::routes::calls,
        games::odds::calls,
        games::history::calls,
        games::limit_routes::calls,
        site::routes::calls,
        accounts::routes::calls,
        accounts::routes::profile::calls,
        accounts::routes::recovery::calls,
        accounts::routes::casino::calls,
        privacy::routes::calls,
        calendar::routes::calls,
        challenges::routes::calls,
        shop::routes::calls,
        points::routes::calls,
        points::global::calls,
        points::imports::routes::calls,
        giveaways::routes::calls,
        hunts::routes::calls,
        wagers::routes::calls,
        wagers::tracking::routes::calls,
        wagers::affiliate::routes::calls,
        chat::routes::calls,
        chat::admin::calls,
        admin::routes::calls,
        admin::accounts::calls,
        admin::moderation::calls,
        admin::audit::calls,
        admin::purchases::calls,
        admin::approvals::calls,
        admin::letters::calls,
        admin::live_bets::calls,
        admin::economy::calls,
        admin::health::calls,
    ];
    files.iter().flat_map(|calls| calls()).collect()
}

/// Mounts the calls.
pub fn calls(cfg: &mut ServiceConfig) {
    let guarded = all_calls().into_iter().map(|call| {
        let is_admins = call.callers() == [ADMIN];
        if is_admins { call.map_routes(|route| route.wrap(from_fn(admins_only))) } else { call }
    });
    calls::mount(cfg, guarded);
    cfg.service(web::resource("/healthz").route(get().to(operations::healthz)))
        .service(web::resource("/readyz").route(get().to(operations::readyz)))
        .service(web::resource("/metrics").route(get().to(operations::metrics)))
        .service(web::resource("/api/openapi.json").route(get().to(openapi)));
}

/// Mounts the pages, behind everything else: every path that is no call is one of theirs.
pub fn pages(cfg: &mut ServiceConfig) {
    cfg.service(
        web::resource("/{path:.*}")
            .route(get().to(site::web_build::serve))
            .default_service(web::to(async || error::not_found())),
    );
}

/// Refuses everybody but admins, so that a handler takes an [`Admin`] only where it needs to know who it is.
async fn admins_only(
    mut req: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse, Error> {
    match req.extract::<Admin>().await {
        Ok(_) => next.call(req).await.map(ServiceResponse::map_into_boxed_body),
        // An answer, and no error: the headers of every answer are set on it.
        Err(refused) => Ok(req.into_response(refused.error_response())),
    }
}

/// The schemes of [`description`].
const MEMBER: &str = "member";
const ADMIN: &str = "admin";

/// Names of refusals that many calls share, and their meaning.
const REFUSALS: [(&str, &str); 11] = [
    ("BadRequest", "The body or the query does not read; `fields` says which part."),
    ("Unauthorized", "No valid token."),
    ("Forbidden", "The token is another kind of caller's, or the account is deactivated."),
    ("NotFound", "There is nothing with this id."),
    ("Conflict", "What the call is about has changed, or is not in a state that allows it."),
    ("TooSlow", "The body did not arrive in time."),
    ("TooLarge", "The body is larger than the call takes."),
    ("UnsupportedMediaType", "The body is compressed, or not of the type that the call takes."),
    ("TooManyRequests", "Too many requests; `Retry-After` says when to try again."),
    ("ServerError", "Something failed on the server; its log has the reason."),
    ("Unavailable", "The site is closed, read-only or stopping."),
];

/// The description of the calls, from which the browser's types are made.
pub fn description() -> OpenApi {
    let mut schemas = vec![(ErrorAnswer::name().into_owned(), ErrorAnswer::schema())];
    ErrorAnswer::schemas(&mut schemas);
    let failure = Ref::from_schema_name(ErrorAnswer::name());
    let content = ContentBuilder::new().schema(Some(failure)).build();
    let paths = calls::describe(all_calls(), &content, &mut schemas);
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
        .description(Some("The calls of a Pointhouse site."))
        .license(Some(LicenseBuilder::new().name("MIT").identifier(Some("MIT")).build()))
        .version(env!("CARGO_PKG_VERSION"));
    OpenApiBuilder::new().info(info).paths(paths).components(Some(components.build())).build()
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
