/** The table's columns on a wide screen. The shell in index.html has the same, to avoid a layout shift. */
export const wideColumns =
  "grid grid-cols-[28px_minmax(0,1fr)_88px_88px_72px_72px_64px_84px_64px] items-center gap-x-4 px-2 2xl:gap-x-7";

/**
 * The columns on a narrow screen: rank, picture, words, line, price. Their widths are fixed, so that all rows align; with a
 * large font the price is below the words.
 */
export const narrowColumns =
  "grid grid-cols-[16px_40px_minmax(0,1fr)_40px_minmax(68px,max-content)] items-center gap-x-2 px-2 min-[390px]:grid-cols-[18px_44px_minmax(0,1fr)_44px_minmax(80px,max-content)] sm:grid-cols-[24px_44px_minmax(0,1fr)_88px_minmax(96px,max-content)] @max-[18em]:grid-cols-[auto_40px_minmax(0,1fr)]";

/** Heights of a row in pixels; rows that are not rendered yet take the same room. */
export const wideRowHeight = 48;
export const narrowRowHeight = 68;
