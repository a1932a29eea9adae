import { getAddressDecoder as kitAddressDecoder, getU64Decoder as kitU64Decoder } from "@solana/kit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { getAddressDecoder, getU64Decoder } from "./quick-decoders.ts";

const around = (size: number) =>
  fc.tuple(fc.uint8Array({ maxLength: 9 }), fc.uint8Array({ minLength: size, maxLength: size + 9 }));

test("addresses and large integers at any offset are decoded as kit does", () => {
  fc.assert(
    fc.property(around(32), ([before, rest]) => {
      const bytes = Uint8Array.from([...before, ...rest]);
      expect(getAddressDecoder().read(bytes, before.length)).toEqual(kitAddressDecoder().read(bytes, before.length));
      expect(getU64Decoder().read(bytes, before.length)).toEqual(kitU64Decoder().read(bytes, before.length));
    }),
  );
});

test.each([0n, 2n ** 32n - 1n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 64n - 1n])("%d is decoded exactly", (value) => {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  expect(getU64Decoder().decode(bytes)).toBe(value);
});

test("truncated bytes are refused", () => {
  expect(() => getAddressDecoder().decode(new Uint8Array(31))).toThrow(RangeError);
  expect(() => getU64Decoder().decode(new Uint8Array(8), 1)).toThrow(RangeError);
});
