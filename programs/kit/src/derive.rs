//! Derived addresses by hand: hashing and asking for the curve costs a fifth of the runtime's own search.

use pinocchio::Address;

use crate::errors::Failure;

const MARKER: &[u8] = b"ProgramDerivedAddress";

/// The address of a name and a bump, hashed by the compiler.
pub const fn address_at_build(name: &[u8], bump: u8, program: &Address) -> Address {
    let hash = sha2_const_stable::Sha256::new().update(name).update(&[bump]).update(program.as_array()).update(MARKER);
    Address::new_from_array(hash.finalize())
}

/// The address of a name, an id (or nothing) and a bump, for a bump that is known to be good.
#[inline(always)]
pub fn address_at(name: &[u8], id: &[u8], bump: u8, program: &Address) -> Address {
    Address::new_from_array(sha256(&[name, id, &[bump], program.as_array(), MARKER]))
}

/// As [`address_at`] for seeds that stand in one piece, the bump last: hashing costs by the piece.
#[inline(always)]
pub fn address_of(seeds: &[u8], program: &Address) -> Address {
    Address::new_from_array(sha256(&[seeds, program.as_array(), MARKER]))
}

/// The canonical address and bump of a name and an id (or nothing): the highest bump whose hash is no point of the
/// curve, so that nobody has a key for it. The runtime's own search gives the same.
/// # Errors
/// [`Failure::RuntimeRefused`] when there is none, which no hash is known for.
#[inline(never)]
pub fn find_address(seeds: &[&[u8]; 2], program: &Address) -> Result<(Address, u8), Failure> {
    let [name, id] = *seeds;
    let mut bump = u8::MAX;
    loop {
        let address = address_at(name, id, bump, program);
        if !on_curve(&address) {
            return Ok((address, bump));
        }
        bump = bump.checked_sub(1).ok_or(Failure::RuntimeRefused)?;
    }
}

#[inline(always)]
fn sha256<const N: usize>(parts: &[&[u8]; N]) -> [u8; 32] {
    let mut hash = [0u8; 32];
    #[cfg(any(target_os = "solana", target_arch = "bpf"))]
    // SAFETY: slices are pointer and length, as the runtime reads them, and there is room for the hash.
    unsafe {
        solana_define_syscall::definitions::sol_sha256(parts.as_ptr().cast(), N as u64, hash.as_mut_ptr());
    }
    #[cfg(not(any(target_os = "solana", target_arch = "bpf")))]
    core::hint::black_box((parts, &mut hash)); // the host compiles this for its lints only
    hash
}

/// Somebody can have a key for the address: it is a point of the curve, as no derived one is.
#[inline(always)]
pub fn on_curve(address: &Address) -> bool {
    #[cfg(any(target_os = "solana", target_arch = "bpf"))]
    {
        const EDWARDS: u64 = 0;
        // SAFETY: 32 bytes to read; without a group operation nothing is written.
        let answer = unsafe {
            solana_define_syscall::definitions::sol_curve_validate_point(
                EDWARDS,
                address.as_array().as_ptr(),
                core::ptr::null_mut(),
            )
        };
        answer == 0
    }
    #[cfg(not(any(target_os = "solana", target_arch = "bpf")))]
    {
        core::hint::black_box(address);
        false
    }
}
