import type { Address, LoginMethod, SwapSettings } from "@tribe/contract";
import type { CoSignerEndpoint } from "../engines/co-signer/endpoint.ts";
import type { LiveKitSettings } from "../engines/live/port.ts";
import type { Role } from "./roles.ts";
import type { Environment } from "./settings.ts";

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

/** Where rates of SOL come from: Coinbase's public API, or what speaks like it. */
export interface RatesConfig {
  readonly apiUrl: string;
  /** Its name beside each rate. */
  readonly source: string;
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
  /** How long a process that was told to stop still answers. */
  readonly drainSeconds: number;
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
  /** Connections to the database for calls and jobs, at most. */
  readonly databaseConnections: number;
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
  /** Null: pages show SOL alone. */
  readonly rates: RatesConfig | null;
  /** The stand-ins' pages when they run here. */
  readonly localMode: {
    readonly mailUrl: string;
    readonly xUrl: string;
    readonly googleUrl: string;
    readonly farcasterUrl: string;
    readonly cardUrl: string;
  } | null;
}
