import { ApiError, apiErrors } from "@tribe/contract";
import { texts } from "@tribe/domain";
import { expect, it } from "vitest";
import { adviceFor, callSentence, failedEndSentence, joinSentence, reasonSentence } from "./failure-words.ts";

it("tells an answer that is not of the contract from a refusal to join", () => {
  expect(joinSentence(new Error("not what the schema says"))).toBe("Failed to join chat: invalid response");
  expect(joinSentence(new ApiError("banned"))).toBe(`Failed to join chat, error: ${apiErrors.banned.message}`);
});

it("blames the network for a ticket that was handed in and died without having been taken", () => {
  const expired = apiErrors.ticket_expired.message;
  expect(failedEndSentence(expired, false, true)).toBe(texts.congestion);
  expect(adviceFor(texts.congestion)).toBe("It never reached the chain. Nothing was paid.");
  expect(failedEndSentence(expired, false, false)).toBe(expired);
  expect(failedEndSentence(texts.busyNetwork, true, true)).toBe(texts.busyNetwork);
  expect(failedEndSentence(texts.slippageExceeded, false, true)).toBe(texts.slippageExceeded);
});

it("tells of a price that moved in the same words, by the call's answer and by the ticket's end", () => {
  const moved = texts.slippageExceeded;
  expect(callSentence(new ApiError("slippage_exceeded"), texts.submissionFailed)).toBe(moved);
  expect(reasonSentence(moved)).toBe(moved);
  expect(callSentence(new ApiError("unavailable"), texts.submissionFailed)).toBe(apiErrors.unavailable.message);
  expect(callSentence(new TypeError("no answer"), texts.submissionFailed)).toBe(texts.submissionFailed);
});

it("shows a person no reason that is not a sentence of ours", () => {
  expect(reasonSentence("InstructionError: [3, { Custom: 1 }]")).toBe(texts.transactionFailed);
  expect(reasonSentence(null)).toBe(texts.transactionFailed);
});
