import type { Subscriber } from "@tribe/contract";
import { isolated } from "@tribe/domain/people";

/** The people with a seat, in words: the first ones by name. */
export const insideWords = (members: readonly Pick<Subscriber, "displayName">[]): string => {
  const [first, second, ...rest] = members;
  if (!first) return "The fire is lit, and every seat is free";
  if (!second) return `${isolated(first.displayName)} is inside`;
  if (rest.length === 0) return `${isolated(first.displayName)} and ${isolated(second.displayName)} are inside`;
  return `${isolated(first.displayName)}, ${isolated(second.displayName)} and ${rest.length} more are inside`;
};
