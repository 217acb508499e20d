//! Settings from environment variables.

use figment::providers::Env;
use figment::util::nest;
use figment::value::{Dict, Map, Value};
use figment::{Figment, Metadata, Profile, Provider};

use super::ENV_PREFIX;
use super::defaults::defaults;

/// Variables with the prefix that are not settings.
const NOT_SETTINGS: [&str; 2] = ["admin_password", "log"];
/// Name of the source in errors.
pub(super) const ENVIRONMENT: &str = "environment";

/// A variable. If the default of its key is text, the value is taken literally, so that a password
/// of digits or "true" keeps its zeros, spaces and quotes. Other values are parsed as TOML.
struct Variable {
    key: String,
    value: Value,
}

impl Provider for Variable {
    fn metadata(&self) -> Metadata {
        Metadata::named(ENVIRONMENT)
    }

    fn data(&self) -> Result<Map<Profile, Dict>, figment::Error> {
        let nested = nest(&self.key, self.value.clone()).into_dict().unwrap_or_default();
        Ok(Profile::Default.collect(nested))
    }
}

/// Variables with the prefix that are not known. Orchestrators create some: Kubernetes sets
/// `POINTHOUSE_PORT` for a service of that name.
pub fn ignored_variables() -> Vec<String> {
    let env = Env::prefixed(ENV_PREFIX).ignore(&NOT_SETTINGS);
    let ignored = env.iter().filter(|(key, _)| !key.as_str().contains("__"));
    ignored.map(|(key, _)| format!("{ENV_PREFIX}{}", key.as_str().to_uppercase())).collect()
}

/// A variable with one underscore where a setting has two, and its correct name.
pub(super) fn misspelled() -> Option<(String, String)> {
    let defaults = defaults();
    let env = Env::prefixed(ENV_PREFIX).ignore(&NOT_SETTINGS);
    let found = env.iter().find_map(|(name, _)| {
        let (section, key) = name.as_str().split_once('_')?;
        let is_setting = defaults.find_value(&format!("{section}.{key}")).is_ok();
        is_setting
            .then(|| (name.as_str().to_uppercase(), format!("{section}__{key}").to_uppercase()))
    });
    found.map(|(name, meant)| (format!("{ENV_PREFIX}{name}"), format!("{ENV_PREFIX}{meant}")))
}

/// Adds the environment to the settings.
pub(super) fn over(settings: Figment) -> Figment {
    let defaults = defaults();
    variables().iter().fold(settings, |settings, (key, text)| {
        let key = key.as_str().to_owned();
        let is_text = matches!(defaults.find_value(&key), Ok(Value::String(..)));
        let value = if is_text {
            Value::from(text)
        } else {
            text.parse().unwrap_or_else(|never: std::convert::Infallible| match never {})
        };
        settings.merge(Variable { key, value })
    })
}

/// The keys that variables name.
pub(super) fn keys() -> Vec<String> {
    variables().iter().map(|(key, _)| key.as_str().to_owned()).collect()
}

fn variables() -> Env {
    Env::prefixed(ENV_PREFIX)
        .ignore(&NOT_SETTINGS)
        .filter(|key| key.as_str().contains("__"))
        .split("__")
}
