/**
 * Keeps the screen on during a live, if the browser can; if it is locked anyway, the system is told that sound is playing, keeps
 * it playing, and shows a button to hang up. Returns a function that stops it.
 */
export const keepAwake = (handlers: { readonly hangUp: () => void; readonly resume: () => void }): (() => void) => {
  let isOver = false;
  let lock: WakeLockSentinel | null = null;
  const take = async (): Promise<void> => {
    if (document.visibilityState !== "visible") return;
    // Resumes sound that the system paused.
    handlers.resume();
    try {
      const taken = await navigator.wakeLock?.request("screen");
      if (isOver) await taken?.release();
      else lock = taken ?? null;
    } catch {
      // The battery is low, or the browser refuses.
    }
  };
  const onChange = (): void => void take();
  document.addEventListener("visibilitychange", onChange);
  void take();
  const session = "mediaSession" in navigator ? navigator.mediaSession : null;
  const setHangUp = (handler: (() => void) | null): void => {
    try {
      // TypeScript's list of actions does not have this one yet.
      session?.setActionHandler("hangup" as MediaSessionAction, handler);
    } catch {
      // Not all browsers support it.
    }
  };
  if (session) session.playbackState = "playing";
  setHangUp(handlers.hangUp);
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", onChange);
    void lock?.release().catch(() => undefined);
    setHangUp(null);
    if (session) {
      session.playbackState = "none";
      session.metadata = null;
    }
  };
};

/** The sound's description on a locked screen. */
export const nameSound = (title: string): void => {
  if ("mediaSession" in navigator && navigator.mediaSession.metadata?.title !== title)
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist: "Tribe" });
};
