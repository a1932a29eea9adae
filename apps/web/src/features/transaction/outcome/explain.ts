import { instructionFacts } from "@tribe/chain/transactions";
import type { Base64 } from "@tribe/contract";
import {
  beforeSending,
  type ExplainedFailure,
  explainFailure,
  type FailureWords,
  type OurPrograms,
  stepFailure,
} from "@tribe/domain/words";
import type { ChainError } from "../delivery/chain-link.ts";

/** Explains the chain's errors about a transaction. */
export interface Explain {
  /** Whether its blockhash is unknown or expired: a new preparation fixes it. */
  readonly isStale: (chainError: ChainError) => boolean;
  /** Whether it is already on chain. */
  readonly isSent: (chainError: ChainError) => boolean;
  /** The failure of a simulation: nothing was sent. @param wire the transaction */
  readonly refusal: (chainError: ChainError, wire: Base64) => FailureWords;
  /** The failure on chain. @param wire the transaction */
  readonly onChain: (chainError: ChainError, wire: Base64) => ExplainedFailure;
}

/** Finds the failing program in the logs or, without logs, in the transaction itself. */
export const explainer = (programs: OurPrograms): Explain => {
  const wordsOf = ({ error, logs }: ChainError) => explainFailure({ error, logs, programs }).words;
  const explain = ({ error, logs }: ChainError, wire: Base64) =>
    explainFailure({ error, logs, programs, ...instructionFacts(wire) });
  /** Uses the specific text for a known error, otherwise the general one; the chain's own text becomes the details. */
  const withDetails = ({ words, details, isKnown }: ExplainedFailure, otherwise: FailureWords): FailureWords => ({
    ...(isKnown ? words : otherwise),
    ...(details ? { details } : {}),
  });
  return {
    isStale: (chainError) => wordsOf(chainError).code === "transaction.BlockhashNotFound",
    isSent: (chainError) => wordsOf(chainError).code === "transaction.AlreadyProcessed",
    refusal: (chainError, wire) =>
      beforeSending(withDetails(explain(chainError, wire), stepFailure("simulation_failed"))),
    onChain: (chainError, wire) => {
      const explained = explain(chainError, wire);
      return { ...explained, words: withDetails(explained, stepFailure("confirm_failed")) };
    },
  };
};
