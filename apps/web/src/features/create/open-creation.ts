import { signatureSchema, tokenIdSchema, tokenUnitsSchema, uidSchema } from "@tribe/contract";
import * as z from "zod/mini";
import { lasting } from "../../shared/storage/browser-storage.ts";

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

const storageKey = "tribe:v1:creation";

/** This person's open creation, or null. */
export const openCreation = (uid: string | null): OpenCreation | null => {
  const read = z.safeDecode(z.nullable(openCreationSchema), lasting.read(storageKey) as never); // the schema checks it
  return read.success && read.data?.uid === uid ? read.data : null;
};

export const keepCreation = (open: OpenCreation | null): void =>
  lasting.write(storageKey, open === null ? null : z.encode(openCreationSchema, open));
