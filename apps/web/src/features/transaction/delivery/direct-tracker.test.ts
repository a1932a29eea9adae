import { poolProgramAddress } from "@tribe/chain/accounts";
import { instructionFacts, toBase64, toSignature } from "@tribe/chain/transactions";
import { ApiError, type Base64 } from "@tribe/contract";
import { stepFailure } from "@tribe/domain/words";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { RpcRefusal } from "../../../shared/queries/rpc.ts";
import {
  chainWith,
  closingSale,
  dust,
  explain,
  failure,
  fine,
  openOf,
  prepared,
  preparerWith,
  sign,
  silent,
  slippage,
} from "../testing/direct-delivery.ts";
import type { ChainLink } from "./chain-link.ts";
import { directTracker } from "./direct-tracker.ts";

describe("following a transaction that this browser sends", () => {
  const wire = toBase64(Uint8Array.of(1, ...new Uint8Array(64).fill(9), 1, 2, 3));
  const open = openOf({
    signature: toSignature(new Uint8Array(64).fill(9)),
    via: { kind: "direct", wire, lastValidBlockHeight: 500 },
  });
  const followerWith = (chain: Partial<ChainLink>) =>
    directTracker({ chain: chainWith(chain), explain, forget: () => undefined });
  const passed = { finalized: async () => ({ slot: 600, blockHeight: 501 }) };

  test("refuses by a simulation only a transaction that cannot have been sent before", async () => {
    const wouldFail = { simulate: async () => slippage };
    expect(await followerWith(wouldFail).send(open, true)).toMatchObject(
      failure("Confirm transaction failed: Slippage exceeded"),
    );
    expect(await followerWith(wouldFail).send(open, false)).toEqual({ kind: "accepted" });
    const old = { simulate: async () => ({ error: "BlockhashNotFound", logs: null }) };
    expect(await followerWith(old).send(open, true)).toEqual({ kind: "dead" });
    expect(await followerWith(old).send(open, false)).toEqual({ kind: "accepted" });
  });

  test("simulates without the signature before it sends", async () => {
    const seen: [method: string, wire: Base64][] = [];
    const tracker = followerWith({
      simulate: async (unsigned) => {
        seen.push(["simulate", unsigned]);
        return fine;
      },
      send: async (signed) => void seen.push(["send", signed]),
    });
    await tracker.send(open, true);
    const unsigned = toBase64(Uint8Array.of(1, ...new Uint8Array(64), 1, 2, 3));
    expect(seen).toEqual([
      ["simulate", unsigned],
      ["send", wire],
    ]);
  });

  test("reports a lost or refused submission as unclear, never as failed", async () => {
    expect(await followerWith({ send: silent }).send(open, true)).toEqual({ kind: "unclear" });
    expect(await followerWith({ simulate: silent, send: silent }).send(open, true)).toEqual({ kind: "unclear" });
    const already = { simulate: async () => ({ error: "AlreadyProcessed", logs: null }), send: silent };
    expect(await followerWith(already).send(open, true)).toEqual({ kind: "unclear" });
  });

  test("accepts only a confirmed result, not one of a fork", async () => {
    const status = (error: unknown, isCertain: boolean): Partial<ChainLink> => ({
      status: async () => ({ slot: 600, status: { error, isCertain } }),
    });
    expect(await followerWith(status(null, true)).checkStatus(open)).toEqual({ kind: "landed" });
    expect(await followerWith(status(null, false)).checkStatus(open)).toEqual({ kind: "open" });
    expect(await followerWith({ ...status(slippage.error, false), ...passed }).checkStatus(open)).toEqual({
      kind: "open",
    });
    const failed = followerWith({ ...status(slippage.error, true), logs: async () => slippage.logs });
    expect(await failed.checkStatus(open)).toMatchObject(failure("Confirm transaction failed: Slippage exceeded"));
  });

  test("recognises slippage from the transaction itself, and waits for logs only if they are needed", async () => {
    const stored = await preparerWith().store(prepared, await sign(prepared.message));
    if (stored.kind !== "stored") throw new Error("the swap was not stored");
    const failing = (index: number, logs: ChainLink["logs"]): Partial<ChainLink> => ({
      status: async () => ({
        slot: 600,
        status: { error: { InstructionError: [index, { Custom: 6003 }] }, isCertain: true },
      }),
      logs,
    });
    const wire = stored.open.via.kind === "direct" ? stored.open.via.wire : prepared.message;
    const ofPool = instructionFacts(wire).called.indexOf(poolProgramAddress);
    expect(await followerWith(failing(ofPool, silent)).checkStatus(stored.open)).toMatchObject(
      failure("Confirm transaction failed: Slippage exceeded"),
    );
    let asked = 0;
    const late = failing(0, async () => (++asked < 3 ? silent() : slippage.logs));
    const tracker = followerWith(late);
    for (const _ of [1, 2]) expect(await tracker.checkStatus(stored.open)).toEqual({ kind: "open" });
    expect(await tracker.checkStatus(stored.open)).toMatchObject(
      failure("Confirm transaction failed: Slippage exceeded"),
    );
    const never = followerWith(failing(0, silent));
    for (const _ of [1, 2, 3, 4]) expect(await never.checkStatus(stored.open)).toEqual({ kind: "open" });
    expect(await never.checkStatus(stored.open)).toMatchObject({
      failure: { title: "Confirm transaction failed", details: { errorNumber: 6003, logs: [] } },
    });
  });

  test("asks to prepare it again when an account can't be closed any more, before it is sent and on chain", async () => {
    const stored = await preparerWith().store(closingSale, await sign(closingSale.message));
    if (stored.kind !== "stored") throw new Error("the swap was not stored");
    const failure = { code: "step.account_not_closed" };
    expect(await followerWith({ simulate: async () => dust }).send(stored.open, true)).toMatchObject({
      kind: "dead",
      failure,
    });
    const status = async () => ({ slot: 600, status: { error: dust.error, isCertain: true } });
    expect(await followerWith({ status }).checkStatus(stored.open)).toMatchObject({
      kind: "failed",
      canRetry: true,
      failure,
    });
  });

  test("expires only when the finalized height has passed and a node that does not lag finds nothing", async () => {
    expect(await followerWith({}).checkStatus(open)).toEqual({ kind: "open" });
    const atLast = { finalized: async () => ({ slot: 600, blockHeight: 500 }) };
    expect(await followerWith(atLast).checkStatus(open)).toEqual({ kind: "open" });
    const behind = { ...passed, status: async () => ({ slot: 599, status: null }) };
    expect(await followerWith(behind).checkStatus(open)).toEqual({ kind: "open" });
    expect(await followerWith({ status: silent, ...passed }).checkStatus(open)).toEqual({ kind: "open" });
    const inHistory: Partial<ChainLink> = {
      ...passed,
      status: async (_, deep) => ({ slot: 600, status: deep ? { error: null, isCertain: true } : null }),
    };
    expect(await followerWith(inHistory).checkStatus(open)).toEqual({ kind: "landed" });
  });

  test("distinguishes a network that accepted it from one that never did", async () => {
    const never = followerWith({ ...passed, send: silent });
    await never.send(open, false);
    expect(await never.checkStatus(open)).toMatchObject({ failure: stepFailure("congestion") });
    const busy = new ApiError("unavailable", { cause: new RpcRefusal({ code: -32005, message: "Node is behind" }) });
    const tooBusy = new ApiError("unavailable", { cause: new RpcRefusal({ code: 503, message: "" }) });
    for (const refusal of [busy, tooBusy]) {
      const limited = followerWith({ ...passed, send: () => Promise.reject(refusal) });
      await limited.send(open, false);
      expect(await limited.checkStatus(open)).toMatchObject({ failure: { title: stepFailure("congestion").title } });
    }
    const taken = followerWith(passed);
    await taken.send(open, false);
    expect(await taken.checkStatus(open)).toMatchObject({ failure: stepFailure("busy_network") });
  });
});

describe("an expired transaction that no node accepted", () => {
  const endAfter = async (cause: unknown) => {
    const link: Partial<ChainLink> = {
      finalized: async () => ({ slot: 600, blockHeight: 501 }),
      send: () => Promise.reject(new ApiError("unavailable", { cause })),
    };
    const via = { kind: "direct", wire: "AQID" as Base64, lastValidBlockHeight: 500 } as const;
    const signed = openOf({ signature: toSignature(new Uint8Array(64).fill(9)), via });
    const tracker = directTracker({ chain: chainWith(link), explain, forget: () => undefined });
    await tracker.send(signed, false);
    return tracker.checkStatus(signed);
  };

  test("fails with 'Send transaction error' and the node's error, message and logs if it was refused", async () => {
    const data = { err: "AccountNotFound", logs: ["Program log: no"] };
    const refusal = new RpcRefusal({ code: -32002, message: "Transaction simulation failed", data });
    expect(await endAfter(refusal)).toMatchObject({
      failure: {
        title: "Send transaction error",
        details: {
          errorCode: "RpcRefusal",
          errorNumber: -32002,
          errorMessage: "Transaction simulation failed",
          logs: ["Program log: no"],
        },
      },
    });
  });

  test("fails with 'Send failed' if the answers could not be parsed", async () => {
    const unread = z.safeParse(z.string(), 7).error;
    expect(await endAfter(unread)).toMatchObject(failure("Send failed"));
    expect(await endAfter(new SyntaxError("Unexpected token '<'"))).toMatchObject(failure("Send failed"));
  });
});
