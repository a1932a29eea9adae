import { idle } from "../../shared/time/idle.ts";

/** What draws notices, a chunk of its own. */
export const loadToasts = () => import("./Toasts.tsx");

/** A slow phone draws what was pressed meanwhile. */
const drawingMs = 600;

const signs = ["pointermove", "pointerdown", "keydown", "touchstart"] as const;

/**
 * Fetches what people open first as soon as somebody is there: a pointer that moves, a finger, a key. Until then the page
 * has nothing but its own first screen to load, and what was pressed comes before it. Answers how to stop waiting.
 */
export const preloadOnInteraction = (): (() => void) => {
  const stop = (): void => {
    for (const sign of signs) removeEventListener(sign, begin);
  };
  const begin = async (): Promise<void> => {
    stop();
    await new Promise((resolve) => setTimeout(resolve, drawingMs));
    await idle();
    import("../dialogs/ShownDialog.tsx").then(
      ({ preloadDialogs }) => preloadDialogs(),
      () => undefined, // it is loaded with the first dialog
    );
    loadToasts().catch(() => undefined); // it is loaded with the first notice
  };
  for (const sign of signs) addEventListener(sign, begin, { passive: true });
  return stop;
};
