import { type Uid, uidSchema } from "@tribe/contract";
import * as z from "zod/mini";
import { storageKeys } from "../../shared/storage/keys.ts";
import { stored } from "../../shared/storage/stored.ts";

const kept = stored(storageKeys.bio, z.object({ uid: uidSchema, text: z.string() }));

/** This person's unsaved bio in this tab; it must survive connecting an X account. */
export const readBioDraft = (uid: Uid): string | null => {
  const draft = kept.read();
  return draft?.uid === uid ? draft.text : null;
};

/** Keeps a typed bio for the tab's life; null forgets it. */
export const keepBioDraft = (uid: Uid, text: string | null): void => kept.write(text === null ? null : { uid, text });
