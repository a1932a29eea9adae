import { randomBytes, sign } from "node:crypto";
import {
  AccountRole,
  appendTransactionMessageInstruction,
  type Base64EncodedWireTransaction,
  type Blockhash,
  compileTransaction,
  createSolanaRpcFromTransport,
  createTransactionMessage,
  pipe,
  type RpcTransport,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";
import { toChainAddress, zeroAddress } from "@tribe/chain/accounts";
import { assembleTransaction, fromBase64, signersOf, toBase64, toSignature } from "@tribe/chain/transactions";
import {
  type Base64,
  base64Schema,
  type Lamports,
  lamports,
  type Outflow,
  routes,
  type Spend,
  tokenUnits,
  type Uid,
  unitsPerToken,
} from "@tribe/contract";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { hashOf } from "../../../crypto/secrets.ts";
import { createBatchTransport } from "../../../engines/chain/batch-transport.ts";
import { createNodeTransport } from "../../../engines/chain/node-transport.ts";
import type { Chain } from "../../../engines/chain/port.ts";
import { setTwitter } from "../../identity/index.ts";
import { eventually, startTestWorld, type TestTribe, type TestWorld } from "../../indexer/testing/test-world.ts";
import { newWallet, walletFrames } from "../testing/wallet-frames.ts";

const five = "5000000000";
/** A blockhash is over after 150 blocks; after twice as many, finalized, the keys are certain. */
const [untilOver, untilCertain] = [151, 400];

let world: TestWorld;
let tribe: TestTribe;
const { newPair } = walletFrames(() => world.app);
beforeAll(async () => {
  world = await startTestWorld();
  tribe = await world.newTribe(5n);
});
afterAll(() => world?.stop());
afterEach(() => askOnly());

/** Further nodes of the role `keys`: its list is the one that every call reads. */
type Node = Pick<Chain, "rpc" | "readTransactions">;
const nodes = () => world.app.ctx.walletNodes as Node[];
const askOnly = (...others: readonly Node[]) => void nodes().splice(1, nodes().length, ...others);
type Lie = (method: string, honest: () => Promise<unknown>) => Promise<unknown>;
/** A node that answers something else than the chain's own where it likes; `lie` gives a call's `result`. */
const lying = (lie: Lie): Node => {
  const honest = createBatchTransport(world.chain.rpcUrl, createNodeTransport(world.chain.rpcUrl));
  const transport = async (config: Parameters<RpcTransport>[0]): Promise<unknown> => {
    const { method } = config.payload as { readonly method: string }; // kit's own JSON-RPC
    const ask = async () => ((await honest(config)) as { readonly result: unknown }).result; // as above
    return { jsonrpc: "2.0", id: 0, result: await lie(method, ask) };
  };
  const { readTransactions } = world.chain;
  return { rpc: createSolanaRpcFromTransport(transport as RpcTransport), readTransactions }; // the caller names the answer's type
};

/** Somebody with SOL on the chain, X, and the wallet in two browsers. */
const newTrader = async () => {
  const pair = await newPair();
  const { person, frame, owner } = pair;
  await world.app.ctx.db.transaction((tx) =>
    setTwitter(
      tx,
      frame.uid as Uid, // the frame's own
      { id: `x-${owner.address}`, handle: owner.address.slice(0, 12), name: "Trader" },
      "https://pictures.example.test/a.png",
    ),
  );
  await world.chain.rpc.requestAirdrop(toChainAddress(owner.address), 20_000_000_000n as never).send();
  await eventually("the SOL is there", async () => {
    const { value } = await world.chain.rpc.getBalance(toChainAddress(owner.address)).send();
    return value > 0n;
  });
  const prepare = async (limit: { maxSolInLamports?: Lamports }): Promise<Base64> => {
    const body = {
      ...{ idempotencyKey: crypto.randomUUID(), mint: tribe.mint, tokenId: tribe.tokenId },
      ...{ tradeType: "BUY_WITH_FIXED_TOKEN" as const, tokenAmountInLamports: tokenUnits(unitsPerToken) },
      ...limit,
    };
    return (await person.call(routes.factory.prepareTrade, { body })).message;
  };
  return {
    ...pair,
    /** A purchase that lands, and one that is stopped by its slippage: somebody else buys much before it is sent. */
    purchase: () => prepare({ maxSolInLamports: lamports(3_000_000_000n) }),
    failing: async () => {
      const message = await prepare({});
      await world.buy(await world.newPerson(), tribe, 900n);
      return message;
    },
    send: async (message: Base64) => {
      const bytes = fromBase64(message);
      const signature = toSignature(new Uint8Array(sign(null, bytes, owner.privateKey)));
      const { coSigner } = world.app.ctx;
      const signatures: Record<string, typeof signature> = { [owner.address]: signature };
      for (const signer of signersOf(bytes))
        signatures[signer] ??= await coSigner.coSign({ message: bytes, trader: owner.address, signature });
      const wire = toBase64(assembleTransaction(bytes, signatures)) as string as Base64EncodedWireTransaction; // the same text
      await world.chain.rpc.sendTransaction(wire, { encoding: "base64", skipPreflight: true }).send();
      return signature;
    },
  };
};
type Trader = Awaited<ReturnType<typeof newTrader>>;

const digestOf = (message: Base64): Base64 => base64Schema.parse(hashOf(fromBase64(message)).toString("base64"));
const buying = (message: Base64, amount = five): Spend => ({
  subject: digestOf(message),
  outflow: { kind: "purchase", mint: tribe.mint, lamports: amount, units: "1" },
});
const another = (): Spend => buying(toBase64(randomBytes(200)));
/** Counts a message for the whole day's 5 SOL, as the signer does before it signs. */
const count = ({ frame }: Trader, message: Base64) => frame.fetchShareFor(buying(message), undefined, message);
const judged = async ({ frame }: Pick<Trader, "frame">) => (await frame.judge(another())).judgement;
const usedUp = { kind: "stepUp", reason: "allowance", left: "0" };
const givenBack = (trader: Trader) =>
  eventually("it is given back", async () => (await judged(trader)).kind === "allowed");
const finalized = (trader: Trader, signature: string) =>
  eventually("it is finalized", async () => {
    const { owner } = trader;
    const found = await world.chain.rpc
      .getSignaturesForAddress(toChainAddress(owner.address), { commitment: "finalized" })
      .send();
    return found.find((each) => each.signature === signature) ?? null;
  });

test("a purchase that fails by its slippage is given back once that is finalized, in every browser, and not twice", async () => {
  const trader = await newTrader();
  const message = await trader.failing();
  await count(trader, message);
  expect(await judged(trader)).toMatchObject(usedUp);
  const { err } = await finalized(trader, await trader.send(message));
  expect(err).toMatchObject({ InstructionError: [expect.anything(), { Custom: expect.anything() }] });
  expect((await judged({ frame: trader.otherFrame })).kind).toBe("allowed");
  // The next 5 SOL, and no more.
  const next = await trader.purchase();
  await trader.otherFrame.fetchShareFor(buying(next), undefined, next);
  expect(await judged(trader)).toMatchObject(usedUp);
  // Signing the failed one again lets out nothing: it can't land any more.
  await count(trader, message);
  expect(await judged(trader)).toMatchObject(usedUp);
});

test("one that was never sent is given back when it has expired for certain, and can't be sent then", async () => {
  const trader = await newTrader();
  const message = await trader.purchase();
  await count(trader, message);
  await world.warp(untilOver);
  expect(await judged(trader)).toMatchObject(usedUp);
  await world.warp(untilCertain);
  await givenBack(trader);
  await trader.send(message).catch(() => null);
  await world.warp(untilCertain);
  const listed = await world.chain.rpc.getSignaturesForAddress(toChainAddress(trader.owner.address)).send();
  expect(listed).toHaveLength(1);
});

test("one that lands, early or late, counts for the day", async () => {
  for (const wait of [0, 120]) {
    const trader = await newTrader();
    const message = await trader.purchase();
    await count(trader, message);
    if (wait > 0) await world.warp(wait);
    expect((await finalized(trader, await trader.send(message))).err).toBeNull();
    await world.warp(untilCertain);
    expect(await judged(trader)).toMatchObject(usedUp);
    await world.warp(untilCertain);
    expect(await judged(trader)).toMatchObject(usedUp);
  }
});

test("nothing is given back on the word of one node, nor while one is silent or has a gap in its history", async () => {
  const trader = await newTrader();
  const landing = await trader.purchase();
  await count(trader, landing);
  await finalized(trader, await trader.send(landing));
  await world.warp(untilCertain);
  // It has not seen what landed.
  askOnly(lying((method, honest) => (method === "getSignaturesForAddress" ? Promise.resolve([]) : honest())));
  expect(await judged(trader)).toMatchObject(usedUp);

  const unsent = await newTrader();
  await count(unsent, await unsent.purchase());
  await world.warp(untilCertain);
  const silent: Lie = () => Promise.reject(new Error("503"));
  const behind: Lie = async (method, honest) =>
    method === "getEpochInfo" ? { ...Object(await honest()), blockHeight: 1 } : honest();
  const gap: Lie = async (method, honest) => {
    const answer = await honest();
    return method === "getBlocksWithLimit" && Array.isArray(answer)
      ? answer.filter((_, index) => index < 50 || index > 60)
      : answer;
  };
  const pruned: Lie = async (method, honest) => {
    const answer = await honest();
    return method === "getBlocksWithLimit" && Array.isArray(answer) ? answer.slice(10) : answer;
  };
  const withoutTransactions: Lie = (method, honest) => (method === "getTransaction" ? Promise.resolve(null) : honest());
  const withoutEnd: Lie = async (method, honest) => {
    const answer = await honest();
    if (method !== "getSignaturesForAddress" || !Array.isArray(answer)) return answer;
    return answer.length > 0 ? answer : [{ slot: 2 ** 40, signature: "1".repeat(88), err: null }];
  };
  for (const lie of [silent, behind, gap, pruned, withoutTransactions, withoutEnd]) {
    askOnly(lying(lie));
    expect(await judged(unsent), String(lie)).toMatchObject(usedUp);
  }
  askOnly(lying((_, honest) => honest()));
  await givenBack(unsent);
});

test("nothing is given back where a node did not know the blockhash when it was counted, or did not answer", async () => {
  const behind: Lie = async (method, honest) =>
    method === "isBlockhashValid" ? { ...Object(await honest()), value: false } : honest();
  const silent: Lie = () => Promise.reject(new Error("503"));
  const traders: Trader[] = [];
  for (const lie of [behind, silent]) {
    const trader = await newTrader();
    const message = await trader.purchase();
    askOnly(lying(lie));
    await count(trader, message);
    askOnly();
    traders.push(trader);
  }
  await world.warp(untilCertain);
  for (const trader of traders) expect(await judged(trader)).toMatchObject(usedUp);
});

test("one that lands although every node had said that it never will counts again", async () => {
  const trader = await newTrader();
  const message = await trader.purchase();
  await count(trader, message);
  const first = nodes()[0];
  if (!first) throw new Error("there is a node");
  const signature = await trader.send(message);
  await finalized(trader, signature);
  await world.warp(untilCertain);
  nodes().splice(
    0,
    1,
    lying((method, honest) => (method === "getSignaturesForAddress" ? Promise.resolve([]) : honest())),
  );
  await givenBack(trader);
  nodes().splice(0, 1, first);
  expect(await judged(trader)).toMatchObject(usedUp);
});

test("nothing is given back without the message, for another one, another wallet's, for a durable nonce or for an airdrop's list", async () => {
  const { value } = await world.chain.rpc.getLatestBlockhash().send();
  const withNonce = (payer: string, hash: Blockhash): Base64 => {
    const compiled = compileTransaction(
      pipe(
        createTransactionMessage({ version: 0 }),
        (empty) => setTransactionMessageFeePayer(toChainAddress(payer as never), empty),
        (paid) => setTransactionMessageLifetimeUsingBlockhash({ blockhash: hash, lastValidBlockHeight: 0n }, paid),
        (timed) =>
          appendTransactionMessageInstruction(
            {
              programAddress: toChainAddress(zeroAddress),
              accounts: [{ address: toChainAddress(newWallet().address), role: AccountRole.WRITABLE }],
              data: Uint8Array.of(4, 0, 0, 0),
            },
            timed,
          ),
      ),
    );
    return toBase64(new Uint8Array(compiled.messageBytes));
  };
  const list: Outflow = {
    ...{ kind: "airdrop", tribe: tribe.mint, list: "ab".repeat(32) },
    tokens: { mint: "So11111111111111111111111111111111111111112" as never, units: five },
  };
  const traders: Trader[] = [];
  const counted = async (
    spendOf: (message: Base64) => Spend,
    messageOf: (message: Base64, trader: Trader) => Base64 | undefined,
  ) => {
    const trader = await newTrader();
    const message = await trader.purchase();
    await trader.frame.fetchShareFor(spendOf(message), undefined, messageOf(message, trader));
    traders.push(trader);
  };
  await counted(buying, () => undefined);
  await counted(
    () => another(),
    (message) => message,
  );
  await counted(
    (message) => ({ ...buying(message), outflow: list }),
    (message) => message,
  );
  await counted(buying, () => toBase64(randomBytes(300)));
  // Of another wallet, as the one of before a move is: it is in another history.
  const foreign = await (await newTrader()).purchase();
  await counted(
    () => buying(foreign),
    () => foreign,
  );
  const trader = await newTrader();
  const durable = withNonce(trader.owner.address, value.blockhash);
  await count(trader, durable);
  await world.warp(untilCertain);
  for (const each of [...traders, trader]) expect(await judged(each)).toMatchObject(usedUp);
});
