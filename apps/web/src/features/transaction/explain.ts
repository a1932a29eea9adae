import { beforeSending, explainFailure, type FailureWords, type OurPrograms } from "@tribe/domain";
import type { ChainError } from "./chain-link.ts";

/** The words for what the chain says of a transaction. */
export interface Explain {
  /** Its blockhash is not known (any more): a fresh preparation mends it. */
  readonly isStale: (told: ChainError) => boolean;
  /** It is on chain already. */
  readonly isSent: (told: ChainError) => boolean;
  /** It would fail, and was not sent. */
  readonly refusal: (told: ChainError) => FailureWords;
  /** It failed on chain. */
  readonly onChain: (told: ChainError) => FailureWords;
}

/** Explains by the failing program, which the logs name. */
export const explainer = (programs: OurPrograms): Explain => {
  const wordsOf = ({ error, logs }: ChainError) => explainFailure({ error, logs, programs }).words;
  return {
    isStale: (told) => wordsOf(told).code === "transaction.BlockhashNotFound",
    isSent: (told) => wordsOf(told).code === "transaction.AlreadyProcessed",
    refusal: (told) => beforeSending(wordsOf(told)),
    onChain: wordsOf,
  };
};
