const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** What a screen reader says once a search is answered. */
export const foundWords = (tribes: number, people: number): string => {
  if (tribes === 0 && people === 0) return "Nothing found";
  const counts = [
    ...(tribes > 0 ? [counted(tribes, "Tribe", "Tribes")] : []),
    ...(people > 0 ? [counted(people, "person", "people")] : []),
  ];
  return `${counts.join(" and ")} found`;
};

type Named = { readonly name: string; readonly symbol: string };

/**
 * Tribes of two listings as one: those whose name or symbol is exactly the search first, else as they are listed, those on their
 * curve before those that have migrated.
 */
export const mergeFound = <Tribe extends Named>(
  search: string,
  onCurve: readonly Tribe[],
  migrated: readonly Tribe[],
): readonly Tribe[] => {
  const wanted = search.trim().toLowerCase();
  const all = [...onCurve, ...migrated];
  const isExact = ({ name, symbol }: Named) => name.toLowerCase() === wanted || symbol.toLowerCase() === wanted;
  return [...all.filter(isExact), ...all.filter((tribe) => !isExact(tribe))];
};
