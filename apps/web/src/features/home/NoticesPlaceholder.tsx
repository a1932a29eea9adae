import * as z from "zod/mini";
import { storageKeys } from "../../shared/storage/keys.ts";
import { stored } from "../../shared/storage/stored.ts";

/**
 * The height of the notices above the list when Home was last shown, in pixels; 0 for none, null if this person has not opened
 * Home in this browser yet. index.html reserves the same height before the script runs.
 */
export const noticesHeight = stored(storageKeys.homeNotices, z.number());

/** Reserves that height until the notices are loaded, so that the list does not shift. */
export const NoticesPlaceholder = () => {
  const height = noticesHeight.read();
  return height ? <div style={{ height }} /> : null;
};
