import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectCoinbase } from "./coinbase.ts";
import { RatesError } from "./port.ts";

let answer: RequestListener;
let requested: string[];
let server: Server;
let apiUrl: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    requested.push(request.url ?? "");
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has no other kind of address
});
beforeEach(() => {
  requested = [];
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const sends =
  (body: string, headers: Record<string, string> = {}, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
const rates = (values: unknown, currency = "SOL") => JSON.stringify({ data: { currency, rates: values } });
const read = (signal = new AbortController().signal) =>
  connectCoinbase({ apiUrl, source: "coinbase", now: Date.now, timeoutMs: 1_000 }).read(signal);
const failure = async (): Promise<RatesError> => {
  const error = await read().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof RatesError)) throw new Error(`not refused: ${String(error)}`);
  return error;
};

test("reads what one SOL is worth, exactly, in the currencies that we know", async () => {
  answer = sends(rates({ USD: "142.3100005", EUR: "121.4", VND: "3742610.2", BTC: "0.0012", XXX: "1" }));
  expect([...(await read())]).toEqual([
    ["USD", 142_310_001n],
    ["EUR", 121_400_000n],
    ["VND", 3_742_610_200_000n],
  ]);
  expect(requested).toEqual(["/v2/exchange-rates?currency=SOL"]);
});

test.each(["0", "-121.4", "NaN", "Infinity", "1e5", "1,214", "", "9".repeat(500), 121.4, null, {}, ["121.4"]])(
  "a price of %j is left out, and the others stay",
  async (euros) => {
    answer = sends(rates({ USD: "142.31", EUR: euros }));
    expect([...(await read()).keys()]).toEqual(["USD"]);
  },
);

test.each([
  ["without dollars", rates({ EUR: "121.4" })],
  ["with useless dollars", rates({ USD: "0", EUR: "121.4" })],
  ["of another currency", rates({ USD: "1" }, "USDC")],
  ["without rates", JSON.stringify({ data: { currency: "SOL" } })],
  ["that is a list", "[]"],
  ["that is null", "null"],
  ["with rates from a prototype", `{"data":{"currency":"SOL","rates":{"__proto__":{"USD":"142"}}}}`],
  ["that is no JSON", "<html>Sign in to this Wi-Fi</html>"],
  ["that ends early", rates({ USD: "142.31" }).slice(0, -3)],
  ["that is too long", rates({ USD: "142.31", x: "x".repeat(300_000) })],
])("an answer %s is refused", async (_title, body) => {
  answer = sends(body);
  await failure();
});

test("an answer from an old cache is refused", async () => {
  const tenMinutesAgo = new Date(Date.now() - 600_000).toUTCString();
  answer = sends(rates({ USD: "142.31" }), { date: tenMinutesAgo });
  expect((await failure()).message).toContain("old");
  answer = sends(rates({ USD: "142.31" }), { age: "600" });
  expect((await failure()).message).toContain("old");
});

test("a redirect is not followed", async () => {
  answer = (request, response) =>
    request.url?.startsWith("/v2/")
      ? void response.writeHead(302, { location: `${apiUrl}/elsewhere` }).end()
      : sends(rates({ USD: "1" }))(request, response);
  await failure();
  expect(requested).toEqual(["/v2/exchange-rates?currency=SOL"]);
});

test("the whole answer has a deadline, however slowly it comes", async () => {
  answer = (_request, response) => void response.writeHead(200, { "content-type": "application/json" }).write("{");
  await failure();
  answer = () => undefined;
  await failure();
});

test("says how long the provider wants to be left alone", async () => {
  answer = sends("{}", { "retry-after": "120" }, 429);
  expect((await failure()).retryAfterMs).toBe(120_000);
  answer = sends("{}", { "retry-after": "999999" }, 503);
  expect((await failure()).retryAfterMs).toBe(3_600_000);
  for (const nonsense of ["-5", "soon", "Wed, 21 Oct 2015 07:28:00 GMT"]) {
    answer = sends("{}", { "retry-after": nonsense }, 503);
    expect((await failure()).retryAfterMs).toBeNull();
  }
});

test("whoever stops need not wait for the answer", async () => {
  answer = () => undefined;
  const ending = new AbortController();
  const reading = read(ending.signal);
  ending.abort();
  await expect(reading).rejects.toThrow(RatesError);
});
