//! The response of a successful call.

use actix_web::body::BoxBody;
use actix_web::{HttpRequest, HttpResponse, Responder};
use serde::{Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Object, ObjectBuilder, Schema, Type};

/// `success: true` and the fields of an answer, which must be a struct.
#[derive(Debug)]
pub struct Answer<T>(pub T);

#[derive(Serialize)]
struct Fields<'a, T> {
    success: bool,
    #[serde(flatten)]
    answer: &'a T,
}

impl<T: Serialize> Serialize for Answer<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Fields { success: true, answer: &self.0 }.serialize(serializer)
    }
}

impl<T: Serialize> Responder for Answer<T> {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        HttpResponse::Ok().json(self)
    }
}

/// Adds the field to the description of an answer's own ones.
pub(crate) fn add_success(schema: &mut Schema) {
    match schema {
        Schema::Object(fields) => add_to(fields),
        // The struct's own fields stand beside those of the structs in it, if it has any.
        Schema::AllOf(all) => {
            let own = all.items.iter_mut().find_map(|part| match part {
                RefOr::T(Schema::Object(fields)) => Some(fields),
                RefOr::T(_) | RefOr::Ref(_) => None,
            });
            match own {
                Some(fields) => add_to(fields),
                None => {
                    let mut fields = Object::new();
                    add_to(&mut fields);
                    all.items.push(RefOr::T(Schema::Object(fields)));
                }
            }
        }
        _ => {}
    }
}

fn add_to(fields: &mut Object) {
    let success = ObjectBuilder::new().schema_type(Type::Boolean).description(Some("Always true."));
    fields.properties.insert("success".to_owned(), RefOr::T(success.build().into()));
    fields.required.insert(0, "success".to_owned());
}
