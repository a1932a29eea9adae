import { ApiError, type ApiErrorCode, apiErrors, signerErrorCodes } from "@tribe/contract";
import { describe, expect, test } from "vitest";
import { airdropLacking } from "../../airdrop/index.ts";
import { texts } from "../texts.ts";
import { appFailures } from "./app-failures.ts";
import {
  apiFailure,
  appFailure,
  callbackFailure,
  callFailure,
  detailsAsText,
  explainFailure,
  type FailureWords,
  failureBecauseOf,
  failureByCode,
  failureOfReason,
  networkFailure,
  rpcFailure,
  signFailure,
  stepFailure,
  walletFailure,
} from "./index.ts";
import { instructionFailures } from "./instruction-failures.ts";
import { curveFailures } from "./programs/curve-failures.ts";
import { poolFailures } from "./programs/pool-failures.ts";
import { jupiterFailures, systemFailures } from "./programs/solana-programs.ts";
import { tokenFailures } from "./programs/token-failures.ts";
import { networkFailures, rpcCodes } from "./rpc-failures.ts";
import { stepFailures } from "./step-failures.ts";
import { transactionFailures } from "./transaction-failures.ts";

const apiCodes = Object.keys(apiErrors) as ApiErrorCode[]; // Object.keys loses the key type
const all: FailureWords[] = [
  ...apiCodes.map((code) => apiFailure(code)),
  ...signerErrorCodes.map(walletFailure),
  ...[
    appFailures,
    curveFailures,
    poolFailures,
    tokenFailures,
    systemFailures,
    jupiterFailures,
    instructionFailures,
    transactionFailures,
    rpcCodes,
    networkFailures,
    stepFailures,
  ].flatMap((entries) => Object.values<FailureWords>(entries)),
];
const known = new Set(all.flatMap(({ title, cause, nextStep }) => [title, cause, nextStep]));

describe("the catalogue", () => {
  test("gives every failure a title, a cause, a next step and its own code", () => {
    for (const words of all) {
      expect(words.title, words.code).not.toBe("");
      expect(words.cause, words.code).not.toBe("");
      expect(words.nextStep, words.code).not.toBe("");
    }
    expect(new Set(all.map(({ code }) => code)).size).toBe(all.length);
  });

  test("finds each entry by its code", () => {
    for (const words of all) expect(failureByCode(words.code)).toEqual(words);
  });

  test.each([
    ...["Transaction not found", "Wallet not found", "Confirm callback not found", "Verify signatures failed"],
    ...["Serialize transaction failed", "Send transaction error", "Send failed", "Blockhash not found"],
    "Failed to send transaction due to network congestion. Please try again later.",
    "Transaction failed due to busy network. Please try again later.",
    "Confirm transaction failed: Slippage exceeded",
    ...["Prepare transaction failed", "Unable to get base fee", "No signature found", "Unknown error"],
    ...["Invalid Reserve", "Transaction failed", "Transaction confirmation timeout", "Missing trade data or wallet"],
    ...["Transaction submission failed", "Wallet is not ready", "Unexpected error", "Error preparing transactions"],
    "Price is calculating, please try again later",
    "Failed to join chat: invalid response",
    ...["Failed to block user", "Error blocking user", "Error saving profile", "Failed to create airdrop task"],
    ...["Failed to create token pool", "Failed to send airdrop", "Failed to get message"],
    "Failed to terminate the airdrop in progress",
    ...["No existing airdrop found", "Error fetching airdrop tokens"],
    ...["No holders found", "No token selected", "Upper bound too large"],
    ...["Unauthorized", "Not found", "Bad request", "Internal server error"],
    "Buying with affiliate requires a referral",
  ])("has the spec's '%s'", (sentence) => {
    expect(all.map(({ title }) => title)).toContain(sentence);
  });

  test("puts an inner failure's own title after the specification's words", () => {
    expect(callbackFailure(apiFailure("insufficient_sol")).title).toBe(
      "Confirm callback failed: You don't have enough SOL for this, fees included",
    );
    expect(signFailure("EMB").title).toBe("Failed to sign transaction for EMB");
  });

  test("explains a failed step with the sentences of its cause", () => {
    expect(failureBecauseOf(stepFailure("prepare_failed"), networkFailure("limited"))).toEqual({
      code: "step.prepare_failed",
      title: "Prepare transaction failed",
      cause: "Too many requests. Wait a moment. The network allows only so many calls. Nothing was lost.",
      nextStep: "Wait a moment.",
      retry: "safe",
    });
    const offline = failureBecauseOf(appFailure("airdrop_message_failed"), networkFailure("offline"));
    expect(offline.cause).toBe("You're offline. No connection to the network. Nothing was lost.");
  });

  test("says of a simulated transaction that nothing was paid", () => {
    expect(failureOfReason("curve.6002", true).cause).toContain("network fee may have been charged");
    expect(failureOfReason("curve.6002", false).cause).toContain("nothing was paid");
  });
});

const curve = "Curve11111111111111111111111111111111111111";
const pool = "Poo1111111111111111111111111111111111111111";
const secret = "5Kb8kLf9zgWQnogidDA76MzPL6TsZZY36hWXMssSzNydYXYB9KF";
const hostile: unknown[] = [
  ...[null, undefined, 7, "", "<script>alert(1)</script>", secret, [], {}, new Error(secret), Symbol("x")],
  { InstructionError: [0, { Custom: "<b>7</b>" }] },
  { InstructionError: [0, { Custom: 4_294_967_295 }] },
  { InstructionError: [0, `${secret}`] },
  { InstructionError: "no list" },
  ...[{ constructor: 1 }, { __proto__: null, toString: secret }, "constructor", "__proto__", "toString"],
  { [secret]: secret },
  { code: -32002, message: "<html>", data: { err: null, logs: "no list" } },
  ...[{ code: "-32005", message: secret }, { code: Number.NaN }, { code: 429, message: "<html>Too Many</html>" }],
];

const numberOf = (input: unknown): number =>
  typeof input === "string" || typeof input === "number" ? Number(input) : Number.NaN;

/** A person sees only sentences of the catalogue. */
const isOurs = (words: FailureWords): boolean =>
  [words.title, words.cause, words.nextStep].every(
    (text) => known.has(text) || text === "A program refused this transaction",
  );

describe("hostile input", () => {
  test("is always shown in words of the catalogue", () => {
    const programs = { curve, pool };
    for (const input of hostile) {
      const logs = [
        secret,
        "<html>",
        `Program ${curve} failed: custom program error: 0xffffffff`,
        JSON.stringify(input) ?? "",
      ];
      const results = [
        explainFailure({ error: input, logs: null, programs }).words,
        explainFailure({ error: input, logs, programs }).words,
        explainFailure({ error: null, logs, programs }).words,
        callFailure(input, stepFailure("prepare_failed")),
        rpcFailure(numberOf(input)),
        failureOfReason(typeof input === "string" ? input : (JSON.stringify(input) ?? null), true),
      ];
      for (const words of results) {
        expect(isOurs(words), JSON.stringify(words)).toBe(true);
        // Details are shown only in the fold, as somebody else's words.
        expect(JSON.stringify({ ...words, details: null })).not.toContain(secret);
        expect(words.code).toMatch(/^[a-z_0-9]+\.[A-Za-z_0-9-]+$/);
      }
    }
  });

  test("a server's unknown reason is 'Transaction failed', with the reason in its details", () => {
    for (const wasSent of [true, false]) {
      const words = failureOfReason("My server said\u202e this", wasSent);
      expect(words).toMatchObject({ code: "step.transaction_failed", title: "Transaction failed" });
      expect(detailsAsText(words.code, words.details ?? null)).toContain("Error Message: My server said  this");
    }
    for (const reason of [null, "", "curve.6002"]) expect(failureOfReason(reason, true).details).toBeUndefined();
  });

  test("a server's own sentence counts only if it is one of ours for that code", () => {
    const titleOf = (code: ApiErrorCode, message: string) => apiFailure(code, { message }).title;
    expect(titleOf("threshold_missed", "You need 12.5 tokens to enter this chat")).toContain("12.5");
    expect(titleOf("threshold_missed", `You need ${secret} tokens to enter this chat`)).toBe(
      apiErrors.threshold_missed.message,
    );
    const lacking = [airdropLacking(1_234_500_000n, 6, "tokens"), airdropLacking(5_000n, 9, "SOL")];
    expect(lacking).toEqual([
      "You need 1,234.5 more tokens for the rest of this airdrop",
      "You need 0.000005 more SOL for the rest of this airdrop",
    ]);
    expect([titleOf("insufficient_tokens", lacking[0] ?? ""), titleOf("insufficient_sol", lacking[1] ?? "")]).toEqual(
      lacking,
    );
    expect(titleOf("insufficient_tokens", `You need ${secret} more tokens for the rest of this airdrop`)).toBe(
      apiErrors.insufficient_tokens.message,
    );
    expect(titleOf("internal", "<html>nginx</html>")).toBe("Internal server error");
    expect(titleOf("forbidden", "Unauthorized")).toBe("Unauthorized");
    expect(titleOf("unavailable", "Not found")).toBe("Not found");
  });

  test("a detail that is not one of our codes is ignored", () => {
    const error = new ApiError("trade_submission_failed", { detail: `curve.${secret}` });
    expect(callFailure(error, stepFailure("unknown")).code).toBe("api.trade_submission_failed");
    const exact = new ApiError("trade_submission_failed", { detail: "curve.6007" });
    expect(callFailure(exact, stepFailure("unknown")).title).toBe(texts.finalTokens);
  });

  test("a refused call's words have its request's name, also in the copied details", () => {
    const requestId = "a-request";
    for (const detail of [undefined, "curve.6007"]) {
      const error = new ApiError("internal", { requestId, ...(detail ? { detail } : {}) });
      const words = callFailure(error, stepFailure("unknown"));
      expect(words.requestId).toBe(requestId);
      expect(detailsAsText(words.code, null, requestId)).toBe(`Code: ${words.code}\nRequest: ${requestId}`);
    }
    expect(callFailure(new ApiError("internal"), stepFailure("unknown"))).not.toHaveProperty("requestId");
  });

  test("an RPC's HTTP status is used without its body", () => {
    expect(rpcFailure(429)).toBe(networkFailure("limited"));
    expect(rpcFailure(504)).toBe(networkFailure("timeout"));
    expect(rpcFailure(502)).toBe(networkFailure("down"));
    expect(rpcFailure(403)).toBe(networkFailure("refused"));
    expect(rpcFailure(200)).toBe(networkFailure("unreadable"));
  });
});
