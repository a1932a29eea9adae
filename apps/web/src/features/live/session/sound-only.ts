import type { LiveLine } from "@tribe/contract/live";
import * as z from "zod/mini";
import { createStoredStore, useStore } from "../../../shared/state/store.ts";
import { storageKeys } from "../../../shared/storage/keys.ts";
import { stored } from "../../../shared/storage/stored.ts";

const kept = stored(storageKeys.liveSoundOnly, z.boolean());

/** Whether this person wants lives without video, to save data: stored on this device, for all lives. */
export const soundOnly = createStoredStore<boolean>({ read: () => kept.read() ?? false, write: kept.write });

/** Whether this page receives others' video: it is wanted, and the bandwidth allows it. */
export const useTakesPictures = ({ line }: { readonly line: LiveLine }): boolean =>
  !useStore(soundOnly) && line !== "sound";
