import type { Address } from "@tribe/contract";
import type { KnownProgram } from "./program-failures.ts";

/** A program's error from Anchor's log line: Error Code, Error Number, Error Message. */
export interface ProgramError {
  /** The program that failed first: the innermost one. */
  readonly program: Address;
  /** Error Number. */
  readonly code: number;
  /** Error Code; empty when the program logs none. */
  readonly name: string;
  /** Error Message; empty when the program logs none. For logs only: people see our own words. */
  readonly message: string;
}

const failed = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) failed: custom program error: 0x([0-9a-f]{1,8})$/;
const anchor = /^Program log: AnchorError .*?Error Code: (\w+)\. Error Number: ([0-9]+)\. Error Message: (.*?)\.?$/;

/**
 * Reads which program failed, and how. Only the runtime writes "Program … failed", so no program can blame another; an
 * AnchorError line counts if its number is the one that the runtime reports.
 * @returns null when no program failed with its own code, or the logs were cut before that
 */
export const parseProgramError = (logs: readonly string[]): ProgramError | null => {
  for (const [index, line] of logs.entries()) {
    const match = failed.exec(line);
    if (!match?.[1] || !match[2]) continue;
    const code = Number.parseInt(match[2], 16);
    const named = logs
      .slice(0, index)
      .map((earlier) => anchor.exec(earlier))
      .findLast((found) => found !== null && Number(found[2]) === code);
    return { program: match[1] as Address, code, name: named?.[1] ?? "", message: named?.[3] ?? "" }; // the pattern is base58
  }
  return null;
};

/** Addresses of an installation's own programs. */
export interface OurPrograms {
  readonly curve: string;
  readonly pool: string;
}

const solanaPrograms: Readonly<Record<string, KnownProgram>> = {
  "11111111111111111111111111111111": "system",
  ComputeBudget111111111111111111111111111111: "compute_budget",
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: "token",
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: "token",
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: "associated_token",
  JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4: "jupiter",
};

/** The known program at an address; null for any other. */
export const knownProgram = (address: string, ours: OurPrograms): KnownProgram | null => {
  if (address === ours.curve) return "curve";
  if (address === ours.pool) return "pool";
  return Object.hasOwn(solanaPrograms, address) ? (solanaPrograms[address] ?? null) : null;
};
