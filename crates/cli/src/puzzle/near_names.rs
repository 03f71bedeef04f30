//! Suggestions for mistyped names.

use strsim::damerau_levenshtein;

/// The most edits between a name and its mistyped form.
const MOST_MISTYPED: usize = 2;

/// The names nearest to a word, if any is near enough.
pub(super) fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let word = word.to_lowercase();
    // The edit distance is at least the difference in length, and is slow to compute for very long words.
    let names = names.filter(|name| word.chars().count().abs_diff(name.chars().count()) <= MOST_MISTYPED);
    let near = names.map(|name| (damerau_levenshtein(&word, name), name));
    // For a short word, two edits would be most of it.
    let near = near.filter(|(distance, name)| *distance <= MOST_MISTYPED && distance * 3 <= name.len());
    let near: Vec<(usize, &str)> = near.collect();
    let least = near.iter().map(|(distance, _)| *distance).min();
    near.into_iter().filter(|(distance, _)| Some(*distance) == least).map(|(_, name)| name).collect()
}

/// Joins names like "wall-1, wall-2 or wall-3".
pub(super) fn in_a_row(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [name] => (*name).to_owned(),
        [names @ .., last] => format!("{} or {last}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(word: &str, meant: &str) {
        let names = ["seeing-1", "seeing-2", "wall-1", "wall-2", "wall-3", "tie-1", "daily"];
        assert_eq!(in_a_row(&nearest(word, names.into_iter())), meant);
    }

    #[test]
    fn a_mistyped_name_is_near_to_the_one_that_was_meant() {
        check("seing-1", "seeing-1");
        check("Seeign-2", "seeing-2");
        check("dayly", "daily");
    }

    #[test]
    fn of_several_names_the_nearest_are_told() {
        check("wall-9", "wall-1, wall-2 or wall-3");
        check("seeing", "seeing-1 or seeing-2");
    }

    #[test]
    fn other_words_are_near_to_nothing() {
        check("today", "");
        check("1-5", "");
        check("no-such-thing", "");
    }
}
