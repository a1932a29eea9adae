import * as z from "zod/mini";
import { chainAddress, computed, httpUrl, type Setting, webSocketUrl } from "../setting.ts";

export const chainSettings = {
  RPC_URL: {
    schema: httpUrl,
    default: null,
    meaning: "Solana's JSON-RPC. Without it the server starts a local chain",
    production: "required",
  },
  RPC_WS_URL: {
    schema: webSocketUrl,
    default: computed("RPC_URL as ws, port + 1 if it names one"),
    meaning: "Solana's PubSub",
  },
  RPC_PUBLIC_URL: {
    schema: httpUrl,
    default: computed("RPC_URL"),
    meaning: "JSON-RPC for browsers, if they use another than the server",
  },
  RPC_PUBLIC_WS_URL: { schema: webSocketUrl, default: computed("RPC_WS_URL"), meaning: "PubSub for browsers" },
  SIGNER_RPC_URL: {
    schema: httpUrl,
    default: computed("RPC_PUBLIC_URL"),
    meaning:
      "JSON-RPC that the wallet's frame checks transactions with, preferably of another operator than the app's. The role keys uses it too, before it releases a wallet's key without a wait or finishes a move, so it must accept calls from servers, not only from browsers",
  },
  SIGNER_SECOND_RPC_URL: {
    schema: httpUrl,
    default: null,
    meaning:
      "JSON-RPC of another operator, for a second price. If the two prices differ, the wallet asks for a typed word before the sale",
  },
  COMPRESSION_RPC_URL: {
    schema: httpUrl,
    default: computed("RPC_URL"),
    meaning: "JSON-RPC with the methods of Photon and of the Digital Asset Standard, from which claims are read",
  },
  SOLANA_CLUSTER: {
    schema: z.enum(["mainnet-beta", "devnet", "custom"]),
    default: "custom",
    meaning: "Cluster for links to the explorer: mainnet-beta, devnet or custom",
  },
  EXPLORER_URL: { schema: httpUrl, default: "https://explorer.solana.com", meaning: "Block explorer" },
  PROGRAM_ADDRESS: {
    schema: chainAddress,
    default: computed("the committed program's address"),
    meaning: "Address of the curve program",
  },
  LOOKUP_TABLE: {
    schema: chainAddress,
    default: computed("none; the local chain has one"),
    meaning:
      "Lookup table of the cluster, created once by `npm run operator -- make-lookup-table`. With it one transaction of an airdrop pays 18 people, without it 10",
  },
  SWAP_PROVIDER: {
    schema: z.enum(["pool", "jupiter"]),
    default: "pool",
    meaning: "Where migrated tokens are swapped: `pool` (our own) or `jupiter`",
  },
  JUPITER_API_URL: {
    schema: httpUrl,
    default: "https://api.jup.ag/swap/v1",
    meaning: "Jupiter's swap API, or a proxy that adds your API key. Browsers call it directly",
  },
} as const satisfies Record<string, Setting>;
