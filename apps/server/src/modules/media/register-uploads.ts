import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { ApiError, attachmentIdSchema, signingHeaders, type Uid, uploadPath, uploadPayload } from "@tribe/contract";
import { ERRORS, Metadata, Server as TusServer } from "@tus/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../../context/context.ts";
import { currentCall } from "../../context/current-call.ts";
import type { Registration } from "../../http/app.ts";
import { consumeNonce } from "../../http/commit.ts";
import { countNetwork } from "../../http/limits/limit-networks.ts";
import { verifyCaller } from "../../http/request/verify.ts";
import { toWireError } from "../../http/wire-error.ts";
import { createUpload, reservedBytes } from "./create-upload.ts";
import { queueProcessing } from "./process-job.ts";
import { removeUploads } from "./remove.ts";
import { checkLength, checkMetadata } from "./rules/upload-request.ts";
import { findOwnUpload, startProcessing, type UploadRow } from "./store/uploads.ts";

/** Uploads that one person may start per minute. */
const creationsPerMinute = 120;

/** The protocol's headers that are understood. Its extensions (concatenation, deferred lengths, checksums) are not. */
const allowedHeaders: ReadonlySet<string> = new Set(["upload-length", "upload-metadata", "upload-offset"]);

/**
 * Serves the tus protocol at `/upload` to signed-in people. Each call is signed, and the call that creates an upload uses up a
 * nonce.
 */
export const registerUploads: Registration = (app, ctx, rates) =>
  void app.register(async (scope) => {
    // The bytes bypass Fastify and stream directly to the storage.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _body, done) => done(null, undefined));
    scope.addHook("onRequest", async (request, reply) => {
      allowApp(ctx, reply);
      // The signature covers the request's own method.
      if (request.headers["x-http-method-override"] !== undefined) throw new ApiError("bad_request");
      if (Object.keys(request.headers).some((name) => name.startsWith("upload-") && !allowedHeaders.has(name)))
        throw new ApiError("bad_request");
    });
    const newIds = new WeakMap<IncomingMessage, string>();
    const tus = createTusServer(ctx, newIds);
    const pass = (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      reply.hijack();
      return tus.handle(request.raw, reply.raw);
    };
    const config = { isRated: true };

    scope.options(uploadPath, pass);
    scope.options(`${uploadPath}/:id`, pass);
    scope.post(uploadPath, { config }, async (request, reply) => {
      countNetwork(ctx.config, rates, "write", request);
      const { session, nonceInsert } = await verifyUploader(ctx, request);
      rates.count(`upload:${session.uid}`, creationsPerMinute);
      const size = checkLength(header(request, "upload-length"));
      const metadata = checkMetadata(parseMetadata(header(request, "upload-metadata")));
      const id = randomUUID();
      await ctx.db.transaction(async (tx) => {
        await consumeNonce(tx, nonceInsert);
        await createUpload(ctx, tx, { id, uid: session.uid, size, metadata });
      });
      newIds.set(request.raw, id);
      await pass(request, reply);
      // Refused by tus: nobody learned its address, so nobody can complete it.
      if (reply.raw.statusCode !== 201) await ctx.db.transaction((tx) => removeUploads(ctx, tx, [id]));
    });
    scope.route({
      method: ["PATCH", "HEAD", "DELETE"],
      url: `${uploadPath}/:id`,
      handler: async (request, reply) => {
        const { session } = await verifyUploader(ctx, request);
        const upload = await findOwn(ctx, idOf(request.raw.url), session.uid);
        if (request.method === "DELETE") {
          if (upload.messageId !== null) throw new ApiError("conflict");
          await ctx.db.transaction((tx) => removeUploads(ctx, tx, [upload.id]));
          return reply.header("tus-resumable", "1.0.0").status(204).send();
        }
        if (upload.state !== "uploading") return answerComplete(request, reply, upload.size);
        // The process was killed after the last byte and before the end: the client's next question about the offset completes
        // it.
        if (request.method === "HEAD" && (await isComplete(ctx, upload))) {
          await finishUpload(ctx, upload.id);
          return answerComplete(request, reply, upload.size);
        }
        return pass(request, reply);
      },
    });
  });

const createTusServer = (ctx: AppContext, newIds: WeakMap<IncomingMessage, string>): TusServer =>
  new TusServer({
    path: uploadPath,
    datastore: ctx.files.uploads,
    allowedOrigins: [ctx.config.appUrl],
    allowedHeaders: Object.values(signingHeaders),
    // The page knows the upload's origin, whatever name a proxy uses for it.
    generateUrl: (_request, { id }) => `${ctx.config.uploadUrl}${uploadPath}/${id}`,
    namingFunction: (request) => {
      const node = request.runtime?.node?.req;
      // In Node these types of the platform, which srvx hides, are Node's own.
      const id = newIds.get(node as IncomingMessage);
      if (id === undefined) throw new Error("an upload was created past its checks");
      return id;
    },
    getFileIdFromRequest: (request) => idOf(new URL(request.url).pathname),
    onUploadFinish: async (_request, { id }) => {
      await finishUpload(ctx, id);
      return {};
    },
    onResponseError: async (_request, error) => {
      const status = "status_code" in error ? error.status_code : 500;
      if (status < 500)
        return {
          status_code: status,
          body: JSON.stringify({ error: { ...refusalOf(status), requestId: currentCall()?.requestId } }),
        };
      // tus does not say why a file could not be written.
      const free = await ctx.files.freeBytes().catch(() => null);
      const isFull = error === ERRORS.FILE_WRITE_ERROR && free !== null && free < reservedBytes / 10;
      ctx.metrics.storageFailures.inc({ operation: "upload" });
      const wire = toWireError(isFull ? new ApiError("storage_full") : error, ctx.log, currentCall()?.requestId);
      return { status_code: wire.status, body: JSON.stringify(wire.body) };
    },
  });

/** tus refuses only faulty requests of a page, or lost connections: mapped to the nearest errors of the catalogue. */
const refusalOf = (status: number) => {
  const code = status === 404 || status === 410 ? "not_found" : status === 413 ? "too_large" : "conflict";
  return { code, message: new ApiError(code).message };
};

const verifyUploader = async (ctx: AppContext, request: FastifyRequest) => {
  const payload = uploadPayload((name) => header(request, name));
  const route = { caller: "session", method: request.method } as const;
  const { session, nonce } = await verifyCaller(ctx, route, request, payload);
  if (!session) throw new ApiError("unauthorized");
  return { session, nonceInsert: nonce && ctx.ports.callers.nonceInsert(nonce.owner, nonce.value) };
};

/** Only the uploader may learn that an upload exists. */
const findOwn = async (ctx: AppContext, id: string | undefined, uid: Uid): Promise<UploadRow> => {
  if (!id) throw new ApiError("not_found");
  const row = await findOwnUpload(ctx.db, id, uid);
  if (!row || row.state === "deleted") throw new ApiError("not_found");
  return row;
};

/** Queues processing when all bytes have arrived; a second call does nothing. */
const finishUpload = (ctx: AppContext, id: string): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    const row = await startProcessing(tx, id);
    // A poster is processed with its video.
    if (row && !row.isPoster) await queueProcessing(ctx, tx, id);
  });

const isComplete = async (ctx: AppContext, { id, size }: { id: string; size: number }): Promise<boolean> =>
  (await ctx.files.uploads.getUpload(id)).offset === size;

const answerComplete = (request: FastifyRequest, reply: FastifyReply, size: number) => {
  if (request.method !== "HEAD") throw new ApiError("conflict");
  return reply
    .headers({ "tus-resumable": "1.0.0", "cache-control": "no-store", "upload-offset": size, "upload-length": size })
    .status(200)
    .send();
};

/** CORS for the app's page, when uploads have an origin of their own. */
const allowApp = (ctx: AppContext, reply: FastifyReply): void => {
  if (new URL(ctx.config.uploadUrl).origin === ctx.config.appUrl) return;
  reply.header("access-control-allow-origin", ctx.config.appUrl).header("vary", "origin");
};

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === "string" ? value : undefined;
};

const parseMetadata = (text: string | undefined): Record<string, string | null> => {
  try {
    return Metadata.parse(text);
  } catch (cause) {
    throw new ApiError("invalid_field", { field: "Upload-Metadata", message: "Upload-Metadata is not valid", cause });
  }
};

const idOf = (path: string | undefined): string | undefined => {
  const id = path?.split("?")[0]?.slice(uploadPath.length + 1);
  return attachmentIdSchema.safeParse(id).success ? id : undefined;
};
