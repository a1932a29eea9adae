import type { Subscriber } from "@tribe/contract";

/** Who of a Tribe's people are inside, the first by name. */
export const insideWords = (members: readonly Pick<Subscriber, "displayName">[]): string => {
  const [first, second, ...rest] = members;
  if (!first) return "The fire is lit, and every seat is free";
  if (!second) return `${first.displayName} is inside`;
  if (rest.length === 0) return `${first.displayName} and ${second.displayName} are inside`;
  return `${first.displayName}, ${second.displayName} and ${rest.length} more are inside`;
};
