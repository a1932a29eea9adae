import type { Address } from "@tribe/contract";
import { type ExplainedFailure, explainFailure } from "@tribe/domain";
import { poolProgramAddress } from "./addresses.ts";

/**
 * Turns a transaction's error into the catalogue's words (spec section 8): by the failing program, which the logs name,
 * and its number, never by the instruction's index.
 */
export const explainTransactionError = (input: {
  /** `err` of a status, a simulation or a transaction; null when it is not known. */
  readonly error: unknown;
  readonly logs: readonly string[] | null;
  /** Where the curve's program lies. */
  readonly program: Address;
}): ExplainedFailure =>
  explainFailure({
    error: input.error,
    logs: input.logs,
    programs: { curve: input.program, pool: poolProgramAddress },
  });
