import { createStore, type Store } from "../../state/store.ts";

/** The typed input of a trade. A store above the form, because rotating a phone mounts another form. */
export interface TradeDraft {
  readonly amountText: string;
  /** A buy states the SOL to spend instead of the tokens to get. Always so in the pool. */
  readonly wantsSol: boolean;
  /** The amount for a seat is filled in once it is known, unless something was typed before. */
  readonly wantsEntry: boolean;
  /** With it, at least this much to spare: base units of the alarm that rang; null for the cheapest seat. */
  readonly wantsSpare: bigint | null;
  /** Nothing was typed since the price moved beyond the slippage. */
  readonly hasMoved: boolean;
  /** Next was pressed, and something had to come first: it goes on by itself, unless something prevents it now. */
  readonly isPressed: boolean;
}

export const createDraft = (draft: Partial<TradeDraft> & Pick<TradeDraft, "wantsSol">): Store<TradeDraft> =>
  createStore<TradeDraft>({
    ...{ amountText: "", wantsEntry: false, wantsSpare: null, hasMoved: false, isPressed: false },
    ...draft,
  });
