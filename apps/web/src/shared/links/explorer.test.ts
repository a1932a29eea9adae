import { expect, test } from "vitest";
import { explorerLink } from "./explorer.ts";

const at = (cluster: "mainnet-beta" | "devnet" | "custom") => ({
  cluster,
  explorerUrl: "https://explorer.solana.com/",
  rpcUrl: "http://127.0.0.1:8899",
});

test("leads to a transaction or a token, with a cluster parameter off mainnet", () => {
  expect(explorerLink(at("mainnet-beta"), "tx", "5sig")).toBe("https://explorer.solana.com/tx/5sig");
  expect(explorerLink(at("mainnet-beta"), "address", "Mint")).toBe("https://explorer.solana.com/address/Mint");
  expect(explorerLink(at("devnet"), "tx", "5sig")).toBe("https://explorer.solana.com/tx/5sig?cluster=devnet");
  const custom = new URL(explorerLink(at("custom"), "address", "Mint"));
  expect(Object.fromEntries(custom.searchParams)).toEqual({ cluster: "custom", customUrl: "http://127.0.0.1:8899" });
});
