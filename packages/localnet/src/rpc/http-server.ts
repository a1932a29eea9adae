import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { writePieces } from "./write-pieces.ts";

/** Options of the HTTP server. Sizes in bytes. */
export interface HttpOptions {
  readonly maxBodyBytes: number;
  /** The answer to a request text: none, a text, or a long one in pieces. */
  readonly answer: (text: string) => string | undefined | Generator<string>;
  /** Called for internal errors; the client is disconnected. */
  readonly onUnexpected: (error: unknown) => void;
}

const TEXT = "text/plain; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";
const MAX_CONNECTIONS = 4_096;

/** Timeouts of a client, ms: for its headers, for its whole request, and while idle within either. */
export const TIMEOUT_MS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
} as const;
const SILENCE_MS = 60_000;
// Limit of unsent answers; above it no more are created until some are sent, bytes.
const MAX_UNREAD_BYTES = 256 * 1024 * 1024;
// Smaller answers are not counted: a connection has few of them at a time.
const COUNTED_FROM_BYTES = 64 * 1024;

function cors(request: IncomingMessage): Record<string, string> {
  return request.headers.origin === undefined ? {} : { "access-control-allow-origin": "*", vary: "origin" };
}

function reply(
  response: ServerResponse,
  status: number,
  text: string | Buffer,
  headers: Record<string, string | number>,
): void {
  const body = typeof text === "string" ? Buffer.from(text) : text;
  response.writeHead(status, { "content-length": body.length, ...headers });
  response.end(body);
}

/** Answers that wait to be sent. */
class Unread {
  #bytes = 0;

  get isTooMuch(): boolean {
    return this.#bytes > MAX_UNREAD_BYTES;
  }

  add(response: ServerResponse, bytes: number): void {
    if (bytes < COUNTED_FROM_BYTES) return;
    this.#bytes += bytes;
    // Emitted once, whether the answer was sent or its client has disconnected.
    response.once("close", () => {
      this.#bytes -= bytes;
    });
  }
}

function preflight(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, {
    ...cors(request),
    allow: "OPTIONS, POST",
    "access-control-allow-methods": "OPTIONS, POST",
    "access-control-allow-headers": request.headers["access-control-request-headers"] ?? "content-type",
    "access-control-max-age": "86400",
    "content-length": "0",
  });
  response.end();
}

/** Solana's JSON-RPC over HTTP: POST with JSON, CORS for every origin, `GET /health`. */
export function createRpcServer(options: HttpOptions): Server {
  const server = createServer(TIMEOUT_MS);
  server.keepAliveTimeout = SILENCE_MS;
  server.setTimeout(SILENCE_MS);
  server.maxConnections = MAX_CONNECTIONS;
  const unread = new Unread();
  const answerOne = (request: IncomingMessage, response: ServerResponse) => {
    const headers = { ...cors(request), "content-type": TEXT };
    if (request.method === "OPTIONS") return preflight(request, response);
    if (request.method === "GET" && request.url === "/health") return reply(response, 200, "ok", headers);
    if (request.method !== "POST") {
      const words = "Used HTTP Method is not allowed. POST or OPTIONS is required\n";
      return reply(response, 405, words, { ...headers, allow: "OPTIONS, POST" });
    }
    if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) {
      const words = "Supplied content type is not allowed. Content-Type: application/json is required\n";
      return reply(response, 415, words, headers);
    }
    readBody(request, response, options, unread);
  };
  server.on("request", (request, response) => {
    response.on("error", () => response.destroy());
    guarded(response, options, () => answerOne(request, response));
  });
  return server;
}

/** No request can throw out of its listener. */
function guarded(response: ServerResponse, { onUnexpected }: HttpOptions, work: () => void): void {
  try {
    work();
  } catch (error) {
    onUnexpected(error);
    response.destroy();
  }
}

function readBody(request: IncomingMessage, response: ServerResponse, options: HttpOptions, unread: Unread): void {
  const tooLarge = () => {
    // The rest of the body is not read: the connection ends with this answer.
    reply(response, 413, `Request body is too large, at most ${options.maxBodyBytes} bytes\n`, {
      ...cors(request),
      "content-type": TEXT,
      connection: "close",
    });
    response.once("finish", () => request.destroy());
  };
  if (Number(request.headers["content-length"] ?? 0) > options.maxBodyBytes) {
    tooLarge();
    return;
  }
  request.on("error", () => response.destroy());
  const chunks: Buffer[] = [];
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= options.maxBodyBytes) chunks.push(chunk);
    else {
      request.removeAllListeners("data");
      request.removeAllListeners("end");
      tooLarge();
    }
  });
  const onBody = () => {
    if (unread.isTooMuch) {
      const words = "Too many answers wait for their clients to take them\n";
      return reply(response, 503, words, { ...cors(request), "content-type": TEXT, "retry-after": 1 });
    }
    const headers = { ...cors(request), "content-type": JSON_TYPE };
    const answer = options.answer(Buffer.concat(chunks).toString("utf8"));
    if (answer === undefined || typeof answer === "string") {
      const body = Buffer.from(answer ?? "");
      unread.add(response, body.length);
      return reply(response, 200, body, headers);
    }
    response.writeHead(200, headers);
    writePieces(response, answer).catch((error: unknown) => {
      options.onUnexpected(error);
      response.destroy();
    });
  };
  request.on("end", () => guarded(response, options, onBody));
}
