import { landscapeOf, portraitOf, toSvg } from "@tribe/domain/portraits";

/**
 * Draws the generated picture of a seed as a data URI: a person, or for a Tribe a landscape. In a file of its own, so that it loads
 * only when wanted.
 */
export const drawAvatar = (seed: string, shape: "person" | "token"): string =>
  `data:image/svg+xml,${encodeURIComponent(toSvg(shape === "person" ? portraitOf(seed) : landscapeOf(seed)))}`;
