//! The airdrop splits that TypeScript checks, too: `interop/split.json`.
#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::indexing_slicing)]

#[path = "../examples/split/answer.rs"]
mod answer;

#[test]
fn all_shared_splits_agree() {
    let mut count = 0;
    for line in include_str!("../../../interop/split.json").lines() {
        let text = line.trim().trim_end_matches(',');
        let Some((question, expected)) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')?.split_once(" = "))
        else {
            continue;
        };
        if question.contains('"') {
            continue;
        }
        assert_eq!(answer::answer(question), expected, "{question}");
        count += 1;
    }
    assert!(count >= 1_000, "{count}");
}
