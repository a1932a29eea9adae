import type { Config } from "../settings/config.ts";

type Headers = Readonly<Record<string, string>>;

const shared = (isTls: boolean): Headers => ({
  "x-content-type-options": "nosniff",
  "cross-origin-opener-policy": "same-origin",
  ...(isTls ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
});

const policy = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");

const socketOrigin = (url: string): string => url.replace(/^http/, "ws");
const originOf = (url: string): string => new URL(url).origin;

/** The addresses on which the headers of the wallet's host depend. */
export type SignerAddresses = Pick<Config, "appUrl" | "keysUrl" | "signerRpcUrl" | "signerSecondRpcUrl" | "isTls">;

/** The nodes that the wallet's frame asks. */
const nodesOf = ({ signerRpcUrl, signerSecondRpcUrl }: SignerAddresses): readonly string[] => [
  ...new Set([signerRpcUrl, signerSecondRpcUrl].flatMap((url) => (url === null ? [] : [originOf(url)]))),
];

/** The swap provider that the page connects to, when it is not the chain. */
const swapOrigin = ({ swap }: Config): string => (swap.provider === "jupiter" ? ` ${originOf(swap.apiUrl)}` : "");

/** Signalling origin of live media, when it is not this host. */
const liveOrigins = ({ live: { liveKit } }: Config): string =>
  liveKit ? ` ${originOf(liveKit.url)} ${originOf(liveKit.url.replace(/^ws/, "http"))}` : "";

/** Origins of message files, when they are not this host: their own, and the storage that it redirects browsers to. */
const fileOrigins = ({ appUrl, uploadUrl, shareUrl, s3 }: Config): string => {
  const storage = s3 && originOf(s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`);
  return [...new Set([uploadUrl, shareUrl, storage])]
    .flatMap((origin) => (origin && origin !== appUrl ? [` ${origin}`] : []))
    .join("");
};

/**
 * Headers of the app's host: its page may embed the signer's frame, and connect to us and the chain. `scriptHashes`: CSP
 * hashes of the page's inline scripts.
 */
export const appHeaders = (config: Config, scriptHashes: readonly string[] = []): Headers => ({
  ...shared(config.isTls),
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(self), microphone=(self), geolocation=(), payment=()",
  "content-security-policy": policy({
    "default-src": "'self'",
    "script-src": ["'self'", ...scriptHashes].join(" "),
    // The dialog, toast and list libraries set styles at run time.
    "style-src": "'self' 'unsafe-inline'",
    "img-src": `'self' data: blob:${fileOrigins(config)}`,
    "media-src": `'self' blob:${fileOrigins(config)}`,
    "connect-src": `'self' ${socketOrigin(config.appUrl)} ${originOf(config.rpcPublicUrl)} ${originOf(config.rpcPublicWebSocketUrl)}${swapOrigin(config)}${fileOrigins(config)}${liveOrigins(config)}`,
    // WebKit takes a file that the wallet's frame saves, a recovery kit, for a page in that frame.
    "frame-src": `${config.signerUrl} blob:`,
    "frame-ancestors": "'none'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
  }),
});

/** Headers of the signer's host: only the app embeds it, and it connects only to our API and to a node of the chain. */
export const signerHeaders = (config: SignerAddresses): Headers => ({
  ...shared(config.isTls),
  "origin-agent-cluster": "?1",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
  "content-security-policy": policy({
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "font-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": `'self' ${[...new Set([config.appUrl, config.keysUrl])].join(" ")} ${nodesOf(config).join(" ")}`,
    "frame-ancestors": config.appUrl,
    "base-uri": "'none'",
    "form-action": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "'none'",
  }),
});
