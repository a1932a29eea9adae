import { chmod, rm } from "node:fs/promises";
import { createServer, type Server as TlsServer } from "node:https";
import { fromBase64 } from "@tribe/chain/transactions";
import { addressSchema, base64Schema, signatureSchema } from "@tribe/contract";
import Fastify, { type FastifyInstance } from "fastify";
import type { Logger } from "pino";
import * as z from "zod/mini";
import { inSpan } from "../../context/tracing.ts";
import { areSameCertificates, type MutualTls, readCertificates } from "./certificates.ts";
import type { CertificateFiles, CoSignerEndpoint } from "./endpoint.ts";
import { type CoSigner, CoSignRefusedError } from "./port.ts";

const requestSchema = z.object({ message: base64Schema, trader: addressSchema, signature: signatureSchema });

/** A transaction is 1,232 bytes at most. */
export const maxCoSignBytes = 8_192;

/** Options of a served co-signer. */
interface ServeOptions {
  /** How often certificates are checked for renewal, ms. */
  readonly certificatesEvery?: number;
}

/**
 * Serves a co-signer on a Unix socket, to every user who can open that file, or over mutual TLS, to every holder of a
 * certificate of the authority. Nothing else is served there, and no key leaves the process.
 * @returns the address, and a function that stops it @throws ConfigError when the certificates can't be used, Error when the
 * address is in use
 */
export const serveCoSigner = async (
  coSigner: CoSigner,
  endpoint: CoSignerEndpoint,
  log: Logger,
  { certificatesEvery = 60_000 }: ServeOptions = {},
): Promise<{ readonly port: number | null; stop(): Promise<void> }> => {
  if (endpoint.kind === "socket") {
    const app = routed(Fastify(serving), coSigner, log);
    // A killed process leaves its socket file.
    await rm(endpoint.path, { force: true });
    await app.listen({ path: endpoint.path });
    // The group may connect, for a page server that runs as another user; nobody else.
    await chmod(endpoint.path, 0o660);
    return { port: null, stop: () => app.close() };
  }
  const tls = await readCertificates(endpoint.certificates);
  const server = createServer({ ...tls, requestCert: true, rejectUnauthorized: true });
  const app = routed(Fastify({ ...serving, serverFactory: (handler) => server.on("request", handler) }), coSigner, log);
  await app.listen({ host: endpoint.host, port: endpoint.port });
  const follow = followCertificates(server, {
    files: endpoint.certificates,
    current: tls,
    log,
    every: certificatesEvery,
  });
  const bound = server.address();
  return {
    port: typeof bound === "object" && bound ? bound.port : null,
    stop: async () => {
      clearInterval(follow);
      await app.close();
    },
  };
};

const serving = {
  logger: false,
  bodyLimit: maxCoSignBytes,
  return503OnClosing: true,
  forceCloseConnections: true,
} as const;

const routed = (app: FastifyInstance, coSigner: CoSigner, log: Logger): FastifyInstance => {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof CoSignRefusedError) return reply.status(403).send({ error: error.message });
    if (error instanceof z.core.$ZodError) return reply.status(400).send({ error: "not a request of ours" });
    log.error({ err: error }, "a co-signature failed");
    return reply.status(500).send({ error: "internal" });
  });
  app.get("/address", async () => ({ address: coSigner.address }));
  app.post("/co-sign", async ({ body, headers }) => {
    const { message, trader, signature } = z.parse(requestSchema, body);
    // Who may ask is known: a process of ours.
    const parent = headers.traceparent === undefined ? null : String(headers.traceparent);
    const request = { message: fromBase64(message), trader, signature };
    return { signature: await inSpan("co-sign", { kind: "server", parent }, () => coSigner.coSign(request)) };
  });
  return app;
};

/** Uses renewed certificates for new connections; unreadable or mismatched ones are ignored. */
const followCertificates = (
  server: TlsServer,
  follow: { readonly files: CertificateFiles; current: MutualTls; readonly log: Logger; readonly every: number },
): NodeJS.Timeout => {
  const look = async () => {
    const found = await readCertificates(follow.files);
    if (areSameCertificates(follow.current, found)) return;
    server.setSecureContext(found);
    follow.current = found;
  };
  const timer = setInterval(() => {
    look().catch((err: unknown) => follow.log.error({ err }, "the co-signer's certificates can't be read again"));
  }, follow.every);
  return timer.unref();
};
