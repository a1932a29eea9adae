import { type Address, apiErrors } from "@tribe/contract";
import { texts } from "@tribe/domain";
import { poolProgramAddress } from "./addresses.ts";
import { type CurveError, getCurveErrorMessage } from "./generated/index.ts";
import { getPoolErrorMessage, type PoolError } from "./generated/pool/index.ts";

/** An error of a program as the logs tell it (spec section 8: Error Code, Error Number, Error Message). */
export interface ProgramError {
  /** The program that failed first: the innermost one. */
  readonly program: Address;
  /** Error Number. */
  readonly code: number;
  /** Error Code; empty when the program logs none. */
  readonly name: string;
  /** Error Message; empty when the program logs none. */
  readonly message: string;
}

const failed = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) failed: custom program error: 0x([0-9a-f]+)$/;
const anchor = /^Program log: AnchorError .*?Error Code: (\w+)\. Error Number: ([0-9]+)\. Error Message: (.*?)\.?$/;

/**
 * Reads who failed and how. Only the runtime writes "Program … failed", so that no program can blame another; an
 * AnchorError line counts if its number is the one that the runtime reports.
 * @returns null when no program failed with a code of its own, or the logs were cut before.
 */
export const parseProgramError = (logs: readonly string[]): ProgramError | null => {
  for (const [index, line] of logs.entries()) {
    const match = failed.exec(line);
    if (!match?.[1] || !match[2]) continue;
    const code = Number.parseInt(match[2], 16);
    const told = logs
      .slice(0, index)
      .map((earlier) => anchor.exec(earlier))
      .findLast((found) => found !== null && Number(found[2]) === code);
    return { program: match[1] as Address, code, name: told?.[1] ?? "", message: told?.[3] ?? "" }; // the pattern is base58
  }
  return null;
};

/** What went wrong with a transaction, for a person. `code` is stable; `retry` says whether preparing again can help. */
export interface TransactionErrorWords {
  readonly code:
    | "slippage"
    | "invalid_reserve"
    | "program"
    | "blockhash_not_found"
    | "expired"
    | "insufficient_sol"
    | "already_processed"
    | "unknown";
  readonly message: string;
  readonly retry: boolean;
  readonly programError: ProgramError | null;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** The custom code in an RPC error of the form `{ InstructionError: [index, { Custom: code }] }`. */
const customCodeOf = (error: unknown): number | null => {
  const instruction = isRecord(error) && Array.isArray(error.InstructionError) ? error.InstructionError : [];
  const inner: unknown = instruction[1];
  const custom = isRecord(inner) ? inner.Custom : undefined;
  if (typeof custom === "number") return custom;
  return typeof custom === "bigint" ? Number(custom) : null;
};

/**
 * Turns a transaction's error into the spec's words (section 8). Our codes are told from others' by the failing program
 * in the logs; without it (the logs were cut) a custom code is nobody's.
 */
export const explainTransactionError = (input: {
  /** `err` of a status, a simulation or a transaction; null when it is not known. */
  readonly error: unknown;
  readonly logs: readonly string[] | null;
  readonly program: Address;
}): TransactionErrorWords => {
  const programError = parseProgramError(input.logs ?? []);
  const words = (code: TransactionErrorWords["code"], message: string, retry: boolean): TransactionErrorWords => ({
    code,
    message,
    retry,
    programError,
  });
  const isPool = programError?.program === poolProgramAddress;
  if (programError && (isPool || programError.program === input.program)) {
    switch (programError.code) {
      case isPool ? 6119 : 6000:
        return words("invalid_reserve", texts.invalidReserve, false);
      case 6002:
      case 6003:
        return words("slippage", texts.slippageExceeded, true);
      case isPool ? 6118 : 6032:
        return words("insufficient_sol", apiErrors.insufficient_sol.message, false);
      default:
        return words("program", programError.message || ourMessage(programError.code, isPool), false);
    }
  }
  switch (isRecord(input.error) ? Object.keys(input.error)[0] : input.error) {
    case "BlockhashNotFound":
      return words("blockhash_not_found", "Blockhash not found", true);
    case "BlockheightExceeded":
      return words("expired", texts.busyNetwork, true);
    case "InsufficientFundsForFee":
    case "InsufficientFundsForRent":
    case "AccountNotFound":
      return words("insufficient_sol", apiErrors.insufficient_sol.message, false);
    case "AlreadyProcessed":
      return words("already_processed", "This transaction was already sent", false);
  }
  // The system program's own code for a transfer of more lamports than there are.
  if (programError?.program === systemProgram && programError.code === 1)
    return words("insufficient_sol", apiErrors.insufficient_sol.message, false);
  const code = programError?.code ?? customCodeOf(input.error);
  return words("unknown", code === null ? texts.transactionFailed : `${texts.transactionFailed} (code ${code})`, false);
};

const systemProgram = "11111111111111111111111111111111";

/** Our words for a code of one of our programs; a code that this build does not know has none. */
const ourMessage = (code: number, isPool: boolean): string => {
  // both lookups are undefined for others
  const known = isPool ? getPoolErrorMessage(code as PoolError) : getCurveErrorMessage(code as CurveError);
  return known ?? `${texts.transactionFailed} (code ${code})`;
};
