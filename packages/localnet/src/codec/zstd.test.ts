import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { decompress } from "fzstd";
import { expect, it } from "vitest";
import { zstdFrame } from "./zstd.ts";

const BLOCK = 128 * 1024;

function unpacked(content: Buffer): Buffer {
  return Buffer.from(decompress(zstdFrame(content)));
}

it("writes frames that another decoder reads back", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
      const content = Buffer.from(bytes);
      expect(unpacked(content)).toEqual(content);
    }),
  );
});

it.each([0, 1, 2, 255, 256, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 3 * BLOCK + 7])(
  "holds %i bytes, of any and of one value",
  (size) => {
    for (const content of [randomBytes(size), Buffer.alloc(size), Buffer.alloc(size, 0xff)]) {
      expect(unpacked(content).equals(content)).toBe(true);
    }
  },
);

it("requires a decoder to hold only one block in memory, however large the content", () => {
  const frame = zstdFrame(Buffer.alloc(10 * 1024 * 1024));
  const descriptor = frame.readUInt8(4);
  // Not a single segment, whose window would be the whole content; a window of 2^(10 + 7) bytes (RFC 8878).
  expect(descriptor & 0b0010_0000).toBe(0);
  expect(frame.readUInt8(5)).toBe(7 << 3);
});

it("keeps an account of mostly zeros short", () => {
  const content = Buffer.alloc(10 * 1024 * 1024);
  content.set(randomBytes(1000), 5);
  expect(zstdFrame(content).length).toBeLessThan(2 * BLOCK);
  expect(unpacked(content).equals(content)).toBe(true);
});
