import type { LiveLine } from "@tribe/contract/live";
import * as z from "zod/mini";
import { createStoredStore, useStore } from "../../../shared/state/store.ts";
import { storageKeys } from "../../../shared/storage/keys.ts";
import { stored } from "../../../shared/storage/stored.ts";

const kept = stored(storageKeys.liveSoundOnly, z.boolean());

/** Whether this person wants lives without pictures, to save data: kept on this device, from one live to the next. */
export const soundOnly = createStoredStore<boolean>({ read: () => kept.read() ?? false, write: kept.write });

/** Whether others' pictures come to this page: they are wanted, and the line carries them. */
export const useTakesPictures = ({ line }: { readonly line: LiveLine }): boolean =>
  !useStore(soundOnly) && line !== "sound";
