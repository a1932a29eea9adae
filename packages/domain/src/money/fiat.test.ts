import type { FiatPrice } from "@tribe/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readFiatPrice, shownWorth, type WorthRounding, worthOf } from "./fiat.ts";

const price = (text: string): FiatPrice => {
  const read = readFiatPrice(text);
  if (read === null) throw new Error(`${text} is no price`);
  return read;
};

const amounts = fc.bigInt(0n, 2n ** 64n - 1n);
const prices = fc.bigInt(1n, 10n ** 18n).map((value) => value as FiatPrice);
const roundings = fc.constantFrom<WorthRounding>("down", "up");
const currencies = fc.constantFrom(0, 2, 3);

describe("reading a provider's price", () => {
  test.each([
    ["142.31", 142_310_000n],
    ["142", 142_000_000n],
    ["0.000001", 1n],
    ["0.0000005", 1n],
    ["142.3100004999", 142_310_000n],
    ["142.3100005", 142_310_001n],
    ["1000000000000", 10n ** 18n],
  ])("%s is %d micro units", (text, micros) => {
    expect(readFiatPrice(text)).toBe(micros);
  });

  test.each([
    ...[
      "",
      "0",
      "0.0",
      "0.00000049",
      "-1",
      "+1",
      "NaN",
      "Infinity",
      "1e3",
      "0x10",
      "1,5",
      "1.",
      ".5",
      " 1",
      "1\n",
      "１",
    ],
    ...["1000000000000.0000005", "1000000000001", "9".repeat(1_000), `0.${"1".repeat(1_000)}`],
  ])("%j is no price", (text) => {
    expect(readFiatPrice(text)).toBeNull();
  });

  test("what is written exactly is read exactly", () => {
    fc.assert(
      fc.property(prices, (micros) => {
        const digits = micros.toString().padStart(7, "0");
        expect(readFiatPrice(`${digits.slice(0, -6)}.${digits.slice(-6)}`)).toBe(micros);
      }),
    );
  });
});

describe("what an amount is worth", () => {
  test("is the exact quotient, rounded as told", () => {
    fc.assert(
      fc.property(amounts, prices, (lamports, micros) => {
        const product = lamports * micros;
        const down = worthOf(lamports, micros, "down");
        const up = worthOf(lamports, micros, "up");
        expect(down * 10n ** 9n <= product && product < (down + 1n) * 10n ** 9n).toBe(true);
        expect(up - down).toBe(product % 10n ** 9n === 0n ? 0n : 1n);
      }),
    );
  });

  test("parts are never worth more than their whole when cut, nor less when rounded up", () => {
    fc.assert(
      fc.property(amounts, amounts, prices, (one, other, micros) => {
        const [down, up] = (["down", "up"] as const).map(
          (rounding) =>
            worthOf(one + other, micros, rounding) - worthOf(one, micros, rounding) - worthOf(other, micros, rounding),
        );
        expect(down === 0n || down === 1n).toBe(true);
        expect(up === 0n || up === -1n).toBe(true);
      }),
    );
  });
});

describe("showing what an amount is worth", () => {
  const sol = 10n ** 9n;
  test.each([
    ["a cost in dollars is rounded up", 149_700_000n, "142.311", 2, "up", 21_310_000n, 2],
    ["a holding is cut", 149_700_000n, "142.311", 2, "down", 21_300_000n, 2],
    ["from 1,000 without decimals", 12n * sol, "142.311", 2, "down", 1_707_000_000n, 0],
    ["a cost that rounds up to 1,000", sol, "999.999", 2, "up", 1_000_000_000n, 0],
    ["below 1 two significant digits", 100_000n, "142.311", 2, "up", 15_000n, 3],
    ["exactly 10 cents", sol, "0.1", 2, "up", 100_000n, 2],
    ["up to 10 cents", sol, "0.0996", 2, "up", 100_000n, 2],
    ["yen have no decimals", sol, "21342.7", 0, "up", 21_343_000_000n, 0],
    ["but a few yen have one", 200_000n, "21342.7", 0, "up", 4_300_000n, 1],
    ["and part of a yen two", 20_000n, "21342.7", 0, "up", 430_000n, 2],
    ["nothing", 0n, "142.311", 2, "down", 0n, 0],
  ] as const)("%s", (_title, lamports, text, minorDigits, rounding, worth, decimals) => {
    const shown = shownWorth(lamports, price(text), { rounding, minorDigits });
    expect(shown).toEqual({ worth, decimals, isLess: false });
  });

  test("something is never shown as nothing", () => {
    const dust = shownWorth(1n, price("142.311"), { rounding: "down", minorDigits: 2 });
    expect(dust).toEqual({ worth: 1n, decimals: 6, isLess: true });
    fc.assert(
      fc.property(amounts, prices, roundings, currencies, (lamports, micros, rounding, minorDigits) => {
        expect(shownWorth(lamports, micros, { rounding, minorDigits }).worth === 0n).toBe(lamports === 0n);
      }),
    );
  });

  test("is on its own side of the exact worth, within a unit of its last decimal, which it has no digit below", () => {
    fc.assert(
      fc.property(amounts, prices, roundings, currencies, (lamports, micros, rounding, minorDigits) => {
        const { worth, decimals, isLess } = shownWorth(lamports, micros, { rounding, minorDigits });
        const step = 10n ** BigInt(6 - decimals);
        expect(worth % step).toBe(0n);
        const off =
          rounding === "up" ? worth - worthOf(lamports, micros, "up") : worthOf(lamports, micros, "down") - worth;
        expect(isLess || (off >= 0n && off < step)).toBe(true);
        // At most a tenth off: two significant digits, down to 10⁻⁶.
        expect(isLess || decimals === 6 || off * 10n <= worth).toBe(true);
      }),
    );
  });

  test("a larger amount is never shown as a smaller worth", () => {
    fc.assert(
      fc.property(amounts, amounts, prices, roundings, (one, other, micros, rounding) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        const how = { rounding, minorDigits: 2 };
        expect(shownWorth(less, micros, how).worth <= shownWorth(more, micros, how).worth).toBe(true);
      }),
    );
  });
});
