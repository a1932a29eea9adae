import { signatureSchema, tokenIdSchema, tokenUnitsSchema, uidSchema } from "@tribe/contract";
import * as z from "zod/mini";
import { storageKeys } from "../../shared/storage/keys.ts";
import { stored } from "../../shared/storage/stored.ts";

const creationWishSchema = z.object({
  name: z.string(),
  symbol: z.string(),
  pfpUrl: z.string(),
  /** In base units. */
  firstBuy: tokenUnitsSchema,
});
/** What the person wants to create. */
export type CreationWish = z.output<typeof creationWishSchema>;

/** With the signature, because it may not have arrived, and with the wish, because the server may ask to prepare again. */
const openCreationSchema = z.object({
  uid: uidSchema,
  tokenId: tokenIdSchema,
  signature: signatureSchema,
  /** Null in what was kept before wishes were. */
  wish: z._default(z.nullable(creationWishSchema), null),
});
/** A creation that was signed in this browser and whose end was not seen. */
export type OpenCreation = z.output<typeof openCreationSchema>;

const kept = stored(storageKeys.creation, openCreationSchema);

/** This person's open creation, or null. */
export const openCreation = (uid: string | null): OpenCreation | null => {
  const open = kept.read();
  return open?.uid === uid ? open : null;
};

export const keepCreation = (open: OpenCreation | null): void => kept.write(open);
