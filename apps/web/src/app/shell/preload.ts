/** What draws notices, a chunk of its own. */
export const loadToasts = () => import("./Toasts.tsx");

const signs = ["pointermove", "pointerdown", "keydown", "touchstart"] as const;

/**
 * Fetches what people open first as soon as somebody is there: a pointer that moves, a finger, a key. Until then the page
 * has nothing but its own first screen to load. Answers how to stop waiting.
 */
export const preloadOnInteraction = (): (() => void) => {
  const stop = (): void => {
    for (const sign of signs) removeEventListener(sign, begin);
  };
  const begin = (): void => {
    stop();
    import("../dialogs/ShownDialog.tsx").then(
      ({ preloadDialogs }) => preloadDialogs(),
      () => undefined, // it is loaded with the first dialog
    );
    loadToasts().catch(() => undefined); // it is loaded with the first notice
  };
  for (const sign of signs) addEventListener(sign, begin, { passive: true });
  return stop;
};
