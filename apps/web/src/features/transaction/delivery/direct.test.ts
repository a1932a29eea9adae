import { generateKeyPairSigner, getBase58Decoder, signBytes } from "@solana/kit";
import { defaultProgramAddress, fromChainAddress, poolProgramAddress } from "@tribe/chain/accounts";
import { buildSwapSellMessage } from "@tribe/chain/messages";
import { calledPrograms, decodeTransaction, fromBase64, toBase64, toSignature } from "@tribe/chain/transactions";
import {
  ApiError,
  type Base64,
  lamports,
  type Ticket,
  type TokenId,
  type TransactionSignature,
  type Uid,
} from "@tribe/contract";
import { apiFailure, stepFailure } from "@tribe/domain/words";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { PreparedTransaction } from "../../../shared/dialogs/names.ts";
import { RpcRefusal } from "../../../shared/queries/rpc.ts";
import { FailureError } from "../../../shared/transactions/failure-error.ts";
import type { OpenTransaction } from "../../../shared/transactions/open-transactions.ts";
import { explainer } from "../outcome/explain.ts";
import { unreachedFailure } from "../outcome/unreached-failure.ts";
import { type BrowserPreparerOptions, browserPreparer } from "./browser-preparer.ts";
import type { ChainError, ChainLink } from "./chain-link.ts";
import { directTracker } from "./direct-tracker.ts";

const wallet = await generateKeyPairSigner();
const address = fromChainAddress(wallet.address);
const explain = explainer({ curve: defaultProgramAddress, pool: poolProgramAddress });
const blockhash = getBase58Decoder().decode(new Uint8Array(32).fill(7));
const slippage: ChainError = {
  error: { InstructionError: [2, { Custom: 6003 }] },
  logs: [`Program ${poolProgramAddress} failed: custom program error: 0x1773`],
};

let prepared: PreparedTransaction;
beforeAll(async () => {
  const message = await buildSwapSellMessage({
    program: defaultProgramAddress,
    wallet: address,
    blockhash,
    computeUnitLimit: 10_000,
    microLamportsPerUnit: 1n,
    tokenId: 7n as TokenId,
    tokens: 1_000_000n,
    minLamports: lamports(1n),
  });
  prepared = { message: toBase64(message), lastValidBlockHeight: 500, callbackTicket: null };
});

const sign = async (message: Base64) => toSignature(await signBytes(wallet.keyPair.privateKey, fromBase64(message)));
const silent = () => Promise.reject(new ApiError("unavailable"));
const fine: ChainError = { error: null, logs: [] };

/** A chain where all is well, but for what the test says. */
const chainWith = (change: Partial<ChainLink> = {}): ChainLink => ({
  simulate: async () => fine,
  baseFee: async () => 5_000n,
  balance: async () => 1_000_000n,
  send: async () => undefined,
  status: async () => ({ slot: 600, status: null }),
  finalized: async () => ({ slot: 500, blockHeight: 400 }),
  logs: async () => null,
  ...change,
});

const openOf = (made: Pick<OpenTransaction, "signature" | "via">): OpenTransaction => ({
  ...{ id: "one", uid: "person-1" as Uid, dialog: "genericTransaction", title: "", description: "" },
  ...{ signedAt: 0, trade: null, ...made },
});

const preparerWith = (change: Partial<BrowserPreparerOptions> = {}) =>
  browserPreparer({
    pause: async () => undefined,
    prepareTransaction: async () => prepared,
    hasConfirmCallback: false,
    lamportsRequired: null,
    wallet: address,
    chain: chainWith(),
    explain,
    keepAs: async (made) => ({ kind: "kept", open: openOf(made) }),
    ...change,
  });
const failure = (title: string) => ({ kind: "failed", failure: { title } });

describe("preparing in the browser", () => {
  const prepareWith = (change: Partial<BrowserPreparerOptions>) => preparerWith(change).prepare(1);
  const simulateWith = (chain: Partial<ChainLink>, more: Partial<BrowserPreparerOptions> = {}) =>
    preparerWith({ chain: chainWith(chain), ...more }).simulate(prepared);

  test("says which part is missing", async () => {
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

  test("asks again for an answer that was lost, three times in all, and for no refusal", async () => {
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

  test("waits a moment before it asks again, and not where nobody answered for long already", async () => {
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

  test("asks the node again that did not answer, before it refuses what nobody has looked at", async () => {
    let asked = 0;
    const simulate = async () => {
      asked += 1;
      return asked < 3 ? silent() : fine;
    };
    expect(await simulateWith({ simulate })).toEqual({ kind: "prepared", prepared });
    expect(asked).toBe(3);
  });

  test("tells the failure of whoever prepares, and no raw text", async () => {
    const throwing = (error: unknown) => prepareWith({ prepareTransaction: () => Promise.reject(error) });
    expect(await throwing(new ApiError("insufficient_tokens"))).toMatchObject(failure("Insufficient tokens"));
    expect(await throwing(new FailureError(stepFailure("swap_unavailable")))).toMatchObject({
      failure: stepFailure("swap_unavailable"),
    });
    expect(await throwing(new TypeError("x is undefined"))).toMatchObject(failure("Prepare transaction failed"));
  });

  test("simulates before a person sees it, without signatures", async () => {
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

  test("asks to prepare again for a blockhash that is not known, and shows what would fail", async () => {
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
    const told = await simulateWith({ simulate });
    expect(told).toMatchObject(failure("Prepare transaction failed"));
    expect(told.kind === "failed" ? told.failure.cause : "").toContain(words);
  });

  test("tells a browser that is offline from a node that can't be reached", () => {
    const cut = new ApiError("unavailable", { cause: new TypeError("Failed to fetch") });
    expect(unreachedFailure(cut, () => true).cause).toMatch(/^The network's node isn't working right now\./);
    expect(unreachedFailure(cut, () => false).cause).toMatch(/^You're offline\./);
  });

  test("wants the fee known and the SOL there", async () => {
    expect(await simulateWith({ baseFee: silent })).toEqual({ kind: "feeUnknown" });
    expect(await simulateWith({ baseFee: async () => null })).toEqual({ kind: "feeUnknown" });
    expect(await simulateWith({ balance: silent })).toEqual({ kind: "balanceUnknown" });
    expect(await simulateWith({ baseFee: silent, balance: silent })).toEqual({ kind: "feeUnknown" });
    const short = { failure: apiFailure("insufficient_sol") };
    expect(await simulateWith({ balance: async () => 4_999n })).toMatchObject(short);
    expect(await simulateWith({}, { lamportsRequired: lamports(1_000_001n) })).toMatchObject(short);
    expect(await simulateWith({}, { lamportsRequired: lamports(1_000_000n) })).toMatchObject({ kind: "prepared" });
  });

  test("calls bytes that are no message what they are", async () => {
    const torn = { ...prepared, message: "AQID" as Base64 };
    expect(await preparerWith().simulate(torn)).toMatchObject(failure("Serialize transaction failed"));
  });
});

describe("keeping what was signed", () => {
  test("takes the wallet's own signature over exactly these bytes", async () => {
    const signature = await sign(prepared.message);
    const kept = await preparerWith().keep(prepared, signature);
    expect(kept).toMatchObject({ kind: "kept", open: { signature, via: { lastValidBlockHeight: 500 } } });
    const via = kept.kind === "kept" ? kept.open.via : null;
    const parts = decodeTransaction(fromBase64(via?.kind === "direct" ? via.wire : prepared.message));
    expect(parts.signatures.get(address)).toBe(signature);
  });

  test("refuses none, a foreign one, and one over other bytes", async () => {
    const stranger = await generateKeyPairSigner();
    const foreign = toSignature(await signBytes(stranger.keyPair.privateKey, fromBase64(prepared.message)));
    const other = toSignature(await signBytes(wallet.keyPair.privateKey, new Uint8Array([1, 2, 3])));
    const keep = (signature: TransactionSignature) => preparerWith().keep(prepared, signature);
    expect(await keep("" as TransactionSignature)).toMatchObject(failure("No signature found"));
    expect(await keep(toSignature(new Uint8Array(64)))).toMatchObject(failure("No signature found"));
    for (const signature of [foreign, other])
      expect(await keep(signature)).toMatchObject(failure("Verify signatures failed"));
  });

  test("sends nothing that the browser does not keep", async () => {
    const signature = await sign(prepared.message);
    const unkept = { kind: "failed", failure: stepFailure("not_kept") } as const;
    expect(await preparerWith({ keepAs: async () => unkept }).keep(prepared, signature)).toEqual(unkept);
  });

  test("keeps a callback ticket for the server, with its message", async () => {
    const callbackTicket = "ticket-0123456789" as Ticket;
    const kept = await preparerWith({ hasConfirmCallback: true }).keep(
      { ...prepared, callbackTicket },
      await sign(prepared.message),
    );
    expect(kept).toMatchObject({
      open: { via: { kind: "callback", ticket: callbackTicket, message: prepared.message } },
    });
  });
});

describe("following what this browser sends", () => {
  const wire = toBase64(Uint8Array.of(1, ...new Uint8Array(64).fill(9), 1, 2, 3));
  const open = openOf({
    signature: toSignature(new Uint8Array(64).fill(9)),
    via: { kind: "direct", wire, lastValidBlockHeight: 500 },
  });
  const followerWith = (chain: Partial<ChainLink>) =>
    directTracker({ chain: chainWith(chain), explain, forget: () => undefined });
  const passed = { finalized: async () => ({ slot: 600, blockHeight: 501 }) };

  test("refuses for certain only what nobody can have sent", async () => {
    const wouldFail = { simulate: async () => slippage };
    expect(await followerWith(wouldFail).send(open, true)).toMatchObject(
      failure("Confirm transaction failed: Slippage exceeded"),
    );
    expect(await followerWith(wouldFail).send(open, false)).toEqual({ kind: "taken" });
    const old = { simulate: async () => ({ error: "BlockhashNotFound", logs: null }) };
    expect(await followerWith(old).send(open, true)).toEqual({ kind: "dead" });
    expect(await followerWith(old).send(open, false)).toEqual({ kind: "taken" });
  });

  test("shows no node its signature before it is sent", async () => {
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

  test("calls a lost or refused sending unclear, never failed", async () => {
    expect(await followerWith({ send: silent }).send(open, true)).toEqual({ kind: "unclear" });
    expect(await followerWith({ simulate: silent, send: silent }).send(open, true)).toEqual({ kind: "unclear" });
    const already = { simulate: async () => ({ error: "AlreadyProcessed", logs: null }), send: silent };
    expect(await followerWith(already).send(open, true)).toEqual({ kind: "unclear" });
  });

  test("ends by what the chain has for certain, not by what a fork has", async () => {
    const status = (error: unknown, isCertain: boolean): Partial<ChainLink> => ({
      status: async () => ({ slot: 600, status: { error, isCertain } }),
    });
    expect(await followerWith(status(null, true)).look(open)).toEqual({ kind: "landed" });
    expect(await followerWith(status(null, false)).look(open)).toEqual({ kind: "open" });
    expect(await followerWith({ ...status(slippage.error, false), ...passed }).look(open)).toEqual({ kind: "open" });
    const failed = followerWith({ ...status(slippage.error, true), logs: async () => slippage.logs });
    expect(await failed.look(open)).toMatchObject(failure("Confirm transaction failed: Slippage exceeded"));
  });

  test("tells slippage by the transaction itself, and waits for the logs only where they must tell", async () => {
    const kept = await preparerWith().keep(prepared, await sign(prepared.message));
    if (kept.kind !== "kept") throw new Error("the swap was not kept");
    const failing = (index: number, logs: ChainLink["logs"]): Partial<ChainLink> => ({
      status: async () => ({
        slot: 600,
        status: { error: { InstructionError: [index, { Custom: 6003 }] }, isCertain: true },
      }),
      logs,
    });
    const wire = kept.open.via.kind === "direct" ? kept.open.via.wire : prepared.message;
    const ofPool = calledPrograms(wire).indexOf(poolProgramAddress);
    expect(await followerWith(failing(ofPool, silent)).look(kept.open)).toMatchObject(
      failure("Confirm transaction failed: Slippage exceeded"),
    );
    let asked = 0;
    const late = failing(0, async () => (++asked < 3 ? silent() : slippage.logs));
    const tracker = followerWith(late);
    for (const _ of [1, 2]) expect(await tracker.look(kept.open)).toEqual({ kind: "open" });
    expect(await tracker.look(kept.open)).toMatchObject(failure("Confirm transaction failed: Slippage exceeded"));
    const never = followerWith(failing(0, silent));
    for (const _ of [1, 2, 3, 4]) expect(await never.look(kept.open)).toEqual({ kind: "open" });
    expect(await never.look(kept.open)).toMatchObject({
      failure: { title: "Confirm transaction failed", details: { errorNumber: 6003, logs: [] } },
    });
  });

  test("is over only when the finalized height has passed and a node that is not behind finds nothing", async () => {
    expect(await followerWith({}).look(open)).toEqual({ kind: "open" });
    const atLast = { finalized: async () => ({ slot: 600, blockHeight: 500 }) };
    expect(await followerWith(atLast).look(open)).toEqual({ kind: "open" });
    const behind = { ...passed, status: async () => ({ slot: 599, status: null }) };
    expect(await followerWith(behind).look(open)).toEqual({ kind: "open" });
    expect(await followerWith({ status: silent, ...passed }).look(open)).toEqual({ kind: "open" });
    const inHistory: Partial<ChainLink> = {
      ...passed,
      status: async (_, deep) => ({ slot: 600, status: deep ? { error: null, isCertain: true } : null }),
    };
    expect(await followerWith(inHistory).look(open)).toEqual({ kind: "landed" });
  });

  test("tells a network that took it from one that never did", async () => {
    const never = followerWith({ ...passed, send: silent });
    await never.send(open, false);
    expect(await never.look(open)).toMatchObject({ failure: stepFailure("congestion") });
    const busy = new ApiError("unavailable", { cause: new RpcRefusal({ code: -32005, message: "Node is behind" }) });
    const tooBusy = new ApiError("unavailable", { cause: new RpcRefusal({ code: 503, message: "" }) });
    for (const refusal of [busy, tooBusy]) {
      const limited = followerWith({ ...passed, send: () => Promise.reject(refusal) });
      await limited.send(open, false);
      expect(await limited.look(open)).toMatchObject({ failure: { title: stepFailure("congestion").title } });
    }
    const taken = followerWith(passed);
    await taken.send(open, false);
    expect(await taken.look(open)).toMatchObject({ failure: stepFailure("busy_network") });
  });
});

describe("what no node ever took, when it can't land any more", () => {
  const endAfter = async (cause: unknown) => {
    const link: Partial<ChainLink> = {
      finalized: async () => ({ slot: 600, blockHeight: 501 }),
      send: () => Promise.reject(new ApiError("unavailable", { cause })),
    };
    const via = { kind: "direct", wire: "AQID" as Base64, lastValidBlockHeight: 500 } as const;
    const signed = openOf({ signature: toSignature(new Uint8Array(64).fill(9)), via });
    const tracker = directTracker({ chain: chainWith(link), explain, forget: () => undefined });
    await tracker.send(signed, false);
    return tracker.look(signed);
  };

  test("is a 'Send transaction error' with the node's name, message and logs when it was refused", async () => {
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

  test("is 'Send failed' when the answers could not be read", async () => {
    const unread = z.safeParse(z.string(), 7).error;
    expect(await endAfter(unread)).toMatchObject(failure("Send failed"));
    expect(await endAfter(new SyntaxError("Unexpected token '<'"))).toMatchObject(failure("Send failed"));
  });
});

describe("a node's texts", () => {
  const anchor = [
    "Program log: AnchorError occurred. Error Code: SomethingNew. Error Number: 7777. Error Message: It broke.",
    `Program ${poolProgramAddress} failed: custom program error: 0x1e61`,
  ];
  const told: ChainError = { error: { InstructionError: [0, { Custom: 7777 }] }, logs: anchor };

  test("stand behind the catalogue's sentence, parsed: of a simulation, and of a failure on chain", () => {
    const details = {
      program: poolProgramAddress,
      errorCode: "SomethingNew",
      errorNumber: 7777,
      errorMessage: "It broke",
      logs: anchor,
    };
    expect(explain.refusal(told, "AQID" as Base64)).toMatchObject({ title: "Simulation failed", details });
    expect(explain.onChain(told, "AQID" as Base64).words).toMatchObject({
      title: "Confirm transaction failed",
      details,
    });
    const raw = explain.refusal({ error: { BrandNew: { index: 3 } }, logs: null }, "AQID" as Base64);
    expect(raw).toMatchObject({ title: "Simulation failed", details: { errorMessage: '{"BrandNew":{"index":3}}' } });
    expect(explain.refusal(slippage, "AQID" as Base64)).toMatchObject({
      title: "Confirm transaction failed: Slippage exceeded",
      details: { errorNumber: 6003 },
    });
  });

  test("never take the place of the catalogue's words", () => {
    const hostile = explain.onChain({ error: "SomethingNew", logs: ["Program log: <b>pay me</b>"] }, "AQID" as Base64);
    const { title, cause, nextStep } = hostile.words;
    expect({ title, cause, nextStep }).toEqual({
      title: stepFailure("confirm_failed").title,
      cause: stepFailure("confirm_failed").cause,
      nextStep: stepFailure("confirm_failed").nextStep,
    });
  });
});
