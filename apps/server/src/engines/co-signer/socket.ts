import { chmod, rm } from "node:fs/promises";
import { request } from "node:http";
import { fromBase64, toBase64 } from "@tribe/chain/transactions";
import { ApiError, addressSchema, base64Schema, signatureSchema } from "@tribe/contract";
import Fastify from "fastify";
import type { Logger } from "pino";
import * as z from "zod/mini";
import { type CoSigner, CoSignRefusedError } from "./port.ts";

const requestSchema = z.object({ message: base64Schema, trader: addressSchema, signature: signatureSchema });
const addressAnswer = z.object({ address: addressSchema });
const signedAnswer = z.object({ signature: signatureSchema });

/** A transaction is 1,232 bytes at most. */
const maxBytes = 8_192;
const timeoutMs = 5_000;

/**
 * Serves a co-signer on a Unix socket: who may open that file may ask. Nothing else is served there, and no key leaves.
 * @returns what ends it
 */
export const serveCoSigner = async (
  coSigner: CoSigner,
  socket: string,
  log: Logger,
): Promise<{ stop(): Promise<void> }> => {
  const app = Fastify({ logger: false, bodyLimit: maxBytes, return503OnClosing: true });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof CoSignRefusedError) return reply.status(403).send({ error: error.message });
    if (error instanceof z.core.$ZodError) return reply.status(400).send({ error: "not a request of ours" });
    log.error({ err: error }, "a co-signature failed");
    return reply.status(500).send({ error: "internal" });
  });
  app.get("/address", async () => ({ address: coSigner.address }));
  app.post("/co-sign", async ({ body }) => {
    const { message, trader, signature } = z.parse(requestSchema, body);
    return { signature: await coSigner.coSign({ message: fromBase64(message), trader, signature }) };
  });
  // A killed process leaves its file.
  await rm(socket, { force: true });
  await app.listen({ path: socket });
  // The group, so that a page server of another user of the machine can ask; nobody else.
  await chmod(socket, 0o660);
  return { stop: () => app.close() };
};

/**
 * A co-signer in another process. @throws ApiError `unavailable` when nobody answers there.
 */
export const connectCoSigner = async (socket: string): Promise<CoSigner> => {
  const { address } = z.parse(addressAnswer, (await ask(socket, "GET", "/address")).body);
  return {
    address,
    coSign: async ({ message, trader, signature }) => {
      const { status, body } = await ask(socket, "POST", "/co-sign", { message: toBase64(message), trader, signature });
      if (status === 403) throw new CoSignRefusedError("the process with the admin's key refused to co-sign");
      if (status !== 200) throw new ApiError("unavailable");
      return z.parse(signedAnswer, body).signature;
    },
  };
};

const ask = (
  socketPath: string,
  method: "GET" | "POST",
  path: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly body: unknown }> =>
  new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new ApiError("unavailable", { cause }));
    const payload = body === undefined ? "" : JSON.stringify(body);
    const headers = { host: "keys", ...(payload && { "content-type": "application/json" }) };
    const call = request({ socketPath, method, path, headers, timeout: timeoutMs }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => {
        text += chunk;
        if (text.length > maxBytes) call.destroy(new Error("the answer is too long"));
      });
      answer.on("error", fail);
      answer.on("end", () => {
        try {
          resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) });
        } catch (cause) {
          fail(cause);
        }
      });
    });
    call.on("timeout", () => call.destroy(new Error("no answer in time")));
    call.on("error", fail);
    call.end(payload);
  });
