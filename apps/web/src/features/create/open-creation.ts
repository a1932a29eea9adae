import { type TokenId, tokenIdSchema } from "@tribe/contract";
import * as z from "zod/mini";
import { lasting } from "../../shared/browser-storage.ts";

const storageKey = "tribe:v1:creation";

/** The creation that was signed in this browser and whose end was not seen, or null. */
export const openCreation = (): TokenId | null => {
  const read = z.safeDecode(z.nullable(tokenIdSchema), lasting.read(storageKey) as never); // the schema checks it
  return read.success ? read.data : null;
};

export const keepCreation = (tokenId: TokenId | null): void =>
  lasting.write(storageKey, tokenId === null ? null : z.encode(tokenIdSchema, tokenId));
