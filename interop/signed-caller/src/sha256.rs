//! SHA-256 (FIPS 180-4). Its constants are computed, not copied: the first bits of roots of the first primes.

/// Hashes a message of any length.
pub fn sha256(message: &[u8]) -> [u8; 32] {
    let primes = first_primes();
    let rounds = primes.map(|prime| root_fraction(prime, 3));
    let mut state = [0u32; 8];
    for (word, prime) in state.iter_mut().zip(primes) {
        *word = root_fraction(prime, 2);
    }
    let mut padded = message.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend_from_slice(&(message.len() as u64 * 8).to_be_bytes());
    for block in padded.chunks_exact(64) {
        compress(&mut state, block, &rounds);
    }
    let mut hash = [0u8; 32];
    for (bytes, word) in hash.chunks_exact_mut(4).zip(state) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    hash
}

fn compress(state: &mut [u32; 8], block: &[u8], rounds: &[u32; 64]) {
    let mut schedule = [0u32; 64];
    for (word, bytes) in schedule.iter_mut().zip(block.chunks_exact(4)) {
        *word = bytes.iter().fold(0, |word, byte| word << 8 | u32::from(*byte));
    }
    for at in 16..64 {
        let (early, late) = (schedule[at - 15], schedule[at - 2]);
        let small = early.rotate_right(7) ^ early.rotate_right(18) ^ early >> 3;
        let large = late.rotate_right(17) ^ late.rotate_right(19) ^ late >> 10;
        schedule[at] = schedule[at - 16].wrapping_add(small).wrapping_add(schedule[at - 7]).wrapping_add(large);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for at in 0..64 {
        let choice = e & f ^ !e & g;
        let majority = a & b ^ a & c ^ b & c;
        let first = h
            .wrapping_add(e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25))
            .wrapping_add(choice)
            .wrapping_add(rounds[at])
            .wrapping_add(schedule[at]);
        let second = (a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22)).wrapping_add(majority);
        (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(first), c, b, a, first.wrapping_add(second));
    }
    for (word, added) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(added);
    }
}

fn first_primes() -> [u128; 64] {
    let mut primes = [0u128; 64];
    let mut candidate = 2;
    for at in 0..64 {
        while primes[..at].iter().any(|prime| candidate % prime == 0) {
            candidate += 1;
        }
        primes[at] = candidate;
    }
    primes
}

/// The first 32 bits behind the point of a prime's root of a degree: found by halving, exactly.
fn root_fraction(prime: u128, degree: u32) -> u32 {
    let wanted = prime << (32 * degree);
    let (mut low, mut high) = (0u128, 1u128 << 40);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if middle.pow(degree) <= wanted {
            low = middle;
        } else {
            high = middle;
        }
    }
    low as u32
}
