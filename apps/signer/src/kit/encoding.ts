// Nothing here comes from a package: the page that restores a kit is built from this, and must not depend on other publishers.

/** Bytes that WebCrypto accepts: backed by a plain ArrayBuffer. */
export type KitBytes = Uint8Array<ArrayBuffer>;

const base58Alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Base58 as Solana writes keys and addresses. */
export const toBase58 = (bytes: Uint8Array): string => {
  const digits: number[] = [];
  for (const byte of bytes) {
    let carry = byte;
    for (let at = 0; at < digits.length; at += 1) {
      carry += (digits[at] ?? 0) * 256;
      digits[at] = carry % 58;
      carry = Math.floor(carry / 58);
    }
    for (; carry > 0; carry = Math.floor(carry / 58)) digits.push(carry % 58);
  }
  const zeros = bytes.findIndex((byte) => byte !== 0);
  const leading = "1".repeat(zeros === -1 ? bytes.length : zeros);
  return (
    leading +
    digits
      .reverse()
      .map((digit) => base58Alphabet[digit])
      .join("")
  );
};

/** The bytes of a base58 text; null if it is invalid or has another length. */
export const fromBase58 = (text: string, length: number): KitBytes | null => {
  const bytes = new Uint8Array(length);
  for (const sign of text) {
    let carry = base58Alphabet.indexOf(sign);
    if (carry < 0) return null;
    for (let at = length - 1; at >= 0; at -= 1) {
      carry += (bytes[at] ?? 0) * 58;
      bytes[at] = carry % 256;
      carry = Math.floor(carry / 256);
    }
    if (carry > 0) return null;
  }
  return toBase58(bytes) === text ? bytes : null;
};

export const toKitBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** The bytes of a base64 text; null if it is invalid or has another length. */
export const fromKitBase64 = (text: string, length: number): KitBytes | null => {
  try {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    return bytes.length === length ? bytes : null;
  } catch {
    return null;
  }
};
