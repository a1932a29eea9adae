//! The names that generated code refers to.

use crate::{divide, multiply};

/// Calls a system call by the hash of its name, which is how a program without relocations names it.
macro_rules! system_call {
    ($hash:literal, ($($type:ty),*), ($($value:expr),*)) => {{
        let call: unsafe extern "C" fn($($type),*) -> u64 = core::mem::transmute($hash as usize);
        call($($value),*)
    }};
}

/// # Safety
/// As C's: `count` bytes at both, not overlapping but for being the same.
#[no_mangle]
pub unsafe extern "C" fn memcpy(target: *mut u8, source: *const u8, count: usize) -> *mut u8 {
    // a copy onto itself may be generated, and the system call refuses any overlap
    if count != 0 && target.cast_const() != source {
        system_call!(0x717c_c4a3, (*mut u8, *const u8, usize), (target, source, count));
    }
    target
}

/// # Safety
/// As C's: `count` bytes at both.
#[no_mangle]
pub unsafe extern "C" fn memmove(target: *mut u8, source: *const u8, count: usize) -> *mut u8 {
    if count != 0 {
        system_call!(0x4343_71f8, (*mut u8, *const u8, usize), (target, source, count));
    }
    target
}

/// # Safety
/// As C's: `count` bytes at `target`.
#[no_mangle]
pub unsafe extern "C" fn memset(target: *mut u8, byte: i32, count: usize) -> *mut u8 {
    if count != 0 {
        system_call!(0x3770_fb22, (*mut u8, u64, usize), (target, byte as u8 as u64, count));
    }
    target
}

/// # Safety
/// As C's: `count` bytes at both.
#[no_mangle]
pub unsafe extern "C" fn memcmp(a: *const u8, b: *const u8, count: usize) -> i32 {
    let mut order = 0i32;
    let result = &raw mut order;
    if count != 0 {
        system_call!(0x5fdc_de31, (*const u8, *const u8, usize, *mut i32), (a, b, count, result));
    }
    // the compiler can't see that the system call wrote it
    core::ptr::read_volatile(result)
}

/// # Safety
/// As `memcmp`.
#[no_mangle]
pub unsafe extern "C" fn bcmp(a: *const u8, b: *const u8, count: usize) -> i32 {
    memcmp(a, b, count)
}

/// # Safety
/// `out` has room for two words; called by `libcalls.ll` only.
#[no_mangle]
pub unsafe extern "C" fn svm_rt_multiply(out: *mut [u64; 2], a_low: u64, a_high: u64, b_low: u64, b_high: u64) {
    *out = multiply([a_low, a_high], [b_low, b_high]);
}

/// # Safety
/// `out` has room for four words; called by `libcalls.ll` only.
#[no_mangle]
pub unsafe extern "C" fn svm_rt_divide(out: *mut [u64; 4], n_low: u64, n_high: u64, d_low: u64, d_high: u64) {
    *out = divide([n_low, n_high], [d_low, d_high]);
}
