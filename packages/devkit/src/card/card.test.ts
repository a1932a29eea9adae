import { createHmac, randomUUID } from "node:crypto";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cardWebhookSchema } from "@tribe/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Devkit } from "../index.ts";
import { startTestChain, type TestChain } from "../testing/chain.ts";
import { cardAccount, startTestDevkit } from "../testing/devkit.ts";
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
    card: { ...cardAccount, webhookUrl: target.url },
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

const order = (changes: Record<string, string> = {}) => ({
  externalTransactionId: randomUUID(),
  walletAddress: "4Nd1mYbHg9BrwHVwMCqt8vBqkVeFQsHzxpVrRkQ1w1Fo",
  quoteCurrencyAmount: "0.5",
  redirectURL: "http://localhost:3000/wallet",
  apiKey: cardAccount.publishableKey,
  currencyCode: "sol",
  lockAmount: "true",
  ...changes,
});

/** The URL that an app signs for a purchase. */
const signedUrl = (wanted: Record<string, string>, secret = cardAccount.secretKey) => {
  const search = `?${new URLSearchParams(wanted)}`;
  const signature = createHmac("sha256", secret).update(search).digest("base64");
  return `${devkit.cardUrl}${search}&signature=${encodeURIComponent(signature)}`;
};
const open = (wanted: Record<string, string>, secret?: string) => fetch(signedUrl(wanted, secret));

const press = (url: string, button: "pay" | "cancel", headers: Record<string, string> = {}) =>
  fetch(`${url}/${button}`, { method: "POST", redirect: "manual", headers });

const createdUrl = async (wanted: Record<string, string>) => (await open(wanted)).url;
/** Replaces the hosted page's origin, whose port changes. */
const pageOf = ({ externalTransactionId }: { externalTransactionId: string }) =>
  `${devkit.cardUrl}/orders/${externalTransactionId}`;
const transfersTo = (address: string) => chain.landed.filter((transfer) => transfer.to === address);

describe("the URL of a purchase", () => {
  it("is refused with another's signature, or when a character of it was changed", async () => {
    expect((await open(order(), "wrong")).status).toBe(400);
    const url = signedUrl(order());
    expect((await fetch(url.replace("0.5", "5.5"))).status).toBe(400);
    expect((await fetch(url.replace("&lockAmount=true", ""))).status).toBe(400);
    expect((await fetch(url.replace(/&signature=.*/, ""))).status).toBe(400);
    expect((await fetch(`${url}&walletAddress=4Nd1mYbHg9BrwHVwMCqt8vBqkVeFQsHzxpVrRkQ1w1Fp`)).status).toBe(400);
    expect((await fetch(`${devkit.cardUrl}?signature=%`)).status).toBe(400);
  });

  it.each([
    ["an unknown API key", { apiKey: "pk_live_other" }],
    ["another currency", { currencyCode: "eth" }],
    ["an id that is no UUID", { externalTransactionId: "1" }],
    ["an address that is none", { walletAddress: "not-an-address" }],
    ["what is no amount", { quoteCurrencyAmount: "1e3" }],
    ["more places than SOL has", { quoteCurrencyAmount: "0.5000000001" }],
    ["nothing", { quoteCurrencyAmount: "0" }],
    ["more than the card allows", { quoteCurrencyAmount: "1000.000000001" }],
    ["a return link to another site", { redirectURL: "https://evil.example/" }],
  ])("is refused with %s", async (_, changes) => {
    expect((await open(order(changes))).status).toBe(400);
  });

  it("leads to the same page each time, and is refused for another purchase with the same id", async () => {
    const wanted = order();
    const first = await open(wanted);
    expect([first.status, first.url]).toEqual([200, pageOf(wanted)]);
    expect((await open(wanted)).url).toBe(first.url);
    expect((await open({ ...wanted, quoteCurrencyAmount: "0.6" })).status).toBe(400);
  });
});

describe("a paid order", () => {
  it("sends the SOL once, however often Pay is pressed, and reports both steps with a valid signature", async () => {
    const wanted = order();
    const url = await createdUrl(wanted);
    await Promise.all([press(url, "pay"), press(url, "pay"), press(url, "cancel")]);
    await target.until(2);
    expect(transfersTo(wanted.walletAddress)).toMatchObject([{ lamports: 500_000_000n }]);
    expect(target.received.map(({ body }) => [body.type, body.data.status])).toEqual([
      ["transaction_updated", "pending"],
      ["transaction_updated", "completed"],
    ]);
    for (const { raw, signature, body } of target.received) {
      const [, time = "", mac] = /^t=(\d+),s=([0-9a-f]{64})$/.exec(signature) ?? [];
      expect(mac).toBe(createHmac("sha256", cardAccount.webhookKey).update(`${time}.${raw}`).digest("hex"));
      expect(Math.abs(Number(time) - Date.now() / 1_000)).toBeLessThan(60);
      expect(cardWebhookSchema.safeParse(body).success).toBe(true);
      expect(body.data.externalTransactionId).toBe(wanted.externalTransactionId);
    }
    expect(target.received[1]?.body.data.cryptoTransactionId).toBe(transfersTo(wanted.walletAddress)[0]?.signature);
    const page = await (await fetch(url)).text();
    expect(page).toContain("Back to Tribe");
    expect(page).toMatch(/wallet\?transactionId=[0-9a-f-]{36}&(amp;)?transactionStatus=completed/);
  });

  it("repeats a webhook until the app accepts it, with the same id and body and a fresh signature", async () => {
    target.status = 503;
    const url = await createdUrl(order());
    await press(url, "pay");
    await target.until(2);
    target.status = 200;
    await target.until(4);
    const [first, second] = target.received;
    expect(second?.raw).toBe(first?.raw);
    expect(target.received.at(-1)?.body.data.status).toBe("completed");
  });

  it("is neither lost nor sent twice when the devkit stops in between", async () => {
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
    expect(transfersTo(wanted.walletAddress)).toHaveLength(1);
    expect(target.received.at(-1)?.body.data.status).toBe("completed");
    await devkit.stop();
    await start();
    expect(transfersTo(wanted.walletAddress)).toHaveLength(1);
    expect(await (await fetch(pageOf(wanted))).text()).toContain("has arrived");
  });

  it("is signed again when its blockhash expired before it landed", async () => {
    chain.losesTransactions = true;
    const wanted = order();
    await press(await createdUrl(wanted), "pay");
    await target.until(1);
    chain.expireBlockhashes();
    chain.losesTransactions = false;
    await target.until(2);
    expect(transfersTo(wanted.walletAddress)).toHaveLength(1);
  });
});

describe("the hosted page", () => {
  it("cancels without sending anything, and reports it by webhook", async () => {
    const wanted = order();
    const url = await createdUrl(wanted);
    await press(url, "cancel");
    await target.until(1);
    expect(target.received[0]?.body).toMatchObject({
      type: "transaction_failed",
      data: { status: "failed", cryptoTransactionId: null },
    });
    expect((await press(url, "pay")).status).toBe(303);
    expect(transfersTo(wanted.walletAddress)).toHaveLength(0);
    expect(await (await fetch(url)).text()).toContain("Nothing was charged");
  });

  it("refuses a form post from another site", async () => {
    const url = await createdUrl(order());
    expect((await press(url, "pay", { origin: "https://evil.example" })).status).toBe(404);
    expect(await (await fetch(url)).text()).toContain(">Pay<");
  });

  it("answers 404 for an unknown order", async () => {
    expect((await fetch(pageOf(order()))).status).toBe(404);
  });
});

it("stores its key readable only by its owner", async () => {
  const { mode } = await stat(join(dataDir, "card", "treasury.json"));
  expect(mode & 0o777).toBe(0o600);
});

it("formats SOL without rounding", () => {
  expect(["1", "1000000000", "1500000000"].map(formatSol)).toEqual(["0.000000001 SOL", "1 SOL", "1.5 SOL"]);
});
