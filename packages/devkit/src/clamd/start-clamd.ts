import { createServer, type Socket } from "node:net";

/** The running stand-in. */
export interface ClamdStandIn {
  /** The value of `CLAMD_URL`. */
  readonly url: string;
  /** Sizes in bytes of the files that were scanned completely. */
  readonly scanned: readonly number[];
  stop(): Promise<void>;
}

export interface ClamdOptions {
  /** As in `clamd.conf`: a longer file is not scanned. */
  readonly streamMaxLength?: number;
  /** By default a free port; or the path of a Unix socket. */
  readonly at?: number | string;
}

const command = Buffer.from("zINSTREAM\0");
/**
 * The test file of the European Institute for Computer Antivirus Research, split so that scanners do not report this source.
 */
export const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-", "ANTIVIRUS-TEST-FILE!$H+H*"].join("");

/**
 * ClamAV's daemon with the one command that servers use: `INSTREAM`, by its manual page. It knows one virus, the EICAR test
 * file.
 */
export const startClamd = async ({
  streamMaxLength = 209_715_200,
  at = 0,
}: ClamdOptions = {}): Promise<ClamdStandIn> => {
  const scanned: number[] = [];
  const open = new Set<Socket>();
  const serve = async (socket: Socket): Promise<void> => {
    const read = reader(socket);
    if (!(await read(command.length)).equals(command)) return void socket.end("UNKNOWN COMMAND\0");
    let length = 0;
    // A match may span two chunks.
    let end = "";
    let isFound = false;
    for (;;) {
      const size = (await read(4)).readUInt32BE();
      if (size === 0) break;
      length += size;
      if (length > streamMaxLength) return void socket.end("INSTREAM size limit exceeded. ERROR\0");
      const text = end + (await read(size)).toString("latin1");
      isFound ||= text.includes(eicar);
      end = text.slice(-eicar.length);
    }
    scanned.push(length);
    socket.end(isFound ? "stream: Eicar-Test-Signature FOUND\0" : "stream: OK\0");
  };
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => open.delete(socket));
    serve(socket).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve) =>
    server.listen(typeof at === "string" ? { path: at } : { port: at, host: "127.0.0.1" }, resolve),
  );
  const address = server.address();
  return {
    url: typeof address === "object" && address ? `tcp://127.0.0.1:${address.port}` : `unix://${address}`,
    scanned,
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Reads exact numbers of bytes from a connection. @throws Error when it ends before */
const reader = (socket: Socket) => {
  const parts = socket[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return async (count: number): Promise<Buffer> => {
    const pieces: Buffer[] = [rest];
    let have = rest.length;
    while (have < count) {
      const next: IteratorResult<Buffer> = await parts.next();
      if (next.done) throw new Error("the connection ended within a file");
      pieces.push(next.value);
      have += next.value.length;
    }
    const all = Buffer.concat(pieces);
    rest = all.subarray(count);
    return all.subarray(0, count);
  };
};
