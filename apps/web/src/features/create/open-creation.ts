import { signatureSchema, tokenIdSchema, uidSchema } from "@tribe/contract";
import * as z from "zod/mini";
import { lasting } from "../../shared/browser-storage.ts";

/** With the signature, because it may not have arrived: it is handed in again. */
const openCreationSchema = z.object({ uid: uidSchema, tokenId: tokenIdSchema, signature: signatureSchema });
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
