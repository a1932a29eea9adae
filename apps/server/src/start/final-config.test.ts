import { expect, test } from "vitest";
import { readEnvironment } from "../settings/environment.ts";
import { bridgeOf, ratesOf } from "./final-config.ts";

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

test("rates are Coinbase's in production and a stand-in's locally, unless the operator says otherwise", () => {
  const rates = (env: Record<string, string>, standIns: { readonly ratesUrl: string } | null = null) =>
    ratesOf(readEnvironment(env), standIns);
  const standIns = { ratesUrl: "http://localhost:3002/rates" };
  const coinbase = { apiUrl: "https://api.coinbase.com", source: "coinbase" };
  expect(rates({}, standIns)).toEqual({ apiUrl: standIns.ratesUrl, source: "stand-in" });
  expect(rates({})).toBeNull();
  expect(ratesOf({ ...readEnvironment({}), TRIBE_MODE: "production" }, null)).toEqual(coinbase);
  expect(rates({ RATES_PROVIDER: "none" }, standIns)).toBeNull();
  expect(rates({ RATES_PROVIDER: "coinbase" }, standIns)).toEqual(coinbase);
  expect(() => rates({ RATES_PROVIDER: "kraken" })).toThrow(/RATES_PROVIDER/);
});
