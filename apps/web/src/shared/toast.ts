import type { ExternalToast, toast as Sonner } from "sonner";
import { createStore } from "./store.ts";

type Saying = (by: typeof Sonner) => void;

/** Whether a notice waits for the part that draws notices: it is loaded with the first one. */
export const toastsWanted = createStore(false);

/** Names the notice that asks a visitor to sign in. */
export const signInNotice = "sign-in-first";

const waiting: Saying[] = [];
let drawer: typeof Sonner | null = null;

const say = (saying: Saying): void => {
  if (drawer) saying(drawer);
  else {
    waiting.push(saying);
    toastsWanted.set(true);
  }
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
  for (const saying of waiting.splice(0)) saying(by);
};
