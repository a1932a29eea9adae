import * as z from "zod/mini";
import { storageKeys } from "../../shared/storage/keys.ts";
import { stored } from "../../shared/storage/stored.ts";

/**
 * How high the notices above the list were when Home was last seen, in pixels; 0 for none, null where this person has not seen
 * Home here yet. index.html keeps the same place before the script runs.
 */
export const noticesHeight = stored(storageKeys.homeNotices, z.number());

/** Keeps their place until it is known which there are, so that the list does not move. */
export const NoticesPlaceholder = () => {
  const height = noticesHeight.read();
  return height ? <div style={{ height }} /> : null;
};
