//! Bipartite matching by augmenting paths.

/// Assigns items `0..count` to places `0..places`, as many items as possible, and returns the item of each place.
///
/// An item that could be placed stays placed when later items are added.
pub(crate) fn assign(count: usize, places: usize, fits: impl Fn(usize, usize) -> bool) -> Vec<Option<usize>> {
    let mut taken = vec![None; places];
    for item in 0..count {
        find_place(item, &fits, &mut taken, &mut vec![false; places]);
    }
    taken
}

/// Finds a place that is free, or whose item can be placed elsewhere.
fn find_place(
    item: usize,
    fits: &impl Fn(usize, usize) -> bool,
    taken: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for place in 0..taken.len() {
        if tried[place] || !fits(item, place) {
            continue;
        }
        tried[place] = true;
        if taken[place].is_none_or(|other| find_place(other, fits, taken, tried)) {
            taken[place] = Some(item);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_as_possible_find_a_place() {
        // The first would take the only place of the second.
        assert_eq!(assign(2, 2, |item, place| item == 0 || place == 0), [Some(1), Some(0)]);
        assert_eq!(assign(3, 2, |item, place| item != 1 || place == 1), [Some(0), Some(1)]);
        assert_eq!(assign(1, 2, |_, _| false), [None, None]);
    }
}
