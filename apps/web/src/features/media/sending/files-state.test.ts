import { addressSchema, type Mint } from "@tribe/contract";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import type { PendingFile, PendingState } from "../attaching/pending-files.ts";
import { filesState } from "./send-files.ts";

const mint: Mint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const file = (key: string, state: PendingState): PendingFile => ({
  ...{ key, mint, message: "m", name: key, size: 3, type: "", lastModified: 0, looksLike: "file", isVoice: false },
  ...{ preview: null, properties: null, uploadId: null, isStored: null, state },
});
const ready = (id: string): PendingState => ({ kind: "ready", attachment: { kind: "file", id, name: "a", size: 1 } });
const uploading: PendingState = { kind: "uploading", sentBytes: 1, isPaused: false };
const failed: PendingState = { kind: "failed", reason: "This file is empty.", canRetry: false };

test.each([
  ["all have arrived: in their order", [ready("b"), ready("a")], { kind: "ready", ids: ["b", "a"] }],
  ["one is on its way", [ready("a"), uploading], { kind: "onTheirWay" }],
  ["one waits for the network", [ready("a"), { kind: "waiting" }], { kind: "onTheirWay" }],
  ["one was refused", [uploading, failed], { kind: "failed", reason: "1: This file is empty.", canRetry: false }],
  ["the only one was refused", [failed], { kind: "failed", reason: "This file is empty.", canRetry: false }],
  ["one has to be chosen again", [failed, { kind: "lost" }, uploading], { kind: "lost" }],
  ["they were stopped", [ready("a"), { kind: "stopped" }], { kind: "stopped" }],
] as const)("the state of a message by its files: %s", (_what, states, expected) => {
  expect(filesState(states.map((state, index) => file(String(index), state)))).toEqual(expected);
});
