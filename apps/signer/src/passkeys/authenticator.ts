import type { Base64, PasskeyAssertion } from "@tribe/contract";
import { passkeyProblemTexts } from "@tribe/domain/words";
import { type Bytes, toBase64, utf8 } from "../keys/bytes.ts";

/** The result of one touch of a passkey. */
export interface Touch {
  /** The passkey's id, base64url. */
  readonly id: string;
  /** 32 bytes that only this passkey can compute (its PRF), or null if it has none. The caller overwrites them. */
  readonly prf: Bytes | null;
  readonly assertion: PasskeyAssertion;
}

/** A new passkey. */
export interface NewPasskey {
  readonly id: string;
  /** SPKI. */
  readonly publicKey: Base64;
  /** Whether it has a PRF: without one it is of no use to a wallet. */
  readonly hasPrf: boolean;
}

/** The browser's passkeys for the signer's own host. */
export interface Authenticator {
  /** Whether this browser supports passkeys here. */
  readonly isThere: () => boolean;
  /** @throws PasskeyError */
  create(of: {
    readonly uid: string;
    readonly email: string;
    readonly exclude: readonly string[];
  }): Promise<NewPasskey>;
  /** Asks for one of these passkeys; `signal` cancels it. The browser shows its own prompt. @throws PasskeyError */
  touch(of: {
    readonly ids: readonly string[];
    readonly challenge: Bytes;
    readonly signal?: AbortSignal;
  }): Promise<Touch>;
  /** Removes an unused passkey from the authenticator, if the browser can. */
  forget(id: string): void;
}

/** Why a passkey request failed. */
export type PasskeyProblem = keyof typeof passkeyProblemTexts;

/** A passkey request failed; its message is for the person. Nothing was changed. */
export class PasskeyError extends Error {
  override readonly name = "PasskeyError";
  readonly problem: PasskeyProblem;

  constructor(problem: PasskeyProblem, options?: { cause?: unknown }) {
    super(passkeyProblemTexts[problem], options);
    this.problem = problem;
  }
}

/** How long the browser asks: a phone may have to be fetched. Below the server's five minutes for a challenge. */
const timeout = 240_000;
/** After this long past the timeout a browser's answer is no longer expected. */
const graceMs = 5_000;

/** Cancels a prompt that the browser never ends by itself, and gives up if it does not react to that either. */
const within = async <T>(outer: AbortSignal | undefined, ask: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), timeout + graceMs);
  const end = () => stop.abort();
  outer?.addEventListener("abort", end);
  if (outer?.aborted) end();
  const ended = new Promise<never>((_resolve, reject) => {
    const giveUp = () => reject(new PasskeyError("cancelled"));
    if (stop.signal.aborted) giveUp();
    else stop.signal.addEventListener("abort", giveUp);
  });
  // Nobody waits for it once the prompt was answered.
  ended.catch(() => undefined);
  try {
    return await Promise.race([ask(stop.signal), ended]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener("abort", end);
  }
};
/** ES256, Ed25519, RS256, as the server knows them. */
const algorithms = [-7, -8, -257] as const;

export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

export const fromBase64Url = (text: string): Bytes =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));

const sha256 = async (text: string): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(text)));

/** The PRF's input: one constant, since the keys that are derived from the output are separated later. */
const prfInput = () => sha256("tribe-wallet:v1:prf");

/** The common options of creating and using a passkey: the timeout, and the PRF. */
const asking = async () => ({ timeout, extensions: { prf: { eval: { first: await prfInput() } } } });

const credentialsOf = (ids: readonly string[]) =>
  ids.map((id) => ({ id: fromBase64Url(id), type: "public-key" as const }));

const bytesOf = (source: BufferSource): Bytes =>
  source instanceof ArrayBuffer
    ? new Uint8Array(source.slice(0))
    : new Uint8Array(source.buffer.slice(source.byteOffset, source.byteOffset + source.byteLength) as ArrayBuffer); // never a SharedArrayBuffer here

const problemOf = (thrown: unknown): PasskeyError => {
  if (thrown instanceof PasskeyError) return thrown;
  const name = thrown instanceof DOMException ? thrown.name : "";
  if (name === "InvalidStateError") return new PasskeyError("exists", { cause: thrown });
  if (name === "SecurityError" || name === "NotSupportedError")
    return new PasskeyError("unsupported", { cause: thrown });
  return new PasskeyError("cancelled", { cause: thrown });
};

/** The browser's passkeys; the relying party is exactly this host. */
export const browserAuthenticator = (hostname: string): Authenticator => {
  const isThere = () =>
    typeof PublicKeyCredential === "function" && window.isSecureContext && !/^[\d.]+$|^\[/.test(hostname);
  const guarded = async <T>(run: () => Promise<T>): Promise<T> => {
    if (!isThere()) throw new PasskeyError("unsupported");
    try {
      return await run();
    } catch (thrown) {
      throw problemOf(thrown);
    }
  };
  return {
    isThere,
    create: ({ uid, email, exclude }) =>
      guarded(async () => {
        const publicKeyOptions = {
          rp: { id: hostname, name: "Tribe wallet" },
          // One per account in each authenticator: a new passkey replaces an unused one.
          user: { id: await sha256(`tribe-wallet:v1:passkey-user:${uid}`), name: email, displayName: email },
          // No attestation is verified: the touch that follows is what counts.
          challenge: crypto.getRandomValues(new Uint8Array(32)),
          pubKeyCredParams: algorithms.map((alg) => ({ alg, type: "public-key" as const })),
          authenticatorSelection: { residentKey: "required" as const, userVerification: "required" as const },
          excludeCredentials: credentialsOf(exclude),
          attestation: "none" as const,
          ...(await asking()),
        };
        const made = await within(undefined, (signal) =>
          navigator.credentials.create({ publicKey: publicKeyOptions, signal }),
        );
        if (!(made instanceof PublicKeyCredential) || !(made.response instanceof AuthenticatorAttestationResponse))
          throw new PasskeyError("unsupported");
        const publicKey = made.response.getPublicKey();
        if (!publicKey) throw new PasskeyError("unsupported");
        return {
          id: made.id,
          publicKey: toBase64(new Uint8Array(publicKey)),
          hasPrf: made.getClientExtensionResults().prf?.enabled === true,
        };
      }),
    touch: ({ ids, challenge, signal: outer }) =>
      guarded(async () => {
        const publicKeyOptions = {
          rpId: hostname,
          challenge,
          allowCredentials: credentialsOf(ids),
          userVerification: "required" as const,
          ...(await asking()),
        };
        const found = await within(outer, (signal) =>
          navigator.credentials.get({ publicKey: publicKeyOptions, signal }),
        );
        if (!(found instanceof PublicKeyCredential) || !(found.response instanceof AuthenticatorAssertionResponse))
          throw new PasskeyError("unsupported");
        const { clientDataJSON, authenticatorData, signature } = found.response;
        const prf = found.getClientExtensionResults().prf?.results?.first;
        return {
          id: found.id,
          prf: prf === undefined ? null : bytesOf(prf),
          assertion: {
            clientDataJSON: toBase64(new Uint8Array(clientDataJSON)),
            authenticatorData: toBase64(new Uint8Array(authenticatorData)),
            signature: toBase64(new Uint8Array(signature)),
          },
        };
      }),
    forget: (id) => {
      const signal = Reflect.get(PublicKeyCredential, "signalUnknownCredential") as unknown; // newer than the DOM's types
      if (typeof signal !== "function") return;
      void Promise.resolve(signal.call(PublicKeyCredential, { rpId: hostname, credentialId: id })).catch(
        () => undefined, // it stays in the authenticator, unused
      );
    },
  };
};
