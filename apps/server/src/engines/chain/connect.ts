import { createSolanaRpcFromTransport, createSolanaRpcSubscriptions } from "@solana/kit";
import type { Address } from "@tribe/contract";
import { createBatchTransport } from "./batch-transport.ts";
import { createNodeTransport } from "./node-transport.ts";
import type { Chain } from "./port.ts";
import { createTransactionReader } from "./read-transactions.ts";

/** Solana's PubSub beside an RPC address: the same host, and the next port where one is named. */
export const webSocketUrlOf = (rpcUrl: string): string => {
  const url = new URL(rpcUrl);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  if (url.port) url.port = String(Number(url.port) + 1);
  return url.href.replace(/\/$/, "");
};

/** Connects to a chain that answers Solana's JSON-RPC. It sends no request yet. */
export const connectChain = (options: {
  rpcUrl: string;
  webSocketUrl?: string | undefined;
  programAddress: Address;
  isEmbedded: boolean;
  close?: () => Promise<void>;
}): Chain => {
  const webSocketUrl = options.webSocketUrl ?? webSocketUrlOf(options.rpcUrl);
  const transport = createBatchTransport(options.rpcUrl, createNodeTransport(options.rpcUrl));
  return {
    rpc: createSolanaRpcFromTransport(transport),
    readTransactions: createTransactionReader(options.rpcUrl),
    openSubscriptions: () => createSolanaRpcSubscriptions(webSocketUrl),
    rpcUrl: options.rpcUrl,
    webSocketUrl,
    programAddress: options.programAddress,
    isEmbedded: options.isEmbedded,
    close: options.close ?? (async () => undefined),
  };
};
