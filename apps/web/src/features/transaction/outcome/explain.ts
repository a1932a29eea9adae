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
  readonly isStale: (told: ChainError) => boolean;
  /** Whether it is already on chain. */
  readonly isSent: (told: ChainError) => boolean;
  /** The failure of a simulation: nothing was sent. @param wire the transaction */
  readonly refusal: (told: ChainError, wire: Base64) => FailureWords;
  /** The failure on chain. @param wire the transaction */
  readonly onChain: (told: ChainError, wire: Base64) => ExplainedFailure;
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
    isStale: (told) => wordsOf(told).code === "transaction.BlockhashNotFound",
    isSent: (told) => wordsOf(told).code === "transaction.AlreadyProcessed",
    refusal: (told, wire) => beforeSending(withDetails(explain(told, wire), stepFailure("simulation_failed"))),
    onChain: (told, wire) => {
      const explained = explain(told, wire);
      return { ...explained, words: withDetails(explained, stepFailure("confirm_failed")) };
    },
  };
};
