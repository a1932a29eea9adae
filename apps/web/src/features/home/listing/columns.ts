/** The table's columns on a wide screen; the shell in index.html repeats them, so that nothing jumps. */
export const wideColumns =
  "grid grid-cols-[28px_minmax(0,1fr)_88px_88px_72px_72px_64px_84px_64px] items-center gap-x-4 px-2 2xl:gap-x-7";

/** The same on a narrow one: rank, picture, words, line, price. Fixed, so that lines stand below each other. */
export const narrowColumns =
  "grid grid-cols-[16px_40px_minmax(0,1fr)_40px_68px] items-center gap-x-2 px-2 min-[390px]:grid-cols-[18px_44px_minmax(0,1fr)_48px_80px] min-[390px]:gap-x-2.5 sm:grid-cols-[24px_44px_minmax(0,1fr)_88px_96px]";

/** Heights of a row; a list that is not drawn yet takes the same room. */
export const wideRowHeight = 48;
export const narrowRowHeight = 68;
