import type { MessageId, Mint, Seq } from "@tribe/contract";

type Target = { readonly id: MessageId; readonly seq: Seq };
type Listener = (target: Target) => void;

const listeners = new Map<Mint, Listener>();

/** Lets components outside of a room (the search) lead to a message in it. */
export const showMessage = {
  listen: (mint: Mint, listener: Listener): (() => void) => {
    listeners.set(mint, listener);
    return () => {
      if (listeners.get(mint) === listener) listeners.delete(mint);
    };
  },
  show: (mint: Mint, target: Target): void => listeners.get(mint)?.(target),
} as const;
