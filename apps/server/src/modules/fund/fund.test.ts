import { createHmac, randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import { type Address, lamports, routes } from "@tribe/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp, type TestDevice } from "../../testing/start-test-app.ts";

const { fund } = routes;
let provider: Server;
let server: TestApp;
let isProviderUp = true;

beforeAll(async () => {
  provider = createServer((request, response) => {
    const isOurs = request.headers.authorization === "Bearer card-secret";
    response.writeHead(isOurs && isProviderUp ? 201 : 500).end(JSON.stringify({ url: "https://card.example/pay" }));
  });
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  const address = provider.address();
  const baseUrl = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  server = await startTestApp({ config: { card: { baseUrl, secret: "card-secret" } } });
});
afterAll(async () => {
  await server.stop();
  provider.close();
});

const withWallet = async (): Promise<TestDevice> => {
  const person = await server.newPerson();
  const { localUser } = await person.call(routes.identity.signIn, { body: { loginMethod: "email" } });
  const address = `${"1".repeat(24)}${randomUUID().replace(/[0-]/g, "1").slice(0, 19)}` as Address; // any text of the form
  await server.ctx.db.transaction((tx) => server.ctx.ports.peopleEditor.setAddress(tx, localUser.uid, address));
  return person;
};

const order = async (person: TestDevice) =>
  person.call(fund.startCard, { body: { amount: lamports(50_000_000n), returnTo: "/" } });

const event = (orderId: string, type: string, signature: string | null = null) => ({
  id: randomUUID(),
  type: `order.${type}`,
  orderId,
  signature,
});

const deliver = async (body: object, options: { secret?: string; age?: number; header?: string } = {}) => {
  const text = JSON.stringify(body);
  const time = Math.floor(Date.now() / 1000) - (options.age ?? 0);
  const mac = createHmac("sha256", options.secret ?? "card-secret")
    .update(`${time}.${text}`)
    .digest("hex");
  const response = await fetch(`${server.origin}/api/webhooks/card`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-card-signature": options.header ?? `t=${time},v1=${mac}` },
    body: text,
  });
  return response.status;
};

const stateOf = async (person: TestDevice, orderId: string) =>
  (await person.call(fund.cardStatus, { query: { orderId } })).state;

test("an order goes from open over paid to delivered, by signed webhooks", async () => {
  const person = await withWallet();
  const { orderId, url } = await order(person);
  expect(url).toBe("https://card.example/pay");
  expect(await stateOf(person, orderId)).toBe("open");
  expect(await deliver(event(orderId, "paid"))).toBe(200);
  expect(await stateOf(person, orderId)).toBe("paid");
  const delivered = event(orderId, "delivered", "1".repeat(64));
  expect(await deliver(delivered)).toBe(200);
  expect(await deliver(delivered)).toBe(200);
  expect(await person.call(fund.cardStatus, { query: { orderId } })).toEqual({
    state: "delivered",
    signature: "1".repeat(64),
  });
});

test("an end is an end, whatever overtakes it", async () => {
  const person = await withWallet();
  const { orderId } = await order(person);
  await deliver(event(orderId, "delivered", "1".repeat(64)));
  expect(await deliver(event(orderId, "paid"))).toBe(200);
  expect(await deliver(event(orderId, "failed"))).toBe(200);
  expect(await stateOf(person, orderId)).toBe("delivered");
});

test("a forged, altered, old or unsigned webhook moves nothing", async () => {
  const person = await withWallet();
  const { orderId } = await order(person);
  const paid = event(orderId, "paid");
  expect(await deliver(paid, { secret: "guess" })).toBe(401);
  expect(await deliver(paid, { age: 301 })).toBe(401);
  expect(await deliver(paid, { header: "" })).toBe(401);
  const time = Math.floor(Date.now() / 1000);
  const macOfOther = createHmac("sha256", "card-secret").update(`${time}.{}`).digest("hex");
  expect(await deliver(paid, { header: `t=${time},v1=${macOfOther}` })).toBe(401);
  expect(await stateOf(person, orderId)).toBe("open");
});

test("nobody sees another person's order, and nobody funds a wallet that is not there", async () => {
  const [owner, other] = [await withWallet(), await server.newPerson()];
  const { orderId } = await order(owner);
  await expect(stateOf(other, orderId)).rejects.toMatchObject({ code: "not_found" });
  await expect(order(other)).rejects.toMatchObject({ code: "wallet_missing" });
});

test("a provider that does not answer leaves no open order", async () => {
  const person = await withWallet();
  isProviderUp = false;
  await expect(order(person)).rejects.toMatchObject({ code: "unavailable" });
  isProviderUp = true;
});
