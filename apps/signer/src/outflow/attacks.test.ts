import { buildCreateMessage } from "@tribe/chain/messages";
import {
  type Address,
  defaultBondingCurveCoefficient,
  lamports,
  lamportsPerSol,
  routes,
  type SignerRequest,
  type TokenId,
  tokenMetadataUri,
  tokenUnits,
} from "@tribe/contract";
import { describe, expect, it } from "vitest";
import { toBase64 } from "../keys/bytes.ts";
import { addressOf, airdropOf } from "../testing/airdrop.ts";
import { createAttestor } from "../testing/attestor.ts";
import { migratedTokenOnChain, nodeTelling, tokenOnChain } from "../testing/chain-answers.ts";
import { migratedMessages, tradeOf, transferMessage } from "../testing/messages.ts";
import { attestor, codeOf, config, confirmable, signedIn, view } from "../testing/open-signer.ts";
import { somebody } from "../testing/transfers.ts";

// Each attack presses whatever the frame's screens let it press, and nothing else. `out` is what it got, in lamports' worth.

type Connection = Awaited<ReturnType<typeof signedIn>>;
const sol = (whole: bigint) => whole * lamportsPerSol;
const day = 86_400_000;

/** Presses Confirm where a press is enough, typing what is asked for. @returns whether it was signed */
const press = async ({ ask, signer }: Connection, request: SignerRequest): Promise<boolean> => {
  const answer = ask(request);
  const stop = signer.stage.subscribe(() => {
    const screen = signer.stage.screen();
    // After this frame's own work: a screen is answered once it stands.
    queueMicrotask(() => {
      if (signer.stage.screen() !== screen) return;
      if (screen.kind === "refused") signer.stage.act({ kind: "ok" });
      if (screen.kind === "failed" || screen.kind === "touch") signer.stage.act({ kind: "cancel" });
      if (screen.kind !== "confirm" || screen.content.isChecking) return;
      const { wait, needsPasskey, typing } = screen.content;
      if (wait || needsPasskey) signer.stage.act({ kind: "cancel" });
      else signer.stage.act({ kind: "confirm", ...(typing ? { typed: typing.word } : {}) });
    });
  });
  const code = codeOf(await answer);
  stop();
  return code === null;
};

const signTransaction = (bytes: Uint8Array): SignerRequest => ({
  ...{ method: "signTransaction", message: toBase64(bytes), view },
});
const send = async ({ address }: Connection, recipient: Address, amount: bigint) =>
  signTransaction(await transferMessage(address, { recipient, asset: { kind: "sol", lamports: lamports(amount) } }));
const buy = async ({ address }: Connection, amount: bigint, minTokens = 5_000_000_000n) =>
  signTransaction(
    await tradeOf.buy(address, { maxLamports: amount, tokens: minTokens, minTokens, makesTokenAccount: false }),
  );
const create = async ({ address }: Connection, amount: bigint, tokenId = 9n) =>
  signTransaction(
    await buildCreateMessage({
      ...tradeOf.frame,
      ...{ wallet: address, admin: config.adminAddress, tokenId: tokenId as TokenId }, // any u64
      ...{ name: "Mine", symbol: "MIN", uri: tokenMetadataUri(config.appOrigin, tokenId as TokenId) }, // as above
      firstBuy: { tokens: tokenUnits(10n ** 12n), maxLamports: lamports(amount), minTokens: tokenUnits(1n) },
      ...{ coefficient: defaultBondingCurveCoefficient, referralBonus: tokenUnits(0n), inviter: null },
      flags: { referral: false, affiliate: false, discount: false },
    }),
  );
const airdropFor = async ({ address }: Connection, amount: bigint): Promise<SignerRequest> => ({
  method: "confirmAirdrop",
  airdrop: await airdropOf({ amount: `${amount}`, toCreator: false }, address),
  view,
});

/** A browser of a wallet whose Tribe is its own, with a token that is worth a lamport a unit. */
const chief = async (node = nodeTelling(tokenOnChain)) => {
  const connection = await signedIn(await node);
  connection.wallet.stateCreators((mint) => attestor.stateCreator(mint, connection.address));
  connection.wallet.outflow.value((outflow) =>
    "tokens" in outflow && outflow.tokens ? BigInt(outflow.tokens.units) : 0n,
  );
  return connection;
};

describe("a thief at an unlocked browser takes at most 5 SOL's worth in a day", () => {
  it("by a creation with its first buy, an airdrop of what it bought, and a sale", async () => {
    const connection = await chief();
    expect(await press(connection, await create(connection, sol(60n)))).toBe(false);
    expect(await press(connection, await create(connection, sol(5n) + 1n))).toBe(false);
    expect(await press(connection, await create(connection, sol(3n)))).toBe(true);
    expect(await press(connection, await airdropFor(connection, sol(2n) + 1n))).toBe(false);
    expect(await press(connection, await airdropFor(connection, sol(2n)))).toBe(true);
    expect(await press(connection, await send(connection, await somebody(1), 1n))).toBe(false);
    expect(await press(connection, await buy(connection, 1n))).toBe(false);
    expect(await press(connection, await create(connection, 1n, 10n))).toBe(false);
  });

  it("by half of the tokens and half again", async () => {
    const connection = await chief();
    let out = 0n;
    for (const part of [3n, 4n, 2n, 1n])
      if (await press(connection, await airdropFor(connection, sol(part)))) out += part;
    expect(out).toBe(5n);
    // Tokens whose worth nobody knows leave by no press at all.
    connection.wallet.outflow.value(() => null);
    connection.wallet.passTime(day);
    expect(await press(connection, await airdropFor(connection, 1_000_000n))).toBe(false);
  });

  it("by a lamport today and all tomorrow", async () => {
    const connection = await chief();
    const thief = await somebody(1);
    expect(await press(connection, await send(connection, thief, 1n))).toBe(true);
    connection.wallet.passTime(day + 1);
    expect(await press(connection, await send(connection, thief, sol(50n)))).toBe(false);
    expect(await press(connection, await send(connection, thief, sol(5n) + 1n))).toBe(false);
    expect(await press(connection, await send(connection, thief, sol(5n)))).toBe(true);
    expect(await press(connection, await send(connection, thief, 1n))).toBe(false);
  });

  it("by draining a token that the wallet has known for long, and selling what it had of it in between", async () => {
    const connection = await chief();
    const { wallet, store, address } = connection;
    expect(await press(connection, await buy(connection, 1n))).toBe(true);
    wallet.passTime(30 * day);
    expect(await press(connection, await buy(connection, sol(50n)))).toBe(false);
    expect(await press(connection, await buy(connection, sol(5n)))).toBe(true);
    // A sale of old tokens brings as much again: it gives back for what was bought today alone, and not twice.
    const sell = signTransaction(await migratedMessages.swapSell(address));
    expect(await press(connection, sell)).toBe(true);
    const [record] = store.records.values();
    const [signature] = record?.sales ?? [];
    if (!signature) throw new Error("the sale is remembered");
    wallet.outflow.land({
      signature,
      at: Date.now() + 31 * day,
      mint: addressOf(99),
      units: 10n ** 12n,
      lamports: sol(50n),
    });
    expect(await press(connection, await buy(connection, 1n))).toBe(false);
  });

  it("in any browser: the sums are the wallet's, and one that lost its storage has no second 5 SOL", async () => {
    const connection = await chief();
    expect(await press(connection, await send(connection, await somebody(1), sol(5n)))).toBe(true);
    const [record] = connection.store.records.values();
    if (!record) throw new Error("a wallet was made");
    const { sends: _, sales: __, ...bare } = record;
    connection.store.records.set(record.uid, bare);
    expect(await press(connection, await send(connection, await somebody(1), 1n))).toBe(false);
  });
});

describe("a hostile page", () => {
  it("has nobody paid as holders of a Tribe that is another's, unknown, or stated by another key", async () => {
    const connection = await chief();
    const { wallet } = connection;
    const other = await createAttestor();
    const wrong: readonly Parameters<typeof wallet.stateCreators>[0][] = [
      async (mint) => attestor.stateCreator(mint, await somebody(7)),
      async () => null,
      (mint) => other.stateCreator(mint, connection.address),
      () => attestor.stateCreator(addressOf(77), connection.address),
      (mint) => attestor.stateCreator(mint, connection.address, { expiresAt: 1 }),
    ];
    for (const stating of wrong) {
      wallet.stateCreators(stating);
      expect(await press(connection, await airdropFor(connection, 1_000_000n))).toBe(false);
    }
    // With the list of one Tribe and the name of another the hash is another one.
    wallet.stateCreators((mint) => attestor.stateCreator(mint, connection.address));
    const asked = await airdropFor(connection, 1_000_000n);
    if (asked.method !== "confirmAirdrop") return expect.unreachable();
    const swapped = { ...asked, airdrop: { ...asked.airdrop, tribeMint: addressOf(78) } };
    expect(await press(connection, swapped)).toBe(false);
    expect(await press(connection, asked)).toBe(true);
  });
});

describe("a node that lies, or is silent", () => {
  const curveEmpty = { ...migratedTokenOnChain, pool: { lamports: 1n, tokens: 2_000_000_000_000_000n } };

  it("takes no barrier away from a sale: the word must be typed", async () => {
    const typingOf = async (node: Parameters<typeof signedIn>[0]) => {
      const { ask, address, signer } = await signedIn(node);
      const answer = ask(signTransaction(await migratedMessages.swapSell(address)));
      await confirmable(signer);
      const screen = signer.stage.screen();
      signer.stage.act({ kind: "cancel" });
      await answer;
      return screen.kind === "confirm" ? screen.content.typing?.word : null;
    };
    expect(await typingOf(await nodeTelling(curveEmpty))).toBe("accept");
    expect(await typingOf(async () => Promise.reject(new Error("429")))).toBe("accept");
    expect(await typingOf(async (asked) => asked.map(() => null))).toBe("accept");
  });

  it("lends no allowance: tokens are worth what the keys say", async () => {
    const connection = await chief(nodeTelling(curveEmpty));
    expect(await press(connection, await airdropFor(connection, sol(5n) + 1n))).toBe(false);
  });
});

const isJudging = (path: string): boolean => path === routes.wallet.judgeSpend.path;

describe("who answers at the API's address without the key", () => {
  it("lends no allowance, ends no wait, and sets no time forward", async () => {
    const connection = await chief();
    const { wallet } = connection;
    const stranger = await createAttestor();
    const lies: readonly ((answer: object) => Promise<object>)[] = [
      async (answer) => ({ ...answer, judgement: { kind: "allowed" } }),
      async (answer) => ({ ...answer, judgement: { kind: "free" } }),
      async (answer) => ({ ...answer, judgement: { kind: "waited", wait: "w" }, now: Date.now() + 2 * day }),
      async (answer) => ({ ...answer, passkeys: ["another"] }),
      async (answer) => ({ ...answer, judgement: { kind: "allowed" }, signature: await stranger.sign("anything") }),
      async (answer) => ({ ...answer, signature: undefined }),
    ];
    for (const lie of lies) {
      wallet.answerInstead((path, answer) => (isJudging(path) ? lie({ ...Object(answer) }) : Promise.resolve(answer)));
      expect(await press(connection, await send(connection, await somebody(1), sol(50n))), String(lie)).toBe(false);
    }
    wallet.answerInstead(null);
    // An old answer of its own, kept for another spend.
    let kept: unknown = null;
    wallet.answerInstead(async (path, answer) => {
      if (!isJudging(path)) return answer;
      kept ??= answer;
      return kept;
    });
    expect(await press(connection, await send(connection, await somebody(1), 1n))).toBe(true);
    expect(await press(connection, await send(connection, await somebody(1), sol(50n)))).toBe(false);
  });
});
