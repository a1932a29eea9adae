import { createHmac, randomUUID } from "node:crypto";
import { type Address, lamports, routes } from "@tribe/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp, type TestDevice } from "../../testing/start-test-app.ts";
import { setAddress } from "../identity/index.ts";

const { fund } = routes;
const card = {
  pageUrl: "https://buy.moonpay.example",
  publishableKey: "pk_test_1",
  secretKey: "sk_test/with+signs",
  webhookKey: "wk_test",
};
let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ config: { card, bridgeUrl: "https://app.debridge.com/deswap" } });
});
afterAll(() => server.stop());

const withWallet = async (): Promise<TestDevice> => {
  const person = await server.newPerson();
  const { localUser } = await person.call(routes.identity.signIn, { body: { loginMethod: "email" } });
  const address = `${"1".repeat(24)}${randomUUID().replace(/[0-]/g, "1").slice(0, 19)}` as Address; // any text of the form
  await server.ctx.db.transaction((tx) => setAddress(tx, localUser.uid, address));
  return person;
};

const order = async (person: TestDevice) =>
  person.call(fund.startCard, { body: { amount: lamports(50_000_000n), returnTo: "/" } });

/** MoonPay's webhook of a purchase, as its reference shows one. */
const event = (orderId: string | null, status: string, changes: Record<string, unknown> = {}) => ({
  type: status === "failed" ? "transaction_failed" : "transaction_updated",
  externalCustomerId: null,
  data: {
    id: randomUUID(),
    createdAt: "2026-11-23T10:00:03.640Z",
    baseCurrencyAmount: 9.45,
    quoteCurrencyAmount: 0.05,
    status,
    walletAddressTag: null,
    cryptoTransactionId: null,
    failureReason: null,
    externalTransactionId: orderId,
    ...changes,
  },
});

const deliver = async (body: object, options: { key?: string; age?: number; header?: string } = {}) => {
  const text = JSON.stringify(body);
  const time = Math.floor(Date.now() / 1000) - (options.age ?? 0);
  const mac = createHmac("sha256", options.key ?? card.webhookKey)
    .update(`${time}.${text}`)
    .digest("hex");
  const response = await fetch(`${server.origin}/api/webhooks/card`, {
    method: "POST",
    headers: { "content-type": "application/json", "moonpay-signature-v2": options.header ?? `t=${time},s=${mac}` },
    body: text,
  });
  return response.status;
};

const stateOf = async (person: TestDevice, orderId: string) =>
  (await person.call(fund.cardStatus, { query: { orderId } })).state;

test("an order's URL opens MoonPay's page, signed for exactly this wallet and amount", async () => {
  const person = await withWallet();
  const { localUser } = await person.call(routes.identity.signIn, { body: { loginMethod: "email" } });
  const { orderId, url } = await person.call(fund.startCard, {
    body: { amount: lamports(1_234_567_891n), returnTo: "/token/abc?tab=chat" },
  });
  const [, signed = "", signature = ""] = /^https:\/\/buy\.moonpay\.example(\?.*)&signature=(.*)$/.exec(url) ?? [];
  const expected = createHmac("sha256", card.secretKey).update(signed).digest("base64");
  expect(decodeURIComponent(signature)).toBe(expected);
  expect(Object.fromEntries(new URLSearchParams(signed))).toEqual({
    apiKey: card.publishableKey,
    currencyCode: "sol",
    walletAddress: localUser.address,
    quoteCurrencyAmount: "1.234567891",
    lockAmount: "true",
    externalTransactionId: orderId,
    redirectURL: `${server.ctx.config.appUrl}/api/webhooks/card/return?to=%2Ftoken%2Fabc%3Ftab%3Dchat`,
  });
});

test("MoonPay's redirect returns to the person's page, without MoonPay's parameters, and never to another host", async () => {
  const { appUrl } = server.ctx.config;
  const backTo = async (to: string) => {
    const query = `${new URLSearchParams({ to })}&transactionId=1&transactionStatus=pending`;
    const { status, headers } = await fetch(`${server.origin}/api/webhooks/card/return?${query}`, {
      redirect: "manual",
    });
    expect(status).toBe(302);
    return headers.get("location");
  };
  expect(await backTo("/token/abc?tab=chat")).toBe(`${appUrl}/token/abc?tab=chat`);
  for (const elsewhere of ["//evil.example", "/\\evil.example", "https://evil.example/", "/\t/evil.example"])
    expect([elsewhere, new URL((await backTo(elsewhere)) ?? "").origin]).toEqual([elsewhere, appUrl]);
});

test("an order goes from open over paid to delivered, by signed webhooks", async () => {
  const person = await withWallet();
  const { orderId } = await order(person);
  expect(await stateOf(person, orderId)).toBe("open");
  for (const early of ["waitingPayment", "waitingAuthorization"])
    expect(await deliver(event(orderId, early))).toBe(200);
  expect(await stateOf(person, orderId)).toBe("open");
  expect(await deliver(event(orderId, "pending"))).toBe(200);
  expect(await stateOf(person, orderId)).toBe("paid");
  const delivered = event(orderId, "completed", { cryptoTransactionId: "1".repeat(64) });
  expect(await deliver(delivered)).toBe(200);
  expect(await deliver(delivered)).toBe(200);
  expect(await person.call(fund.cardStatus, { query: { orderId } })).toEqual({
    state: "delivered",
    signature: "1".repeat(64),
  });
});

test("a delivered order stays delivered, also after late webhooks; after a declined card another one may pay", async () => {
  const person = await withWallet();
  const { orderId } = await order(person);
  await deliver(event(orderId, "completed", { cryptoTransactionId: "1".repeat(64) }));
  expect(await deliver(event(orderId, "pending"))).toBe(200);
  expect(await deliver(event(orderId, "failed"))).toBe(200);
  expect(await stateOf(person, orderId)).toBe("delivered");
  const second = (await order(person)).orderId;
  await deliver(event(second, "failed", { failureReason: "card_not_supported" }));
  expect(await stateOf(person, second)).toBe("failed");
  await deliver(event(second, "completed", { cryptoTransactionId: "1".repeat(64) }));
  expect(await stateOf(person, second)).toBe("delivered");
});

test("a second card completes an order after the first was declined, with webhooks in any order", async () => {
  const person = await withWallet();
  const [first, second] = [randomUUID(), randomUUID()];
  const tell = (orderId: string, id: string, status: string) =>
    deliver(event(orderId, status, { id, ...(status === "completed" ? { cryptoTransactionId: "1".repeat(64) } : {}) }));
  const told = [
    [first, "pending", "paid"],
    [first, "failed", "failed"],
    [second, "pending", "paid"],
    [second, "completed", "delivered"],
  ] as const;
  const { orderId } = await order(person);
  for (const [id, status, state] of told) {
    expect(await tell(orderId, id, status)).toBe(200);
    // A repeated webhook changes nothing.
    expect(await tell(orderId, id, status)).toBe(200);
    expect(await stateOf(person, orderId)).toBe(state);
  }
  // Late webhooks about the first card do not affect the second one.
  const { orderId: late } = await order(person);
  const [refused, going] = [randomUUID(), randomUUID()];
  await tell(late, going, "pending");
  await tell(late, refused, "failed");
  expect(await stateOf(person, late)).toBe("paid");
  await tell(late, refused, "pending");
  expect(await stateOf(person, late)).toBe("paid");
  await tell(late, going, "failed");
  expect(await stateOf(person, late)).toBe("failed");
  await tell(late, going, "pending");
  expect(await stateOf(person, late)).toBe("failed");
  // Any order of the four, also concurrently, has the same result.
  const { orderId: shuffled } = await order(person);
  const [a, b] = [randomUUID(), randomUUID()];
  await Promise.all([
    tell(shuffled, b, "completed"),
    tell(shuffled, a, "failed"),
    tell(shuffled, b, "pending"),
    tell(shuffled, a, "pending"),
  ]);
  expect(await stateOf(person, shuffled)).toBe("delivered");
});

test("a forged, altered, old or unsigned webhook changes nothing", async () => {
  const person = await withWallet();
  const { orderId } = await order(person);
  const paid = event(orderId, "pending");
  expect(await deliver(paid, { key: "guess" })).toBe(401);
  expect(await deliver(paid, { key: card.secretKey })).toBe(401);
  expect(await deliver(paid, { age: 301 })).toBe(401);
  expect(await deliver(paid, { header: "" })).toBe(401);
  const time = Math.floor(Date.now() / 1000);
  const macOfOther = createHmac("sha256", card.webhookKey).update(`${time}.{}`).digest("hex");
  expect(await deliver(paid, { header: `t=${time},s=${macOfOther}` })).toBe(401);
  expect(await stateOf(person, orderId)).toBe("open");
});

test("webhooks about unknown orders are accepted and change nothing; invalid ones are refused", async () => {
  const person = await withWallet();
  const { orderId } = await order(person);
  expect(await deliver(event(null, "pending"))).toBe(200);
  expect(await deliver(event("not-one-of-ours", "completed"))).toBe(200);
  expect(await deliver(event(randomUUID(), "completed"))).toBe(200);
  expect(await deliver(event(orderId, "toString"))).toBe(200);
  expect(await deliver({ type: "sell_transaction_updated", data: { id: "1" } })).toBe(200);
  expect(await deliver({ type: "transaction_updated" })).toBe(400);
  expect(await stateOf(person, orderId)).toBe("open");
  // SOL has been delivered even if its transaction id is invalid.
  expect(await deliver(event(orderId, "completed", { cryptoTransactionId: "0x12" }))).toBe(200);
  expect(await person.call(fund.cardStatus, { query: { orderId } })).toEqual({ state: "delivered", signature: null });
});

test("another person's order is not visible, and a person without a wallet cannot fund one", async () => {
  const [owner, other] = [await withWallet(), await server.newPerson()];
  const { orderId } = await order(owner);
  await expect(stateOf(other, orderId)).rejects.toMatchObject({ code: "not_found" });
  await expect(order(other)).rejects.toMatchObject({ code: "wallet_missing" });
});

test("funding from another chain returns deBridge's page with SOL and the caller's own wallet", async () => {
  const person = await withWallet();
  const { localUser } = await person.call(routes.identity.signIn, { body: { loginMethod: "email" } });
  expect((await person.call(routes.system.config, {})).hasBridge).toBe(true);
  const { url } = await person.call(fund.bridgePage, {});
  const link = new URL(url ?? "");
  expect(`${link.origin}${link.pathname}`).toBe("https://app.debridge.com/deswap");
  expect(Object.fromEntries(link.searchParams)).toEqual({
    inputChain: "1",
    outputChain: "7565164",
    outputCurrency: "1".repeat(32),
    address: localUser.address,
  });
  const bare = await server.newPerson();
  await bare.call(routes.identity.signIn, { body: { loginMethod: "email" } });
  await expect(bare.call(fund.bridgePage, {})).rejects.toMatchObject({ code: "wallet_missing" });
});
