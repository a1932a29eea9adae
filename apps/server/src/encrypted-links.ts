import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Settings that name another machine, each with the one protocol in which the link to it is encrypted. */
const encryptedProtocols = {
  DATABASE_URL: "postgres:",
  NATS_URL: "tls:",
  RPC_URL: "https:",
  RPC_WS_URL: "wss:",
  RPC_PUBLIC_URL: "https:",
  RPC_PUBLIC_WS_URL: "wss:",
  SIGNER_RPC_URL: "https:",
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
  JUPITER_API_URL: "https:",
  // clamd speaks no TLS.
  CLAMD_URL: "unix:",
} as const;

/** Addresses as an environment names them, and the hosts to which an unencrypted link is allowed. */
export type Links = { readonly [Name in keyof typeof encryptedProtocols]?: string | undefined } & {
  readonly TRIBE_PRIVATE_HOSTS?: string | undefined;
};

/** Whether what is sent there never leaves this machine, or goes over a network that the operator says is encrypted by itself. */
export const isPrivateHost = (hostname: string, privateHosts: string | undefined): boolean => {
  const host = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  if (host === "" || host === "localhost" || host.endsWith(".localhost")) return true;
  if (isIP(host) !== 0 && ipaddr.process(host).range() === "loopback") return true;
  return (privateHosts ?? "").split(",").some((allowed) => allowed.trim().toLowerCase() === host);
};

/** What is wrong with addresses of other machines in production: one sentence for each link that anybody between could read. */
export const unencryptedLinks = (links: Links): readonly string[] =>
  Object.entries(encryptedProtocols).flatMap(([name, protocol]) => {
    // The keys of `encryptedProtocols` are those of `Links`; Object.entries() forgets it.
    const address = links[name as keyof typeof encryptedProtocols];
    if (!address) return [];
    const url = new URL(address);
    if (isPrivateHost(url.hostname, links.TRIBE_PRIVATE_HOSTS)) return [];
    if (name === "DATABASE_URL")
      // pg's other modes take a certificate that nobody checked, or will from its next version on.
      return url.searchParams.get("sslmode") === "verify-full"
        ? []
        : [`${name} must end with ?sslmode=verify-full in production, ${unless}`];
    return url.protocol === protocol ? [] : [`${name} must begin with ${protocol}// in production, ${unless}`];
  });

const unless = "or its host must be named in TRIBE_PRIVATE_HOSTS";
