//! What the runtime calls. No allocator: nothing here needs a heap.

use pinocchio::{no_allocator, nostd_panic_handler, program_entrypoint};

use crate::dispatch::process_instruction;

/// As many accounts as the longest instruction takes; more are ignored.
const ACCOUNTS: usize = 8;

program_entrypoint!(process_instruction, ACCOUNTS);
no_allocator!();
nostd_panic_handler!();
