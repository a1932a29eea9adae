import Fastify, { type FastifyInstance } from "fastify";
import type { AppContext } from "../context/context.ts";
import { attestationSigner } from "../engines/keys/attestation.ts";
import { limitNetworks } from "./limits/limit-networks.ts";
import { connectionLimits, maxConnections } from "./limits/limits.ts";
import { createRates } from "./limits/rates.ts";
import { nameRequests, requestIds } from "./request/request-id.ts";
import { signerHeaders } from "./security-headers.ts";
import { registerStatic } from "./static.ts";
import { toWireError } from "./wire-error.ts";

/** Builds the signer's own host: the frame's files, and the addresses of the API and the chain, nothing else. */
export const buildSignerHost = async (ctx: AppContext, folder: string): Promise<FastifyInstance> => {
  const app = Fastify({
    logger: false,
    return503OnClosing: true,
    trustProxy: (_address, hop) => hop < ctx.config.trustProxy,
    ...connectionLimits,
    ...requestIds(ctx.config),
  });
  app.server.maxConnections = maxConnections;
  nameRequests(app);
  const headers = signerHeaders(ctx.config);
  limitNetworks(app, ctx.config, createRates(ctx.now));
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = toWireError(error, ctx.log, request.id);
    return reply.status(status).header("cache-control", "no-store").send(body);
  });
  app.addHook("onSend", async (_request, reply) => {
    for (const [name, value] of Object.entries(headers)) reply.header(name, value);
  });
  app.get("/config.json", async (_request, reply) =>
    reply.header("cache-control", "no-cache").send({
      appOrigin: ctx.config.appUrl,
      apiOrigin: ctx.config.keysUrl,
      programAddress: ctx.chain.programAddress,
      adminAddress: ctx.coSigner.address,
      rpcUrl: ctx.config.signerRpcUrl,
      secondRpcUrl: ctx.config.signerSecondRpcUrl,
      lookupTable: ctx.config.lookupTable,
      attestationKey: ctx.config.roles.has("keys") ? (await attestationSigner(ctx.keys)).address : null,
    }),
  );
  app.get("/healthz", async (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));
  await registerStatic(app, folder);
  app.setNotFoundHandler((_request, reply) => reply.status(404).type("text/plain; charset=utf-8").send("Not found\n"));
  return app;
};
