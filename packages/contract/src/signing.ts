/** Signed calls: the text that both ends hash. Test vectors: `interop/signing.json`. */
export const signingVersion = "v1";
export const appId = "tribe-web";
/** Seconds by which a caller's clock may differ from the server's. */
export const signingWindowSeconds = 60;

export const signingHeaders = {
  appId: "x-tribe-app-id",
  accessToken: "x-tribe-access-token",
  deviceId: "x-tribe-device-id",
  sessionId: "x-tribe-session-id",
  timestamp: "x-tribe-timestamp",
  nonce: "x-tribe-nonce",
  signature: "x-tribe-signature",
} as const;

/** RFC 3986: everything but unreserved characters is percent-encoded. */
const encode3986 = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** Sorts by encoded key, then encoded value; duplicates are kept. */
export const canonicalQuery = (query: Iterable<readonly [string, string]>): string =>
  [...query]
    .map(([key, value]) => [encode3986(key), encode3986(value)] as const)
    .sort(([keyA, valueA], [keyB, valueB]) => compare(keyA, keyB) || compare(valueA, valueB))
    .map(([key, value]) => `${key}=${value}`)
    .join("&");

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export interface SignedParts {
  /** Empty before sign-in. */
  readonly accessToken: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  /** 128 random bits, base64url. */
  readonly nonce: string;
  readonly method: string;
  /** With the `/api` prefix, as requested. */
  readonly path: string;
  readonly query: Iterable<readonly [string, string]>;
  /** Raw body bytes; empty for none. */
  readonly payload: Uint8Array<ArrayBuffer>;
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The text that the signature covers: eight lines. */
export const canonicalRequest = async (parts: SignedParts): Promise<string> =>
  canonicalText(parts, hex(new Uint8Array(await crypto.subtle.digest("SHA-256", parts.payload))));

/** {@link canonicalRequest} for callers that have hashed the payload: SHA-256, in hex. */
export const canonicalText = (parts: Omit<SignedParts, "payload">, payloadHash: string): string =>
  [
    signingVersion,
    parts.accessToken,
    String(parts.timestamp),
    parts.nonce,
    parts.method.toUpperCase(),
    parts.path,
    canonicalQuery(parts.query),
    payloadHash,
  ].join("\n");

/** Bytes to base64url without padding. */
export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

/** base64url (padding optional) to bytes. @throws DOMException when it is not base64url. */
export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));

/**
 * Signs one request: `v1=` + base64url(HMAC-SHA-256(secret, canonical)).
 * @param secret base64url, 256 bits: the session's secret, or the device's before sign-in.
 */
export const signRequest = async (secret: string, parts: SignedParts): Promise<string> => {
  const key = await crypto.subtle.importKey("raw", fromBase64Url(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const canonical = new TextEncoder().encode(await canonicalRequest(parts));
  return `${signingVersion}=${toBase64Url(new Uint8Array(await crypto.subtle.sign("HMAC", key, canonical)))}`;
};

/** 128 random bits, base64url. */
export const newNonce = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
