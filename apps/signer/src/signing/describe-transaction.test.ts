import { buildCreateMessage } from "@tribe/chain/messages";
import { addressSchema, lamports, type TokenId, tokenMetadataUri, tokenUnits } from "@tribe/contract";
import { newCurve, tokensForBudget } from "@tribe/domain/curve";
import { formatAmount } from "@tribe/domain/money";
import { describe, expect, it } from "vitest";
import type { TokenOnChain } from "../../../../packages/chain/src/clear-signing/testing-accounts.ts";
import type { ReadAccounts } from "../chain/node-client.ts";
import { migratedTokenOnChain, nodeTelling, silentNode, tokenOnChain } from "../testing/chain-answers.ts";
import { migratedMessages, testAddresses, tradeOf } from "../testing/messages.ts";
import { describeTransactionBy } from "./describe-transaction.ts";
import type { ConfirmContent } from "./screen.ts";

const wallet = addressSchema.parse("4Nd1mYvYqTwBYYuR9PxE6iKGQZ1TQYp2GqyLgnGqNQGk");
const config = {
  ...{ appOrigin: "https://tribe.example", apiOrigin: "https://tribe.example", rpcUrl: "https://node.example" },
  ...testAddresses,
};

const described = async (bytes: Uint8Array<ArrayBuffer>, node: ReadAccounts) => {
  const result = await describeTransactionBy(node)(bytes, wallet, config);
  if (result.kind === "refused") throw new Error(result.reason);
  return { first: result.content, last: (await result.checked) ?? result.content };
};
const about = async (token: Partial<TokenOnChain>, bytes: Promise<Uint8Array<ArrayBuffer>>) => {
  const whole: TokenOnChain = { ...tokenOnChain, ...token };
  return (await described(await bytes, await nodeTelling(whole))).last;
};
const line = ({ moves, lines }: ConfirmContent, label: string) =>
  [...moves, ...lines].find((each) => each.label === label);
const notices = (content: ConfirmContent) => content.notices.map(({ tone, text }) => [tone, text]);
const isNew = ["note", "You hold none of this now."];

/** A buy whose signed minimum is this percentage of what its SOL buys now. */
const buyAt = (percent: bigint, options: Partial<Parameters<typeof tradeOf.buy>[1]> = {}) =>
  tradeOf.buy(wallet, { minTokens: (quoted * percent) / 100n, makesTokenAccount: false, ...options });
const { floor, coefficient } = newCurve(100_000_000n);
const rates = { creatorBps: 200, platformBps: 200, referralBps: 0, discountBps: 0 };
const quoted = tokensForBudget(floor + tokenOnChain.sold, 100_000_000n, coefficient, rates);

describe("what the wallet reads from the chain", () => {
  it("names the token as its mint has it, with its creator and the wallet's own quote", async () => {
    const content = await about({ holder: { address: wallet, units: 1n } }, buyAt(96n));
    expect(content.headline).toEqual(["Buy ", { name: "Harbour Radio" }, " (", { name: "HAR" }, ")"]);
    expect(line(content, "Chief")).toMatchObject({ value: "8dHEsm9j…mGkCmPhY" });
    expect(line(content, "Now you'd get")).toMatchObject({
      value: `${formatAmount(quoted)} tokens`,
      exact: `${formatAmount(quoted, { significant: 9 })} tokens`,
    });
    expect(line(content, "You may get")).toEqual({ label: "You may get", value: "4% less, then it stops" });
    expect(content).toMatchObject({ notices: [], typing: null, isChecking: false });
  });

  it("keeps the place of the chain's answers, so that nothing moves when they arrive", async () => {
    const { first, last } = await described(
      await buyAt(96n),
      await nodeTelling({ ...tokenOnChain, holder: { address: wallet, units: 1n } }),
    );
    const labels = ({ lines }: ConfirmContent) => lines.map(({ label }) => label);
    // The creator's account is looked up separately, and takes the last of these places.
    expect(labels(first).filter((label) => label !== "Chief's account")).toEqual(labels(last));
    for (const label of ["Chief", "Chief's account", "Now you'd get", "You may get", "Fees, included"])
      expect(line(first, label)).toEqual({ label, value: "…" });
    expect(last.lines.map(({ value }) => value)).not.toContain("…");
  });

  it("says when this wallet holds none of it, by the chain, and by the bytes when they create an account", async () => {
    expect(notices(await about({}, buyAt(96n)))).toEqual([isNew]);
    expect(notices(await about({ holder: { address: wallet, units: 0n } }, buyAt(96n)))).toEqual([isNew]);
    const { first, last } = await described(await buyAt(96n, { makesTokenAccount: true }), silentNode);
    expect(notices(first)).toEqual([isNew]);
    expect(notices(last)).toContainEqual(isNew);
    const held = { holder: { address: wallet, units: 5n } };
    expect(notices(await about(held, buyAt(96n, { makesTokenAccount: true })))).toEqual([isNew]);
  });

  it("warns in red above 5 %, asks for a word above 25 %, and refuses a minimum of nothing", async () => {
    const held = { holder: { address: wallet, units: 5n } };
    const at = async (percent: bigint) => about(held, buyAt(percent));
    expect(await at(95n)).toMatchObject({ notices: [], typing: null });
    const warned = await at(94n);
    expect(line(warned, "You may get")).toMatchObject({ value: "6% less, then it stops", tone: "danger" });
    expect(notices(warned)).toEqual([["danger", "You could get 6% less than quoted now."]]);
    expect(warned.typing).toBeNull();
    expect(await at(75n)).toMatchObject({ typing: null });
    expect(await at(74n)).toMatchObject({ typing: { word: "accept" } });
    const nothing = await describeTransactionBy(silentNode)(await buyAt(0n), wallet, config);
    expect(nothing).toEqual({
      kind: "refused",
      reason: "This trade names no minimum: it would go through even if nothing came of it.",
    });
  });

  it("shows the price and the slippage of an order of exact tokens as they were chosen, not what its maximum would buy", async () => {
    // The message pays at most 0.1 SOL.
    const at = (percent: bigint) => {
      const tokens = tokensForBudget(floor + tokenOnChain.sold, 10_000_000_000n / (100n + percent), coefficient, rates);
      const order = { tokens, minTokens: tokens };
      return about({ holder: { address: wallet, units: 5n } }, buyAt(100n, order));
    };
    const fair = await at(5n);
    expect(line(fair, "Now you'd get")).toBeUndefined();
    expect(line(fair, "You pay")).toMatchObject({ now: "0.09524 SOL", value: "at most 0.1 SOL" });
    expect(line(fair, "Price may rise")).toEqual({ label: "Price may rise", value: "by 5%, then it stops" });
    const asNow = await at(0n);
    expect(line(asNow, "Price may rise")).toMatchObject({ value: "not at all, or it stops" });
    expect(line(asNow, "You pay")).toMatchObject({ value: "at most 0.1 SOL" });
    expect(line(asNow, "You pay")?.now).toBeUndefined();
    const dear = await at(10n);
    expect(line(dear, "Price may rise")).toMatchObject({ value: "by 10%, then it stops", tone: "danger" });
    expect(notices(dear)).toEqual([["danger", "You could pay 10% more than the price now."]]);
    const { first } = await described(await buyAt(100n, { tokens: 1n, minTokens: 1n }), silentNode);
    expect(line(first, "You pay")).toMatchObject({ now: "…", value: "at most 0.1 SOL" });
  });

  it("says the trade's fees and their rates, or that nobody knows them now", async () => {
    const held = { holder: { address: wallet, units: 5n } };
    expect(line(await about(held, buyAt(96n)), "Fees, included")).toEqual({
      label: "Fees, included",
      value: "4%: 0.0039 SOL",
      exact: expect.stringMatching(/^0\.00384\d+ SOL, 2% Chief, 2% Tribe$/),
    });
    const { last } = await described(await buyAt(96n), silentNode);
    expect(line(last, "Fees, included")?.value).toBe("not known now");
  });

  it("says when it would fail", async () => {
    const content = await about({ sold: 900_000_000_000n }, buyAt(96n, { makesTokenAccount: true }));
    expect(notices(content)).toEqual([["warning", "Right now this wouldn't go through."], isNew]);
  });

  it("quotes swaps by the pool, and shows what a conversion brings", async () => {
    const swap = await about(migratedTokenOnChain, migratedMessages.swapBuy(wallet));
    expect(line(swap, "Now you'd get")?.value).toMatch(/^34,\d{3},\d{3}\.\d+ new tokens$/);
    expect(swap.typing?.word).toBe("accept");
    const convert = await about(migratedTokenOnChain, migratedMessages.convert(wallet));
    expect(line(convert, "You get")).toEqual({ label: "You get", value: "9,535,500 new tokens" });
    const collect = await about(migratedTokenOnChain, migratedMessages.collect(wallet));
    expect(collect.headline.slice(0, 2)).toEqual(["Pay out the fees of ", { name: "Harbour Radio" }]);
  });

  it("removes deceiving characters from the chain's texts, and warns of them", async () => {
    const warning = ["warning", "This token's name or symbol may be a trick. Check its address."];
    const nasty = { name: "Ann” for 0 SOL\u202E\n", symbol: "000000 SOL" };
    const content = await about({ ...nasty, holder: { address: wallet, units: 1n } }, buyAt(96n));
    expect(content.headline).toEqual(["Buy ", { quoted: "Ann' for 0 SOL" }, " (", { quoted: "000000 SOL" }, ")"]);
    expect(notices(content)).toEqual([warning]);
    const blank = await about({ name: "\u200B", symbol: "\u2060" }, buyAt(96n));
    expect(blank.headline).toEqual(["Buy ", "a token without a name"]);
    // The unit is never the token's symbol, which could be SOL.
    expect(line(content, "You get")?.value).toMatch(/^at least \S+ tokens$/);
  });
});

describe("a node that is silent or lies", () => {
  const unchecked =
    "Your wallet couldn't check this token with the Solana network. Confirm only if you know its address.";
  const liars: [string, (honest: ReadAccounts) => ReadAccounts][] = [
    ["says nothing", () => silentNode],
    ["has nothing", () => async (addresses) => addresses.map(() => null)],
    ["answers too little", () => async () => []],
    ["has garbage", () => async (all) => all.map(() => ({ owner: all[0] ?? "", data: new Uint8Array(300).fill(171) }))],
    ["has everything huge", () => async (all) => all.map((owner) => ({ owner, data: new Uint8Array(60_000) }))],
    ["mixes accounts up", (honest) => async (addresses) => [...(await honest(addresses))].reverse()],
    ["names other owners", (honest) => async (all) => (await honest(all)).map((one) => one && { ...one, owner: "1" })],
  ];
  it.each(liars)(
    "that %s changes no figure; the wallet says that it could not check, with the whole address",
    async (_what, lie) => {
      const bytes = await buyAt(50n);
      const { first, last } = await described(bytes, lie(await nodeTelling(tokenOnChain)));
      expect(notices(last)).toEqual([["warning", unchecked]]);
      expect(last.headline).toEqual(["Buy ", "a token"]);
      const token = line(last, "Token");
      expect(token?.value).toBe(token?.exact);
      expect(last).toMatchObject({ isChecking: false, typing: null });
      const { moves, maxSpend, spendKind } = first;
      expect(last).toMatchObject({ moves, maxSpend, spendKind });
    },
  );

  it("says what exact tokens cost now, and changes neither their limit nor what they are", async () => {
    const bytes = await buyAt(100n, { tokens: 1_000_000n, minTokens: 1_000_000n });
    const { first } = await described(bytes, silentNode);
    for (const lie of [{ sold: 0n }, { sold: 10n ** 12n }]) {
      const { moves, maxSpend } = await about(lie, Promise.resolve(bytes));
      const withoutNow = (each: typeof moves) => each.map(({ now: _, ...rest }) => rest);
      expect([withoutNow(moves), maxSpend]).toEqual([withoutNow(first.moves), first.maxSpend]);
    }
  });

  it("cannot change any figure from the bytes, whatever it says of price, name and holding", async () => {
    const bytes = await buyAt(96n, { makesTokenAccount: true });
    const { first } = await described(bytes, silentNode);
    for (const lie of [
      { sold: 0n },
      { sold: 10n ** 13n },
      { name: "Max Spend 0" },
      { holder: { address: wallet, units: 2n ** 64n - 1n } },
    ]) {
      const last = await about(lie, Promise.resolve(bytes));
      expect([last.moves, last.maxSpend]).toEqual([first.moves, first.maxSpend]);
      expect(notices(last)).toContainEqual(isNew);
    }
  });
});

describe("a creation", () => {
  const tokenId = 7n as TokenId; // any u64
  const creation = (changes: Partial<Parameters<typeof buildCreateMessage>[0]> = {}) =>
    buildCreateMessage({
      ...tradeOf.frame,
      ...{ wallet, admin: testAddresses.adminAddress, tokenId, name: "Ann", symbol: "ANN", inviter: null },
      uri: tokenMetadataUri(config.appOrigin, tokenId),
      firstBuy: { tokens: tokenUnits(0n), maxLamports: lamports(0n), minTokens: tokenUnits(0n) },
      ...{ coefficient: 100_000_000n, referralBonus: tokenUnits(0n) },
      flags: { referral: false, affiliate: false, discount: false },
      ...changes,
    });
  const refusal = async (changes: Parameters<typeof creation>[0]) => {
    const result = await describeTransactionBy(silentNode)(await creation(changes), wallet, config);
    return result.kind === "refused" ? result.reason : null;
  };

  it("shows the name that is signed, and asks no node when nothing is bought", async () => {
    const { first, last } = await described(await creation(), silentNode);
    expect(first).toBe(last);
    expect(last.headline).toEqual(["Create ", { name: "Ann" }, " (", { name: "ANN" }, ")"]);
    expect(last.notices).toEqual([]);
  });

  it("with a first buy is quoted on a new curve, in tokens", async () => {
    const firstBuy = {
      tokens: tokenUnits(10n ** 9n),
      maxLamports: lamports(10n ** 9n),
      minTokens: tokenUnits(10n ** 9n),
    };
    const { last } = await described(await creation({ firstBuy }), await nodeTelling(tokenOnChain));
    expect(line(last, "You get")).toEqual({ label: "You get", value: "1 token" });
    expect(last.typing?.word).toBe("accept");
    const { last: alone } = await described(await creation({ firstBuy }), silentNode);
    expect(notices(alone)).toEqual([
      ["warning", "Your wallet couldn't check the price of your first buy with the Solana network."],
    ]);
  });

  it("is refused with details that are not the app's for this token", async () => {
    const foreign = "This token's details would be stored outside this app.";
    for (const uri of [
      "https://evil.example/a",
      tokenMetadataUri("https://tribe.example.evil", tokenId),
      tokenMetadataUri(config.appOrigin, 8n as TokenId),
      `${tokenMetadataUri(config.appOrigin, tokenId)}#`,
    ])
      expect(await refusal({ uri }), uri).toBe(foreign);
  });

  it("is refused with texts that the API also refuses", async () => {
    const words = "The name or symbol of this token has characters that could mislead people.";
    expect(await refusal({ name: "A\u202Enn" })).toBe(words);
    expect(await refusal({ name: "A\nnn" })).toBe(words);
    expect(await refusal({ symbol: "000000 SOL" })).toBe(words);
  });
});
