import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";

/** An HTTP proxy to this machine alone, which can be cut: these drivers have no other way to take a browser's network away. */
export interface CutProxy {
  readonly port: number;
  /** Ends all connections, and from now on each new one. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** An upgrade as the server takes it: without the proxy's form of the address. */
const headOf = ({ url = "", method, httpVersion, rawHeaders }: IncomingMessage): string => {
  const { pathname, search } = new URL(url, "http://localhost");
  const fields = Array.from({ length: rawHeaders.length / 2 }, (_, at) => rawHeaders.slice(2 * at, 2 * at + 2));
  const lines = fields.map((field) => field.join(": "));
  return [`${method} ${pathname}${search} HTTP/${httpVersion}`, ...lines, "", ""].join("\r\n");
};

/** Starts the proxy. Whichever host a browser asks for, it is this machine. */
export const startCutProxy = async (): Promise<CutProxy> => {
  let isCut = false;
  const open = new Set<Duplex>();
  /** One connection serves several requests. */
  const track = (socket: Duplex): void => {
    if (open.has(socket)) return;
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => open.delete(socket));
  };
  /** Joins both ends; one that is lost takes the other with it. */
  const join = (near: Duplex, port: number, onOpen: (far: Socket) => void): void => {
    const far = connect(port, "localhost", () => {
      onOpen(far);
      near.pipe(far).pipe(near);
    });
    track(far);
    near.once("close", () => far.destroy());
    far.once("close", () => near.destroy());
  };
  const server = createServer((incoming, answer) => {
    const { port, pathname, search } = new URL(incoming.url ?? "", "http://localhost");
    const outgoing = request(
      { host: "localhost", port, path: pathname + search, method: incoming.method, headers: incoming.headers },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
        response.on("error", () => answer.destroy());
      },
    );
    outgoing.on("socket", track);
    outgoing.on("error", () => answer.destroy());
    incoming.pipe(outgoing);
  });
  server.on("connection", (socket: Socket) => {
    track(socket);
    if (isCut) socket.destroy();
  });
  // A WebSocket goes through a tunnel in one engine, and as a request that is upgraded in the other.
  server.on("connect", ({ url }: IncomingMessage, near: Duplex, first: Buffer) => {
    join(near, Number(url?.split(":").at(-1)), (far) => {
      near.write("HTTP/1.1 200 Connection established\r\n\r\n");
      far.write(first);
    });
  });
  server.on("upgrade", (incoming: IncomingMessage, near: Duplex, first: Buffer) => {
    join(near, Number(new URL(incoming.url ?? "", "http://localhost").port), (far) => {
      far.write(headOf(incoming));
      far.write(first);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const end = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port
    cut: () => {
      isCut = true;
      end();
    },
    mend: () => {
      isCut = false;
    },
    close: async () => {
      end();
      server.close();
      await once(server, "close");
    },
  };
};
