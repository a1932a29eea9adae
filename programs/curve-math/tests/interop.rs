//! The cases that TypeScript checks, too: `interop/curve.json`, `interop/fees.json` and `interop/pool.json`.
#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::indexing_slicing)]

#[path = "../examples/cases/answer.rs"]
mod answer;

/// Checks every case of a file and counts them. Each is a line of its own, `"kind inputs = answer"`.
fn agreeing(file: &str) -> usize {
    let cases = file.lines().filter_map(|line| {
        let text = line.trim().trim_end_matches(',').strip_prefix('"')?.strip_suffix('"')?;
        // the names of the columns have a key before them
        text.split_once(" = ").filter(|_| !text.contains('"'))
    });
    let mut count = 0;
    for (question, expected) in cases {
        let (kind, inputs) = question.split_once(' ').unwrap();
        let inputs: Vec<u64> = inputs.split(' ').map(|number| number.parse().unwrap()).collect();
        assert_eq!(answer::answer(kind, &inputs), expected, "{question}");
        count += 1;
    }
    count
}

#[test]
fn all_shared_cases_agree() {
    let curve = agreeing(include_str!("../../../interop/curve.json"));
    let fees = agreeing(include_str!("../../../interop/fees.json"));
    let pool = agreeing(include_str!("../../../interop/pool.json"));
    assert!(curve >= 8_000 && fees >= 1_500 && pool >= 2_500, "{curve} {fees} {pool}");
}
