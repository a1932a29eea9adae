import type { ExternalToast, toast as Sonner } from "sonner";
import { createStore } from "../state/store.ts";

type Saying = (by: typeof Sonner) => void;

/** Whether a notice waits for the part that draws notices: it is loaded with the first one. */
export const toastsWanted = createStore(false);

/** Names the notice that asks a visitor to sign in. */
export const signInNotice = "sign-in-first";

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
 * Keeps notices back while something must not be covered (the wallet's box), and answers how to let them go. A notice of
 * five seconds begins them when it is seen.
 */
export const holdToasts = (): (() => void) => {
  holders += 1;
  return () => {
    holders -= 1;
    sayWaiting();
  };
};

/** Short notices from anywhere in the page; those that come before the drawing part is there are shown with it. */
export const toast = Object.assign((title: string, options?: ExternalToast) => say((by) => by(title, options)), {
  success: (title: string, options?: ExternalToast) => say((by) => by.success(title, options)),
  error: (title: string, options?: ExternalToast) => say((by) => by.error(title, options)),
  /** Takes a notice back that was given with this `id`: what it asked for is done. */
  dismiss: (id: string) => {
    if (drawer || waiting.length > 0) say((by) => by.dismiss(id));
  },
});

/** Told by the drawing part once it stands: what has waited is shown. */
export const toastsStand = (by: typeof Sonner): void => {
  drawer = by;
  sayWaiting();
};
