import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generateSeed } from "./ed25519.ts";
import { rebuildKey, splitSeed, WrongShareError, withSeed } from "./shares.ts";

/** Multiplication in GF(2⁸) with AES's polynomial, bit by bit, independent of the library's tables. */
const multiply = (a: number, b: number): number => {
  let [left, right, product] = [a, b, 0];
  while (right > 0) {
    if (right & 1) product ^= left;
    left = (left << 1) ^ (left & 0x80 ? 0x11b : 0);
    right >>= 1;
  }
  return product;
};
/** a²⁵⁴ is 1/a: the field has 255 nonzero elements. */
const invert = (a: number): number => {
  let power = 1;
  for (let count = 0; count < 254; count += 1) power = multiply(power, a);
  return power;
};

/** The line through two points, at 0, byte by byte; a share's last byte is its x (Shamir 1979). */
const reconstruct = (one: Uint8Array, two: Uint8Array): Uint8Array => {
  const [x1, x2] = [one.at(-1) ?? 0, two.at(-1) ?? 0];
  const slope = invert(x1 ^ x2);
  return Uint8Array.from(one.subarray(0, -1), (y1, at) => {
    const y2 = two[at] ?? 0;
    return multiply(multiply(y1, x2) ^ multiply(y2, x1), slope);
  });
};

describe("a sharing of a seed", () => {
  it("gives the seed from any two shares, by independent arithmetic too", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (seed) => {
        const { device, server, recovery } = await splitSeed(seed);
        for (const [one, two] of [
          [device, server],
          [server, recovery],
          [recovery, device],
        ] as const)
          expect(reconstruct(one, two)).toEqual(Uint8Array.from(seed));
      }),
    );
  });

  it("is detected as wrong when any bit of a share was changed, when it is cut, and when it is another sharing's", async () => {
    const { seed, address } = await generateSeed();
    const [first, second] = [await splitSeed(seed), await splitSeed(seed)];
    const rebuild = (one: Uint8Array, two: Uint8Array) => rebuildKey([one.slice(), two.slice()], address);
    expect((await rebuild(first.device, first.server)).address).toBe(address);
    for (let bit = 0; bit < first.server.length * 8; bit += 1) {
      const bent = first.server.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      await expect(rebuild(first.device, bent), `bit ${bit}`).rejects.toBeInstanceOf(WrongShareError);
    }
    for (const wrong of [first.server.slice(0, -1), new Uint8Array(), first.device, second.server])
      await expect(rebuild(first.device, wrong)).rejects.toBeInstanceOf(WrongShareError);
  });

  it("is overwritten after use, and so is the seed, whatever happens meanwhile", async () => {
    const { seed, address } = await generateSeed();
    const { device, server } = await splitSeed(seed);
    let seen: Uint8Array | null = null;
    const failing = withSeed([device, server], address, async (rebuilt) => {
      seen = rebuilt;
      throw new Error("in the middle");
    });
    await expect(failing).rejects.toThrow("in the middle");
    for (const secret of [device, server, seen ?? expect.unreachable()])
      expect([...secret].every((byte) => byte === 0)).toBe(true);
  });
});
