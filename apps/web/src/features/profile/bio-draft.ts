import { type Uid, uidSchema } from "@tribe/contract";
import * as z from "zod/mini";
import { passing } from "../../shared/storage/browser-storage.ts";

const storageKey = "tribe:v1:bio";
const draftSchema = z.object({ uid: uidSchema, text: z.string() });

/** What this person typed into their bio in this tab and has not saved; the way to X and back must not lose it. */
export const readBioDraft = (uid: Uid): string | null => {
  const read = z.safeParse(draftSchema, passing.read(storageKey));
  return read.success && read.data.uid === uid ? read.data.text : null;
};

/** Keeps a typed bio for the tab's life; null forgets it. */
export const keepBioDraft = (uid: Uid, text: string | null): void =>
  passing.write(storageKey, text === null ? null : { uid, text });
