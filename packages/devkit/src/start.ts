import { mkdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import type { Devkit, DevkitOptions } from "./options.ts";

/** Starts the stand-ins for mail, X and card funding on one port. @throws Error `EADDRINUSE` when it is taken. */
export const startDevkit = async (options: DevkitOptions): Promise<Devkit> => {
  await mkdir(options.dataDir, { recursive: true });
  const app = Fastify({ logger: false });
  await app.listen({ port: options.port, host: options.host });
  const { port } = app.server.address() as AddressInfo; // a TCP server that listens has no other kind of address
  const origin = `http://localhost:${port}`;
  return {
    origin,
    smtpPort: 0,
    mailUrl: `${origin}/mail`,
    xUrl: `${origin}/x`,
    cardUrl: `${origin}/card`,
    stop: () => app.close(),
  };
};
