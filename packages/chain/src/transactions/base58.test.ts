import { getBase58Decoder, getBase58Encoder } from "@solana/kit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBase58, encodeBase58 } from "./base58.ts";

test("bytes come out of their base58 text and make it, zeros at the front and none at all included", () => {
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

test("texts of any length mean what kit takes them for", () => {
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
