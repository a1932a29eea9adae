import { addressSchema, type Mint } from "@tribe/contract";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import type { Outgoing } from "./chat-lines.ts";
import { nextInOrder } from "./next-sends.ts";

const one: Mint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const other: Mint = z.parse(addressSchema, "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
const file = {
  key: "k",
  name: "a.png",
  size: 1,
  type: "",
  lastModified: 0,
  properties: null,
  voice: null,
  uploadId: null,
};

const text = (clientId: string, rest: Partial<Outgoing> = {}, mint = one): Outgoing => ({
  frame: { type: "send", mint, clientId, text: clientId },
  askedAt: 0,
  state: { kind: "sending" },
  ...rest,
});
const uploading = (clientId: string, state: Outgoing["state"] = { kind: "sending" }): Outgoing =>
  text(clientId, { files: [file], state });
const arrived = (clientId: string): Outgoing => {
  const { frame, ...rest } = uploading(clientId);
  return { ...rest, frame: { ...frame, attachments: [crypto.randomUUID()] } };
};
const next = (all: readonly Outgoing[], done: readonly string[] = []): readonly string[] =>
  nextInOrder(all, ({ frame }) => done.includes(frame.clientId)).map(({ frame }) => frame.clientId);

test.each([
  ["texts go as they come", [text("a"), text("b")], ["a", "b"]],
  ["what is written after a picture waits for it", [text("a"), uploading("b"), text("c"), arrived("d")], ["a"]],
  ["and goes in its order once it has arrived", [text("a"), arrived("b"), text("c")], ["a", "b", "c"]],
  ["another chat waits for nothing", [uploading("a"), text("b", {}, other)], ["b"]],
  [
    "what was refused, or stopped by the person, holds nothing up",
    [uploading("a", { kind: "failed", reason: "x" }), uploading("b", { kind: "stopped" }), text("c")],
    ["c"],
  ],
] as const)("%s", (_what, all, expected) => {
  expect(next(all)).toEqual(expected);
});

test("what has gone is not sent again, and holds nothing up", () => {
  expect(next([arrived("a"), text("b"), text("c")], ["a", "b"])).toEqual(["c"]);
});
