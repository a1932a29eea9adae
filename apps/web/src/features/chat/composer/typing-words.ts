/** Who is typing, in one line. */
export const typingWords = (names: readonly string[]): string => {
  const [first, second] = names;
  if (!first) return "";
  if (!second) return `${first} is typing…`;
  return names.length === 2 ? `${first} and ${second} are typing…` : "Several people are typing…";
};
