//! The control panel: one page that controls the fake services.

use actix_web::http::header;
use actix_web::web::{self, ServiceConfig};
use actix_web::{HttpResponse, Responder};

const PAGE: &str = include_str!("control_panel.html");

pub(crate) fn routes(cfg: &mut ServiceConfig) {
    cfg.route("/", web::get().to(page));
}

async fn page() -> impl Responder {
    HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(PAGE)
}
