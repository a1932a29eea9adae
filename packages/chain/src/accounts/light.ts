import type { Address as ChainAddress } from "@solana/kit";

// The same on every cluster; taken from Light Protocol's public client 0.23.3 and its programs' sources.

const at = (address: string): ChainAddress => address as ChainAddress; // written below

/** Light Protocol's programs, and the account that lets its system program write into the trees. */
export const light = {
  compressedToken: at("cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m"),
  system: at("SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7"),
  accountCompression: at("compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq"),
  noop: at("noopb9bkMVfRPU8AsbpTUg8AQkHtKwMYZiFUjNRtMmV"),
  registration: at("35hkDgaAKwMCaxRz2ocSZ6NaUrtKkyNqU6c4RV3tYJRh"),
} as const;

/**
 * Owns the pools in which Light keeps compressed tokens until they are claimed. Light's compressed-token program signs with it
 * (`lightAuthority`).
 */
export const lightTokenAuthority = at("GXtd2izAiMJPwMEjfgTRH3d7k9mjn4Jq3JrWFv9gySYy");
