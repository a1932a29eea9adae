/**
 * Attacks by a program that wraps ours: `noisy`, whose source is in `programs/noisy`. Each has its name from the threat model.
 */
import { readFileSync } from "node:fs";
import { getBase58Decoder } from "@solana/kit";
import { decodeEvents, type ProgramEvent } from "@tribe/chain/events";
import type { Address } from "@tribe/contract";
import { beforeEach, expect, test } from "vitest";
import { amount, code, refused } from "./support/attack.ts";
import { bytesOf, keyFor, keyOf } from "./support/keys.ts";
import type { Instruction, Sent } from "./support/machine.ts";
import { makeScene, type Scene } from "./support/scene.ts";
import { buyOf, curve, must, unit } from "./support/stage.ts";

const noisy = keyFor("noisy");
const lines = 40;

let scene: Scene;
beforeEach(() => {
  scene = makeScene();
  scene.stage.machine.svm.addProgram(bytesOf(noisy), readFileSync(new URL("../noisy/noisy.so", import.meta.url)));
});

/** A call forwarded by `noisy`, between two log floods and two calls to itself with a forged event. */
const wrapped = (call: Instruction, forged: Uint8Array): Instruction => ({
  program: noisy,
  metas: [...[noisy, call.program].map((key) => ({ key, signer: false, writable: false })), ...call.metas],
  data: Buffer.concat([Uint8Array.of(lines, forged.length), forged, call.data]),
});

/** The events that the indexer's decoder finds in a transaction. */
const eventsOf = (sent: Sent): Promise<ProgramEvent[]> => {
  const calls = sent.inner();
  const keys = [...new Set(calls.flatMap(({ program, accounts }) => [program, ...accounts]))];
  const instructions = calls.map(({ program, accounts, data }) => ({
    programIdIndex: keys.indexOf(program),
    accounts: accounts.map((key) => keys.indexOf(key)),
    data: getBase58Decoder().decode(data),
  }));
  return decodeEvents([{ index: 0, instructions }], keys, curve as Address); // a program's key
};

/** The bytes of a real event of the token, with another amount and a higher number. */
const forgery = (): Buffer => {
  const { stage, tribe, trader } = scene;
  const sent = must(stage.send(stage.buy(tribe, trader, buyOf(unit))));
  const event = sent.inner().find(({ program, accounts }) => program === curve && accounts.length === 1);
  if (event === undefined) throw new Error("a buy without an event");
  const data = Buffer.from(event.data);
  data.writeBigUInt64LE(data.readBigUInt64LE(16) + 1n, 16);
  data.writeBigUInt64LE(1_000_000n * unit, 32);
  return data;
};

test("a trade wrapped by a noisy program that floods the logs: exactly its own event is found", async () => {
  const { stage, tribe, trader, inviter } = scene;
  const forged = forgery();
  const [x, seq, held] = [amount(stage, tribe, "x"), amount(stage, tribe, "seq"), stage.holding(trader, tribe.mint)];

  const bought = must(stage.send(wrapped(stage.buy(tribe, trader, buyOf(3n * unit)), forged)));
  const referred = stage.sell(tribe, trader, unit, { flags: 1n, referrer: inviter });
  const sold = must(stage.send(wrapped(referred, forged)));

  for (const sent of [bought, sold]) {
    expect(sent.logs().join("\n")).toContain("Log truncated");
    expect(sent.logs().join("\n")).not.toContain(`Program ${curve} consumed`);
    // the forgery is among the inner calls twice, as a call of the wrong program
    expect(sent.inner().filter(({ program, data }) => program === noisy && forged.equals(data))).toHaveLength(2);
  }
  const common = { mint: tribe.mint, trader };
  expect(await eventsOf(bought)).toMatchObject([
    { kind: "tokenBought", seq, amount: 3n * unit, supplyBeforeTrade: x, ...common },
  ]);
  expect(await eventsOf(sold)).toMatchObject([
    { kind: "tokenSold", seq: seq + 1n, amount: unit, supplyBeforeTrade: x + 3n * unit, ...common },
  ]);
  expect([amount(stage, tribe, "x"), amount(stage, tribe, "seq")]).toEqual([x + 2n * unit, seq + 2n]);
  expect(stage.holding(trader, tribe.mint)).toBe(held + 2n * unit);
});

test("a trade wrapped by a noisy program: one that our program refuses fails the whole transaction with our code", () => {
  const { stage, tribe, trader } = scene;
  const forged = forgery();
  const call = stage.buy(tribe, trader, { tokens: unit, maxLamports: 1_000n, minTokens: unit });
  refused(scene, wrapped(call, forged), code("buySlippageExceeded"));
});

test("a trade wrapped by a noisy program: it cannot emit an event of our program, whatever signer it names", () => {
  const { tribe } = scene;
  const forged = forgery();
  for (const key of [tribe.token, noisy, keyOf(Buffer.alloc(32, 9))])
    refused(
      scene,
      wrapped({ program: curve, metas: [{ key, signer: false, writable: false }], data: forged }, forged),
      "MissingRequiredSignature",
    );
});
