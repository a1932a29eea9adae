import { getBase58Decoder, getBase58Encoder } from "@solana/kit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBase58, encodeBase58 } from "./base58.ts";

test("bytes survive base58, including leading zeros and an empty text", () => {
  const bytes = fc
    .tuple(fc.nat({ max: 5 }), fc.uint8Array({ maxLength: 300 }))
    .map(([zeros, rest]) => Uint8Array.from([...new Uint8Array(zeros), ...rest]));
  fc.assert(
    fc.property(bytes, (each) => {
      const text = getBase58Decoder().decode(each);
      expect(decodeBase58(text)).toEqual(each);
      expect(encodeBase58(each)).toBe(text);
    }),
  );
});

test("texts of any length are decoded as kit does", () => {
  const digit = fc.constantFrom(..."123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz");
  const text = fc.string({ unit: digit, maxLength: 200 });
  fc.assert(
    fc.property(text, (each) => {
      expect(decodeBase58(each)).toEqual(Uint8Array.from(getBase58Encoder().encode(each)));
    }),
  );
});

test.each(["0", "O", "I", "l", "1é", "ab cd", "abcd+"])("%j is refused", (text) => {
  expect(() => decodeBase58(text)).toThrow(RangeError);
});
