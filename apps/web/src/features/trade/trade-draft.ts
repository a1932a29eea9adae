/** The typed input of a trade dialog. */
export interface TradeDraft {
  readonly amountText: string;
  /** A buy says what it spends instead of what it gets. */
  readonly wantsSol: boolean;
  /** The amount that brings a seat is filled in once it is known; whatever is typed comes before it. */
  readonly wantsEntry: boolean;
  /** Nothing was typed since the price moved too far. */
  readonly hasMoved: boolean;
}
