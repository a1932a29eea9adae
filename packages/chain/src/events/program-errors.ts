import type { Address, Base64 } from "@tribe/contract";
import { type ExplainedFailure, explainFailure } from "@tribe/domain/words";
import { poolProgramAddress } from "../accounts/addresses.ts";
import { instructionFacts } from "../transactions/transactions.ts";

/**
 * Maps a transaction's error to the catalogue's text, by the failing program and its number. The logs name the program; without
 * them, the transaction's instructions tell whether it is one of ours.
 */
export const explainTransactionError = (input: {
  /** `err` of a status, a simulation or a transaction; null when unknown. */
  readonly error: unknown;
  readonly logs: readonly string[] | null;
  /** The transaction's wire form; null when unknown. */
  readonly transaction: Base64 | null;
  /** The curve program's address. */
  readonly program: Address;
}): ExplainedFailure =>
  explainFailure({
    error: input.error,
    logs: input.logs,
    ...(input.transaction === null ? {} : instructionFacts(input.transaction)),
    programs: { curve: input.program, pool: poolProgramAddress },
  });
