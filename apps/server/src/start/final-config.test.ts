import { expect, test } from "vitest";
import { readEnvironment } from "../settings/environment.ts";
import { bridgeOf } from "./final-config.ts";

const bridge = (env: Record<string, string>, standIns: { readonly bridgeUrl: string } | null = null) =>
  bridgeOf(readEnvironment(env), standIns);
const rpc = { RPC_URL: "https://rpc.example" };

test("the bridge is deBridge on mainnet, the stand-in locally, otherwise none", () => {
  const standIns = { bridgeUrl: "http://localhost:3002/bridge/deswap" };
  expect(bridge({})).toBeNull();
  expect(bridge({}, standIns)).toBe(standIns.bridgeUrl);
  expect(bridge({ BRIDGE_PROVIDER: "none" }, standIns)).toBeNull();
  const onMainnet = { ...rpc, BRIDGE_PROVIDER: "debridge", SOLANA_CLUSTER: "mainnet-beta" };
  expect(bridge(onMainnet, standIns)).toBe("https://app.debridge.com/deswap");
});

test("deBridge is refused on every other cluster: the funds would land on mainnet", () => {
  expect(() => bridge({ ...rpc, BRIDGE_PROVIDER: "debridge" })).toThrow(/mainnet-beta/);
  expect(() => bridge({ ...rpc, BRIDGE_PROVIDER: "debridge", SOLANA_CLUSTER: "devnet" })).toThrow(/mainnet-beta/);
  expect(() => bridge({ BRIDGE_PROVIDER: "debridge", SOLANA_CLUSTER: "mainnet-beta" })).toThrow(/RPC_URL/);
  expect(() => bridge({ BRIDGE_PROVIDER: "https://evil.example" })).toThrow(/BRIDGE_PROVIDER/);
});
