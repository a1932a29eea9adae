/** The table's columns on a wide screen; the shell in index.html repeats them, so that nothing jumps. */
export const wideColumns =
  "grid grid-cols-[28px_minmax(0,1fr)_88px_88px_72px_72px_64px_84px_64px] items-center gap-x-4 px-2 2xl:gap-x-7";

/**
 * The same on a narrow one: rank, picture, words, line, price. Fixed, so that lines stand below each other; where letters are so
 * large that the list has room for few of them, the price stands below the words.
 */
export const narrowColumns =
  "grid grid-cols-[16px_40px_minmax(0,1fr)_40px_minmax(68px,max-content)] items-center gap-x-2 px-2 min-[390px]:grid-cols-[18px_44px_minmax(0,1fr)_48px_minmax(80px,max-content)] min-[390px]:gap-x-2.5 sm:grid-cols-[24px_44px_minmax(0,1fr)_88px_minmax(96px,max-content)] @max-[18em]:grid-cols-[auto_40px_minmax(0,1fr)]";

/** Heights of a row; a list that is not drawn yet takes the same room. */
export const wideRowHeight = 48;
export const narrowRowHeight = 68;
