import * as z from "zod/mini";
import { createStoredStore } from "../../../shared/state/store.ts";
import { storageKeys } from "../../../shared/storage/keys.ts";
import { stored } from "../../../shared/storage/stored.ts";

/** How fast voice notes can be played. */
const voiceSpeeds = [1, 1.5, 2] as const;

const saved = stored(storageKeys.voiceSpeed, z.literal([...voiceSpeeds]));

/** How fast this person hears all voice notes on this device. */
export const voiceSpeed = createStoredStore<(typeof voiceSpeeds)[number]>({
  read: () => saved.read() ?? 1,
  write: saved.write,
});

/** The speed after a press: the next one, and after the last the first. */
export const nextSpeed = (speed: (typeof voiceSpeeds)[number]): (typeof voiceSpeeds)[number] =>
  voiceSpeeds[(voiceSpeeds.indexOf(speed) + 1) % voiceSpeeds.length] ?? 1;
