import type { Address, Base64, TransactionSignature } from "@tribe/contract";
import * as z from "zod/mini";
import { rpcCall } from "../../../shared/queries/rpc.ts";
import type { ChainLink } from "./chain-link.ts";

const logsSchema = z.nullish(z.array(z.string()));
const simulationSchema = z.object({ value: z.object({ err: z.unknown(), logs: logsSchema }) });
const feeSchema = z.object({ value: z.nullable(z.int()) });
const balanceSchema = z.object({ value: z.int() });
const epochSchema = z.object({ absoluteSlot: z.int(), blockHeight: z.int() });
const transactionSchema = z.nullable(z.object({ meta: z.nullable(z.object({ logMessages: logsSchema })) }));
const statusesSchema = z.object({
  context: z.object({ slot: z.int() }),
  value: z.tuple([z.nullable(z.object({ err: z.unknown(), confirmationStatus: z.nullish(z.string()) }))]),
});

const confirmed = { commitment: "confirmed" } as const;
const base64 = { encoding: "base64" } as const;

/** The chain's RPC for one wallet. */
export const rpcChainLink = (rpcUrl: string, wallet: Address): ChainLink => ({
  simulate: async (unsignedWire: Base64) => {
    const { value } = await rpcCall(
      rpcUrl,
      "simulateTransaction",
      [unsignedWire, { ...confirmed, ...base64, sigVerify: false }],
      simulationSchema,
    );
    return { error: value.err ?? null, logs: value.logs ?? null };
  },
  baseFee: async (message: Base64) => {
    const { value } = await rpcCall(rpcUrl, "getFeeForMessage", [message, confirmed], feeSchema);
    return value === null ? null : BigInt(value);
  },
  balance: async () => BigInt((await rpcCall(rpcUrl, "getBalance", [wallet, confirmed], balanceSchema)).value),
  send: async (wire: Base64) => {
    // Without preflight: polling finds out whether it lands, and a node's simulation only delays it.
    await rpcCall(rpcUrl, "sendTransaction", [wire, { ...base64, skipPreflight: true, maxRetries: 0 }], z.string());
  },
  status: async (signature: TransactionSignature, searchTransactionHistory: boolean) => {
    const params = [[signature], { searchTransactionHistory }];
    const { context, value } = await rpcCall(rpcUrl, "getSignatureStatuses", params, statusesSchema);
    const [found] = value;
    // A fork may drop a transaction that is only processed.
    const isCertain = found?.confirmationStatus === "confirmed" || found?.confirmationStatus === "finalized";
    return { slot: context.slot, status: found && { error: found.err ?? null, isCertain } };
  },
  finalized: async () => {
    const { absoluteSlot, blockHeight } = await rpcCall(
      rpcUrl,
      "getEpochInfo",
      [{ commitment: "finalized" }],
      epochSchema,
    );
    return { slot: absoluteSlot, blockHeight };
  },
  logs: async (signature: TransactionSignature) => {
    const params = [signature, { ...confirmed, ...base64, maxSupportedTransactionVersion: 0 }];
    const found = await rpcCall(rpcUrl, "getTransaction", params, transactionSchema);
    return found?.meta?.logMessages ?? null;
  },
});
