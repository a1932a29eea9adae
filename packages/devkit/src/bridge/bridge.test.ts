import { afterAll, beforeAll, expect, it } from "vitest";
import type { Devkit } from "../index.ts";
import { startTestChain, type TestChain } from "../testing/chain.ts";
import { startTestDevkit } from "../testing/devkit.ts";

const wallet = "4Nd1mYbHg9BrwHVwMCqt8vBqkVeFQsHzxpVrRkQ1w1Fo";
let chain: TestChain;
let devkit: Devkit;

beforeAll(async () => {
  chain = await startTestChain();
  devkit = await startTestDevkit({ rpcUrl: chain.rpcUrl });
});
afterAll(async () => {
  await devkit?.stop();
  await chain?.stop();
});

/** A link in deBridge's documented form. */
const link = (changes: Record<string, string> = {}) => {
  const nativeSol = "1".repeat(32);
  const wanted = { inputChain: "1", outputChain: "7565164", outputCurrency: nativeSol, address: wallet, ...changes };
  return `${devkit.bridgeUrl}?${new URLSearchParams(wanted)}`;
};
const swap = (url: string, amount: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: "POST", body: new URLSearchParams({ amount }), headers });
const sent = () => chain.landed.filter(({ to }) => to === wallet).map(({ lamports }) => lamports);

it("shows the wallet in the link, and sends it exactly the requested SOL", async () => {
  const page = await (await fetch(link())).text();
  expect(page).toContain(wallet);
  expect(page).toContain("Ethereum");
  const answer = await swap(link(), "1.000000001");
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("1.000000001 SOL is in your wallet");
  expect(sent()).toEqual([1_000_000_001n]);
});

it.each([
  ["another chain", { outputChain: "1" }],
  ["another token", { outputCurrency: "So11111111111111111111111111111111111111112" }],
  ["a chain that is not known", { inputChain: "constructor" }],
  ["an address that is none", { address: "0x0000000000000000000000000000000000000000" }],
])("refuses a link to %s, and a press of it", async (_, changes) => {
  const before = sent();
  expect((await fetch(link(changes))).status).toBe(400);
  expect((await swap(link(changes), "1")).status).toBe(400);
  expect(sent()).toEqual(before);
});

it.each(["", "0", "1e3", "-1", "0.0009", "1000.1", "0.0000000001"])(
  "sends nothing for the amount '%s'",
  async (amount) => {
    const before = sent();
    expect((await swap(link(), amount)).status).toBe(400);
    expect(sent()).toEqual(before);
  },
);

it("refuses a second address after the first, and a form post from another site", async () => {
  const before = sent();
  expect((await fetch(`${link()}&address=${wallet}`)).status).toBe(400);
  expect((await swap(link(), "1", { origin: "https://evil.example" })).status).toBe(403);
  expect(sent()).toEqual(before);
});
