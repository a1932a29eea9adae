import { tokenProgramAddress } from "@tribe/chain/accounts";
import { type Address, addressSchema, type Base64, base64Schema } from "@tribe/contract";
import * as z from "zod/mini";
import { callNode, type NodeOptions } from "../chain/node-client.ts";
import { fromBase64 } from "../keys/bytes.ts";

/** A token account of a wallet, as the node reports it. */
export interface HeldAccount {
  readonly address: Address;
  /** The token program that owns it. */
  readonly owner: string;
  readonly data: Uint8Array;
}

/** The state of a transaction according to the node. */
export type Landing = "unknown" | "landed" | "failed";

/** The calls to a node that a move needs. Each rejects with the cause of a failure. */
export interface MoveNode {
  balance(wallet: Address): Promise<bigint>;
  /** SOL and all token accounts, with the time of the block that the oldest of these answers is from, ms since 1970. */
  owned(wallet: Address): Promise<{
    readonly lamports: bigint;
    readonly accounts: readonly HeldAccount[];
    readonly readAt: number;
  }>;
  latestBlockhash(): Promise<{ readonly blockhash: string; readonly lastValidBlockHeight: number }>;
  blockHeight(): Promise<number>;
  send(wire: Base64): Promise<void>;
  landing(signature: string): Promise<Landing>;
}

/** Enough for a wallet with some thousand accounts. */
const maxAnswerBytes = 4 * 1_024 * 1_024;
const commitment = { commitment: "confirmed" } as const;

const resultOf = <T extends z.core.$ZodType>(result: T) => z.object({ result });
const contextSchema = z.object({ slot: z.int() });
const balanceSchema = resultOf(z.object({ context: contextSchema, value: z.int().check(z.minimum(0)) }));
const blockTimeSchema = resultOf(z.int());
const accountsSchema = resultOf(
  z.object({
    context: contextSchema,
    value: z.array(
      z.object({
        pubkey: addressSchema,
        account: z.object({ owner: z.string(), data: z.tuple([base64Schema, z.literal("base64")]) }),
      }),
    ),
  }),
);
const blockhashSchema = resultOf(
  z.object({ value: z.object({ blockhash: z.string(), lastValidBlockHeight: z.int() }) }),
);
const heightSchema = resultOf(z.int());
const sentSchema = resultOf(z.string());
const statusesSchema = resultOf(
  z.object({
    value: z.tuple([z.nullable(z.object({ err: z.unknown(), confirmationStatus: z.nullish(z.string()) }))]),
  }),
);

/** A {@link MoveNode} over the node with which the wallet checks transactions. */
export const moveNodeAt = (options: NodeOptions): MoveNode => {
  const call = callNode({ timeoutMilliseconds: 10_000, ...options }, maxAnswerBytes);
  const balanceOf = async (wallet: Address) =>
    balanceSchema.parse(await call("getBalance", [wallet, commitment])).result;
  return {
    balance: async (wallet) => BigInt((await balanceOf(wallet)).value),
    owned: async (wallet) => {
      const [balance, ...ofPrograms] = await Promise.all([
        balanceOf(wallet),
        ...(["token", "token2022"] as const).map(async (program) => {
          const by = { programId: tokenProgramAddress(program) };
          const params = [wallet, by, { ...commitment, encoding: "base64" }];
          return accountsSchema.parse(await call("getTokenAccountsByOwner", params)).result;
        }),
      ]);
      const oldest = Math.min(...[balance, ...ofPrograms].map(({ context }) => context.slot));
      const seconds = blockTimeSchema.parse(await call("getBlockTime", [oldest])).result;
      return {
        lamports: BigInt(balance.value),
        readAt: seconds * 1_000,
        accounts: ofPrograms
          .flatMap(({ value }) => value)
          .map(({ pubkey, account }) => ({ address: pubkey, owner: account.owner, data: fromBase64(account.data[0]) })),
      };
    },
    latestBlockhash: async () => blockhashSchema.parse(await call("getLatestBlockhash", [commitment])).result.value,
    blockHeight: async () => heightSchema.parse(await call("getBlockHeight", [commitment])).result,
    send: async (wire) => {
      const params = [wire, { encoding: "base64", preflightCommitment: "confirmed" }];
      if (!sentSchema.safeParse(await call("sendTransaction", params)).success)
        throw new Error("the network refused the transaction");
    },
    landing: async (signature) => {
      const { value } = statusesSchema.parse(await call("getSignatureStatuses", [[signature]])).result;
      const [status] = value;
      if (!status) return "unknown";
      if (status.err !== null) return "failed";
      return status.confirmationStatus === "confirmed" || status.confirmationStatus === "finalized"
        ? "landed"
        : "unknown";
    },
  };
};
