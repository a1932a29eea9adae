import { EventEmitter, once } from "node:events";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";

/** A received webhook. */
export interface Webhook {
  readonly raw: string;
  readonly signature: string;
  readonly body: {
    readonly type: string;
    readonly data: {
      readonly id: string;
      readonly status: string;
      readonly externalTransactionId: string;
      readonly cryptoTransactionId: string | null;
    };
  };
}

/** Receives webhooks in place of the app. */
export interface WebhookTarget {
  readonly url: string;
  readonly received: readonly Webhook[];
  /** Status of the next answers. */
  status: number;
  /** Resolves when `count` webhooks have arrived. */
  until(count: number): Promise<void>;
  stop(): Promise<void>;
}

export const startWebhookTarget = async (): Promise<WebhookTarget> => {
  const received: Webhook[] = [];
  const events = new EventEmitter();
  const app = Fastify();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_, body, done) => done(null, body));
  const settings = { status: 204 };
  app.post("/hook", (request, reply) => {
    const raw = String(request.body);
    received.push({
      raw,
      signature: String(request.headers["moonpay-signature-v2"]),
      body: JSON.parse(raw) as Webhook["body"],
    });
    events.emit("webhook");
    return reply.code(settings.status).send();
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo; // a TCP server that listens has no other kind of address
  return Object.assign(settings, {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    until: async (count: number) => {
      while (received.length < count) await once(events, "webhook");
    },
    stop: () => app.close(),
  });
};
