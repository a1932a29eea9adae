import { type Address, createDecoder, type FixedSizeDecoder, type ReadonlyUint8Array } from "@solana/kit";
import { encodeBase58 } from "../transactions/base58.ts";

/*
 * Two of kit's decoders, quicker, under the names that the generated code of accounts, instructions and events asks for:
 * kit's own took most of the time of reading an event. Both throw a RangeError when the bytes are cut short.
 */

/** 32 bytes as an address. */
export const getAddressDecoder = (): FixedSizeDecoder<Address, 32> => addressDecoder;

/** 8 bytes, little endian. */
export const getU64Decoder = (): FixedSizeDecoder<bigint, 8> => u64Decoder;

const addressDecoder = /* @__PURE__ */ createDecoder({
  fixedSize: 32,
  read: (bytes, offset): [Address, number] => {
    const end = offset + 32;
    if (bytes.length < end) throw new RangeError("an address is cut short");
    // 32 bytes are an address.
    return [encodeBase58(bytes.subarray(offset, end)) as Address, end];
  },
});

const u64Decoder = /* @__PURE__ */ createDecoder({
  fixedSize: 8,
  read: (bytes, offset): [bigint, number] => {
    if (bytes.length < offset + 8) throw new RangeError("a u64 is cut short");
    const [high, low] = [u32At(bytes, offset + 4), u32At(bytes, offset)];
    // A value that fits a double is converted once, instead of adding bigints.
    const isSafe = high < 2 ** 21;
    return [isSafe ? BigInt(high * 2 ** 32 + low) : BigInt(high) * 2n ** 32n + BigInt(low), offset + 8];
  },
});

const u32At = (bytes: ReadonlyUint8Array, at: number): number =>
  (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 2 ** 8 + (bytes[at + 2] ?? 0) * 2 ** 16 + (bytes[at + 3] ?? 0) * 2 ** 24;
