import { fromBase58 } from "../encoding.ts";

/** The DER prefix of the 32-byte seed in PKCS #8 (RFC 8410). */
const pkcs8Prefix = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32];

/**
 * Whether the seed is the address's: it signs, and the address verifies. True in browsers without Ed25519, where the kit's
 * authenticated encryption, which includes the address, must suffice.
 */
export const isKeyOf = async (seed: Uint8Array, address: string): Promise<boolean> => {
  const publicKey = fromBase58(address, 32);
  if (!publicKey) return false;
  const pkcs8 = Uint8Array.from([...pkcs8Prefix, ...seed]);
  try {
    const owner = await crypto.subtle.importKey("raw", publicKey, "Ed25519", false, ["verify"]);
    const signer = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", false, ["sign"]);
    const text = new TextEncoder().encode("tribe-recovery-kit:v1:check");
    return await crypto.subtle.verify("Ed25519", owner, await crypto.subtle.sign("Ed25519", signer, text), text);
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotSupportedError") return true;
    throw error;
  } finally {
    pkcs8.fill(0);
  }
};
