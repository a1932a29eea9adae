/** The component that renders toasts, a chunk of its own. */
export const loadToasts = () => import("./Toasts.tsx");

const signs = ["pointermove", "pointerdown", "keydown", "touchstart"] as const;

/**
 * Loads what people open first at the first sign of a person: a pointer, a touch, a key. Until then the page only loads its own
 * first screen. Returns a function that stops waiting.
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
