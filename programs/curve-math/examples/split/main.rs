//! Draws and answers the cases of `interop/split.json`; the same at each run.
//!   cargo run --release -p curve-math --example split > ../interop/split.json
#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::indexing_slicing)]

mod answer;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
    /// Small, round, of any length in bits, or the largest.
    fn units(&mut self, bits: u32) -> u64 {
        let largest = u64::MAX >> (64 - bits);
        match self.below(8) {
            0 => self.below(3),
            1 | 2 => self.below(100),
            3 => 10u64.pow(u32::try_from(self.below(u64::from(bits) * 3 / 10)).unwrap()),
            4 => largest,
            _ => self.next() >> (64 - bits) >> self.below(u64::from(bits)),
        }
    }
}

const LETTERS: &[u8] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

fn address(random: &mut Random) -> String {
    let length = LETTERS.len() as u64;
    // one letter, so that some wallets stand twice and some are the creator's
    let letters = 1 + random.below(2);
    (0..letters).map(|_| char::from(LETTERS[usize::try_from(random.below(length)).unwrap()])).collect()
}

fn question(random: &mut Random, index: u64) -> String {
    let amount = match index % 20 {
        0 => "0".to_string(),
        1 => "18446744073709551616".to_string(),
        2..=6 => random.below(60).to_string(),
        _ => random.units(64).to_string(),
    };
    let options = ["-", "c", "m", "h", "cm", "ch", "mh", "cmh"][usize::try_from(random.below(8)).unwrap()];
    let count = [0, 1, 2, 3, 5, 9, 17, 40][usize::try_from(random.below(8)).unwrap()];
    let holders: Vec<String> = (0..count)
        .map(|_| {
            let role = if random.below(3) == 0 { "m" } else { "h" };
            format!("{}:{}:{role}", address(random), random.units(60))
        })
        .collect();
    let list = if holders.is_empty() { "-".to_string() } else { holders.join(",") };
    format!("{amount} {options} {} {list}", address(random))
}

fn main() {
    let mut random = Random(20_261_122);
    let lines: Vec<String> = (0..1_500)
        .map(|index| {
            let question = question(&mut random, index);
            format!("    \"{question} = {}\"", answer::answer(&question))
        })
        .collect();
    println!(
        "{{\n  \"columns\": \"amount options creator address:weight:role,… = address:amount,… | refusal\",\n  \"cases\": [\n{}\n  ]\n}}",
        lines.join(",\n")
    );
}
