//! Compares the catalogues of the languages and lists every difference, which fails the build.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// What a text must have in common with its translations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Text {
    /// Its placeholders: `{{ name }}` and `<name>`.
    variables: BTreeSet<String>,
    /// Its plural forms; empty if there is only one.
    forms: BTreeSet<&'static str>,
}

/// The plural forms, as `leptos_i18n` appends them to a key. Each language has those it needs; all have `other`.
const FORMS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// The differences between the catalogues of a namespace and the first one, a sentence each.
///
/// A catalogue is a language and its text as JSON.
pub(crate) fn problems(namespace: &str, catalogues: &[(&str, &str)]) -> Vec<String> {
    let mut problems = vec![];
    let mut read = vec![];
    for (language, json) in catalogues {
        match texts(json) {
            Ok(texts) => read.push((*language, texts)),
            Err(problem) => problems.push(format!("{language}/{namespace}.json: {problem}")),
        }
    }
    let Some(((first, wanted), others)) = read.split_first() else { return problems };
    for (language, texts) in &read {
        let lacking = texts.iter().filter(|(_, text)| !text.forms.is_empty() && !text.forms.contains("other"));
        problems
            .extend(lacking.map(|(key, _)| format!("{language}/{namespace}.json: {key:?} lacks its form \"_other\"")));
    }
    for (language, texts) in others {
        let at = format!("{language}/{namespace}.json");
        let missing = wanted.keys().filter(|key| !texts.contains_key(*key));
        problems.extend(missing.map(|key| format!("{at}: {key:?} is missing, {first} has it")));
        let surplus = texts.keys().filter(|key| !wanted.contains_key(*key));
        problems.extend(surplus.map(|key| format!("{at}: {key:?} is too much, {first} has no such key")));
        for (key, text) in texts {
            let Some(wanted) = wanted.get(key) else { continue };
            if text.variables != wanted.variables {
                let (here, there) = (listed(&text.variables), listed(&wanted.variables));
                problems.push(format!("{at}: {key:?} is put together from {here}, in {first} from {there}"));
            }
            if text.forms.is_empty() != wanted.forms.is_empty() {
                problems.push(format!("{at}: {key:?} must have forms by number in all languages or in none"));
            }
        }
    }
    problems
}

fn listed(names: &BTreeSet<String>) -> String {
    if names.is_empty() { "nothing".to_owned() } else { names.iter().cloned().collect::<Vec<_>>().join(", ") }
}

/// The texts of a catalogue by key; nested keys are joined as `outer.inner`.
fn texts(json: &str) -> Result<BTreeMap<String, Text>, String> {
    let value: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
    let mut texts = BTreeMap::new();
    collect("", &value, &mut texts)?;
    Ok(texts)
}

fn collect(path: &str, value: &Value, texts: &mut BTreeMap<String, Text>) -> Result<(), String> {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                collect(&path, value, texts)?;
            }
            Ok(())
        }
        Value::String(words) => {
            let (key, form) = split_form(path);
            let text = texts.entry(key.to_owned()).or_default();
            text.forms.extend(form);
            text.variables.extend(variables(words));
            // A form such as "one" may write the number out; the count is needed nonetheless.
            if form.is_some() {
                text.variables.insert("count".to_owned());
            }
            Ok(())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => Err(format!("{path:?} is no text")),
    }
}

fn split_form(key: &str) -> (&str, Option<&'static str>) {
    let split = |form: &&'static str| Some((key.strip_suffix(form)?.strip_suffix('_')?, Some(*form)));
    FORMS.iter().find_map(split).unwrap_or((key, None))
}

/// The placeholders of a text: `{{ name }}` or `{{ name, formatter }}`, and components `<name>…</name>`.
fn variables(words: &str) -> BTreeSet<String> {
    let inserted = words.split("{{").skip(1).filter_map(|rest| rest.split(['}', ',']).next());
    let opened = words.split('<').skip(1).filter_map(|rest| rest.split(['>', ' ']).next());
    let opened = opened.filter(|name| !name.starts_with('/')).map(|name| name.trim_end_matches('/'));
    inserted.map(|name| name.trim().to_owned()).chain(opened.map(|name| format!("<{name}>"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(english: &str, german: &str, expected: &[&str]) {
        assert_eq!(problems("home", &[("en", english), ("de", german)]), expected);
    }

    #[test]
    fn catalogues_with_the_same_keys_and_variables_agree() {
        check(r#"{"a": "b {{ n }}", "c": {"d": "e"}}"#, r#"{"c": {"d": "f"}, "a": "{{n}} g"}"#, &[]);
    }

    #[test]
    fn a_missing_key_and_a_surplus_one_are_named() {
        let missing = r#"de/home.json: "c.d" is missing, en has it"#;
        let surplus = r#"de/home.json: "x" is too much, en has no such key"#;
        check(r#"{"a": "", "c": {"d": "e"}}"#, r#"{"a": "", "x": ""}"#, &[missing, surplus]);
    }

    #[test]
    fn another_variable_is_named() {
        let expected = r#"de/home.json: "a" is put together from nothing, in en from <b>, n"#;
        check(r#"{"a": "{{ n }} <b>x</b>"}"#, r#"{"a": "x"}"#, &[expected]);
    }

    #[test]
    fn each_language_has_the_plural_forms_it_needs() {
        check(
            r#"{"n_one": "one step", "n_other": "{{ count }} steps"}"#,
            r#"{"n_one": "a", "n_many": "b", "n_other": "{{ count }} c"}"#,
            &[],
        );
        let lacking = r#"de/home.json: "n" lacks its form "_other""#;
        check(r#"{"n_other": "{{ count }}"}"#, r#"{"n_one": "{{ count }}"}"#, &[lacking]);
    }

    #[test]
    fn a_text_with_forms_in_one_language_alone_is_a_problem() {
        let expected = r#"de/home.json: "n" must have forms by number in all languages or in none"#;
        check(r#"{"n_other": "{{ count }}"}"#, r#"{"n": "{{ count }}"}"#, &[expected]);
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        check("{}", "{", &["de/home.json: EOF while parsing an object at line 1 column 1"]);
        check("{}", r#"{"a": 1}"#, &[r#"de/home.json: "a" is no text"#]);
    }
}
