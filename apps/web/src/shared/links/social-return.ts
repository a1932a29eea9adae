import * as z from "zod/mini";
import { createStore } from "../state/store.ts";
import { storageKeys } from "../storage/keys.ts";
import { stored } from "../storage/stored.ts";

// A path of this site: other beginnings would lead to another one.
const kept = stored(storageKeys.socialReturn, z.string().check(z.regex(/^\/(?![/\\])/)));

/**
 * Stores the page from which the person left for X or Google: a refusal that can't be matched to its start returns to the front
 * page.
 */
export const rememberSocialReturn = (path: string): void => kept.write(path);

/** Reads the path kept by {@link rememberSocialReturn} and deletes it; null if there is no valid one. */
export const takeSocialReturn = (): string | null => {
  const path = kept.read();
  kept.write(null);
  return path;
};

/** Why an account was not connected: shown in the connecting dialog as long as it is open. */
export const socialRefusal = createStore<Error | null>(null);
