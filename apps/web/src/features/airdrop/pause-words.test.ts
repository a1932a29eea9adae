import { ApiError } from "@tribe/contract";
import { expect, it } from "vitest";
import type { AirdropTask } from "./airdrop-queries.ts";
import { stepAfterPause } from "./airdrop-step.ts";
import { pauseWords } from "./pause-words.ts";
import { MessageFailedError, PoolFailedError } from "./run-airdrop.ts";

const walletError = Object.assign(new Error("The list changed."), { name: "SignerError" });
const lacksSol = new ApiError("insufficient_sol");

it.each<[title: string, error: unknown, cause: string]>([
  ["Failed to create token pool", new PoolFailedError(), "The airdrop is waiting."],
  ["Failed to get message", new MessageFailedError("", { cause: lacksSol }), "You don't have enough SOL"],
  ["Failed to send airdrop", lacksSol, "You don't have enough SOL"],
  ["Failed to send airdrop", new TypeError("fetch failed"), "Unexpected error"],
  ["Your wallet stopped signing", walletError, "The list changed."],
])("says '%s' of an airdrop that stops, and why", (title, error, cause) => {
  const words = pauseWords(error);
  expect(words.title).toBe(title);
  expect(words.cause).toContain(cause);
  expect(words.cause).not.toContain("fetch");
});

it("goes on with what is on its way, and says so when there is none any more", () => {
  const task = { id: "1" } as AirdropTask; // nobody looks into it
  expect(stepAfterPause({ isSuccess: true, data: task }, 1)).toEqual({
    kind: "run",
    task,
    isResumed: true,
    attempt: 2,
  });
  expect(stepAfterPause({ isSuccess: true, data: null }, 1)).toEqual({ kind: "begin", isGone: true });
  // A call that failed knows nothing, whatever an earlier one said.
  expect(stepAfterPause({ isSuccess: false, data: null }, 1)).toEqual({ kind: "begin", isGone: false });
});
