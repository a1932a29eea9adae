import type { Address } from "@tribe/contract";
import { decodeBase58 } from "../transactions/base58.ts";

const prime = 2n ** 255n - 19n;
/** The curve's constant −121665/121666 (RFC 8032 section 5.1). */
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

const addressBytes = 32;
/** A number's 32 bytes, least significant first: one shared buffer, because this code is synchronous. */
const room = new DataView(new ArrayBuffer(addressBytes));
const bytesInRoom = new Uint8Array(room.buffer);

/**
 * Whether an address can be a wallet: a point of Ed25519's curve, which can have a private key. A program's derived address is
 * never one. This is Solana's own rule; the sign bit and the point's order don't matter. Instead of a square root it computes
 * the Jacobi symbol, in limbs: lists of holders are long, and with bigints this alone took two thirds of the time of a
 * snapshot.
 * @throws RangeError when the text is not base58
 */
export const isWalletAddress = (address: Address): boolean => {
  const bytes = decodeBase58(address);
  bytesInRoom.fill(0);
  bytesInRoom.set(bytes.length > addressBytes ? bytes.subarray(0, addressBytes) : bytes);
  let y = BigInt.asUintN(63, room.getBigUint64(24, true));
  for (let at = 16; at >= 0; at -= 8) y = (y << 64n) | room.getBigUint64(at, true);
  // x² = (y² − 1) / (dy² + 1), which is a square exactly if the product is.
  const square = (y * y) % prime;
  return jacobi(((square + prime - 1n) * (d * square + 1n)) % prime) >= 0;
};

const bitsPerLimb = 30;
const limbMask = 2 ** bitsPerLimb - 1;
const limbCount = 9;

/** Writes a number below 2²⁵⁶ in limbs, the least significant first. */
const writeLimbs = (value: bigint, limbs: Int32Array): void => {
  let rest = value;
  for (let at = 0; at < addressBytes; at += 8) {
    room.setBigUint64(at, rest, true);
    rest >>= 64n;
  }
  for (let index = 0; index < limbCount; index += 1) {
    const [word, shift] = [(index * bitsPerLimb) >>> 5, (index * bitsPerLimb) & 31];
    const low = room.getUint32(word * 4, true) >>> shift;
    const high = shift > 2 && word < 7 ? room.getUint32(word * 4 + 4, true) << (32 - shift) : 0;
    limbs[index] = (low | high) & limbMask;
  }
};

const primeLimbs = new Int32Array(limbCount);
writeLimbs(prime, primeLimbs);
const rooms = [new Int32Array(limbCount), new Int32Array(limbCount)] as const;

/** The Jacobi symbol of `value` over the field's prime by subtracting and halving: −1 when it is not a square. */
const jacobi = (value: bigint): -1 | 0 | 1 => {
  if (value === 0n) return 0;
  let [a, n] = rooms;
  writeLimbs(value, a);
  n.set(primeLimbs);
  let length = limbCount;
  let isNegative = false;
  let twos = subtractAndHalve(a, zero, length);
  for (;;) {
    const modulus = (n[0] ?? 0) & 7;
    if (twos % 2 === 1 && (modulus === 3 || modulus === 5)) isNegative = !isNegative;
    while (length > 1 && (a[length - 1] ?? 0) === 0 && (n[length - 1] ?? 0) === 0) length -= 1;
    // Both are odd now.
    const order = compare(a, n, length);
    if (order === 0) break;
    if (order < 0) {
      if (((a[0] ?? 0) & 3) === 3 && (modulus & 3) === 3) isNegative = !isNegative;
      [a, n] = [n, a];
    }
    twos = subtractAndHalve(a, n, length);
  }
  // The field's prime has no common divisor with a non-zero value.
  return isNegative ? -1 : 1;
};

const zero = new Int32Array(limbCount);

const compare = (one: Int32Array, other: Int32Array, length: number): number => {
  for (let index = length - 1; index >= 0; index -= 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};

/** Subtracts the smaller number from the larger and halves the result until it is odd. @returns the number of halvings */
const subtractAndHalve = (larger: Int32Array, smaller: Int32Array, length: number): number => {
  let carry = 0;
  // Remove whole zero limbs first.
  let skipped = 0;
  let lowest = 0;
  while (lowest === 0 && skipped < length) {
    const difference = (larger[skipped] ?? 0) - (smaller[skipped] ?? 0) + carry;
    lowest = difference & limbMask;
    carry = difference >> bitsPerLimb;
    skipped += 1;
  }
  const shift = 31 - Math.clz32(lowest & -lowest);
  const back = bitsPerLimb - shift;
  let before = lowest >>> shift;
  let at = 0;
  for (let index = skipped; index < length; index += 1) {
    const difference = (larger[index] ?? 0) - (smaller[index] ?? 0) + carry;
    const limb = difference & limbMask;
    carry = difference >> bitsPerLimb;
    larger[at] = before | ((limb << back) & limbMask);
    before = limb >>> shift;
    at += 1;
  }
  larger[at] = before;
  for (at += 1; at < length; at += 1) larger[at] = 0;
  return shift + (skipped - 1) * bitsPerLimb;
};
