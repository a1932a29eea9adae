import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** An SMTP server with a configurable delay per mail. */
export interface MailServer {
  readonly url: string;
  /** Sets the delay from now on. */
  setDelay(milliseconds: number): void;
  /** The code of the newest mail to an address; waits for it. @throws Error after a minute */
  codeFor(email: string): Promise<string>;
  stop(): void;
}

export const startMailServer = async (): Promise<MailServer> => {
  let delayMs = 0;
  const codes = new Map<string, string>();
  const sockets = new Set<Socket>();
  const keep = (mail: string) => {
    const to = /^To: (.*)$/m.exec(mail)?.[1]?.trim();
    const code = /^[0-9]{6}\r?$/m.exec(mail)?.[0].trim();
    if (to && code) codes.set(to, code);
  };
  const server = createServer((socket) => {
    let text = "";
    let isData = false;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    const answer = (line: string) => socket.write(`${line}\r\n`);
    answer("220 bench");
    socket.on("data", (chunk) => {
      text += chunk.toString();
      for (;;) {
        const end = isData ? "\r\n.\r\n" : "\r\n";
        const at = text.indexOf(end);
        if (at < 0) return;
        const part = text.slice(0, at);
        text = text.slice(at + end.length);
        if (isData) {
          isData = false;
          void wait(delayMs).then(() => {
            keep(part);
            answer("250 kept");
          });
        } else if (part === "DATA") {
          isData = true;
          answer("354 go on");
        } else answer(part === "QUIT" ? "221 bye" : "250 fine");
      }
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind of address
  return {
    url: `smtp://127.0.0.1:${port}`,
    setDelay: (milliseconds) => {
      delayMs = milliseconds;
    },
    codeFor: async (email) => {
      const deadline = performance.now() + 60_000;
      for (;;) {
        const code = codes.get(email);
        if (code) return code;
        if (performance.now() > deadline) throw new Error(`no code came for ${email}`);
        await wait(2);
      }
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};
