import { appFailure } from "@tribe/domain/words";
import { wordsOf } from "../../shared/api/errors.ts";
import { MessageFailedError, PoolFailedError } from "./run-airdrop.ts";

/** What is said when an airdrop stops before its end. */
export const pauseWords = (error: unknown): { readonly title: string; readonly cause: string } => {
  if (error instanceof PoolFailedError) {
    const { title, cause } = appFailure("airdrop_pool_failed");
    return { title, cause };
  }
  // The wallet says in words of its own why it would not sign.
  if (error instanceof Error && error.name === "SignerError")
    return { title: "Your wallet stopped signing", cause: error.message };
  const isMessage = error instanceof MessageFailedError;
  const { title, cause } = wordsOf(isMessage ? error.cause : error);
  return {
    title: appFailure(isMessage ? "airdrop_message_failed" : "airdrop_send_failed").title,
    cause: `${title}. ${cause}`,
  };
};
