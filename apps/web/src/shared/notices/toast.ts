import type { ExternalToast, toast as Sonner } from "sonner";
import { createStore } from "../state/store.ts";

type Saying = (by: typeof Sonner) => void;

/** Whether a toast waits for the component that renders toasts: it is loaded with the first one. */
export const toastsWanted = createStore(false);

const waiting: Saying[] = [];
let drawer: typeof Sonner | null = null;
let holders = 0;

const say = (saying: Saying): void => {
  waiting.push(saying);
  toastsWanted.set(true);
  sayWaiting();
};

const sayWaiting = (): void => {
  if (!drawer || holders > 0) return;
  for (const saying of waiting.splice(0)) saying(drawer);
};

/**
 * Holds toasts back while something must not be covered (the wallet's box). Returns a function that releases them; their five
 * seconds begin when they are seen.
 */
export const holdToasts = (): (() => void) => {
  holders += 1;
  return () => {
    holders -= 1;
    sayWaiting();
  };
};

/** Shows short toasts from anywhere in the page; those from before the rendering component is loaded are queued. */
export const toast = Object.assign((title: string, options?: ExternalToast) => say((by) => by(title, options)), {
  success: (title: string, options?: ExternalToast) => say((by) => by.success(title, options)),
  error: (title: string, options?: ExternalToast) => say((by) => by.error(title, options)),
});

/** Called by the rendering component once it is mounted: queued toasts are shown. */
export const toastsStand = (by: typeof Sonner): void => {
  drawer = by;
  sayWaiting();
};
