import { addressSchema, pictureSchema } from "@tribe/contract";
import * as z from "zod/mini";
import { storageKeys } from "../../../shared/storage/keys.ts";
import { stored } from "../../../shared/storage/stored.ts";

const hitSchema = z.object({
  kind: z.enum(["tribe", "person"]),
  /** Of a Tribe its mint, of a person the wallet. */
  address: addressSchema,
  /** What the generated picture is drawn from. */
  seed: z.string(),
  name: z.string(),
  /** A Tribe's symbol, a person's handle. */
  note: z.nullable(z.string()),
  pfp: z.nullable(pictureSchema),
});

/** A Tribe or person that a search found. */
export type Hit = z.output<typeof hitSchema>;

const maxHits = 8;
const storedHits = stored(storageKeys.recentHits, z.array(hitSchema));

/**
 * What this person opened from a search, the newest first: kept in this browser alone, until they clear it or sign out. Read anew
 * for each search, as a sign-out deletes it.
 */
export const recentHits = (): readonly Hit[] => storedHits.read() ?? [];

export const forgetRecentHits = (): void => storedHits.write(null);

/** Puts a hit at the beginning, once. */
export const rememberHit = (hit: Hit): void => {
  const others = recentHits().filter(({ kind, address }) => kind !== hit.kind || address !== hit.address);
  storedHits.write([hit, ...others].slice(0, maxHits));
};
