/** The words as a prefix query of PostgreSQL's text search. Null when there is no letter and no digit. */
export const prefixQuery = (search: string): string | null => {
  const words = search
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return words?.map((word) => `${word}:*`).join(" & ") ?? null;
};

/** The text that somebody's name or handle is compared with, to list them first. */
export const exactText = (search: string): string => search.toLowerCase().replace(/^@/, "");
