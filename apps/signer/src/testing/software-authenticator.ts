import { type Bytes, toBase64, utf8 } from "../keys/bytes.ts";
import { type Authenticator, PasskeyError, toBase64Url } from "../passkeys/authenticator.ts";

interface Passkey {
  readonly keys: CryptoKeyPair;
  readonly secret: CryptoKey;
}

/** An authenticator in memory that signs and answers PRF like a real one. Synchronised passkeys can be in several at once. */
export interface SoftwareAuthenticator extends Authenticator {
  readonly passkeys: Map<string, Passkey>;
  /** How often it was touched. */
  touches(): number;
  /** From now on: the person is absent, the prompt stays open until it is cancelled, or the authenticator has no PRF. */
  set(change: { readonly isAbsent?: boolean; readonly isSilent?: boolean; readonly hasPrf?: boolean }): void;
  /** The number of open prompts. A browser refuses a second one beside the first. */
  standing(): number;
}

const sha256 = async (bytes: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** @param signerUrl the origin that asks */
export const createSoftwareAuthenticator = (
  signerUrl: string,
  passkeys: SoftwareAuthenticator["passkeys"] = new Map(),
): SoftwareAuthenticator => {
  const { origin, hostname } = new URL(signerUrl);
  let touches = 0;
  let isAbsent = false;
  let isSilent = false;
  let standing = 0;
  let hasPrf = true;
  return {
    passkeys,
    touches: () => touches,
    set: (change) => {
      isAbsent = change.isAbsent ?? isAbsent;
      isSilent = change.isSilent ?? isSilent;
      hasPrf = change.hasPrf ?? hasPrf;
    },
    isThere: () => true,
    create: async ({ exclude }) => {
      if (isAbsent) throw new PasskeyError("cancelled");
      if (exclude.some((id) => passkeys.has(id))) throw new PasskeyError("exists");
      const keys = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
      if (!("publicKey" in keys)) throw new TypeError("Ed25519 makes pairs");
      const secret = await crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
      const id = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
      passkeys.set(id, { keys, secret });
      const publicKey = toBase64(new Uint8Array(await crypto.subtle.exportKey("spki", keys.publicKey)));
      return { id, publicKey, hasPrf };
    },
    standing: () => standing,
    touch: async ({ ids, challenge, signal }) => {
      if (signal?.aborted || standing > 0) throw new PasskeyError("cancelled");
      if (isSilent) {
        standing += 1;
        await new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve()));
        standing -= 1;
        throw new PasskeyError("cancelled");
      }
      const id = ids.find((each) => passkeys.has(each));
      const passkey = id === undefined ? undefined : passkeys.get(id);
      if (isAbsent || id === undefined || !passkey) throw new PasskeyError("cancelled");
      touches += 1;
      const client = utf8(JSON.stringify({ type: "webauthn.get", challenge: toBase64Url(challenge), origin }));
      const data = new Uint8Array(37);
      data.set(await sha256(utf8(hostname)));
      data[32] = 0x05; // present and verified
      const signed = new Uint8Array([...data, ...(await sha256(client))]);
      const prf = await crypto.subtle.sign("HMAC", passkey.secret, utf8("tribe-wallet:v1:prf"));
      return {
        id,
        prf: hasPrf ? new Uint8Array(prf) : null,
        assertion: {
          clientDataJSON: toBase64(client),
          authenticatorData: toBase64(data),
          signature: toBase64(new Uint8Array(await crypto.subtle.sign("Ed25519", passkey.keys.privateKey, signed))),
        },
      };
    },
    forget: (id) => void passkeys.delete(id),
  };
};
