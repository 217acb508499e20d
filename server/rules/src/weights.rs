//! Choosing by cumulative weight, in table order.

/// The entry in whose share of the line of weights `value` lies, with its position; `None`
/// when `value` is beyond all of them.
pub(crate) fn entry_at<T>(
    entries: &[T],
    weight: impl Fn(&T) -> u32,
    value: u64,
) -> Option<(usize, &T)> {
    let mut end = 0u64;
    entries.iter().enumerate().find(|(_, entry)| {
        end += u64::from(weight(entry));
        value < end
    })
}

#[cfg(test)]
mod tests {
    use super::entry_at;

    #[test]
    fn every_value_falls_into_its_share() {
        let weights = [2u32, 0, 3];
        let found: Vec<_> =
            (0..6).map(|value| entry_at(&weights, |w| *w, value).map(|(at, _)| at)).collect();
        assert_eq!(found, [Some(0), Some(0), Some(2), Some(2), Some(2), None]);
    }
}
