import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** A test's own mail server, for a process that sends over SMTP. */
export interface CaughtMail {
  readonly url: string;
  /** The received mails, oldest first, with quoted-printable lines joined. */
  texts(): readonly string[];
  stop(): Promise<void>;
}

/** Accepts every mail. It implements only the SMTP commands that our own sender uses. */
export const catchMail = async (): Promise<CaughtMail> => {
  const taken: string[] = [];
  const server = createServer((socket) => {
    let text = "";
    let isData = false;
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
          taken.push(part.replaceAll("=\r\n", "").replaceAll("=3D", "="));
          socket.write("250 kept\r\n");
        } else if (part === "DATA") {
          isData = true;
          socket.write("354 go on\r\n");
        } else socket.write(part === "QUIT" ? "221 bye\r\n" : "250 fine\r\n");
      }
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server has no other kind of address
    texts: () => taken,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
