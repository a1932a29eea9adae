/**
 * Which process answers which path of the app's host, from the contract: the source of the proxies' files in `deploy`
 * (`npm run proxy`).
 */
import { routes, uploadPath } from "@tribe/contract";
import { isSigners } from "../../apps/server/src/http/cors.ts";
import { signerHeaders } from "../../apps/server/src/http/security-headers.ts";
import { liveWebhookPath } from "../../apps/server/src/modules/live/webhook.ts";

/** Where a proxy finds the processes and the certificates, and under which names people come. */
export interface ProxySettings {
  /** Origins, without a trailing slash. */
  readonly appUrl: string;
  readonly signerUrl: string;
  /** Where the wallet's frame calls keys: the app's origin, or a host of its own. */
  readonly keysUrl: string;
  /** The node that the wallet's frame asks, and a second one. */
  readonly signerRpcUrl: string;
  readonly signerSecondRpcUrl: string | null;
  /** Hosts that lead to one service whole: the storage of files, LiveKit, and web by another name (TRIBE_UPLOAD_URL, TRIBE_SHARE_URL). */
  readonly wholeHosts: readonly WholeHost[];
  readonly listen: { readonly http: string; readonly https: string };
  /** Host and port of each role's processes. */
  readonly web: readonly string[];
  readonly keys: readonly string[];
  readonly realtime: readonly string[];
  /** Folder of the wallet's built page, with its `config.json`. */
  readonly signerFolder: string;
  readonly certificates: { readonly app: Certificate; readonly signer: Certificate };
}

/** A host of whose paths none is treated differently. */
export interface WholeHost {
  /** An origin. */
  readonly url: string;
  /** Hosts and ports. */
  readonly at: readonly string[];
}

/** Files in PEM. */
export interface Certificate {
  readonly chain: string;
  readonly key: string;
}

/** The settings of the files in `deploy`, which an operator replaces by their own. */
export const exampleSettings: ProxySettings = {
  appUrl: "https://tribe.example",
  signerUrl: "https://signer.tribe.example",
  keysUrl: "https://tribe.example",
  signerRpcUrl: "https://rpc.example",
  signerSecondRpcUrl: null,
  wholeHosts: [],
  listen: { http: "80", https: "443" },
  web: ["127.0.0.1:3000"],
  keys: ["127.0.0.1:3010"],
  realtime: ["127.0.0.1:3020"],
  signerFolder: "/srv/tribe/signer",
  certificates: {
    app: { chain: "/etc/tribe/tls/app.pem", key: "/etc/tribe/tls/app.key" },
    signer: { chain: "/etc/tribe/tls/signer.pem", key: "/etc/tribe/tls/signer.key" },
  },
};

/** The roles that answer requests from outside. */
export type PublicRole = "web" | "keys" | "realtime";

/** An exact path, or all below one, that another role than web answers. */
export interface PathRule {
  readonly path: string;
  readonly role: Exclude<PublicRole, "web">;
}

const all = Object.values(routes).flatMap((group) => Object.values(group));

/** Every path that web does not answer: the wallet's own calls, the WebSocket and its token. Any other goes to web. */
export const pathRules: readonly PathRule[] = [
  ...[...new Set(all.filter(isSigners).map(({ path }) => `/api${path}`))]
    .sort()
    .map((path) => ({ path, role: "keys" as const })),
  { path: `/api${routes.system.realtimeToken.path}`, role: "realtime" },
  { path: liveWebhookPath, role: "realtime" },
  { path: "/ws", role: "realtime" },
];

/** What processes say about themselves to the operator's own tools, and to nobody outside. */
export const privatePaths = ["/healthz", "/readyz", "/metrics"] as const;

/** Files are sent there in parts; the server limits each file by itself. */
export const uploadFolder = uploadPath;

/** A WebSocket is quiet for as long as nobody writes: both sides ping, and a proxy must not end it. */
export const socketTimeoutSeconds = 3_600;

/** A trade waits for the chain, and a wallet's call for mail. */
export const callTimeoutSeconds = 120;

/** The headers of each answer of the wallet's host, as the server itself sends them in local mode. */
export const walletHeaders = ({
  appUrl,
  keysUrl,
  signerRpcUrl,
  signerSecondRpcUrl,
}: ProxySettings): readonly (readonly [name: string, value: string])[] =>
  Object.entries(signerHeaders({ appUrl, keysUrl, signerRpcUrl, signerSecondRpcUrl, isTls: true }));
