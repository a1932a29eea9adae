//! Prints cases for `interop/*.json` and for runs of a million, one in a line: `kind inputs = answer`.
//!   cargo run --release -p curve-math --example cases -- SEED COUNT [KIND]
#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::indexing_slicing)]

use std::io::{BufWriter, Write};

mod answer;
mod draw;
#[path = "../../src/random.rs"]
mod random;

/// Every kind with its weight in a mixed run.
const KINDS: [(&str, u64); 12] = [
    ("end", 1),
    ("cost", 8),
    ("proceeds", 8),
    ("affordable", 8),
    ("buy", 30),
    ("sell", 15),
    ("fees", 5),
    ("budget", 5),
    ("migration", 5),
    ("convert", 1),
    ("pool_buy", 7),
    ("pool_sell", 7),
];

fn main() -> std::io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok());
    let (Some(seed), Some(count)) = (number(0), number(1)) else {
        eprintln!("usage: cases SEED COUNT [KIND]");
        std::process::exit(2);
    };
    let only = words.get(2).map(String::as_str);
    let mut draw = draw::Draw(random::Random(seed));
    let mut out = BufWriter::new(std::io::stdout().lock());
    for _ in 0..count {
        let kind = only.unwrap_or_else(|| weighted(&mut draw));
        let inputs = draw.inputs(kind);
        let text = inputs.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        writeln!(out, "{kind} {text} = {}", answer::answer(kind, &inputs))?;
    }
    out.flush()
}

fn weighted(draw: &mut draw::Draw) -> &'static str {
    let mut left = draw.0.below(KINDS.iter().map(|(_, weight)| weight).sum());
    for (kind, weight) in KINDS {
        if left < weight {
            return kind;
        }
        left -= weight;
    }
    KINDS[0].0
}
