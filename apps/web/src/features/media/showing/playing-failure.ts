/** Shown for a failure after which the next try may succeed: a lost network, a device that another app uses. */
export const tryAgainWords = "Couldn't play. Try again.";

/**
 * Whether a sound or a video that failed can't be played by this browser at all. Browsers report a file that they couldn't
 * fetch as unsupported, too: only one that is there is.
 */
export const isUnplayable = async ({ error, currentSrc }: HTMLMediaElement): Promise<boolean> => {
  if (error?.code !== MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED) return false;
  return await fetch(currentSrc, { method: "HEAD", mode: "no-cors" }).then(
    ({ ok, type }) => ok || type === "opaque",
    () => false,
  );
};
