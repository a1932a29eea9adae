import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { isAddress } from "@tribe/chain/accounts";
import { localnetLookupTable } from "@tribe/chain/airdrop";
import type { Chain } from "../engines/chain/port.ts";
import type { KmsSettings } from "../engines/keys/kms-settings.ts";
import type { VapidKeys } from "../engines/push/vapid-keys.ts";
import { deBridgeUrl } from "../modules/fund/index.ts";
import type { CardConfig, Config } from "../settings/config.ts";
import { databaseConnectionsOf } from "../settings/database-connections.ts";
import { ConfigError, type Environment } from "../settings/environment.ts";
import type { Role } from "../settings/roles.ts";
import { type StandIns, standInCardKey, standInClientId } from "./stand-ins.ts";

/** Values that are known once ports are chosen, the chain runs and the stand-ins are started. */
export interface KnownParts {
  readonly dataDir: string;
  readonly roles: ReadonlySet<Role>;
  readonly ports: { readonly app: number; readonly signer: number };
  readonly chain: Chain;
  readonly hasCompression: boolean;
  readonly standIns: StandIns | null;
  /** Secrets that we share with our own stand-ins. */
  readonly secrets: {
    readonly x: string;
    readonly google: string;
    readonly card: { readonly secretKey: string; readonly webhookKey: string };
    readonly mail: string | null;
  };
}

const trimSlash = (url: string): string => url.replace(/\/$/, "");

/**
 * The app's and the signer's origin: configured, or names of this machine. The signer's is a subdomain of the app's: the same
 * site, so that the frame keeps its storage, but another host, so that passkeys belong only to it. With plain `localhost` it
 * is the port that differs.
 */
export const originsOf = (environment: Environment, ports: KnownParts["ports"]) => {
  const appUrl = trimSlash(environment.TRIBE_PUBLIC_URL ?? `http://${localAppName}:${ports.app}`);
  const signerName = new URL(appUrl).hostname === localAppName ? `signer.${localAppName}` : "localhost";
  return { appUrl, signerUrl: trimSlash(environment.TRIBE_SIGNER_URL ?? `http://${signerName}:${ports.signer}`) };
};

/** A name of this machine that browsers resolve by themselves. */
export const localAppName = "tribe.localhost";

/** The settings that the running server works with. */
export const finalConfig = (environment: Environment, parts: KnownParts): Config => {
  const { chain, standIns, secrets } = parts;
  const origins = originsOf(environment, parts.ports);
  const google = googleOf(environment, standIns, secrets.google);
  return {
    mode: environment.TRIBE_MODE,
    host: environment.TRIBE_HOST,
    drainSeconds: environment.TRIBE_DRAIN_SECONDS,
    dataDir: parts.dataDir,
    roles: parts.roles,
    servesSigner: parts.roles.has("web") && servesSigner(environment),
    trustProxy: environment.TRIBE_TRUST_PROXY,
    ...origins,
    keysUrl: trimSlash(environment.TRIBE_KEYS_URL ?? origins.appUrl),
    coSigner: coSignerOf(environment, parts.dataDir),
    uploadUrl: trimSlash(environment.TRIBE_UPLOAD_URL ?? origins.appUrl),
    shareUrl: trimSlash(environment.TRIBE_SHARE_URL ?? origins.appUrl),
    s3: s3Of(environment),
    clamdUrl: environment.CLAMD_URL ?? null,
    live: liveOf(environment),
    newAddressMailsPerMinute: environment.TRIBE_NEW_ADDRESS_MAILS,
    metricsToken: environment.TRIBE_METRICS_TOKEN ?? null,
    isTls: origins.appUrl.startsWith("https:"),
    databaseConnections: environment.DATABASE_CONNECTIONS ?? databaseConnectionsOf(parts.roles),
    natsUrl: environment.NATS_URL ?? null,
    rpcPublicUrl: environment.RPC_PUBLIC_URL ?? chain.rpcUrl,
    rpcPublicWebSocketUrl: environment.RPC_PUBLIC_WS_URL ?? chain.webSocketUrl,
    signerSecondRpcUrl: environment.SIGNER_SECOND_RPC_URL ?? null,
    signerRpcUrl: environment.SIGNER_RPC_URL ?? environment.RPC_PUBLIC_URL ?? chain.rpcUrl,
    cluster: environment.SOLANA_CLUSTER,
    explorerUrl: trimSlash(environment.EXPLORER_URL),
    swap:
      environment.SWAP_PROVIDER === "jupiter"
        ? { provider: "jupiter", apiUrl: trimSlash(environment.JUPITER_API_URL) }
        : { provider: "pool" },
    hasCompression: parts.hasCompression,
    lookupTable: lookupTableOf(environment, chain),
    compressionUrl: environment.COMPRESSION_RPC_URL ?? null,
    mailFrom: environment.MAIL_FROM,
    operatorMail: environment.OPERATOR_MAIL ?? null,
    mailWebhookSecret: environment.MAIL_WEBHOOK_SECRET ?? secrets.mail,
    signInMethods: google ? ["email", "google"] : ["email"],
    x: xOf(environment, standIns, secrets.x),
    google,
    farcaster: {
      relayUrl: trimSlash(environment.FARCASTER_RELAY_URL ?? standIns?.farcasterUrl ?? "https://relay.farcaster.xyz"),
      rpcUrl: environment.OPTIMISM_RPC_URL ?? standIns?.optimismUrl ?? "https://mainnet.optimism.io",
    },
    card: cardOf(environment, standIns, secrets.card),
    bridgeUrl: bridgeOf(environment, standIns),
    rates: ratesOf(environment, standIns),
    localMode: standIns && {
      mailUrl: standIns.mailUrl,
      xUrl: standIns.xUrl,
      googleUrl: standIns.googleUrl,
      farcasterUrl: standIns.farcasterUrl,
      cardUrl: standIns.cardUrl,
    },
  };
};

/** The operator's VAPID keys; null to use this folder's own. @throws ConfigError when one of the three is missing. */
export const vapidOf = (environment: Environment): VapidKeys | null => {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT } = environment;
  if (VAPID_PUBLIC_KEY === undefined && VAPID_PRIVATE_KEY === undefined) return null;
  if (VAPID_PUBLIC_KEY === undefined || VAPID_PRIVATE_KEY === undefined || VAPID_SUBJECT === undefined)
    throw new ConfigError("VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_SUBJECT belong together");
  return { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY, subject: VAPID_SUBJECT };
};

/** The AWS KMS key that seals the wallets' shares; null when key files do. */
export const kmsOf = ({ KMS_KEY_ID, KMS_REGION, KMS_ENDPOINT }: Environment): KmsSettings | null =>
  KMS_KEY_ID === undefined ? null : { keyId: KMS_KEY_ID, region: KMS_REGION, endpoint: KMS_ENDPOINT ?? null };

/**
 * Where co-signatures are requested and served: on a Unix socket, or over mutual TLS if that is configured.
 * @throws ConfigError when a certificate is missing, or a listening address is invalid
 */
const coSignerOf = (environment: Environment, dataDir: string): Config["coSigner"] => {
  const { TRIBE_CO_SIGNER_URL: url, TRIBE_CO_SIGNER_LISTEN: listen } = environment;
  const socket = { kind: "socket", path: environment.TRIBE_KEYS_SOCKET ?? join(dataDir, "keys.sock") } as const;
  if (url === undefined && listen === undefined) return { askAt: socket, serveAt: socket };
  const { TRIBE_CO_SIGNER_CERT: cert, TRIBE_CO_SIGNER_KEY: key, TRIBE_CO_SIGNER_CA: ca } = environment;
  if (cert === undefined || key === undefined || ca === undefined)
    throw new ConfigError(
      "Mutual TLS needs TRIBE_CO_SIGNER_CERT, TRIBE_CO_SIGNER_KEY and TRIBE_CO_SIGNER_CA beside TRIBE_CO_SIGNER_URL or TRIBE_CO_SIGNER_LISTEN",
    );
  const at = (text: string) => {
    if (!URL.canParse(text)) throw new ConfigError(`TRIBE_CO_SIGNER_LISTEN: ${listen} is no address and port`);
    const { hostname, port } = new URL(text);
    // Certificates and sockets have IPv6 addresses without brackets.
    return {
      kind: "tls",
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port || 443),
      certificates: { cert, key, ca },
    } as const;
  };
  return {
    askAt: url === undefined ? socket : at(url),
    serveAt: listen === undefined ? socket : at(`https://${listen}`),
  };
};

/** In production the frame's host is separate from the page servers, unless an operator configures otherwise. */
const servesSigner = ({ TRIBE_SERVE_SIGNER, TRIBE_MODE }: Environment): boolean =>
  TRIBE_SERVE_SIGNER === undefined ? TRIBE_MODE === "local" : TRIBE_SERVE_SIGNER === "on";

/** @throws ConfigError when the port range is reversed, or a TURN server is set without its secret. */
const liveOf = (environment: Environment): Config["live"] => {
  const { TRIBE_LIVE_PORTS, TURN_URL, TURN_SECRET } = environment;
  const [first = 0, last = 0] = TRIBE_LIVE_PORTS?.split("-").map(Number) ?? [];
  if (TRIBE_LIVE_PORTS !== undefined && (first < 1 || first > last || last > 65_535))
    throw new ConfigError("TRIBE_LIVE_PORTS must go from a port to a higher one");
  if (TURN_URL !== undefined && TURN_SECRET === undefined)
    throw new ConfigError("TURN_URL needs TURN_SECRET beside it");
  // Browsers send nothing from other addresses to loopback: it is only for machines without another address.
  const isAlone = Object.values(networkInterfaces()).every((each) => each?.every(({ internal }) => internal) ?? true);
  return {
    bindAddress: environment.TRIBE_LIVE_ADDRESS ?? (isAlone ? "127.0.0.1" : null),
    publicAddress: environment.TRIBE_LIVE_PUBLIC_ADDRESS ?? null,
    ports: TRIBE_LIVE_PORTS === undefined ? null : [first, last],
    maxStreams: environment.TRIBE_LIVE_STREAMS,
    stunUrl: environment.STUN_URL ?? null,
    turn: TURN_URL !== undefined && TURN_SECRET !== undefined ? { url: TURN_URL, secret: TURN_SECRET } : null,
    liveKit: liveKitOf(environment),
  };
};

/** @throws ConfigError when LiveKit is set without its credentials. */
const liveKitOf = (environment: Environment): Config["live"]["liveKit"] => {
  const { LIVEKIT_URL, LIVEKIT_API_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET } = environment;
  if (LIVEKIT_URL === undefined) return null;
  if (LIVEKIT_API_KEY === undefined || LIVEKIT_API_SECRET === undefined)
    throw new ConfigError("LIVEKIT_URL needs LIVEKIT_API_KEY and LIVEKIT_API_SECRET beside it");
  return {
    url: trimSlash(LIVEKIT_URL),
    apiUrl: trimSlash(LIVEKIT_API_URL ?? LIVEKIT_URL.replace(/^ws/, "http")),
    key: LIVEKIT_API_KEY,
    secret: LIVEKIT_API_SECRET,
  };
};

/** @throws ConfigError for an invalid address. */
const lookupTableOf = ({ LOOKUP_TABLE }: Environment, { isEmbedded }: Chain): Config["lookupTable"] => {
  if (LOOKUP_TABLE === undefined) return isEmbedded ? localnetLookupTable : null;
  if (!isAddress(LOOKUP_TABLE)) throw new ConfigError("LOOKUP_TABLE is not an address of 32 bytes");
  return LOOKUP_TABLE;
};

/** @throws ConfigError when a bucket is set without credentials. */
export const s3Of = (environment: Environment): Config["s3"] => {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = environment;
  if (S3_BUCKET === undefined) return null;
  if (S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined)
    throw new ConfigError("S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY beside it");
  return {
    bucket: S3_BUCKET,
    endpoint: S3_ENDPOINT === undefined ? null : trimSlash(S3_ENDPOINT),
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
};

const xOf = (environment: Environment, standIns: StandIns | null, secret: string): Config["x"] =>
  environment.X_CLIENT_ID || !standIns
    ? {
        clientId: environment.X_CLIENT_ID ?? "",
        clientSecret: environment.X_CLIENT_SECRET ?? "",
        authorizeUrl: environment.X_AUTHORIZE_URL,
        apiUrl: trimSlash(environment.X_API_URL),
      }
    : {
        clientId: standInClientId,
        clientSecret: secret,
        authorizeUrl: `${standIns.xUrl}/i/oauth2/authorize`,
        apiUrl: standIns.xUrl,
      };

/** @throws ConfigError when the app's key at MoonPay is set without the two others. */
const cardOf = (
  { MOONPAY_URL, MOONPAY_PUBLISHABLE_KEY, MOONPAY_SECRET_KEY, MOONPAY_WEBHOOK_KEY }: Environment,
  standIns: StandIns | null,
  secrets: KnownParts["secrets"]["card"],
): CardConfig => {
  if (MOONPAY_PUBLISHABLE_KEY === undefined)
    return { ...secrets, pageUrl: standIns?.cardUrl ?? "", publishableKey: standInCardKey };
  if (MOONPAY_SECRET_KEY === undefined || MOONPAY_WEBHOOK_KEY === undefined)
    throw new ConfigError("MOONPAY_PUBLISHABLE_KEY needs MOONPAY_SECRET_KEY and MOONPAY_WEBHOOK_KEY beside it");
  return {
    pageUrl: trimSlash(MOONPAY_URL),
    publishableKey: MOONPAY_PUBLISHABLE_KEY,
    secretKey: MOONPAY_SECRET_KEY,
    webhookKey: MOONPAY_WEBHOOK_KEY,
  };
};

/** Where rates come from; null for nowhere. Local mode asks nobody outside by itself. */
export const ratesOf = (
  { RATES_PROVIDER, COINBASE_API_URL, TRIBE_MODE }: Environment,
  standIns: Pick<StandIns, "ratesUrl"> | null,
): Config["rates"] => {
  if (RATES_PROVIDER === undefined && standIns) return { apiUrl: standIns.ratesUrl, source: "stand-in" };
  const provider = RATES_PROVIDER ?? (TRIBE_MODE === "production" ? "coinbase" : "none");
  return provider === "none" ? null : { apiUrl: trimSlash(COINBASE_API_URL), source: "coinbase" };
};

/**
 * deBridge delivers on mainnet-beta: money sent there for a wallet of another cluster would not arrive here.
 * @throws ConfigError when it is set for another cluster
 */
export const bridgeOf = (
  { BRIDGE_PROVIDER, SOLANA_CLUSTER, RPC_URL }: Environment,
  standIns: Pick<StandIns, "bridgeUrl"> | null,
): Config["bridgeUrl"] => {
  if (BRIDGE_PROVIDER === undefined) return standIns?.bridgeUrl ?? null;
  if (BRIDGE_PROVIDER === "none") return null;
  if (SOLANA_CLUSTER !== "mainnet-beta" || RPC_URL === undefined)
    throw new ConfigError("BRIDGE_PROVIDER=debridge needs mainnet-beta: RPC_URL, and SOLANA_CLUSTER=mainnet-beta");
  return deBridgeUrl;
};

/** @throws ConfigError when the app's id at Google is set without its secret. */
const googleOf = (environment: Environment, standIns: StandIns | null, secret: string): Config["google"] => {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER } = environment;
  if (GOOGLE_CLIENT_ID === undefined)
    return standIns && { clientId: standInClientId, clientSecret: secret, issuer: standIns.googleUrl };
  if (GOOGLE_CLIENT_SECRET === undefined)
    throw new ConfigError("GOOGLE_CLIENT_ID needs GOOGLE_CLIENT_SECRET beside it");
  return { clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET, issuer: trimSlash(GOOGLE_ISSUER) };
};
