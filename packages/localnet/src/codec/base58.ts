const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const DIGITS_PER_LIMB = 5;
const LIMB_BASE = 58 ** DIGITS_PER_LIMB;
const VALUE_OF_CODE = new Int8Array(128).fill(-1);
for (let i = 0; i < ALPHABET.length; i++) VALUE_OF_CODE[ALPHABET.charCodeAt(i)] = i;

// More than any transaction has; a digit is more than half a byte.
const SCRATCH_BYTES = 2_048;
let limbs = new Float64Array(SCRATCH_BYTES);
let digits = Buffer.alloc(2 * SCRATCH_BYTES);
const CODE_OF_DIGIT = Buffer.from(ALPHABET, "latin1");
const ONE = CODE_OF_DIGIT[0] ?? 0;
const LIMBS_PER_UNIT = 1 / LIMB_BASE;

function makeRoom(size: number): void {
  if (size <= limbs.length) return;
  limbs = new Float64Array(size);
  digits = Buffer.alloc(2 * size);
}

/**
 * Encodes bytes as base58. Works in limbs of five digits in one shared buffer, because it runs hundreds of thousands of times a
 * second.
 */
export function encodeBase58(bytes: Uint8Array): string {
  makeRoom(bytes.length);
  let zeros = 0;
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++;
  let count = 0;
  let at = zeros;
  // Two bytes per step: limb * 65536 + carry stays below 2^53.
  const odd = (bytes.length - zeros) % 2 === 1;
  while (at < bytes.length) {
    const single = odd && at === zeros;
    const shift = single ? 256 : 65536;
    let carry = single ? (bytes[at] ?? 0) : (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
    at += single ? 1 : 2;
    for (let i = 0; i < count; i++) {
      const value = (limbs[i] ?? 0) * shift + carry;
      // A multiplication is faster than a division, and at most one off.
      let rounds = Math.floor(value * LIMBS_PER_UNIT);
      let rest = value - rounds * LIMB_BASE;
      if (rest < 0) {
        rounds -= 1;
        rest += LIMB_BASE;
      } else if (rest >= LIMB_BASE) {
        rounds += 1;
        rest -= LIMB_BASE;
      }
      carry = rounds;
      limbs[i] = rest;
    }
    if (carry > 0) limbs[count++] = carry;
  }
  let start = digits.length;
  for (let i = 0; i < count; i++) {
    let limb = limbs[i] ?? 0;
    for (let d = 0; d < DIGITS_PER_LIMB && (limb > 0 || i < count - 1); d++) {
      const next = Math.floor(limb / 58);
      digits[--start] = CODE_OF_DIGIT[limb - next * 58] ?? ONE;
      limb = next;
    }
  }
  for (let i = 0; i < zeros; i++) digits[--start] = ONE;
  return digits.toString("latin1", start);
}

/** Decodes base58 text; `undefined` when a character is not in the alphabet. */
export function decodeBase58(text: string): Buffer | undefined {
  let ones = 0;
  while (ones < text.length && text.charCodeAt(ones) === ONE) ones++;
  makeRoom(text.length);
  let count = 0;
  for (let at = ones; at < text.length; ) {
    const step = Math.min(4, text.length - at);
    let carry = 0;
    for (let i = 0; i < step; i++) {
      const code = text.charCodeAt(at + i);
      const digit = code < 128 ? (VALUE_OF_CODE[code] ?? -1) : -1;
      if (digit < 0) return undefined;
      carry = carry * 58 + digit;
    }
    at += step;
    const factor = 58 ** step;
    for (let i = 0; i < count; i++) {
      const value = (limbs[i] ?? 0) * factor + carry;
      carry = Math.floor(value / 0x1000000);
      limbs[i] = value - carry * 0x1000000;
    }
    if (carry > 0) limbs[count++] = carry;
  }
  const bytes = Buffer.alloc(ones + count * 3);
  let at = bytes.length;
  for (let i = 0; i < count; i++) {
    at -= 3;
    bytes.writeUIntBE(limbs[i] ?? 0, at, 3);
  }
  let empty = ones;
  while (empty < bytes.length && bytes[empty] === 0) empty++;
  // Leading zeros of the highest limb are not bytes of the text.
  return bytes.subarray(empty - ones);
}
