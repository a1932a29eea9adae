/** The typed input of a trade dialog. */
export interface TradeDraft {
  readonly amountText: string;
  /** A buy states the SOL to spend instead of the tokens to get. */
  readonly wantsSol: boolean;
  /** The amount for a seat is filled in once it is known, unless something was typed before. */
  readonly wantsEntry: boolean;
  /** Nothing was typed since the price moved beyond the slippage. */
  readonly hasMoved: boolean;
}
