import { walletMinimum } from "@tribe/chain/accounts";
import { type Address, lamports } from "@tribe/contract";
import { parseAmount } from "@tribe/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assessSend, maxAmount, type SendInput } from "./assess-send.ts";
import { type SendAsset, scaleOf, sendAssets } from "./send-asset.ts";

const sender = "8dHEsm9jeYwzRVfHsM4AtkpSzN8Z1V6sXyTYmGkCmPhY" as Address; // a public key's 32 bytes
const friend = "A1XsPtkvhHvkXenqfrr8mCRum9TLxNzenMAsiAwVHoSG" as Address; // as above
const solOf = (available: bigint | null): SendAsset => ({
  ...{ mint: null, name: "SOL", symbol: "SOL", decimals: 9 },
  available,
});
const tokenOf = (available: bigint, decimals: 9 | 6): SendAsset => ({
  ...{ mint: friend, name: "Ann", symbol: "ANN", decimals },
  available,
});
const balance = 5_000_000_000n;
const assess = (change: Partial<SendInput>) =>
  assessSend({ sender, balance, asset: solOf(balance), recipient: friend, amount: "1", memo: "", ...change });

describe("the recipient", () => {
  it.each([
    ["", null],
    ["abc", "Invalid address"],
    [`${friend}0`, "Invalid address"],
    // 44 characters of base58 that encode more than 32 bytes.
    ["z".repeat(44), "Invalid address"],
    [sender, "This is your own address"],
    // A valid address without a private key (off the curve), such as those of our mints.
    ["11111111111111111111111111111111111111111111", "Invalid address"],
    [` ${friend} `, null],
  ])("%s is judged as %s", (recipient, problem) => {
    const { recipientProblem, order } = assess({ recipient });
    expect(recipientProblem).toBe(problem);
    expect(order?.recipient ?? null).toBe(recipient.trim() === friend ? friend : null);
  });
});

describe("the amount", () => {
  it.each([
    ["", null],
    [".", "Please enter a valid number"],
    ["abc", "Please enter a valid number"],
    ["1.2.3", "Please enter a valid number"],
    ["-1", "Please enter a valid number"],
    ["0", "Insufficient balance"],
    ["0.00", "Insufficient balance"],
    ["1.0000000001", "Please enter a valid number"],
    ["5.000000001", "Insufficient balance"],
    ["5", "Insufficient balance: the network fee is paid in SOL"],
    ["4.9995", "Your wallet must keep 0.00089088 SOL, or nothing"],
    ["4.99", null],
  ])("of SOL, %s, is judged as %s", (amount, problem) => expect(assess({ amount }).amountProblem).toBe(problem));

  it("that is no number or 0 allows no order, and is not fixed by more SOL", () => {
    for (const amount of ["abc", "0"]) expect(assess({ amount })).toMatchObject({ order: null, needsSol: false });
    const tooSmall = assess({ amount: "0.0000001", asset: tokenOf(10n ** 9n, 6) });
    expect(tooSmall).toMatchObject({ amountProblem: "Insufficient balance", order: null, needsSol: false });
    for (const amount of ["5", "6"]) expect(assess({ amount })).toMatchObject({ order: null, needsSol: true });
    expect(assess({ amount: "2", asset: tokenOf(10n ** 9n, 9) })).toMatchObject({ order: null, needsSol: false });
    expect(assess({ amount: "1" }).needsSol).toBe(false);
  });

  it("of tokens is in base units of their mint, and needs SOL for the fee", () => {
    expect(assess({ amount: "2.5", asset: tokenOf(10n ** 10n, 6) }).order?.units).toBe(2_500_000n);
    expect(assess({ amount: "2.5", asset: tokenOf(10n ** 10n, 9) }).order?.units).toBe(2_500_000_000n);
    expect(assess({ amount: "1", asset: tokenOf(10n ** 10n, 9), balance: 100n }).amountProblem).toBe(
      "Insufficient balance: the network fee is paid in SOL",
    );
  });

  it("leaves the wallet with nothing, or with at least what an account must keep", () => {
    const amounts = fc.record({
      held: fc.bigInt({ min: 0n, max: 10n ** 12n }),
      part: fc.bigInt({ min: 0n, max: 10_000n }),
    });
    fc.assert(
      fc.property(amounts, ({ held, part }) => {
        const asset = solOf(held);
        const amount = `${(held * part) / 10_000n}`.padStart(10, "0").replace(/(.{9})$/, ".$1");
        const { order, fee } = assess({ balance: held, asset, amount });
        if (!order) return;
        const rest = held - order.units - fee;
        expect(rest === 0n || rest >= walletMinimum).toBe(true);
      }),
    );
  });

  it("of MAX is always accepted for a balance above the reserve", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1_890_881n, max: 10n ** 15n }), (held) => {
        const asset = solOf(held);
        const { order } = assess({ balance: held, asset, amount: maxAmount(asset) });
        expect(order?.units).toBe(held - 1_890_880n);
      }),
    );
    expect(maxAmount(solOf(1_890_880n))).toBe("0");
    expect(parseAmount(maxAmount(tokenOf(1_234_567_000n, 6)))).toBe(1_234_567_000n);
    expect(maxAmount(solOf(null))).toBe("");
  });
});

it("trims a memo, and reports an invalid one", () => {
  expect(assess({ memo: " lunch " }).order?.memo).toBe("lunch");
  expect(assess({ memo: "  " }).order?.memo).toBeNull();
  expect(assess({ memo: "a\u202eb" })).toMatchObject({
    memoProblem: "A memo must not have line breaks or invisible characters",
    order: null,
  });
});

it("offers SOL first, and a migrated Tribe's new and old tokens separately", () => {
  const holding = { name: "Ann", symbol: "ANN", pfp: null, price: lamports(1n), priceDayAgo: null, dayLine: null };
  const rest = { averagePaid: null, value: lamports(1n) };
  const [sol, fresh, old] = sendAssets(lamports(7n), [
    {
      ...{ ...holding, ...rest, mint: sender, newMint: friend },
      amount: 9n as never, // branded types of the API's answer
      migrated: { oldTokens: 3n as never, newTokens: 2n as never },
    },
  ]);
  expect(sol).toMatchObject({ mint: null, available: 7n });
  expect(fresh).toMatchObject({ mint: friend, decimals: 6, available: 2_000n });
  expect(old).toMatchObject({ mint: sender, decimals: 9, available: 3n, symbol: "old ANN" });
  expect([sol, fresh].map((asset) => asset && scaleOf(asset))).toEqual([1n, 1_000n]);
});
