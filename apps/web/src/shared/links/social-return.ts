import * as z from "zod/mini";
import { createStore } from "../state/store.ts";
import { storageKeys } from "../storage/keys.ts";
import { stored } from "../storage/stored.ts";

// A path of ours: what begins otherwise would lead to another site.
const kept = stored(storageKeys.socialReturn, z.string().check(z.regex(/^\/(?![/\\])/)));

/** Where the person was when they left for X or Google: a refusal that nobody can match to its start comes back to the front page. */
export const rememberSocialReturn = (path: string): void => kept.write(path);

/** The path kept by {@link rememberSocialReturn}, once; null when there is none of ours. */
export const takeSocialReturn = (): string | null => {
  const path = kept.read();
  kept.write(null);
  return path;
};

/** Why an account was not connected: the dialog that it is connected in says it for as long as it is open. */
export const socialRefusal = createStore<Error | null>(null);
