import type { TransactionSignature } from "@tribe/contract";
import { expect, test } from "vitest";
import { stepFailure } from "../words/failures/index.ts";
import { creationProgress } from "./creation-progress.ts";
import type { TransactionDialogState } from "./transaction-dialog.ts";

const signature = "5".repeat(88) as TransactionSignature; // any text does here
const failure = stepFailure("busy_network");
const attempt = 1;

test.each<[string, TransactionDialogState<string>]>([
  ["Init", { kind: "closed" }],
  ["Preparing transaction", { kind: "preparing", attempt, feeTry: 1 }],
  ["Processing transaction", { kind: "ready", attempt, prepared: "a" }],
  ["Processing transaction", { kind: "signing", attempt, prepared: "a" }],
  ["Processing transaction", { kind: "sending", attempt, signature }],
  ["Processing transaction", { kind: "sent", attempt, signature }],
  ["Processing transaction", { kind: "error", attempt, failure, signature, settled: false }],
  ["Completed", { kind: "confirmed", signature }],
  ["Failed", { kind: "error", attempt, failure, signature, settled: true }],
])("a creation is at '%s'", (label, state) => {
  expect(creationProgress(state)).toBe(label);
});
