import { routerHistoryEntries } from "@tribe/contract";

/** In-app pages that were visited before the present one, oldest first, and the present one. */
export interface HistoryStack {
  readonly past: readonly string[];
  readonly present: string;
}

export type HistoryMove =
  | { readonly type: "push"; readonly to: string }
  | { readonly type: "replace"; readonly to: string }
  | { readonly type: "back"; readonly to: string };

/** Follows one move; keeps the newest 100 entries (spec section 2). */
export const moveHistory = (stack: HistoryStack, move: HistoryMove): HistoryStack => {
  switch (move.type) {
    case "push":
      if (move.to === stack.present) return stack;
      return { past: [...stack.past, stack.present].slice(-routerHistoryEntries), present: move.to };
    case "replace":
      return { ...stack, present: move.to };
    case "back":
      return { past: stack.past.slice(0, -1), present: move.to };
  }
};

/** Whether "back" stays inside the app; otherwise a fallback is opened. */
export const canGoBack = (stack: HistoryStack): boolean => stack.past.length > 0;
