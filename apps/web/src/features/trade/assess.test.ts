import { addressSchema, lamports, sellEstimatedFeeLamports } from "@tribe/contract";
import { formatExact, formatInputDown } from "@tribe/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { assessTrade } from "./assess.ts";
import { affordableTokens } from "./assess-buy.ts";
import { problemWords } from "./problem-words.ts";
import { address, input, token, unit } from "./testing.ts";

const other = z.parse(addressSchema, "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");

describe("the assessment of a trade", () => {
  it("orders exactly the typed tokens, with slippage only in the price", () => {
    const { order, quote, problem } = assessTrade(input);
    expect(problem).toBeNull();
    expect(order).toMatchObject({ mode: "BUY_WITH_FIXED_TOKEN", tokens: 10n * unit, minTokens: 10n * unit });
    expect(order?.maxLamports).toBe(((quote?.total ?? 0n) * 10_500n + 9_999n) / 10_000n);
  });

  it("never orders for more than the typed SOL", () => {
    expect(assessTrade({ ...input, inSol: true, amountText: "0.5" }).order).toMatchObject({
      mode: "BUY_WITH_FIXED_SOL",
      maxLamports: 500_000_000n,
    });
  });

  it("includes rent and fees in the SOL that a buy needs", () => {
    const { quote, costs, solNeeded } = assessTrade(input);
    const short = assessTrade({ ...input, balance: lamports((solNeeded ?? 0n) - 1n) });
    // The token account's rent, two signatures with priority, and what must stay in the wallet.
    expect(solNeeded).toBe((quote?.total ?? 0n) + (costs?.rent ?? 0n) + (costs?.network ?? 0n) + 890_880n);
    expect(costs?.rent).toBe(2_074_080n);
    expect(assessTrade({ ...input, hasTokenAccount: true }).costs?.rent).toBe(0n);
    expect(short.problem).toEqual({ kind: "insufficientSol", required: solNeeded });
  });

  it("limits the slippage by the wallet's balance", () => {
    const { solNeeded, quote } = assessTrade(input);
    const enough = assessTrade({ ...input, balance: solNeeded });
    expect(enough.problem).toBeNull();
    expect(enough.order?.maxLamports).toBe(quote?.total);
    const some = assessTrade({ ...input, balance: lamports((solNeeded ?? 0n) + 5n) });
    expect(some.order?.maxLamports).toBe((quote?.total ?? 0n) + 5n);
  });

  it("computes the most that a buy can spend, exact to the lamport", () => {
    const { affordable } = assessTrade({ ...input, amountText: "", inSol: true });
    if (affordable === null) throw new Error("A SOL buys something");
    const all = assessTrade({ ...input, inSol: true, amountText: formatExact(affordable) });
    expect(all.problem).toBeNull();
    const more = assessTrade({ ...input, inSol: true, amountText: formatExact(affordable + 1_000_000n) });
    expect(more.problem?.kind).toBe("insufficientSol");
    // The amount in tokens that it offers is affordable, too.
    const units = affordableTokens(token, affordable, null);
    const tokens = assessTrade({ ...input, amountText: formatInputDown(units ?? 0n) });
    expect(units).toBeGreaterThan(0n);
    expect(tokens.problem).toBeNull();
    expect(assessTrade({ ...input, balance: lamports(1_000n) }).affordable).toBeNull();
    expect(assessTrade({ ...input, balance: null }).affordable).toBeNull();
  });

  it("reports 'Insufficient tokens' for a sale of more than the holding", () => {
    const { problem, order } = assessTrade({ ...input, direction: "sell", holding: 9n * unit });
    expect(order).toBeNull();
    expect(problem && problemWords(problem, "MAR")).toBe("Insufficient tokens");
  });

  it("refuses to sell the final tokens of the curve", () => {
    const atFloor = { ...token, supply: token.virtualSupply };
    const { problem } = assessTrade({ ...input, token: atFloor, direction: "sell", holding: 50n * unit });
    expect(problem && problemWords(problem, "MAR")).toBe("The final tokens of the curve cannot be sold");
  });

  it("reports how many tokens are left if more are requested", () => {
    const { problem } = assessTrade({ ...input, amountText: "100000" });
    expect(problem && problemWords(problem, "MAR")).toMatch(/^Only [0-9.,]+ MAR are left to buy$/);
  });

  it("reports an unknown price", () => {
    const { problem } = assessTrade({ ...input, token: null });
    expect(problem && problemWords(problem, "MAR")).toBe("Price is calculating, please try again later");
  });

  it("reports 'Wallet not ready' to a signed-in person whose wallet is not loaded yet", () => {
    const user = { address: null, inviterAddress: null, isAffiliate: false, isDiscount: false };
    for (const direction of ["buy", "sell"] as const) {
      const { problem, order } = assessTrade({ ...input, user, direction });
      expect(order).toBeNull();
      expect(problem && problemWords(problem, "MAR")).toBe("Wallet not ready");
    }
    expect(assessTrade({ ...input, user, amountText: "" }).problem).toBeNull();
  });

  it("reports no problem and has no order for an empty amount or 0: Next is disabled", () => {
    for (const direction of ["buy", "sell"] as const)
      for (const amountText of ["", "0", "0.", "0.0000"])
        expect(assessTrade({ ...input, direction, holding: unit, amountText })).toMatchObject({
          problem: null,
          order: null,
        });
  });

  it("reports the final tokens before an amount is typed, and how many of the person's own can't be sold", () => {
    const atFloor = { ...input, token: { ...token, supply: token.virtualSupply }, direction: "sell" as const };
    expect(assessTrade({ ...atFloor, amountText: "", holding: unit }).problem).toEqual({
      kind: "finalTokens",
      sellable: 0n,
      stuck: unit,
    });
    const above = { ...input, direction: "sell" as const, holding: 51n * unit, amountText: "50.5" };
    expect(assessTrade(above).problem).toEqual({ kind: "finalTokens", sellable: 50n * unit, stuck: unit });
    expect(assessTrade({ ...above, amountText: "50" }).problem).toBeNull();
  });

  it("reports the final tokens like the server, also if more is typed than the holding", () => {
    const atFloor = { ...input, token: { ...token, supply: token.virtualSupply }, direction: "sell" as const };
    const { problem } = assessTrade({ ...atFloor, holding: unit, amountText: "9" });
    expect(problem).toEqual({ kind: "finalTokens", sellable: 0n, stuck: unit });
  });

  it("requires SOL for the network fee of a sale", () => {
    const sell = { ...input, direction: "sell" as const, holding: 10n * unit, balance: lamports(891_000n) };
    const { problem, solNeeded, costs } = assessTrade(sell);
    // The seller's signature and the admin's, and the assumed priority of its compute limit.
    const part = assessTrade({ ...sell, holding: 11n * unit });
    expect(part.costs?.network).toBe(2n * sellEstimatedFeeLamports + 730n);
    // A sale of everything also closes the account.
    expect(costs?.network).toBe(2n * sellEstimatedFeeLamports + 1_080n);
    expect(problem).toEqual({ kind: "insufficientSol", required: solNeeded });
    expect(assessTrade({ ...sell, balance: solNeeded }).problem).toBeNull();
  });

  it("allows buying exactly the tokens that are left", () => {
    const { problem } = assessTrade({ ...input, amountText: "100000" });
    if (problem?.kind !== "onlyLeft") throw new Error("more is wanted than there is");
    const rich = { ...input, balance: lamports(10n ** 12n), amountText: formatExact(problem.tokens) };
    expect(assessTrade(rich)).toMatchObject({ problem: null, order: { tokens: problem.tokens } });
  });

  it("accepts SOL for more tokens than are left, and reports how many are bought", () => {
    const rich = { ...input, inSol: true, amountText: "1000", balance: lamports(10n ** 12n) };
    const { problem, onlyLeft, quote, order } = assessTrade(rich);
    expect(problem).toBeNull();
    expect(onlyLeft).toBe(quote?.tokens);
    expect(order).toMatchObject({ tokens: onlyLeft, maxLamports: quote?.total });
    expect((order?.maxLamports ?? 0n) < 100n * 10n ** 9n).toBe(true);
  });

  it("reports a full curve before an amount is typed", () => {
    const full = { ...token, supply: token.maxSupply };
    for (const direction of ["buy", "sell"] as const)
      expect(assessTrade({ ...input, token: full, direction, amountText: "", holding: unit }).problem).toEqual({
        kind: "closed",
      });
  });

  it("computes referral and discount like the program", () => {
    const person = { address, inviterAddress: other, isAffiliate: false, isDiscount: true };
    const { quote, costs } = assessTrade({ ...input, user: person });
    const plain = assessTrade(input);
    expect(costs?.rates).toEqual({ creatorBps: 200, platformBps: 120, referralBps: 60, discountBps: 20 });
    expect(costs?.discount).toBe(((quote?.value ?? 0n) * 20n) / 10_000n);
    expect((quote?.total ?? 0n) < (plain.quote?.total ?? 0n)).toBe(true);
  });

  it("refuses an affiliate's buy without a referral, and accepts the sale", () => {
    const user = { address, inviterAddress: null, isAffiliate: true, isDiscount: false };
    const { problem } = assessTrade({ ...input, user });
    expect(problem && problemWords(problem, "MAR")).toBe("Buying with affiliate requires a referral");
    expect(assessTrade({ ...input, user, direction: "sell", holding: 10n * unit }).problem).toBeNull();
  });
});

it("shows the Max Spend that the order allows, in all three modes", () => {
  const mode = fc.constantFrom({ inSol: true }, { inSol: false }, { direction: "sell" as const });
  fc.assert(
    fc.property(mode, fc.bigInt(1n, 10n ** 13n), fc.integer({ min: 0, max: 10_000 }), (by, amount, slippageBps) => {
      const holding = 50n * unit;
      const { order, costs } = assessTrade({
        ...input,
        ...by,
        amountText: formatExact(amount),
        slippageBps,
        holding,
        balance: lamports(10n ** 13n),
      });
      if (!order || !costs) return;
      expect(costs.maxSpend).toBe((order.maxLamports ?? 0n) + costs.network + costs.rent);
    }),
  );
});

it("never orders less than the typed tokens, nor more SOL than typed or owned", () => {
  const typed = fc.tuple(
    fc.bigInt(1n, 10n ** 10n),
    fc.boolean(),
    fc.integer({ min: 0, max: 10_000 }),
    fc.bigInt(0n, 10n ** 11n),
  );
  fc.assert(
    fc.property(typed, ([step, inSol, slippageBps, balance]) => {
      const amount = step * 100_000n;
      const { order, problem } = assessTrade({
        ...input,
        amountText: formatExact(amount),
        inSol,
        slippageBps,
        balance: lamports(balance),
      });
      if (!order || problem) return;
      if (inSol) expect((order.maxLamports ?? 0n) <= amount).toBe(true);
      else expect(order).toMatchObject({ tokens: amount, minTokens: amount });
      expect((order.maxLamports ?? 0n) <= balance).toBe(true);
    }),
  );
});
