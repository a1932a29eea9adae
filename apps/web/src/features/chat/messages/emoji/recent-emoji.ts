import * as z from "zod/mini";
import { createStoredStore } from "../../../../shared/state/store.ts";
import { storageKeys } from "../../../../shared/storage/keys.ts";
import { stored } from "../../../../shared/storage/stored.ts";
import { type NamedEmoji, pickerEmoji } from "./emoji.ts";

/** Two rows of the picker. */
const most = 16;

const saved = stored(storageKeys.recentEmoji, z.array(z.string()));

/** The emoji that this person picked last, the newest first. */
const recent = createStoredStore<readonly string[]>({
  read: () => saved.read() ?? [],
  write: (emoji) => saved.write([...emoji]),
});

/** Those of the picker's emoji that the person picked last, the newest first. */
export const recentEmoji = (): readonly NamedEmoji[] =>
  recent.get().flatMap((picked) => pickerEmoji.filter(({ emoji }) => emoji === picked));

export const noteEmoji = (picked: string): void =>
  recent.set([picked, ...recent.get().filter((emoji) => emoji !== picked)].slice(0, most));
