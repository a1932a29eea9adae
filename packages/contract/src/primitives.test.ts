import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { listingCursorSchema } from "./entities/tokens.ts";
import {
  addressSchema,
  base64Schema,
  bps,
  bpsSchema,
  lamports,
  lamportsSchema,
  positiveLamportsSchema,
  seqSchema,
  signatureSchema,
  tokenIdSchema,
  tokenUnits,
  tokenUnitsSchema,
  uuidSchema,
  visibleLine,
  withoutNull,
} from "./primitives.ts";

const maxU64 = 2n ** 64n - 1n;

describe("money on the wire", () => {
  test.each([lamportsSchema, tokenUnitsSchema, tokenIdSchema])("survives as a decimal string", (schema) => {
    fc.assert(
      fc.property(fc.bigInt(0n, maxU64), (value) => {
        const decoded = z.decode(schema, value.toString());
        expect(decoded).toBe(value);
        expect(z.encode(schema, decoded as never)).toBe(value.toString()); // the three brands are one bigint at run time
      }),
    );
  });

  test.each([
    ["a number", 5],
    ["a negative", "-1"],
    ["a decimal", "1.5"],
    ["a leading zero", "01"],
    ["an exponent", "1e9"],
    ["hex", "0x10"],
    ["a space", " 1"],
    ["nothing", ""],
    ["more than 64 bits", (maxU64 + 1n).toString()],
    ["null", null],
  ])("refuses %s", (_, value) => {
    expect(z.safeDecode(lamportsSchema, value as never).success).toBe(false);
  });

  test("cannot be negative", () => {
    expect(() => lamports(-1n)).toThrow(RangeError);
    expect(() => tokenUnits(-1n)).toThrow(RangeError);
    expect([lamports(0n), tokenUnits(5n)]).toEqual([0n, 5n]);
  });
});

test("basis points run from 0 to 10,000 in whole steps", () => {
  expect([bps(0), bps(10_000)]).toEqual([0, 10_000]);
  for (const bad of [-1, 10_001, 0.5, Number.NaN]) expect(() => bps(bad)).toThrow(RangeError);
  expect(z.safeParse(bpsSchema, 10_001).success).toBe(false);
});

test("texts with a format are refused without it", () => {
  expect(z.safeParse(addressSchema, "So11111111111111111111111111111111111111112").success).toBe(true);
  for (const bad of ["short", "O".repeat(40), "1".repeat(45), 7])
    expect(z.safeParse(addressSchema, bad).success).toBe(false);
  expect(z.safeParse(signatureSchema, "1".repeat(63)).success).toBe(false);
  expect(z.safeParse(base64Schema, "a-b_").success).toBe(false);
  expect(z.safeParse(uuidSchema, "123e4567-e89b-12d3-a456-426614174000").success).toBe(true);
  expect(z.safeParse(uuidSchema, "123E4567-E89B-12D3-A456-426614174000").success).toBe(false);
  expect(z.safeParse(seqSchema, -1).success).toBe(false);
});

describe("text that people write", () => {
  test("may contain anything except a null character", () => {
    const text = z.string().check(withoutNull);
    expect(z.safeParse(text, "two\nlines, \u{1F525} and עברית").success).toBe(true);
    expect(z.safeParse(text, "a\0b").success).toBe(false);
  });

  test("is one visible line in a name, without characters that change the text direction", () => {
    const name = z.string().check(...visibleLine);
    expect(z.safeParse(name, "\u{1F469}\u200D\u{1F680} Ada").success).toBe(true);
    expect(z.safeParse(name, "می\u200Cروم").success).toBe(true);
    for (const bad of [
      "a\nb",
      "a\0b",
      "a\u202Eb",
      "a\u2066b",
      "a\u200Bb",
      "\u3164",
      "a\u2028b",
      "a\u200Db",
      "a\u{E0041}b",
    ])
      expect(z.safeParse(name, bad).success).toBe(false);
  });
});

describe("the description of the API", () => {
  const patternOf = (schema: z.ZodMiniType) => new RegExp(String(z.toJSONSchema(schema, { io: "input" }).pattern), "u");
  const max = 2n ** 64n - 1n;

  test("gives the accepted amounts exactly", () => {
    const [any, positive] = [patternOf(lamportsSchema), patternOf(positiveLamportsSchema)];
    fc.assert(
      fc.property(fc.oneof(fc.bigInt(0n, 2n * max), fc.bigInt(max - 100n, max + 100n)), (amount) => {
        const text = amount.toString();
        expect(any.test(text)).toBe(amount <= max);
        expect(positive.test(text)).toBe(amount <= max && amount > 0n);
        expect(lamportsSchema.safeParse(text).success).toBe(amount <= max);
      }),
      { numRuns: 2_000 },
    );
    for (const text of ["0", "00", "01", "-1", "", " 1", "1.0"]) {
      expect(positive.test(text)).toBe(false);
      expect(positiveLamportsSchema.safeParse(text).success).toBe(false);
      expect(lamportsSchema.safeParse(text).success).toBe(text === "0");
    }
  });

  test("gives the cursors of a listing exactly", () => {
    const cursor = "0f8fad5b-d9cb-469f-a165-70867728950e.0.12.So11111111111111111111111111111111111111112";
    expect(listingCursorSchema.safeParse(cursor).success).toBe(true);
    for (const wrong of [
      "",
      "x",
      cursor.replace(".0.", ".3."),
      cursor.replace(".12.", ".-1."),
      cursor.replace(".12.", "."),
    ])
      expect(listingCursorSchema.safeParse(wrong).success).toBe(false);
  });
});
