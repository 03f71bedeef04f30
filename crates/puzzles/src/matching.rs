//! Giving each of some a place of its own among some (a matching by augmenting paths).

/// For each of `places` who has it, so that as many as possible of the first `count` have one that fits them. Who comes first keeps a place.
pub(crate) fn assign(count: usize, places: usize, fits: impl Fn(usize, usize) -> bool) -> Vec<Option<usize>> {
    let mut taken = vec![None; places];
    for who in 0..count {
        find_place(who, &fits, &mut taken, &mut vec![false; places]);
    }
    taken
}

/// Finds a place that is free, or whose owner finds another.
fn find_place(
    who: usize,
    fits: &impl Fn(usize, usize) -> bool,
    taken: &mut [Option<usize>],
    asked: &mut [bool],
) -> bool {
    for place in 0..taken.len() {
        if asked[place] || !fits(who, place) {
            continue;
        }
        asked[place] = true;
        if taken[place].is_none_or(|owner| find_place(owner, fits, taken, asked)) {
            taken[place] = Some(who);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_finds_a_place_where_there_is_one() {
        // The first would take the only place of the second.
        assert_eq!(assign(2, 2, |who, place| who == 0 || place == 0), [Some(1), Some(0)]);
        assert_eq!(assign(3, 2, |who, place| who != 1 || place == 1), [Some(0), Some(1)]);
        assert_eq!(assign(1, 2, |_, _| false), [None, None]);
    }
}
