/** Where a page of a list ends: when its last notice happened, in ms since 1970, and that notice's id. */
export interface NoticePosition {
  readonly at: number;
  readonly id: number;
}

/** Reads the text that the page got with the page before; null from the start. The contract has checked its form. */
export const readNoticeCursor = (cursor: string | null | undefined): NoticePosition | null => {
  const [at, id] = cursor?.split(".").map(Number) ?? [];
  return at === undefined || id === undefined ? null : { at, id };
};

/** The text from which the next page continues behind a notice. */
export const noticeCursorText = ({ at, id }: { readonly at: Date; readonly id: number }): string =>
  `${at.getTime()}.${id}`;
