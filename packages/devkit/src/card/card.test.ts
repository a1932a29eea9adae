import { createHmac, randomUUID } from "node:crypto";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cardWebhookSchema } from "@tribe/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Devkit } from "../index.ts";
import { startTestChain, type TestChain } from "../testing/chain.ts";
import { cardSecret, startTestDevkit } from "../testing/devkit.ts";
import { startWebhookTarget, type WebhookTarget } from "../testing/webhook-target.ts";
import { formatSol } from "./order.ts";

let chain: TestChain;
let target: WebhookTarget;
let dataDir: string;
let devkit: Devkit;

const start = async () => {
  devkit = await startTestDevkit({
    dataDir,
    rpcUrl: chain.rpcUrl,
    card: { secret: cardSecret, webhookUrl: target.url },
  });
};
beforeEach(async () => {
  chain = await startTestChain();
  target = await startWebhookTarget();
  dataDir = await mkdtemp(join(tmpdir(), "tribe-devkit-"));
  await start();
});
afterEach(async () => {
  await devkit.stop();
  await Promise.all([chain.stop(), target.stop(), rm(dataDir, { recursive: true, force: true })]);
});

const order = (changes: Record<string, unknown> = {}) => ({
  orderId: randomUUID(),
  address: "4Nd1mYbHg9BrwHVwMCqt8vBqkVeFQsHzxpVrRkQ1w1Fo",
  lamports: "500000000",
  returnUrl: "http://localhost:3000/wallet",
  ...changes,
});

const create = (body: unknown, secret = cardSecret) =>
  fetch(`${devkit.cardUrl}/v1/orders`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${secret}` },
    body: JSON.stringify(body),
  });

const press = (url: string, button: "pay" | "cancel", headers: Record<string, string> = {}) =>
  fetch(`${url}/${button}`, { method: "POST", redirect: "manual", headers });

const createdUrl = async (body: unknown) => ((await (await create(body)).json()) as { url: string }).url;
/** The hosted page moves with the devkit's port. */
const pageOf = ({ orderId }: { orderId: string }) => `${devkit.cardUrl}/orders/${orderId}`;
const transfersTo = (address: string) => chain.landed.filter((transfer) => transfer.to === address);

describe("the merchant's API", () => {
  it("refuses a wrong secret key", async () => {
    expect((await create(order(), "wrong")).status).toBe(401);
  });

  it.each([
    ["an id that is no UUID", { orderId: "1" }],
    ["an address that is none", { address: "not-an-address" }],
    ["a number for lamports", { lamports: 500000000 }],
    ["no lamports", { lamports: "0" }],
    ["more than the card allows", { lamports: "1000000000001" }],
    ["a return link to another site", { returnUrl: "https://evil.example/" }],
  ])("refuses %s", async (_, changes) => {
    expect((await create(order(changes))).status).toBe(400);
  });

  it("answers the same order twice with the same page, and another one of that id with a conflict", async () => {
    const wanted = order();
    const first = await create(wanted);
    expect(first.status).toBe(201);
    const second = await create(wanted);
    expect(await second.json()).toEqual(await first.json());
    expect((await create({ ...wanted, lamports: "600000000" })).status).toBe(409);
  });
});

describe("a paid order", () => {
  it("sends the SOL once, however often Pay is pressed, and tells of both steps with a good signature", async () => {
    const wanted = order();
    const url = await createdUrl(wanted);
    await Promise.all([press(url, "pay"), press(url, "pay"), press(url, "cancel")]);
    await target.until(2);
    expect(transfersTo(wanted.address)).toMatchObject([{ lamports: 500_000_000n }]);
    expect(target.received.map(({ body }) => body.type)).toEqual(["order.paid", "order.delivered"]);
    for (const { raw, signature, body } of target.received) {
      const [, time = "", mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
      expect(mac).toBe(createHmac("sha256", cardSecret).update(`${time}.${raw}`).digest("hex"));
      expect(Math.abs(Number(time) - Date.now() / 1_000)).toBeLessThan(60);
      expect(cardWebhookSchema.safeParse(body).success).toBe(true);
      expect(body.orderId).toBe(wanted.orderId);
    }
    expect(target.received[1]?.body.signature).toBe(transfersTo(wanted.address)[0]?.signature);
    expect(await (await fetch(url)).text()).toContain("Back to Tribe");
  });

  it("tells again until the app takes it, with the same id and a fresh signature over the same body", async () => {
    target.status = 503;
    const url = await createdUrl(order());
    await press(url, "pay");
    await target.until(2);
    target.status = 200;
    await target.until(4);
    const [first, second] = target.received;
    expect(second?.raw).toBe(first?.raw);
    expect(target.received.at(-1)?.body.type).toBe("order.delivered");
  });

  it("is neither lost nor sent twice when the devkit stops in the middle of it", async () => {
    chain.losesTransactions = true;
    target.status = 500;
    const wanted = order();
    await press(await createdUrl(wanted), "pay");
    await target.until(1);
    await devkit.stop();
    chain.losesTransactions = false;
    target.status = 200;
    const before = target.received.length;
    await start();
    await target.until(before + 2);
    expect(transfersTo(wanted.address)).toHaveLength(1);
    expect(target.received.at(-1)?.body.type).toBe("order.delivered");
    await devkit.stop();
    await start();
    expect(transfersTo(wanted.address)).toHaveLength(1);
    expect(await (await fetch(pageOf(wanted))).text()).toContain("has arrived");
  });

  it("is signed anew when its blockhash expired before it landed", async () => {
    chain.losesTransactions = true;
    const wanted = order();
    await press(await createdUrl(wanted), "pay");
    await target.until(1);
    chain.expireBlockhashes();
    chain.losesTransactions = false;
    await target.until(2);
    expect(transfersTo(wanted.address)).toHaveLength(1);
  });
});

describe("the hosted page", () => {
  it("cancels without sending anything, and says so by webhook", async () => {
    const wanted = order();
    const url = await createdUrl(wanted);
    await press(url, "cancel");
    await target.until(1);
    expect(target.received[0]?.body).toMatchObject({ type: "order.failed", signature: null });
    expect((await press(url, "pay")).status).toBe(303);
    expect(transfersTo(wanted.address)).toHaveLength(0);
    expect(await (await fetch(url)).text()).toContain("Nothing was charged");
  });

  it("takes no press that another site sent", async () => {
    const url = await createdUrl(order());
    expect((await press(url, "pay", { origin: "https://evil.example" })).status).toBe(404);
    expect(await (await fetch(url)).text()).toContain(">Pay<");
  });

  it("knows nothing of an order that does not exist", async () => {
    expect((await fetch(pageOf(order()))).status).toBe(404);
  });
});

it("keeps its key where only its owner reads it", async () => {
  const { mode } = await stat(join(dataDir, "card", "treasury.json"));
  expect(mode & 0o777).toBe(0o600);
});

it("writes SOL without rounding", () => {
  expect(["1", "1000000000", "1500000000"].map(formatSol)).toEqual(["0.000000001 SOL", "1 SOL", "1.5 SOL"]);
});
