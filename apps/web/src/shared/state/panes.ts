import { useMediaQuery } from "@tribe/ui";

const wide = "(min-width: 640px)";

/** Whether this is a phone, however it is held: its screen is the same when it is turned, and under a keyboard. */
const isPhone = (): boolean => matchMedia("(pointer: coarse)").matches && Math.min(screen.width, screen.height) < 640; // CSS pixels

/** Whether a Tribe's page has panes, as `useHasPanes` follows it. */
export const hasPanes = (): boolean => matchMedia(wide).matches && !isPhone();

/**
 * Whether a Tribe's page has panes; without them it shows one column, and doesn't load the panes. A phone keeps its column when it
 * is turned: the other layout begins the chat anew, without the reply or the voice note that somebody is at.
 */
export const useHasPanes = (): boolean => useMediaQuery(wide) && !isPhone();
