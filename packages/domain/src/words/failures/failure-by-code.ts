import { ApiError, type ApiErrorCode, isApiErrorCode, type SignerErrorCode, signerErrorCodes } from "@tribe/contract";
import { apiFailure } from "./api-failures.ts";
import { appFailures } from "./app-failures.ts";
import { failureDetails } from "./failure-details.ts";
import type { FailureWords } from "./failure-words.ts";
import { instructionFailures } from "./instruction-failures.ts";
import { notSent, onlyTheFee } from "./money-words.ts";
import { isKnownProgram, programFailure } from "./programs/program-failures.ts";
import { networkFailures, rpcFailure } from "./rpc-failures.ts";
import { stepFailures } from "./step-failures.ts";
import { transactionFailures } from "./transaction-failures.ts";
import { walletFailure } from "./wallet-failures.ts";

const own = (entries: Readonly<Record<string, FailureWords>>, key: string): FailureWords | null =>
  Object.hasOwn(entries, key) ? (entries[key] ?? null) : null;

const isSignerCode = (key: string): key is SignerErrorCode => signerErrorCodes.some((code) => code === key);

/** The text for a code of the catalogue; null for anything else. */
export const failureByCode = (code: string): FailureWords | null => {
  const dot = code.indexOf(".");
  const [space, key] = [code.slice(0, dot), code.slice(dot + 1)];
  switch (space) {
    case "api":
      return isApiErrorCode(key) ? apiFailure(key) : null;
    case "wallet":
      return isSignerCode(key) ? walletFailure(key) : null;
    case "app":
      return own(appFailures, key);
    case "step":
      return own(stepFailures, key);
    case "transaction":
      return own(transactionFailures, key);
    case "instruction":
      return own(instructionFailures, key);
    case "network":
      return own(networkFailures, key);
    case "rpc":
      return /^-?[0-9]{1,6}$/.test(key) ? rpcFailure(Number(key)) : null;
    default:
      if (!/^[0-9]{1,10}$/.test(key)) return null;
      if (space === "program") return programFailure(null, Number(key));
      return isKnownProgram(space) ? programFailure(space, Number(key)) : null;
  }
};

/** The same text for a transaction that was only simulated: nothing was sent, so no fee was paid. */
export const beforeSending = (words: FailureWords): FailureWords => ({
  ...words,
  cause: words.cause.replace(onlyTheFee, notSent),
});

/**
 * The failure of a transaction that the server followed.
 * @param reason its `errorReason`: a code of this catalogue. Anything else becomes 'Transaction failed', and is shown only in
 * its details.
 * @param wasSent false when it was never sent to the chain
 */
export const failureOfReason = (reason: string | null, wasSent: boolean): FailureWords => {
  const known = reason === null ? null : failureByCode(reason);
  const details = known === null ? failureDetails({ errorMessage: reason }) : null;
  const words = known ?? { ...stepFailures.transaction_failed, ...(details ? { details } : {}) };
  return wasSent ? words : beforeSending(words);
};

const slippage = ["curve.6002", "curve.6003", "pool.6002", "pool.6003", "jupiter.6001", "jupiter.6017"];
const tooLittleSol = [
  "curve.6032",
  "pool.6118",
  "jupiter.6024",
  "system.1",
  "instruction.InsufficientFunds",
  "transaction.AccountNotFound",
  "transaction.InsufficientFundsForFee",
  "transaction.InsufficientFundsForRent",
];

/** The API's code for a transaction that would fail like this. */
export const apiCodeOf = ({ code }: FailureWords): ApiErrorCode => {
  if (slippage.includes(code)) return "slippage_exceeded";
  return tooLittleSol.includes(code) ? "insufficient_sol" : "trade_submission_failed";
};

/**
 * The text for an error that a call threw: by its detail if it has one (always of a transaction that was not sent), else by its
 * code. Any other error gets `otherwise`.
 */
export const callFailure = (error: unknown, otherwise: FailureWords): FailureWords => {
  if (!(error instanceof ApiError)) return otherwise;
  const exact = error.detail === undefined ? null : failureByCode(error.detail);
  const words = exact
    ? beforeSending(exact)
    : apiFailure(error.code, { message: error.message, retryAfterSeconds: error.retryAfterSeconds });
  return withRequest(words, error);
};

/** The words with the name of the request, if the error was an answer of the server (or the wallet got one). */
export const withRequest = <Words extends FailureWords>(words: Words, error: unknown): Words => {
  const requestId = typeof error === "object" && error && "requestId" in error ? error.requestId : undefined;
  return typeof requestId === "string" ? { ...words, requestId } : words;
};
