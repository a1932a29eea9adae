import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Settings with another machine's address, each with the only protocol that encrypts the link. */
const encryptedProtocols = {
  DATABASE_URL: "postgres:",
  DATABASE_DIRECT_URL: "postgres:",
  NATS_URL: "tls:",
  OTEL_EXPORTER_OTLP_ENDPOINT: "https:",
  RPC_URL: "https:",
  RPC_WS_URL: "wss:",
  RPC_PUBLIC_URL: "https:",
  RPC_PUBLIC_WS_URL: "wss:",
  SIGNER_RPC_URL: "https:",
  SIGNER_SECOND_RPC_URL: "https:",
  COMPRESSION_RPC_URL: "https:",
  OPTIMISM_RPC_URL: "https:",
  S3_ENDPOINT: "https:",
  KMS_ENDPOINT: "https:",
  LIVEKIT_URL: "wss:",
  LIVEKIT_API_URL: "https:",
  X_AUTHORIZE_URL: "https:",
  X_API_URL: "https:",
  GOOGLE_ISSUER: "https:",
  FARCASTER_RELAY_URL: "https:",
  MOONPAY_URL: "https:",
  COINBASE_API_URL: "https:",
  JUPITER_API_URL: "https:",
  // clamd does not support TLS.
  CLAMD_URL: "unix:",
} as const;

/** Addresses from the environment, and the hosts to which an unencrypted link is allowed. */
export type Links = { readonly [Name in keyof typeof encryptedProtocols]?: string | undefined } & {
  readonly TRIBE_PRIVATE_HOSTS?: string | undefined;
};

/** Whether data sent there stays on this machine, or on a network that the operator declared as encrypted. */
export const isPrivateHost = (hostname: string, privateHosts: string | undefined): boolean => {
  const host = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  if (host === "" || host === "localhost" || host.endsWith(".localhost")) return true;
  if (isIP(host) !== 0 && ipaddr.process(host).range() === "loopback") return true;
  return (privateHosts ?? "").split(",").some((allowed) => allowed.trim().toLowerCase() === host);
};

/** Faults of addresses in production: one sentence for each link to another machine that is not encrypted. */
export const unencryptedLinks = (links: Links): readonly string[] =>
  Object.entries(encryptedProtocols).flatMap(([name, protocol]) => {
    // The keys of `encryptedProtocols` are those of `Links`; Object.entries() loses that type.
    const address = links[name as keyof typeof encryptedProtocols];
    if (!address) return [];
    const url = new URL(address);
    if (isPrivateHost(url.hostname, links.TRIBE_PRIVATE_HOSTS)) return [];
    if (protocol === "postgres:")
      // pg's other modes accept an unverified certificate, or will from its next version on.
      return url.searchParams.get("sslmode") === "verify-full"
        ? []
        : [`${name} must end with ?sslmode=verify-full in production, ${unless}`];
    return url.protocol === protocol ? [] : [`${name} must begin with ${protocol}// in production, ${unless}`];
  });

const unless = "or its host must be named in TRIBE_PRIVATE_HOSTS";
