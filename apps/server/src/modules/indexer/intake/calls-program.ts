import type { Address } from "@tribe/contract";

/**
 * Whether a transaction ran a program, by its logs. Only the runtime writes lines that begin like this. What a program logs
 * itself (such as a memo with our address) begins with `Program log: `, so nobody can hide a transfer from us by it.
 */
export const callsProgram = (logs: readonly string[], program: Address): boolean =>
  logs.some((line) => line.startsWith(`Program ${program} invoke [`));
