const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const valueOfCode = new Int8Array(128).fill(-1);
for (let value = 0; value < alphabet.length; value += 1) valueOfCode[alphabet.charCodeAt(value)] = value;

/** Digits taken, and bits of a limb, in one step: a limb times 58⁴ and the carry stay below 2⁵³. */
const digitsPerStep = 4;
const bytesPerLimb = 3;
const limbBase = 2 ** (8 * bytesPerLimb);

/**
 * The bytes of a base58 text, such as the data of a call in Solana's JSON. Kit's codec takes four times as long for an
 * event, which made it the largest part of reading the history.
 * @throws RangeError when a character is none of the alphabet's.
 */
export const decodeBase58 = (text: string): Uint8Array => {
  let ones = 0;
  while (text[ones] === "1") ones += 1;
  const limbs: number[] = [];
  for (let at = ones; at < text.length; at += digitsPerStep) {
    const end = Math.min(at + digitsPerStep, text.length);
    let carry = 0;
    for (let digit = at; digit < end; digit += 1) {
      const value = valueOfCode[text.charCodeAt(digit)] ?? -1;
      if (value < 0) throw new RangeError("a character is none of base58");
      carry = carry * 58 + value;
    }
    const factor = 58 ** (end - at);
    for (let index = 0; index < limbs.length; index += 1) {
      const value = (limbs[index] ?? 0) * factor + carry;
      carry = Math.floor(value / limbBase);
      limbs[index] = value - carry * limbBase;
    }
    if (carry > 0) limbs.push(carry);
  }
  const bytes = new Uint8Array(ones + limbs.length * bytesPerLimb);
  let at = bytes.length;
  for (const limb of limbs) {
    bytes[at - 1] = limb;
    bytes[at - 2] = limb >>> 8;
    bytes[at - 3] = limb >>> 16;
    at -= bytesPerLimb;
  }
  // The highest limb's leading zeros are no bytes of the text.
  const empty = bytes.subarray(ones).findIndex((byte) => byte !== 0);
  return limbs.length === 0 ? bytes : bytes.subarray(empty);
};
