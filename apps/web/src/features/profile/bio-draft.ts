import { type Uid, uidSchema } from "@tribe/contract";
import * as z from "zod/mini";
import { storageKeys } from "../../shared/storage/keys.ts";
import { stored } from "../../shared/storage/stored.ts";

const kept = stored(storageKeys.bio, z.object({ uid: uidSchema, text: z.string() }));

/** What this person typed into their bio in this tab and has not saved; the way to X and back must not lose it. */
export const readBioDraft = (uid: Uid): string | null => {
  const draft = kept.read();
  return draft?.uid === uid ? draft.text : null;
};

/** Keeps a typed bio for the tab's life; null forgets it. */
export const keepBioDraft = (uid: Uid, text: string | null): void => kept.write(text === null ? null : { uid, text });
