import { type Address, lamports, type TokenId } from "@tribe/contract";
import { afterEach, expect, test, vi } from "vitest";
import { migrationAddresses, defaultProgramAddress as program } from "../accounts/addresses.ts";
import { chooseSwap } from "./choose-swap.ts";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["pool", { provider: "pool" }, "http://node.example/"],
  ["jupiter", { provider: "jupiter", apiUrl: "https://swaps.example/v1" }, "https://swaps.example/v1/quote"],
] as const)("requestedUrl", async (name, settings, asked) => {
  const urls: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    urls.push(String(url).split("?")[0] ?? "");
    return Response.json({ error: { code: 1, message: "no" } });
  });
  const swap = chooseSwap(settings, "http://node.example/", program);
  expect(swap.name).toBe(name);
  const tokenId = 5n as TokenId; // any u64
  const { newMint } = await migrationAddresses(tokenId, program);
  const order = { direction: "buy", input: lamports(1n) } as const;
  const quote = await swap.quote({ tokenId, newMint: newMint as Address, order, slippageBps: 500 });
  expect(quote).toEqual({ kind: "unavailable", reason: "unreachable" });
  expect(urls).toEqual([asked]);
});
