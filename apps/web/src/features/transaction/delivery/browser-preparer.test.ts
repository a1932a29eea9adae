import { generateKeyPairSigner, signBytes } from "@solana/kit";
import { decodeTransaction, fromBase64, toBase64, toSignature } from "@tribe/chain/transactions";
import { ApiError, type Base64, lamports, type Ticket, type TransactionSignature } from "@tribe/contract";
import { apiFailure, stepFailure } from "@tribe/domain/words";
import { describe, expect, test } from "vitest";
import { RpcRefusal } from "../../../shared/queries/rpc.ts";
import { FailureError } from "../../../shared/transactions/failure-error.ts";
import {
  address,
  chainWith,
  closingSale,
  dust,
  failure,
  fine,
  prepared,
  preparerWith,
  sign,
  silent,
  slippage,
  wallet,
} from "../testing/direct-delivery.ts";
import type { BrowserPreparerOptions } from "./browser-preparer.ts";
import type { ChainLink } from "./chain-link.ts";

describe("preparing in the browser", () => {
  const prepareWith = (change: Partial<BrowserPreparerOptions>) => preparerWith(change).prepare(1, null);
  const simulateWith = (chain: Partial<ChainLink>, more: Partial<BrowserPreparerOptions> = {}) =>
    preparerWith({ chain: chainWith(chain), ...more }).simulate(prepared);

  test("reports a missing wallet, transaction or callback", async () => {
    expect(await prepareWith({ wallet: null })).toMatchObject(failure("Wallet not found"));
    expect(await prepareWith({ prepareTransaction: async () => null })).toMatchObject(failure("Transaction not found"));
    const empty = { ...prepared, message: "" as Base64 };
    expect(await prepareWith({ prepareTransaction: async () => empty })).toMatchObject(
      failure("Transaction not found"),
    );
    const ticketed = { ...prepared, callbackTicket: "ticket-0123456789" as Ticket };
    expect(await prepareWith({ prepareTransaction: async () => ticketed })).toMatchObject({
      failure: stepFailure("callback_missing"),
    });
  });

  test("retries after a lost answer, with three attempts in all, and not after a refusal", async () => {
    let asked = 0;
    const losing = (lost: number, error = new ApiError("unavailable")) => {
      asked = 0;
      return prepareWith({
        prepareTransaction: async () => {
          asked += 1;
          if (asked <= lost) throw error;
          return prepared;
        },
      });
    };
    expect(await losing(2)).toEqual({ kind: "prepared", prepared });
    expect(await losing(3)).toMatchObject({ failure: stepFailure("server_trouble") });
    expect(asked).toBe(3);
    expect(await losing(1, new ApiError("insufficient_tokens"))).toMatchObject(failure("Insufficient tokens"));
    expect(asked).toBe(1);
  });

  test("pauses before a retry, except after a timeout", async () => {
    const paused: number[] = [];
    const losing = (cause?: unknown) =>
      prepareWith({
        prepareTransaction: () => Promise.reject(new ApiError("unavailable", { cause })),
        pause: async (milliseconds) => void paused.push(milliseconds),
      });
    await losing(new DOMException("", "TimeoutError"));
    expect(paused).toEqual([]);
    await losing();
    expect(paused.map((milliseconds) => milliseconds > 0)).toEqual([true, true]);
  });

  test("retries a simulation that the node did not answer", async () => {
    let asked = 0;
    const simulate = async () => {
      asked += 1;
      return asked < 3 ? silent() : fine;
    };
    expect(await simulateWith({ simulate })).toEqual({ kind: "prepared", prepared });
    expect(asked).toBe(3);
  });

  test("reports the failure of the preparation, without the text of an unexpected error", async () => {
    const throwing = (error: unknown) => prepareWith({ prepareTransaction: () => Promise.reject(error) });
    expect(await throwing(new ApiError("insufficient_tokens"))).toMatchObject(failure("Insufficient tokens"));
    expect(await throwing(new FailureError(stepFailure("swap_unavailable")))).toMatchObject({
      failure: stepFailure("swap_unavailable"),
    });
    expect(await throwing(new TypeError("x is undefined"))).toMatchObject(failure("Prepare transaction failed"));
  });

  test("simulates the message without signatures", async () => {
    const seen: Base64[] = [];
    const result = await simulateWith({
      simulate: async (wire) => {
        seen.push(wire);
        return fine;
      },
    });
    expect(result).toEqual({ kind: "prepared", prepared });
    const [simulated] = seen;
    expect(toBase64(decodeTransaction(fromBase64(simulated ?? prepared.message)).message)).toBe(prepared.message);
  });

  test("prepares again without the closing when an account isn't empty any more, before and after a signature", async () => {
    const preparer = preparerWith({ chain: chainWith({ simulate: async () => dust }) });
    expect(await preparer.simulate(closingSale)).toEqual({ kind: "stale" });
    // The same error of another instruction is a failure.
    expect(await simulateWith({ simulate: async () => dust })).toMatchObject({ kind: "failed" });
    const asked: boolean[] = [];
    const counting = preparerWith({
      prepareTransaction: async ({ keepsAccount }) => {
        asked.push(keepsAccount);
        return prepared;
      },
    });
    await counting.prepare(1, null);
    await counting.prepare(2, stepFailure("congestion"));
    await counting.prepare(3, stepFailure("account_not_closed"));
    expect(asked).toEqual([false, false, true]);
  });

  test("reports an unknown blockhash as stale, and a failed simulation as the failure", async () => {
    expect(await simulateWith({ simulate: async () => ({ error: "BlockhashNotFound", logs: null }) })).toEqual({
      kind: "stale",
    });
    expect(await simulateWith({ simulate: async () => slippage })).toMatchObject(
      failure("Confirm transaction failed: Slippage exceeded"),
    );
    expect(await simulateWith({ simulate: silent })).toMatchObject(failure("Prepare transaction failed"));
  });

  test.each([
    ["limits its calls", new RpcRefusal({ code: 429, message: "" }), "Too many requests. Wait a moment. The network"],
    ["is down", new RpcRefusal({ code: 502, message: "" }), "The network's node isn't working right now. It answered"],
    ["is behind", new RpcRefusal({ code: -32005, message: "<b>" }), "The network's node is behind. The node we asked"],
    ["is none", new SyntaxError("Unexpected token '<'"), "The network's answer couldn't be read. It isn't"],
    ["is silent", new DOMException("", "TimeoutError"), "The network didn't answer in time. It may be busy."],
  ])("says why it could not be prepared when the node %s", async (_how, cause, words) => {
    const simulate = () => Promise.reject(new ApiError("unavailable", { cause }));
    const result = await simulateWith({ simulate });
    expect(result).toMatchObject(failure("Prepare transaction failed"));
    expect(result.kind === "failed" ? result.failure.cause : "").toContain(words);
  });

  test("requires a known fee and sufficient SOL", async () => {
    expect(await simulateWith({ baseFee: silent })).toEqual({ kind: "feeUnknown" });
    expect(await simulateWith({ baseFee: async () => null })).toEqual({ kind: "feeUnknown" });
    expect(await simulateWith({ balance: silent })).toEqual({ kind: "balanceUnknown" });
    expect(await simulateWith({ baseFee: silent, balance: silent })).toEqual({ kind: "feeUnknown" });
    const short = { failure: apiFailure("insufficient_sol") };
    expect(await simulateWith({ balance: async () => 4_999n })).toMatchObject(short);
    expect(await simulateWith({}, { lamportsRequired: lamports(1_000_001n) })).toMatchObject(short);
    expect(await simulateWith({}, { lamportsRequired: lamports(1_000_000n) })).toMatchObject({ kind: "prepared" });
  });

  test("rejects bytes that are not a message", async () => {
    const torn = { ...prepared, message: "AQID" as Base64 };
    expect(await preparerWith().simulate(torn)).toMatchObject(failure("Serialize transaction failed"));
  });
});

describe("storing the signed transaction", () => {
  test("accepts the wallet's own signature over exactly these bytes", async () => {
    const signature = await sign(prepared.message);
    const stored = await preparerWith().store(prepared, signature);
    expect(stored).toMatchObject({ kind: "stored", open: { signature, via: { lastValidBlockHeight: 500 } } });
    const via = stored.kind === "stored" ? stored.open.via : null;
    const parts = decodeTransaction(fromBase64(via?.kind === "direct" ? via.wire : prepared.message));
    expect(parts.signatures.get(address)).toBe(signature);
  });

  test("rejects a missing signature, another wallet's, and one over other bytes", async () => {
    const stranger = await generateKeyPairSigner();
    const foreign = toSignature(await signBytes(stranger.keyPair.privateKey, fromBase64(prepared.message)));
    const other = toSignature(await signBytes(wallet.keyPair.privateKey, new Uint8Array([1, 2, 3])));
    const store = (signature: TransactionSignature) => preparerWith().store(prepared, signature);
    expect(await store("" as TransactionSignature)).toMatchObject(failure("No signature found"));
    expect(await store(toSignature(new Uint8Array(64)))).toMatchObject(failure("No signature found"));
    for (const signature of [foreign, other])
      expect(await store(signature)).toMatchObject(failure("Verify signatures failed"));
  });

  test("fails if the browser can't store the transaction", async () => {
    const signature = await sign(prepared.message);
    const notStored = { kind: "failed", failure: stepFailure("not_kept") } as const;
    expect(await preparerWith({ store: async () => notStored }).store(prepared, signature)).toEqual(notStored);
  });

  test("stores a callback ticket for the server, with its message", async () => {
    const callbackTicket = "ticket-0123456789" as Ticket;
    const stored = await preparerWith({ hasConfirmCallback: true }).store(
      { ...prepared, callbackTicket },
      await sign(prepared.message),
    );
    expect(stored).toMatchObject({
      open: { via: { kind: "callback", ticket: callbackTicket, message: prepared.message } },
    });
  });
});
