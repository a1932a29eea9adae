import { getBase58Decoder } from "@solana/kit";
import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeBase58, encodeBase58 } from "./base58.ts";

const reference = getBase58Decoder();

it("encodes as Solana's own library does, and decodes it again", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), fc.nat(4), (bytes, zeros) => {
      const input = Buffer.concat([Buffer.alloc(zeros), bytes]);
      const text = encodeBase58(input);
      expect(text).toBe(reference.decode(input));
      expect(decodeBase58(text)).toEqual(input);
    }),
  );
});

it("encodes and decodes any length", () => {
  const input = Buffer.from(Array.from({ length: 3_000 }, (_, index) => (index * 7 + 3) % 256));
  expect(encodeBase58(input)).toBe(reference.decode(input));
  expect(decodeBase58(encodeBase58(input))).toEqual(input);
});

it("refuses characters outside the alphabet", () => {
  for (const text of ["0", "O", "I", "l", "é", "ab c"]) expect(decodeBase58(text)).toBeUndefined();
});
