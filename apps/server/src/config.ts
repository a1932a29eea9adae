import { isIP } from "node:net";
import { resolve } from "node:path";
import type { Address, LoginMethod, SwapSettings } from "@tribe/contract";
import * as z from "zod/mini";
import { type SettingName, settings } from "./config-table.ts";
import { unencryptedLinks } from "./encrypted-links.ts";
import type { CoSignerEndpoint } from "./engines/co-signer/endpoint.ts";
import type { LiveKitSettings } from "./engines/live/port.ts";

export const roles = ["web", "keys", "realtime", "worker", "indexer"] as const;
export type Role = (typeof roles)[number];

const url = (...protocols: string[]) =>
  z
    .string()
    .check(
      z.refine(
        (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
        `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
      ),
    );
const origin = z.string().check(
  z.refine((text) => {
    const parsed = URL.canParse(text) ? new URL(text) : null;
    return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.origin === text.replace(/\/$/, "");
  }, "must be an origin such as https://tribe.example, without a path"),
);
const port = z.coerce
  .number("must be a port number")
  .check(z.int("must be a port number"), z.minimum(0), z.maximum(65_535));

const addressText = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, "must be an address"));

const ipAddress = z.string().check(z.refine((text) => isIP(text) !== 0, "must be an IP address"));

const environmentSchema = z.object({
  TRIBE_MODE: z._default(z.enum(["local", "production"]), "local"),
  TRIBE_HOST: z._default(z.string(), settings.TRIBE_HOST.default),
  TRIBE_PORT: z.optional(port),
  TRIBE_SIGNER_PORT: z.optional(port),
  TRIBE_DEVKIT_PORT: z.optional(port),
  TRIBE_RPC_PORT: z.optional(port),
  TRIBE_SLOT_MS: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(3_600_000))),
  TRIBE_WARP: z._default(z.enum(["on", "off"]), "off"),
  TRIBE_LIGHT_DIR: z.optional(z.string()),
  TRIBE_PUBLIC_URL: z.optional(origin),
  TRIBE_SIGNER_URL: z.optional(origin),
  TRIBE_KEYS_URL: z.optional(origin),
  TRIBE_KEYS_SOCKET: z.optional(z.string()),
  TRIBE_CO_SIGNER_URL: z.optional(url("https:")),
  TRIBE_CO_SIGNER_LISTEN: z.optional(
    z
      .string()
      .check(z.regex(/^(?:[\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i, "must be an address and a port, such as 10.0.0.5:7443")),
  ),
  TRIBE_CO_SIGNER_CERT: z.optional(z.string()),
  TRIBE_CO_SIGNER_KEY: z.optional(z.string()),
  TRIBE_CO_SIGNER_CA: z.optional(z.string()),
  TRIBE_SERVE_SIGNER: z.optional(z.enum(["on", "off"])),
  TRIBE_DATA_DIR: z._default(z.string(), settings.TRIBE_DATA_DIR.default),
  TRIBE_ROLES: z.optional(z.string()),
  TRIBE_PRIVATE_HOSTS: z.optional(z.string()),
  TRIBE_TRUST_PROXY: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10)), 0),
  LOG_LEVEL: z._default(z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]), "warn"),
  DATABASE_URL: z.optional(url("postgres:", "postgresql:")),
  NATS_URL: z.optional(url("nats:", "tls:")),
  RPC_URL: z.optional(url("http:", "https:")),
  COMPRESSION_RPC_URL: z.optional(url("http:", "https:")),
  RPC_WS_URL: z.optional(url("ws:", "wss:")),
  RPC_PUBLIC_URL: z.optional(url("http:", "https:")),
  RPC_PUBLIC_WS_URL: z.optional(url("ws:", "wss:")),
  SIGNER_RPC_URL: z.optional(url("http:", "https:")),
  SIGNER_SECOND_RPC_URL: z.optional(url("http:", "https:")),
  LOOKUP_TABLE: z.optional(addressText),
  SOLANA_CLUSTER: z._default(z.enum(["mainnet-beta", "devnet", "custom"]), "custom"),
  EXPLORER_URL: z._default(url("http:", "https:"), settings.EXPLORER_URL.default),
  SWAP_PROVIDER: z._default(z.enum(["pool", "jupiter"]), "pool"),
  JUPITER_API_URL: z._default(url("http:", "https:"), settings.JUPITER_API_URL.default),
  PROGRAM_ADDRESS: z.optional(addressText),
  SMTP_URL: z.optional(url("smtp:", "smtps:")),
  MAIL_FROM: z._default(z.string(), settings.MAIL_FROM.default),
  OPERATOR_MAIL: z.optional(z.email()),
  MAIL_WEBHOOK_SECRET: z.optional(
    z.string().check(z.regex(/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/, "must be whsec_ and base64")),
  ),
  VAPID_PUBLIC_KEY: z.optional(z.string().check(z.regex(/^B[A-Za-z0-9_-]{86}$/, "must be a P-256 point in base64url"))),
  VAPID_PRIVATE_KEY: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, "must be 32 bytes in base64url"))),
  VAPID_SUBJECT: z.optional(url("mailto:", "https:")),
  TRIBE_UPLOAD_URL: z.optional(origin),
  TRIBE_SHARE_URL: z.optional(origin),
  TRIBE_LIVE_ADDRESS: z.optional(ipAddress),
  TRIBE_LIVE_PUBLIC_ADDRESS: z.optional(ipAddress),
  TRIBE_LIVE_PORTS: z.optional(
    z.string().check(z.regex(/^\d{1,5}-\d{1,5}$/, "must be two port numbers with a line between")),
  ),
  TRIBE_LIVE_STREAMS: z._default(z.coerce.number().check(z.int(), z.minimum(2), z.maximum(100_000)), 2_000),
  TRIBE_NEW_ADDRESS_MAILS: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000)), 120),
  TRIBE_METRICS_TOKEN: z.optional(z.string().check(z.minLength(16))),
  LIVEKIT_URL: z.optional(url("ws:", "wss:")),
  LIVEKIT_API_URL: z.optional(url("http:", "https:")),
  LIVEKIT_API_KEY: z.optional(z.string()),
  LIVEKIT_API_SECRET: z.optional(z.string()),
  STUN_URL: z.optional(z.string().check(z.regex(/^stuns?:\S+$/, "must be a URL that starts with stun:"))),
  TURN_URL: z.optional(z.string().check(z.regex(/^turns?:\S+$/, "must be a URL that starts with turn:"))),
  TURN_SECRET: z.optional(z.string()),
  S3_BUCKET: z.optional(z.string()),
  S3_ENDPOINT: z.optional(url("http:", "https:")),
  S3_REGION: z._default(z.string(), settings.S3_REGION.default),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  CLAMD_URL: z.optional(url("tcp:", "unix:")),
  KMS_KEY_ID: z.optional(z.string()),
  KMS_REGION: z._default(z.string(), settings.KMS_REGION.default),
  KMS_ENDPOINT: z.optional(url("http:", "https:")),
  X_CLIENT_ID: z.optional(z.string()),
  X_CLIENT_SECRET: z.optional(z.string()),
  X_AUTHORIZE_URL: z._default(url("http:", "https:"), settings.X_AUTHORIZE_URL.default),
  X_API_URL: z._default(url("http:", "https:"), settings.X_API_URL.default),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
  GOOGLE_ISSUER: z._default(url("http:", "https:"), settings.GOOGLE_ISSUER.default),
  FARCASTER_RELAY_URL: z.optional(url("http:", "https:")),
  OPTIMISM_RPC_URL: z.optional(url("http:", "https:")),
  MOONPAY_URL: z._default(url("http:", "https:"), settings.MOONPAY_URL.default),
  MOONPAY_PUBLISHABLE_KEY: z.optional(z.string()),
  MOONPAY_SECRET_KEY: z.optional(z.string()),
  MOONPAY_WEBHOOK_KEY: z.optional(z.string()),
  BRIDGE_PROVIDER: z.optional(z.enum(["none", "debridge"])),
} satisfies Record<SettingName, z.ZodMiniType>);

/** The environment as parsed: what was set, and the defaults. */
export type Environment = z.output<typeof environmentSchema>;

/** The X app's credentials and X's addresses. */
export interface XConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizeUrl: string;
  readonly apiUrl: string;
}

/** The app's credentials at Google, and the issuer: Google, or another OpenID provider. */
export interface GoogleConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The issuer's name in its tokens. */
  readonly issuer: string;
}

/** The app's account at MoonPay. */
export interface CardConfig {
  /** Its hosted page for purchases. */
  readonly pageUrl: string;
  readonly publishableKey: string;
  /** Signs the URLs of that page. */
  readonly secretKey: string;
  /** Verifies MoonPay's webhooks. */
  readonly webhookKey: string;
}

/** Farcaster's addresses. */
export interface FarcasterConfig {
  readonly relayUrl: string;
  /** Optimism's JSON-RPC, for Farcaster's id registry. */
  readonly rpcUrl: string;
}

/** A bucket of an S3-compatible storage; without an endpoint it is Amazon's. */
export interface S3Config {
  readonly bucket: string;
  readonly endpoint: string | null;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Live audio and video: network addresses and limits. */
export interface LiveConfig {
  /** Address to bind; null for all of this machine's. */
  readonly bindAddress: string | null;
  /** The address that browsers get instead. */
  readonly publicAddress: string | null;
  /** First and last UDP port; null for any. */
  readonly ports: readonly [number, number] | null;
  /** Maximum streams of one live. */
  readonly maxStreams: number;
  readonly stunUrl: string | null;
  readonly turn: { readonly url: string; readonly secret: string } | null;
  /** LiveKit forwards the media; null: our own forwarding unit does. */
  readonly liveKit: LiveKitSettings | null;
}

/** Settings of a running server: ports are chosen, engines and stand-ins are known. */
export interface Config {
  readonly mode: "local" | "production";
  readonly host: string;
  readonly dataDir: string;
  readonly roles: ReadonlySet<Role>;
  /** Whether this process also serves the wallet's frame. */
  readonly servesSigner: boolean;
  readonly trustProxy: number;
  /** Origins, without a trailing slash. */
  readonly appUrl: string;
  readonly signerUrl: string;
  /** Origin of the wallet's calls, which the role `keys` serves. */
  readonly keysUrl: string;
  /** Where the role web requests co-signatures, and where the role `keys` serves them, when they are two processes. */
  readonly coSigner: { readonly askAt: CoSignerEndpoint; readonly serveAt: CoSignerEndpoint };
  /** Origin of `/upload` and `/media`. */
  readonly uploadUrl: string;
  /** Origin of share images. */
  readonly shareUrl: string;
  /** Storage of message files; null: the data folder. */
  readonly s3: S3Config | null;
  /** The virus scanner for message files; null: none. */
  readonly clamdUrl: string | null;
  readonly live: LiveConfig;
  /** Sign-in codes a minute to addresses without an account. */
  readonly newAddressMailsPerMinute: number;
  /** The token for `/metrics`; null disables it. */
  readonly metricsToken: string | null;
  readonly isTls: boolean;
  /** NATS for waking other processes; null: only PostgreSQL. */
  readonly natsUrl: string | null;
  readonly rpcPublicUrl: string;
  readonly rpcPublicWebSocketUrl: string;
  readonly signerRpcUrl: string;
  /** A node of another operator for the wallet's frame; null without one. */
  readonly signerSecondRpcUrl: string | null;
  readonly cluster: Environment["SOLANA_CLUSTER"];
  readonly explorerUrl: string;
  readonly swap: SwapSettings;
  /** Whether the chain has Light Protocol's programs, which airdrops need. */
  readonly hasCompression: boolean;
  /** The cluster's lookup table for airdrops; null when there is none. */
  readonly lookupTable: Address | null;
  /** Indexer of compressed accounts; null: the chain's RPC. */
  readonly compressionUrl: string | null;
  readonly mailFrom: string;
  /** Address that reports are mailed to; null: none. */
  readonly operatorMail: string | null;
  /** Verifies the mail provider's webhooks; null when there are none. */
  readonly mailWebhookSecret: string | null;
  readonly signInMethods: readonly LoginMethod[];
  readonly x: XConfig;
  readonly farcaster: FarcasterConfig;
  /** Null when sign-in with Google is off. */
  readonly google: GoogleConfig | null;
  readonly card: CardConfig;
  /** A bridge's page, without a query; null when there is none. */
  readonly bridgeUrl: string | null;
  /** The stand-ins' pages when they run here. */
  readonly localMode: {
    readonly mailUrl: string;
    readonly xUrl: string;
    readonly googleUrl: string;
    readonly farcasterUrl: string;
    readonly cardUrl: string;
  } | null;
}

/** Faults of the environment, one per line. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** Reads and validates the environment. Empty variables count as unset. @throws ConfigError with all faults. */
export const readEnvironment = (env: Readonly<Record<string, string | undefined>>): Environment => {
  const known: Record<string, string> = {};
  for (const name of Object.keys(settings)) {
    const value = env[name]?.trim();
    if (value) known[name] = value;
  }
  const parsed = environmentSchema.safeParse(known);
  const faults = parsed.success
    ? []
    : parsed.error.issues.map(
        ({ path, message }) => `${path.join(".")} ${message} (it is "${redact(String(path[0]), known)}")`,
      );
  if (known.TRIBE_MODE === "production") {
    for (const [name, setting] of Object.entries(settings))
      if ("production" in setting && !known[name]) faults.push(`${name} is needed in production: ${setting.meaning}`);
    if (parsed.success) faults.push(...unsafeOrigins(parsed.data), ...unencryptedLinks(parsed.data));
  }
  if (!parsed.success || faults.length > 0)
    throw new ConfigError(`The configuration is not usable:\n  ${faults.join("\n  ")}`);
  return parsed.data;
};

/** For production: cookies need TLS, and the signer's isolation needs a host that no script of the app shares. */
const unsafeOrigins = ({ TRIBE_PUBLIC_URL, TRIBE_SIGNER_URL }: Environment): readonly string[] => {
  if (!TRIBE_PUBLIC_URL || !TRIBE_SIGNER_URL) return []; // already reported as missing
  const app = new URL(TRIBE_PUBLIC_URL);
  const signer = new URL(TRIBE_SIGNER_URL);
  return [
    ...(app.protocol === "https:" ? [] : ["TRIBE_PUBLIC_URL must begin with https:// in production"]),
    ...(signer.protocol === "https:" ? [] : ["TRIBE_SIGNER_URL must begin with https:// in production"]),
    ...(app.hostname === signer.hostname
      ? ["TRIBE_SIGNER_URL must be on another host than the app in production"]
      : []),
  ];
};

/** Parses `--roles` or TRIBE_ROLES. @throws ConfigError for a role that does not exist. */
export const parseRoles = (text: string | undefined): ReadonlySet<Role> => {
  const names = (text ?? roles.join(","))
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  const isRole = (name: string): name is Role => (roles as readonly string[]).includes(name);
  const unknown = names.filter((name) => !isRole(name));
  if (unknown.length > 0 || names.length === 0)
    throw new ConfigError(`Roles are ${roles.join(", ")}; "${unknown.join(", ")}" is none of them`);
  return new Set(names.filter(isRole));
};

/** The data folder as an absolute path. */
export const dataDirOf = (environment: Environment): string => resolve(environment.TRIBE_DATA_DIR);

/**
 * The roles that a process actually runs. In production the page server has no key of a wallet, nor the admin's; on one
 * machine web includes keys, unless TRIBE_KEYS_SOCKET or TRIBE_CO_SIGNER_URL configures another process.
 * @throws ConfigError
 */
export const rolesToRun = (
  asked: ReadonlySet<Role>,
  {
    TRIBE_MODE,
    TRIBE_KEYS_SOCKET,
    TRIBE_CO_SIGNER_URL,
  }: Pick<Environment, "TRIBE_MODE" | "TRIBE_KEYS_SOCKET" | "TRIBE_CO_SIGNER_URL">,
): ReadonlySet<Role> => {
  if (TRIBE_MODE === "local")
    return asked.has("web") && (TRIBE_KEYS_SOCKET ?? TRIBE_CO_SIGNER_URL) === undefined
      ? new Set([...asked, "keys"])
      : asked;
  if (asked.has("web") && (asked.has("keys") || asked.has("worker")))
    throw new ConfigError(
      "In production the role web runs apart from keys and worker: whoever takes the server of pages must not get the wallets' " +
        "keys with it, nor the admin's. Start one process with --roles=keys,worker, and one with --roles=web,realtime,indexer " +
        "(docs/operating.md).",
    );
  return asked;
};

const secretNames = /SECRET|PRIVATE_KEY|WEBHOOK_KEY|DATABASE_URL|NATS_URL|SMTP_URL|RPC_URL/;
const redact = (name: string, known: Record<string, string>): string =>
  secretNames.test(name) ? "…" : (known[name] ?? "");
