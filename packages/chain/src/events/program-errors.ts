import type { Address, Base64 } from "@tribe/contract";
import { type ExplainedFailure, explainFailure } from "@tribe/domain/words";
import { poolProgramAddress } from "../accounts/addresses.ts";
import { calledPrograms } from "../transactions/transactions.ts";

/**
 * Turns a transaction's error into the catalogue's words: by the failing program and its number. The
 * logs name it; where they are missing, the transaction itself tells it of our own programs.
 */
export const explainTransactionError = (input: {
  /** `err` of a status, a simulation or a transaction; null when it is not known. */
  readonly error: unknown;
  readonly logs: readonly string[] | null;
  /** As it went over the wire; null when it is not known. */
  readonly transaction: Base64 | null;
  /** Where the curve's program lies. */
  readonly program: Address;
}): ExplainedFailure =>
  explainFailure({
    error: input.error,
    logs: input.logs,
    called: input.transaction === null ? [] : calledPrograms(input.transaction),
    programs: { curve: input.program, pool: poolProgramAddress },
  });
