import type { Server } from "node:http";
import type { Chain } from "./chain/chain.ts";
import { Subscriptions } from "./pubsub/subscriptions.ts";
import { DEFAULT_PUBSUB, type PubSubSwitches } from "./pubsub/switches.ts";
import { createPubSubServer } from "./pubsub/ws-server.ts";
import { answerInPieces, type Method } from "./rpc/dispatch.ts";
import { createRpcServer } from "./rpc/http-server.ts";
import { rpcMethods } from "./rpc/methods.ts";
import { urlHost } from "./url-host.ts";

// The largest request that a Solana node reads, bytes.
const MAX_REQUEST_BYTES = 50 * 1024;
const ATTEMPTS = 20;

/** Where a chain is served, and its options. */
export interface ServeOptions {
  readonly host: string;
  /** Port of the RPC; PubSub takes the next one. 0: any two free ones in a row. */
  readonly rpcPort: number;
  readonly enableWarp: boolean;
  /** Defaults: nothing unstable, and 100,000 subscriptions. */
  readonly pubsub?: PubSubSwitches;
}

/** A chain that is being served. */
export interface RunningServer {
  readonly rpcPort: number;
  readonly wsPort: number;
  close(): Promise<void>;
}

/** A requested port is in use. */
export class PortInUseError extends Error {
  readonly port: number;

  constructor(port: number) {
    super(`port ${port} is in use`);
    this.name = "PortTakenError";
    this.port = port;
  }
}

/** The listen address cannot be used; the message says why. */
export class BadAddressError extends Error {
  constructor(host: string, port: number, why: string) {
    super(`can't listen on ${host}, port ${port}: ${why}`);
    this.name = "BadAddressError";
  }
}

/**
 * Serves a chain over HTTP and WebSocket.
 * @throws PortTakenError, BadAddressError
 */
export async function serve(chain: Chain, options: ServeOptions): Promise<RunningServer> {
  let port = 0;
  const host = urlHost(options.host);
  const addresses = () => ({ rpc: `${host}:${port}`, pubsub: `${host}:${port + 1}` });
  const methods = rpcMethods(chain, { enableWarp: options.enableWarp, addresses });
  const onUnexpected = (error: unknown) => console.error("unexpected fault in a method:", error);
  const http = createRpcServer({
    maxBodyBytes: MAX_REQUEST_BYTES,
    answer: (text) => answerInPieces(text, (name) => methods.get(name), onUnexpected),
    onUnexpected,
  });
  const optional = options.pubsub ?? DEFAULT_PUBSUB;
  const subscriptions = new Subscriptions({ chain, max: optional.maxSubscriptions, onUnexpected });
  const others = new Map<string, Method>();
  const getVersion = methods.get("getVersion");
  if (getVersion !== undefined) others.set("getVersion", getVersion);
  const pubsub = createPubSubServer({ subscriptions, optional, others, onUnexpected });
  port = await listenOnPair(http, pubsub.server, options);
  return {
    rpcPort: port,
    wsPort: port + 1,
    close: async () => {
      subscriptions.close();
      pubsub.close();
      http.closeAllConnections();
      pubsub.server.closeAllConnections();
      await Promise.all([closed(http), closed(pubsub.server)]);
    },
  };
}

async function listenOnPair(http: Server, pubsub: Server, { host, rpcPort }: ServeOptions): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = await listen(http, host, rpcPort);
    try {
      await listen(pubsub, host, port + 1);
      return port;
    } catch (error) {
      await closed(http);
      if (rpcPort !== 0 || attempt === ATTEMPTS) throw error;
    }
  }
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      reject(error.code === "EADDRINUSE" ? new PortInUseError(port) : new BadAddressError(host, port, error.message));
    };
    if (port > 65_535) return reject(new PortInUseError(port));
    server.once("error", onError);
    server.listen(port, host, () => {
      server.off("error", onError);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) return resolve();
    server.close(() => resolve());
  });
}
