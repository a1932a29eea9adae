import type { Base64, PasskeyAssertion } from "@tribe/contract";
import { passkeyProblemTexts } from "@tribe/domain/words";
import { type Bytes, toBase64, utf8 } from "../keys/bytes.ts";

/** What one touch of a passkey gives. */
export interface Touch {
  /** Which passkey it was, base64url. */
  readonly id: string;
  /** 32 bytes that only this passkey makes, or null where it can't. The caller overwrites them. */
  readonly prf: Bytes | null;
  readonly assertion: PasskeyAssertion;
}

/** A passkey that was just made. */
export interface NewPasskey {
  readonly id: string;
  /** SPKI. */
  readonly publicKey: Base64;
  /** Whether it can seal something: without that it is of no use to a wallet. */
  readonly hasPrf: boolean;
}

/** Passkeys as the browser has them, for the signer's own host and no other. */
export interface Authenticator {
  /** Whether this browser can be asked here at all. */
  readonly isThere: () => boolean;
  /** @throws PasskeyError */
  create(of: {
    readonly uid: string;
    readonly email: string;
    readonly exclude: readonly string[];
  }): Promise<NewPasskey>;
  /** Asks for one of these passkeys, until `signal` ends it; the browser shows that itself. @throws PasskeyError */
  touch(of: {
    readonly ids: readonly string[];
    readonly challenge: Bytes;
    readonly signal?: AbortSignal;
  }): Promise<Touch>;
  /** Lets the authenticator forget a passkey that came to nothing, where the browser can. */
  forget(id: string): void;
}

/** Why a passkey gave nothing. */
export type PasskeyProblem = keyof typeof passkeyProblemTexts;

/** A passkey gave nothing; its message is for the person. Nothing was changed. */
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
/** So long after it no browser is believed to answer any more. */
const graceMs = 5_000;

/** Ends a question that its browser never ends, and gives it up where even that is not answered. */
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
  // Nobody waits for it where the question was answered.
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

const fromBase64Url = (text: string): Bytes =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));

const sha256 = async (text: string): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(text)));

/** What the PRF is asked with: one constant, since the keys that are made of its answer are told apart afterwards. */
const prfInput = () => sha256("tribe-wallet:v1:prf");

/** What a question for a new passkey and one for a touch have in common: how long it stands, and that a PRF is asked for. */
const asking = async () => ({ timeout, extensions: { prf: { eval: { first: await prfInput() } } } });

const credentialsOf = (ids: readonly string[]) =>
  ids.map((id) => ({ id: fromBase64Url(id), type: "public-key" as const }));

const bytesOf = (source: BufferSource): Bytes =>
  source instanceof ArrayBuffer
    ? new Uint8Array(source.slice(0))
    : new Uint8Array(source.buffer.slice(source.byteOffset, source.byteOffset + source.byteLength) as ArrayBuffer); // ours is never shared

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
          // One of an account in each authenticator: a new one takes the place of what came to nothing.
          user: { id: await sha256(`tribe-wallet:v1:passkey-user:${uid}`), name: email, displayName: email },
          // Nobody believes what is said of the authenticator: the touch that follows is what counts.
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
        () => undefined, // it stays in the authenticator, and opens nothing
      );
    },
  };
};
