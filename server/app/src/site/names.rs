//! Placeholders in what the build writes about pages.

use super::routes::SiteAnswer;
use crate::html::escape;

/// The names of a site, each with its placeholder: `{site}`, `{casino}`, `{point}`, `{points}` and `{Points}`.
pub(super) struct Names([(&'static str, String); 5]);

impl Names {
    pub(super) fn of(site: &SiteAnswer) -> Self {
        Self([
            ("{site}", site.name.clone()),
            ("{casino}", site.casino_name.clone()),
            ("{point}", site.points.one.clone()),
            ("{points}", site.points.many.clone()),
            ("{Points}", capitalized(&site.points.many)),
        ])
    }

    /// The same for HTML.
    pub(super) fn escaped(self) -> Self {
        Self(self.0.map(|(placeholder, name)| (placeholder, escape(&name))))
    }

    /// Fills the placeholders of a text. A name that looks like a placeholder stays as it is.
    pub(super) fn fill(&self, text: &str) -> String {
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, _)) = rest.split_once('{') {
            filled.push_str(before);
            rest = rest.strip_prefix(before).unwrap_or_default();
            let known = self.0.iter().find(|(placeholder, _)| rest.starts_with(placeholder));
            let (placeholder, name) = known.map_or(("{", "{"), |(key, name)| (*key, name));
            filled.push_str(name);
            rest = rest.strip_prefix(placeholder).unwrap_or_default();
        }
        filled + rest
    }
}

/// With a capital first letter, for the start of a title or a sentence.
fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn fills_each_placeholder_once() {
        let names = Names([
            ("{site}", "The {points} site".to_owned()),
            ("{casino}", "A & B".to_owned()),
            ("{point}", "Dingo dollar".to_owned()),
            ("{points}", "dingo dollars".to_owned()),
            ("{Points}", super::capitalized("dingo dollars")),
        ]);
        let filled = names.fill("{Points} of {site}: {points}, {other} {casino} {");
        assert_eq!(filled, "Dingo dollars of The {points} site: dingo dollars, {other} A & B {");
        assert_eq!(names.escaped().fill("at {casino}"), "at A &amp; B");
    }
}
