import type { MessageId, Mint, Seq } from "@tribe/contract";

type Target = { readonly id: MessageId; readonly seq: Seq };
type Listener = (target: Target) => void;

const listeners = new Map<Mint, Listener>();

/** How what stands outside of a room (the search) leads to a message inside of it. */
export const showMessage = {
  listen: (mint: Mint, listener: Listener): (() => void) => {
    listeners.set(mint, listener);
    return () => {
      if (listeners.get(mint) === listener) listeners.delete(mint);
    };
  },
  show: (mint: Mint, target: Target): void => listeners.get(mint)?.(target),
} as const;
