//! The calls that the panel makes for the settings.

use reqwest::Method;
use serde_json::{Value, json};

use crate::rig::{Answer, Call, Server, Serving};

/// An admin who is signed in.
pub(crate) struct Panel {
    http: reqwest::Client,
    url: String,
    admin: String,
}

/// The values with one of them changed, at a path of keys such as `tables.dice.max_bet`.
pub(crate) fn with(mut values: Value, path: &str, new: Value) -> Value {
    let (parents, key) = path.rsplit_once('.').unwrap_or(("", path));
    let mut place = &mut values;
    for parent in parents.split('.').filter(|parent| !parent.is_empty()) {
        place = &mut place[parent];
    }
    place[key] = new;
    values
}

impl Panel {
    pub(crate) async fn of(server: &Server) -> Self {
        let (http, url) = (server.http.clone(), server.url.clone());
        Self { http, url, admin: server.admin().await }
    }

    /// Of the real program.
    pub(crate) async fn of_program(serving: &Serving, password: &str) -> Self {
        let http = crate::rig::client().pool_max_idle_per_host(0).build().unwrap();
        let mut panel = Self { http, url: serving.url.clone(), admin: String::new() };
        let body = json!({ "password": password });
        let login = panel.call(Method::POST, "/api/admin/login").json(&body).send().await.of(200);
        login["token"].as_str().unwrap().clone_into(&mut panel.admin);
        panel
    }

    pub(crate) fn call(&self, method: Method, path: &str) -> Call {
        let call = Call::new(&self.http, method, &self.url, path);
        if self.admin.is_empty() { call } else { call.by(&self.admin) }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path).send().await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.call(Method::POST, path).json(body).send().await
    }

    /// What visitors see.
    pub(crate) async fn site(&self) -> Value {
        self.get("/api/site").await.of(200)
    }

    pub(crate) async fn all(&self) -> Value {
        self.get("/api/admin/settings").await.of(200)
    }

    pub(crate) async fn section(&self, name: &str) -> Value {
        let all = self.all().await;
        let mut sections = all["sections"].as_array().unwrap().iter();
        sections.find(|section| section["name"] == name).unwrap().clone()
    }

    /// The values in force.
    pub(crate) async fn values(&self, name: &str) -> Value {
        self.section(name).await["values"].take()
    }

    pub(crate) async fn revision(&self, name: &str) -> u64 {
        self.section(name).await["version"]["revision"].as_u64().unwrap()
    }

    /// The revision of every section, by its name.
    pub(crate) async fn revisions(&self) -> Value {
        let all = self.all().await;
        let sections = all["sections"].as_array().unwrap().iter();
        let name = |section: &Value| section["name"].as_str().unwrap().to_owned();
        sections.map(|one| (name(one), one["version"]["revision"].clone())).collect()
    }

    /// Saves a section with a body of the test's own.
    pub(crate) async fn put(&self, name: &str, body: &Value) -> Answer {
        self.call(Method::PUT, &format!("/api/admin/settings/{name}")).json(body).send().await
    }

    /// The same on a server that may end at any time: status and body, if there was an answer.
    pub(crate) async fn try_put(&self, name: &str, body: &Value) -> Option<(u16, Value)> {
        let call = self.http.put(format!("{}/api/admin/settings/{name}", self.url)).json(body);
        let answer = call.bearer_auth(&self.admin).send().await.ok()?;
        let status = answer.status().as_u16();
        Some((status, answer.json().await.ok()?))
    }

    /// Saves a section over its newest version.
    pub(crate) async fn save(&self, name: &str, values: &Value) -> Answer {
        let revision = self.revision(name).await;
        self.put(name, &json!({ "revision": revision, "values": values })).await
    }

    /// Changes one value.
    pub(crate) async fn set(&self, name: &str, path: &str, new: Value) -> Answer {
        let values = with(self.values(name).await, path, new);
        self.save(name, &values).await
    }

    /// Changes one value after its confirmation.
    pub(crate) async fn confirm(&self, name: &str, path: &str, new: Value) -> Answer {
        let values = with(self.values(name).await, path, new);
        let revision = self.revision(name).await;
        let body = json!({ "revision": revision, "values": values, "confirmed": "above 100%" });
        self.put(name, &body).await
    }

    /// Sets secrets with the values of their section as they are.
    pub(crate) async fn enter(&self, name: &str, secrets: &Value) -> Answer {
        let (revision, values) = (self.revision(name).await, self.values(name).await);
        let body = json!({ "revision": revision, "values": values, "secrets": secrets });
        self.put(name, &body).await
    }

    /// The versions of a section, newest first.
    pub(crate) async fn history(&self, name: &str) -> Vec<Value> {
        let path = format!("/api/admin/settings/{name}/history");
        self.get(&path).await.of(200)["versions"].as_array().unwrap().clone()
    }

    pub(crate) async fn compare_version(&self, name: &str, revision: u64) -> Answer {
        self.get(&format!("/api/admin/settings/{name}/history/{revision}")).await
    }

    /// Restores a version over the newest one.
    pub(crate) async fn restore(&self, name: &str, revision: u64) -> Answer {
        let body = json!({ "revision": self.revision(name).await });
        let path = format!("/api/admin/settings/{name}/history/{revision}/restore");
        self.post(&path, &body).await
    }

    /// The file of an export.
    pub(crate) async fn export(&self) -> Value {
        self.get("/api/admin/settings/export").await.of(200)["file"].take()
    }

    pub(crate) async fn compare(&self, file: &Value) -> Answer {
        self.post("/api/admin/settings/compare", file).await
    }

    /// Imports a file as the panel does: over the versions that it was compared with.
    pub(crate) async fn import(&self, file: &Value) -> Answer {
        let revisions = self.compare(file).await.of(200)["revisions"].take();
        let body = json!({ "file": file, "revisions": revisions });
        self.post("/api/admin/settings/import", &body).await
    }

    /// One of the secrets as it is shown.
    pub(crate) async fn secret(&self, key: &str) -> Value {
        let all = self.all().await;
        let mut secrets = all["secrets"].as_array().unwrap().iter();
        secrets.find(|secret| secret["key"] == key).unwrap().clone()
    }

    /// The rows of the audit log about settings, newest first.
    pub(crate) async fn audit(&self) -> Vec<Value> {
        let page = self.get("/api/admin/audit?q=settings.change&limit=200").await.of(200);
        page["items"].as_array().unwrap().clone()
    }

    /// Everything that a refused call must leave as it is.
    pub(crate) async fn everything(&self) -> Value {
        let (all, site) = (self.all().await, self.site().await);
        let audit = self.audit().await;
        let mut histories = Vec::new();
        for section in all["sections"].as_array().unwrap() {
            histories.push(self.history(section["name"].as_str().unwrap()).await);
        }
        json!({ "all": all, "site": site, "audit": audit, "histories": histories })
    }
}
