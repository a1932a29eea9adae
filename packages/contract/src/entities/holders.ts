import * as z from "zod/mini";
import { addressSchema, pictureSchema, tokenUnitsSchema, uidSchema } from "../primitives.ts";

/** A wallet, its holding of a token, and its owner when known. */
export const tokenHolderSchema = z.object({
  ownerAddress: addressSchema,
  /** Base units in all its accounts; after migration new tokens count at the conversion rate, rounded down. */
  amount: tokenUnitsSchema,
  /** The token account with the largest balance. */
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
  /** Whether the wallet's owner had a seat at the time of the snapshot. */
  isMember: z.boolean(),
  /** Base units held; after migration new tokens count at the conversion rate, rounded down. */
  snapshotAmount: tokenUnitsSchema,
});

/** An entry's position in a snapshot: its holding and its address. */
export const snapshotCursorSchema = z
  .string()
  .check(z.regex(/^[0-9]{1,20}\.[1-9A-HJ-NP-Za-km-z]{32,44}$/, "must be a cursor of this list"));

export type SnapshotEntry = z.output<typeof snapshotEntrySchema>;
export type TokenHolder = z.output<typeof tokenHolderSchema>;
