import { ApiError, apiErrors } from "@tribe/contract";
import { stepFailure, texts } from "@tribe/domain";
import { expect, it } from "vitest";
import { callSentence, failedEndSentence, wordsBehind } from "./failure-words.ts";

it("blames the network for a ticket that was handed in and died without having been taken", () => {
  expect(failedEndSentence("api.ticket_expired", false, true)).toBe(texts.congestion);
  expect(wordsBehind(texts.congestion).cause).toContain("It never reached the chain. Nothing was paid.");
  expect(failedEndSentence("api.ticket_expired", false, false)).toBe(apiErrors.ticket_expired.message);
  expect(failedEndSentence("step.busy_network", true, true)).toBe(texts.busyNetwork);
});

it("tells of a price that moved in the same words, by the call's answer and by the ticket's end", () => {
  const otherwise = stepFailure("submission_failed");
  const moved = new ApiError("slippage_exceeded", { detail: "curve.6002" });
  expect(callSentence(moved, otherwise)).toBe(texts.slippageExceeded);
  expect(failedEndSentence("curve.6002", false, true)).toBe(texts.slippageExceeded);
  expect(callSentence(new TypeError("no answer"), otherwise)).toBe(texts.submissionFailed);
});

it("shows a person no reason that is not of the catalogue", () => {
  expect(failedEndSentence("InstructionError: [3, { Custom: 1 }]", true, true)).toBe(texts.transactionFailed);
  expect(failedEndSentence(null, true, true)).toBe(texts.transactionFailed);
});
