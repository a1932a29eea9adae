import { calledPrograms } from "@tribe/chain/transactions";
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

/** The words for what the chain says of a transaction. */
export interface Explain {
  /** Its blockhash is not known (any more): a fresh preparation mends it. */
  readonly isStale: (told: ChainError) => boolean;
  /** It is on chain already. */
  readonly isSent: (told: ChainError) => boolean;
  /** It would fail, and was not sent. @param wire the transaction. */
  readonly refusal: (told: ChainError, wire: Base64) => FailureWords;
  /** It failed on chain. @param wire the transaction. */
  readonly onChain: (told: ChainError, wire: Base64) => ExplainedFailure;
}

/** Explains by the failing program, which the logs name, or the transaction itself where they are missing. */
export const explainer = (programs: OurPrograms): Explain => {
  const wordsOf = ({ error, logs }: ChainError) => explainFailure({ error, logs, programs }).words;
  const explain = ({ error, logs }: ChainError, wire: Base64) =>
    explainFailure({ error, logs, programs, called: calledPrograms(wire) });
  /** A sentence that is exact stays; the chain's own text stands behind it. */
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
