import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";
import type { Inbox } from "./inbox.ts";

/** Maximum size of a mail, in bytes. */
const maxBytes = 1_048_576;

export interface MailServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Accepts every mail for every address on a free loopback port. It answers `250` only when the mail is on disk. */
export const startMailServer = async (inbox: Inbox, onProblem: (error: unknown) => void): Promise<MailServer> => {
  const server = new SMTPServer({
    banner: "Tribe local inbox",
    size: maxBytes,
    maxClients: 100,
    socketTimeout: 30_000,
    authOptional: true,
    hideSTARTTLS: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    logger: false,
    onData: (stream, session, callback) => {
      const { mailFrom, rcptTo } = session.envelope;
      readAll(stream)
        .then((raw) =>
          inbox.add({
            from: mailFrom === false ? "" : mailFrom.address,
            to: rcptTo.map((recipient) => recipient.address),
            raw,
          }),
        )
        .then(
          () => callback(),
          (error: unknown) => {
            onProblem(error);
            callback(error instanceof TooLarge ? error : new Error("The mail could not be kept"));
          },
        );
    },
  });
  server.on("error", onProblem);
  await new Promise<void>((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.server.address() as AddressInfo; // a TCP server that listens has no other kind of address
  return { port, stop: () => new Promise((resolve) => server.close(resolve)) };
};

class TooLarge extends Error {
  readonly responseCode = 552;
}

const readAll = async (stream: SMTPServerDataStream): Promise<Uint8Array> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    // The rest is read and dropped: the answer can only follow the end of the data.
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
  }
  if (bytes > maxBytes) throw new TooLarge("The mail is larger than 1 MiB");
  return Buffer.concat(chunks);
};
