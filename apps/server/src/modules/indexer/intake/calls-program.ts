import type { Address } from "@tribe/contract";

/**
 * Whether a transaction ran a program, by its logs. Only the runtime writes a line that begins like this: what a program
 * logs (a memo with our address in it) stands behind `Program log: `, and must not hide a transfer from us.
 */
export const callsProgram = (logs: readonly string[], program: Address): boolean =>
  logs.some((line) => line.startsWith(`Program ${program} invoke [`));
