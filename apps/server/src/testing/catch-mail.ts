import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** A test's own mail server, for a process that sends over SMTP. */
export interface CaughtMail {
  readonly url: string;
  /** The received mails, oldest first, with quoted-printable lines joined. */
  texts(): readonly string[];
  stop(): Promise<void>;
}

/**
 * Accepts every mail, after this promise. It implements only the SMTP commands that our own sender uses.
 * @param delay called for each mail that has arrived and is not acknowledged yet
 */
export const catchMail = async (delay: () => Promise<unknown> = () => Promise.resolve()): Promise<CaughtMail> => {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    let text = "";
    let isData = false;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    socket.write("220 test\r\n");
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
          void delay().then(() => {
            received.push(part.replaceAll("=\r\n", "").replaceAll("=3D", "="));
            socket.write("250 kept\r\n");
          });
        } else if (part === "DATA") {
          isData = true;
          socket.write("354 go on\r\n");
        } else if (part === "STARTTLS") socket.write("502 no TLS here\r\n");
        else socket.write(part === "QUIT" ? "221 bye\r\n" : "250 fine\r\n");
      }
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server has no other kind of address
    texts: () => received,
    stop: async () => {
      const closed = once(server.close(), "close");
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};
