import { type Uid, uidSchema } from "@tribe/contract";
import * as z from "zod/mini";
import { storageKeys } from "../../shared/storage/keys.ts";
import { stored } from "../../shared/storage/stored.ts";

const kept = stored(storageKeys.bio, z.object({ uid: uidSchema, text: z.string() }));

/** This person's unsaved bio in this tab. It is stored because connecting an X account leaves the page. */
export const readBioDraft = (uid: Uid): string | null => {
  const draft = kept.read();
  return draft?.uid === uid ? draft.text : null;
};

/** Stores a typed bio until the tab is closed; null deletes it. */
export const keepBioDraft = (uid: Uid, text: string | null): void => kept.write(text === null ? null : { uid, text });
