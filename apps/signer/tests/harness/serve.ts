import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { extname, join, normalize } from "node:path";
import { ApiError, routes, type SignerConfig } from "@tribe/contract";
import * as z from "zod/mini";
import { linkToken } from "../../src/testing/fake-recovery.ts";
import type { FakeWalletServer } from "../../src/testing/fake-wallet-server.ts";

const { finishRecovery, cancelRecovery } = routes.wallet;

const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
  ".sha256": "text/plain",
};

const listen = (handler: RequestListener): Promise<{ server: Server; port: number }> =>
  new Promise((resolve) => {
    const server = createServer(handler);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve({ server, port: typeof address === "object" && address ? address.port : 0 });
    });
  });

const files =
  (folder: string, headers: () => Record<string, string>): RequestListener =>
  async (request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://x").pathname);
    const name = path === "/" ? "/index.html" : path;
    try {
      const content = await readFile(join(folder, name));
      response.writeHead(200, { "content-type": types[extname(name)] ?? "application/octet-stream", ...headers() });
      response.end(content);
    } catch {
      response.writeHead(404, headers()).end();
    }
  };

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text === "" ? undefined : JSON.parse(text);
};

/** A node of the chain for the frame: it returns these accounts, or does what a test sets instead. */
export interface HarnessNode {
  accounts: ReadonlyMap<string, { readonly owner: string; readonly data: Uint8Array }>;
  /** Null: an honest answer. */
  instead: RequestListener | null;
}

const answerOf = ({ accounts }: HarnessNode, body: unknown) => {
  const { params } = z.parse(z.object({ params: z.tuple([z.array(z.string()), z.unknown()]) }), body);
  const value = params[0].map((address) => {
    const account = accounts.get(address);
    return account ? { owner: account.owner, data: [Buffer.from(account.data).toString("base64"), "base64"] } : null;
  });
  return { jsonrpc: "2.0", id: 1, result: { context: { slot: 1 }, value } };
};

export interface Harness {
  readonly appOrigin: string;
  readonly signerOrigin: string;
  /** The same host under a name that browsers treat as another site than the app's. */
  readonly otherSiteSignerOrigin: string;
  readonly node: HarnessNode;
  readonly close: () => Promise<void>;
  /** Invalidates all tokens. */
  readonly expireTokens: () => void;
  /** While true the API only answers 503. */
  setDown(down: boolean): void;
}

/** An app and the signer's host on two ports of `localhost`, as in local mode, with the headers that the README requires. */
export const serveHarness = async (
  folders: { app: string; signer: string },
  wallet: FakeWalletServer,
  addresses: Pick<SignerConfig, "programAddress" | "adminAddress" | "attestationKey">,
): Promise<Harness> => {
  let generation = 0;
  let isDown = false;
  const origins = { app: "", signer: "" };
  const otherSite = () => origins.signer.replace("localhost", "signer.localhost");
  const allowedOrigin = (origin: string | undefined) => (origin === otherSite() ? origin : origins.signer);
  const appFiles = files(folders.app, () => ({}));

  const app = await listen(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://x");
    const json = (status: number, value: unknown) => {
      response.writeHead(status, {
        "content-type": "application/json",
        "access-control-allow-origin": allowedOrigin(request.headers.origin),
        "access-control-allow-methods": "GET, POST",
        "access-control-allow-headers": "authorization, content-type, accept",
      });
      response.end(JSON.stringify(value));
    };
    if (pathname === "/token")
      return json(200, { walletToken: `token-${generation}`, expiresAt: Date.now() + 300_000 });
    if (!pathname.startsWith("/api/")) return appFiles(request, response);
    if (request.method === "OPTIONS") return json(204, undefined);
    if (isDown) return json(503, { error: { code: "unavailable", message: "Down for the test" } });
    const isOfLink = [finishRecovery.path, cancelRecovery.path].some((path) => pathname === `/api${path}`);
    const isAllowed = [`Bearer token-${generation}`, `Bearer ${linkToken}`].includes(
      request.headers.authorization ?? "",
    );
    if (!isOfLink && !isAllowed) return json(401, { error: { code: "unauthorized", message: "Unauthorized" } });
    try {
      json(200, await wallet.handle(pathname.slice("/api".length), await bodyOf(request)));
    } catch (error) {
      const known = error instanceof ApiError ? error : new ApiError("internal");
      json(known.status, { error: { code: known.code, message: known.message } });
    }
  });
  origins.app = `http://localhost:${app.port}`;

  const node: HarnessNode = { accounts: new Map(), instead: null };
  const rpc = await listen(async (request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "content-type");
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    if (node.instead) return node.instead(request, response);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(answerOf(node, await bodyOf(request))));
  });
  const rpcUrl = `http://127.0.0.1:${rpc.port}`;

  const policy = () =>
    [
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:",
      `connect-src 'self' ${origins.app} ${rpcUrl}`,
      `frame-ancestors ${origins.app}`,
      "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    ].join("; ");
  const headers = () => ({ "content-security-policy": policy(), "origin-agent-cluster": "?1" });
  const signerFiles = files(folders.signer, headers);
  const signer = await listen((request, response) => {
    if (request.url !== "/config.json") return signerFiles(request, response);
    const config = { appOrigin: origins.app, apiOrigin: origins.app, rpcUrl, ...addresses };
    response.writeHead(200, { "content-type": "application/json", ...headers() }).end(JSON.stringify(config));
  });
  origins.signer = `http://localhost:${signer.port}`;

  const close = async () => {
    for (const { server } of [app, signer, rpc]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  };
  return {
    appOrigin: origins.app,
    signerOrigin: origins.signer,
    otherSiteSignerOrigin: otherSite(),
    node,
    close,
    expireTokens: () => {
      generation += 1;
    },
    setDown: (down) => {
      isDown = down;
    },
  };
};
