import type { FailureWords } from "../failure-words.ts";
import { onlyTheFee } from "../money-words.ts";
import { curveFailures } from "./curve-failures.ts";
import { poolFailures } from "./pool-failures.ts";
import { associatedTokenFailures, computeBudgetFailures, jupiterFailures, systemFailures } from "./solana-programs.ts";
import { tokenFailures } from "./token-failures.ts";

/** The programs whose error numbers have texts. `token` is both SPL Token and Token-2022: they share numbers. */
export type KnownProgram = "curve" | "pool" | "token" | "associated_token" | "system" | "compute_budget" | "jupiter";

const catalogues: Readonly<Record<KnownProgram, Readonly<Record<number, FailureWords>>>> = {
  curve: curveFailures,
  pool: poolFailures,
  token: tokenFailures,
  associated_token: associatedTokenFailures,
  system: systemFailures,
  compute_budget: computeBudgetFailures,
  jupiter: jupiterFailures,
};

/** Whether a text names a program of this catalogue. */
export const isKnownProgram = (name: string): name is KnownProgram => Object.hasOwn(catalogues, name);

/** Whether a number is one of this program's own errors. */
export const isErrorOf = (program: KnownProgram, number: number): boolean => Object.hasOwn(catalogues[program], number);

/** An unknown program, or a number that this build does not know. Only `code` contains the number. */
export const unknownProgram = {
  title: "A program refused this transaction",
  cause: onlyTheFee,
  nextStep: "Check the amount and your balance, then try again.",
  retry: "after-change",
} as const;

const unknownCode = (program: KnownProgram | null, number: number): FailureWords => ({
  code: `${program ?? "program"}.${Number.isSafeInteger(number) ? number : "unknown"}`,
  ...unknownProgram,
});

/**
 * The text for a program's own error.
 * @param program the failed program by the runtime's log; null when it is not a known one
 * @param number its error number (Error Number of an Anchor line, `Custom` in an RPC error)
 */
export const programFailure = (program: KnownProgram | null, number: number): FailureWords =>
  (program && isErrorOf(program, number) ? catalogues[program][number] : undefined) ?? unknownCode(program, number);
