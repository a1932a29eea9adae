import { addressSchema } from "@tribe/contract";
import * as z from "zod/mini";

// The fields of Photon's and the Digital Asset Standard's answers that we read; all others are ignored.

/** A u64, as a JSON number or string. */
const u64 = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((value) => BigInt(value)),
);

const treeSchema = z.object({ tree: addressSchema, queue: addressSchema });
/** Photon's number for state trees of version 2: our instructions spend only from these. */
const stateV2 = 3;

const accountSchema = z.object({
  hash: addressSchema,
  lamports: u64,
  leafIndex: z.int(),
  proveByIndex: z.boolean(),
  merkleContext: z.object({ ...treeSchema.shape, treeType: z.int() }),
});

export const tokenAccountsSchema = z.object({
  value: z.object({
    items: z.array(
      z.object({
        account: accountSchema,
        tokenData: z.object({
          mint: addressSchema,
          owner: addressSchema,
          amount: u64,
          delegate: z.nullish(addressSchema),
          state: z.string(),
        }),
      }),
    ),
    cursor: z.nullish(z.string()),
  }),
});
export type TokenAccountItem = z.output<typeof tokenAccountsSchema>["value"]["items"][number];

/** Whether our instruction can spend an account for its owner. */
export const isSpendable = ({ account, tokenData }: TokenAccountItem): boolean =>
  account.merkleContext.treeType === stateV2 &&
  account.lamports === 0n &&
  tokenData.amount > 0n &&
  tokenData.state === "initialized" &&
  !tokenData.delegate;

export const validityProofSchema = z.object({
  value: z.object({
    /** Points of a Groth16 proof in base64; missing when every account is proven by its index. */
    compressedProof: z.nullish(z.object({ a: z.string(), b: z.string(), c: z.string() })),
    accounts: z.array(
      z.object({
        hash: addressSchema,
        leafIndex: z.int(),
        rootIndex: z.object({ rootIndex: z.int(), proveByIndex: z.boolean() }),
        merkleContext: treeSchema,
      }),
    ),
  }),
});

export const assetsSchema = z.array(
  z.nullable(
    z.object({
      id: addressSchema,
      content: z.nullish(
        z.object({
          metadata: z.nullish(z.object({ name: z.nullish(z.string()), symbol: z.nullish(z.string()) })),
          links: z.nullish(z.object({ image: z.nullish(z.string()) })),
        }),
      ),
      token_info: z.nullish(z.object({ symbol: z.nullish(z.string()) })),
    }),
  ),
);
