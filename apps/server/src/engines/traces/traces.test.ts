import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ClientFrame, routes, type TransactionSignature } from "@tribe/contract";
import { type ReceivedSpan, startTraceReceiver, type TraceReceiver } from "@tribe/devkit";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { currentTrace, inSpan, type Tracer, traceWith } from "../../context/tracing.ts";
import { startTestWorld, type TestWorld } from "../../modules/indexer/testing/test-world.ts";
import { openSocket } from "../../modules/realtime/testing/test-socket.ts";
import { connectCoSigner } from "../co-signer/connect.ts";
import { serveCoSigner } from "../co-signer/serve.ts";
import { openOtlpTraces } from "./otlp.ts";

let world: TestWorld;
let receiver: TraceReceiver;
let tracer: Tracer;
beforeAll(async () => {
  [world, receiver] = await Promise.all([startTestWorld(), startTraceReceiver()]);
  tracer = openOtlpTraces({ endpoint: receiver.url, share: 1, role: "all" });
});
afterAll(async () => {
  traceWith(null);
  await world.stop();
  await receiver.stop();
});

/** The spans of one trace, each after its parent, as "name < parent's name". */
const linesOf = (traceId: string): readonly string[] => {
  const spans = receiver.spans.filter((span) => span.traceId === traceId);
  const nameOf = new Map(spans.map(({ spanId, name }) => [spanId, name]));
  return spans.map(({ name, parentSpanId }) => `${name} < ${nameOf.get(parentSpanId ?? "") ?? "nothing"}`);
};
const only = (spans: readonly ReceivedSpan[]): ReceivedSpan => {
  const [span, ...others] = spans;
  if (!span || others.length > 0) throw new Error(`there are ${spans.length} spans`);
  return span;
};

test("one trade and one message are a trace each over all that they cause, which names nobody and nothing that was said", async () => {
  const tribe = await world.newTribe(100n);
  const buyer = await world.newPerson();
  traceWith(tracer);
  await world.buy(buyer, tribe, 200n);
  await buyer.call(routes.chat.join, { body: { mint: tribe.mint } });
  const socket = await openSocket(world.app, buyer);
  socket.send({ type: "subscribe", mint: tribe.mint, afterSeq: null });
  await socket.next("subscribed");
  const text = "a-secret-that-nobody-else-may-read";
  const sentMessage: ClientFrame = { type: "send", mint: tribe.mint, clientId: crypto.randomUUID(), text };
  socket.send(sentMessage);
  await socket.next("message");
  socket.close();
  // Refused, with words of its own: they are no part of a span either.
  await buyer.call(routes.chat.messages, { query: { mint: tribe.chief.address, limit: 10 } }).catch(() => undefined);
  traceWith(null);
  await tracer.stop();

  const prepare = `POST /api${routes.factory.prepareTrade.path}`;
  const trade = linesOf(only(receiver.spans.filter(({ name }) => name === prepare)).traceId);
  expect(trade).toEqual(
    expect.arrayContaining([
      `${prepare} < nothing`,
      `submit transaction < ${prepare}`,
      "ask to co-sign < submit transaction",
      "send transaction < submit transaction",
      `index transaction < ${prepare}`,
      "event trade.indexed < index transaction",
      `event ticket.changed < ${prepare}`,
    ]),
  );
  const message = linesOf(only(receiver.spans.filter(({ name }) => name === "frame send")).traceId);
  expect(message).toEqual(expect.arrayContaining(["frame send < nothing", "event chat.message < frame send"]));

  const { address, uid, name, credentials } = buyer;
  const secrets = [
    ...[
      text,
      sentMessage.clientId,
      tribe.mint,
      String(tribe.tokenId),
      tribe.chief.address,
      tribe.chief.uid,
      address,
      uid,
      name,
    ],
    ...[credentials.deviceId, credentials.deviceSecret, ...Object.values(credentials.session ?? {})],
  ];
  const sent = receiver.text();
  expect(secrets.filter((secret) => sent.includes(secret))).toEqual([]);
  for (const { name, attributes } of receiver.spans) {
    expect(name).toMatch(/^[\w /.:*-]{1,80}$/);
    for (const [key, value] of Object.entries(attributes)) {
      expect(key).toMatch(
        /^(http\.(request\.method|route|response\.status_code)|tribe\.(frame|event|job|transaction))$/,
      );
      expect(String(value), key).toMatch(/^[\w /.:*-]{1,80}$/);
      expect(String(value), key).not.toMatch(/[0-9a-f]{8}-|[1-9A-HJ-NP-Za-km-z]{32,}/);
    }
  }
});

test("a co-signature in another process belongs to the trace of who asked for it, and a job to that of who queued it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tribe-traces-"));
  const endpoint = { kind: "socket", path: join(folder, "keys.sock") } as const;
  const signature = "5".repeat(88) as TransactionSignature; // any text does here
  const { address } = world.app.ctx.coSigner;
  const served = await serveCoSigner({ address, coSign: async () => signature }, endpoint, world.app.ctx.log);
  const asking = await connectCoSigner(endpoint, world.app.ctx.log);
  const another = openOtlpTraces({ endpoint: receiver.url, share: 1, role: "all" });
  traceWith(another);
  await inSpan("asking", {}, async () => {
    await asking.coSign({ message: new Uint8Array([1]), trader: address, signature });
    await world.app.ctx.jobs.add(world.app.ctx.db, "system.sweep", {});
  });
  // The world's own worker runs it.
  await expect
    .poll(async () => {
      const { rows } = await world.app.ctx.db.execute(
        sql`select from graphile_worker.jobs where task_identifier = 'system.sweep'`,
      );
      return rows.length;
    })
    .toBe(0);
  await served.stop();
  traceWith(null);
  await another.stop();
  await rm(folder, { recursive: true });
  const { traceId } = only(receiver.spans.filter((span) => span.name === "asking"));
  expect(linesOf(traceId)).toEqual(
    expect.arrayContaining(["asking < nothing", "co-sign < asking", "job system.sweep < asking"]),
  );
});

test("while traces are off, nothing is written down for them", async () => {
  const { db } = world.app.ctx;
  const traced = async () =>
    (
      await db.execute(
        sql`select from outbox where trace is not null union all select from tickets where trace is not null`,
      )
    ).rows.length;
  const before = await traced();
  await world.newTribe(100n);
  expect(await traced()).toBe(before);
  expect(currentTrace()).toBeUndefined();
});
