import { createECDH, createPublicKey, randomBytes, randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { jwtVerify } from "jose";
import * as z from "zod";
import { type BrowserKeys, decryptPush } from "./decrypt.ts";

/** The size above which RFC 8030 lets a push service refuse a body. */
const maxBodyBytes = 4_096;
const maxSubscriptions = 10_000;
const maxMessages = 1_000;
const longestWaitMs = 20_000;

/** A push as received, and decrypted. */
export interface DeliveredPush {
  readonly id: string;
  readonly subscription: string;
  readonly payload: string;
  readonly ttl: number;
  readonly urgency: string;
  readonly topic: string | null;
  readonly receivedAt: number;
}

interface Browser extends BrowserKeys {
  readonly vapidKey: string | null;
  /** The service's answer in place of accepting a push. */
  answer: { readonly status: number; readonly retryAfter?: string } | null;
}

const subscribeSchema = z.object({ applicationServerKey: z.string().max(120).nullable().default(null) });
const answerSchema = z.object({
  status: z.union([z.literal(201), z.number().int().min(300).max(599)]),
  retryAfter: z.string().max(64).optional(),
});

/**
 * A push service (RFC 8030) with simulated browsers. It checks what a real one checks (TTL, size, VAPID of RFC 8292), and
 * decrypts each push with the browser's keys, so that a tool can pass it to the page's own service worker. Tools can make it
 * answer as if the browser were gone, or the service overloaded.
 */
export const addPushRoutes = (app: FastifyInstance, origin: () => string): void => {
  const browsers = new Map<string, Browser>();
  let messages: DeliveredPush[] = [];
  const arrivals = new EventEmitter().setMaxListeners(0);
  const ending = new AbortController();
  app.addHook("preClose", async () => ending.abort());

  app.addContentTypeParser(
    "application/octet-stream",
    { parseAs: "buffer", bodyLimit: 65_536 },
    (_request, body, done) => done(null, body),
  );

  app.post("/push/api/subscriptions", async (request, reply) => {
    const { applicationServerKey } = subscribeSchema.parse(request.body ?? {});
    if (browsers.size >= maxSubscriptions) return reply.code(429).send();
    const id = randomUUID();
    const ecdh = createECDH("prime256v1");
    ecdh.generateKeys();
    const auth = randomBytes(16);
    browsers.set(id, { ecdh, auth, vapidKey: applicationServerKey, answer: null });
    return reply.code(201).send({
      id,
      endpoint: `${origin()}/push/send/${id}`,
      keys: { p256dh: ecdh.getPublicKey("base64url"), auth: auth.toString("base64url") },
    });
  });

  app.put<{ Params: { id: string } }>("/push/api/subscriptions/:id/answer", async (request, reply) => {
    const browser = browsers.get(request.params.id);
    if (!browser) return reply.code(404).send();
    const { status, retryAfter } = answerSchema.parse(request.body);
    browser.answer = status === 201 ? null : { status, ...(retryAfter ? { retryAfter } : {}) };
    return {};
  });

  app.get<{ Querystring: { subscription?: string; after?: string; wait?: string } }>(
    "/push/api/messages",
    async (request) => {
      const { subscription, after, wait } = request.query;
      const found = () => {
        const from = after ? messages.findIndex(({ id }) => id === after) + 1 : 0;
        return messages.slice(from).filter((one) => !subscription || one.subscription === subscription);
      };
      const timeout = AbortSignal.timeout(Math.min(Number(wait ?? 0) * 1_000 || 1, longestWaitMs));
      const signal = AbortSignal.any([timeout, ending.signal]);
      while (wait && found().length === 0 && !signal.aborted)
        await once(arrivals, "push", { signal }).catch(() => undefined);
      return { messages: found() };
    },
  );

  app.post<{ Params: { id: string } }>("/push/send/:id", async (request, reply) => {
    const { id } = request.params;
    const browser = browsers.get(id);
    if (!browser) return reply.code(404).send();
    if (browser.answer) {
      const { status, retryAfter } = browser.answer;
      if (retryAfter) reply.header("retry-after", retryAfter);
      if (status >= 300 && status < 400) reply.header("location", "http://127.0.0.1:9/elsewhere");
      return reply.code(status).send();
    }
    const problem = await problemWith(request, browser, origin());
    if (problem) return reply.code(problem.status).send({ message: problem.message });
    const body = request.body;
    if (!Buffer.isBuffer(body)) return reply.code(400).send({ message: "no body" });
    const { ttl, urgency, topic } = request.headers;
    const push: DeliveredPush = {
      id: randomUUID(),
      subscription: id,
      payload: decryptPush(body, browser),
      ttl: Number(ttl),
      urgency: String(urgency ?? "normal"),
      topic: topic === undefined ? null : String(topic),
      receivedAt: Date.now(),
    };
    messages = [...messages, push].slice(-maxMessages);
    arrivals.emit("push");
    return reply.code(201).header("location", `${origin()}/push/message/${push.id}`).send();
  });
};

interface Problem {
  readonly status: number;
  readonly message: string;
}

/** A push service's objection to a request; null for none. */
const problemWith = async (request: FastifyRequest, { vapidKey }: Browser, origin: string): Promise<Problem | null> => {
  const { ttl, authorization = "" } = request.headers;
  if (!/^[0-9]+$/.test(String(ttl ?? ""))) return { status: 400, message: "TTL is missing (RFC 8030 section 5.2)" };
  if (request.headers["content-encoding"] !== "aes128gcm") return { status: 400, message: "not encrypted" };
  if (Buffer.isBuffer(request.body) && request.body.length > maxBodyBytes) return { status: 413, message: "too large" };
  const [, token, key] = /^vapid t=([^,\s]+),\s*k=([A-Za-z0-9_-]+)$/.exec(authorization) ?? [];
  if (!token || !key) return { status: 401, message: "no VAPID header" };
  if (vapidKey !== null && vapidKey !== key) return { status: 403, message: "another application server" };
  try {
    const { payload } = await jwtVerify(token, publicKeyOf(key), { audience: origin, algorithms: ["ES256"] });
    const { exp = 0, sub = "" } = payload;
    if (exp * 1_000 > Date.now() + 24 * 3_600_000 || !/^(mailto:|https:)/.test(sub)) throw new Error("wrong claims");
    return null;
  } catch {
    return { status: 403, message: "the VAPID token is not right" };
  }
};

const publicKeyOf = (key: string) => {
  const point = Buffer.from(key, "base64url");
  return createPublicKey({
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
    format: "jwk",
  });
};
