import { once } from "node:events";
import { Agent, request } from "node:http";
import { type Credentials, createApiClient, type Mint, routes, type Seq, type ServerFrame } from "@tribe/contract";
import { WebSocket } from "ws";

/** A client's protocol: ours, the bare echo of `ws`, or socket.io's. */
export type Protocol = "tribe" | "ws" | "socket.io";

/** One open connection of a client that reads and may write. */
export interface Client {
  /** Resolves when it receives the messages of others, after all that it had missed. */
  open(): Promise<void>;
  say(text: string): void;
  close(): void;
  /** The last received sequence number; only in our own protocol. */
  readonly lastSeq: number;
  /** Descriptions of a stream's faults. */
  readonly faults: readonly string[];
}

/** The server, and the client's address. */
export interface ClientOptions {
  readonly origin: string;
  /** The loopback address that it connects from: one address has only some 28,000 ports. */
  readonly localAddress: string;
  readonly onText: (text: string) => void;
}

/** One person in one chat of our server. */
export interface Membership {
  readonly credentials: Credentials;
  /** Null: it only keeps its connection open. */
  readonly mint: string | null;
  /** The last number that it had before. */
  readonly afterSeq: number;
}

// As behind a proxy, which shares some connections between all calls.
const agent = new Agent({ keepAlive: true, maxSockets: 128 });

const callFrom: typeof fetch = (input, init) =>
  new Promise((resolve, reject) => {
    const headers = Object.fromEntries(new Headers(init?.headers));
    const call = request(String(input), { agent, method: init?.method ?? "GET", headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => resolve(new Response(Buffer.concat(parts), { status: answer.statusCode ?? 500 })));
      answer.on("error", reject);
    });
    call.on("error", reject);
    call.end(init?.body ?? undefined);
  });

/** The bench's own texts contain nothing that JSON must escape. */
const messageParts = /"seq":(\d+),.*?"text":"([^"]*)"/;

/** The socket of one of our pages: a one-time token, the upgrade, then its chat from its last number on. */
export const tribeClient = ({ origin, localAddress, onText }: ClientOptions, who: Membership): Client => {
  const api = createApiClient({ origin, credentials: () => who.credentials, fetch: callFrom });
  const mint = who.mint as Mint | null; // the bench's own
  const faults: string[] = [];
  let socket: WebSocket | null = null;
  let lastSeq = who.afterSeq;
  let wanted: number | null = null;
  let caughtUp: () => void = () => undefined;
  const follow = (seq: number): void => {
    if (seq !== lastSeq + 1) faults.push(`number ${seq} came where ${lastSeq + 1} was next`);
    lastSeq = seq;
    if (wanted !== null && lastSeq >= wanted) caughtUp();
  };
  const hear = (frame: ServerFrame): void => {
    if (frame.type === "ready") {
      if (mint === null) caughtUp();
      else socket?.send(JSON.stringify({ type: "subscribe", mint, afterSeq: lastSeq as Seq }));
    } else if (frame.type === "subscribed") {
      wanted = frame.headSeq;
      if (lastSeq >= wanted) caughtUp();
    } else if (frame.type === "message") follow(frame.message.seq);
    else if (frame.type === "change") follow(frame.seq);
    else if (frame.type === "refused" || frame.type === "reload") faults.push(JSON.stringify(frame));
  };
  return {
    open: async () => {
      const { token } = await api(routes.system.realtimeToken, {});
      const opened = new WebSocket(`${origin.replace(/^http/, "ws")}/ws?token=${token}`, { localAddress });
      socket = opened;
      await new Promise<void>((resolve, reject) => {
        caughtUp = resolve;
        opened.on("error", reject);
        opened.on("close", (code) => reject(new Error(`closed with ${code}`)));
        opened.on("message", (data) => {
          const text = String(data);
          // From our own server. Reads only a message's number and text, without parsing all of it, as there are many.
          const message = text.startsWith('{"type":"message"') ? messageParts.exec(text) : null;
          if (message) {
            follow(Number(message[1]));
            onText(message[2] ?? "");
          } else hear(JSON.parse(text) as ServerFrame);
        });
      });
    },
    say: (text) => socket?.send(JSON.stringify({ type: "send", mint, clientId: crypto.randomUUID(), text })),
    close: () => socket?.terminate(),
    get lastSeq() {
      return lastSeq;
    },
    faults,
  };
};

/** A client of a server that broadcasts every message. socket.io's packets are written by hand, over a bare WebSocket. */
export const peerClient = (protocol: "ws" | "socket.io", { origin, localAddress, onText }: ClientOptions): Client => {
  const isBare = protocol === "ws";
  const url = `${origin.replace(/^http/, "ws")}${isBare ? "/" : "/socket.io/?EIO=4&transport=websocket"}`;
  let socket: WebSocket | null = null;
  return {
    open: async () => {
      const opened = new WebSocket(url, { localAddress });
      socket = opened;
      await once(opened, "open");
      if (isBare) {
        opened.on("message", (data) => onText(String(data)));
        return;
      }
      await new Promise<void>((resolve) => {
        opened.on("message", (data) => {
          const packet = String(data);
          if (packet.startsWith("42")) onText((JSON.parse(packet.slice(2)) as [string, string])[1]);
          else if (packet === "2") opened.send("3");
          else if (packet.startsWith("40")) resolve();
        });
        opened.send("40");
      });
    },
    say: (text) => socket?.send(isBare ? text : `42${JSON.stringify(["say", text])}`),
    close: () => socket?.terminate(),
    lastSeq: 0,
    faults: [],
  };
};
