import * as z from "zod/mini";
import { addressSchema, pictureSchema, tokenUnitsSchema, uidSchema } from "../primitives.ts";

/** A wallet with what it holds of a token, and whose it is where that is known. */
export const tokenHolderSchema = z.object({
  ownerAddress: addressSchema,
  /** Base units over all its accounts; after migration new tokens count at the conversion rate, rounded down. */
  amount: tokenUnitsSchema,
  /** The token account that holds the most of it. */
  address: addressSchema,
  /** Null for a wallet without an account here. */
  uid: z.nullable(uidSchema),
  displayName: z.string(),
  pfp: z.nullable(pictureSchema),
});

/** A wallet in a snapshot of a token's holders. */
export const snapshotEntrySchema = z.object({
  address: addressSchema,
  /** Null for a wallet without an account here. */
  uid: z.nullable(uidSchema),
  /** Has a seat at the moment of the snapshot. */
  isMember: z.boolean(),
  /** Base units held; after migration new tokens count at the conversion rate, rounded down. */
  snapshotAmount: tokenUnitsSchema,
});

/** An entry's place in a snapshot: what it holds and its address. */
export const snapshotCursorSchema = z
  .string()
  .check(z.regex(/^[0-9]{1,20}\.[1-9A-HJ-NP-Za-km-z]{32,44}$/, "must be a cursor of this list"));

export type SnapshotEntry = z.output<typeof snapshotEntrySchema>;
export type TokenHolder = z.output<typeof tokenHolderSchema>;
