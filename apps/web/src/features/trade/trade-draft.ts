/** What is typed into a trade dialog. */
export interface TradeDraft {
  readonly amountText: string;
  /** A buy says what it spends instead of what it gets. */
  readonly wantsSol: boolean;
  /** Nothing was typed since the price moved too far. */
  readonly hasMoved: boolean;
}
