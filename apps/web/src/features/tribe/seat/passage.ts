import type { MembershipState } from "@tribe/contract";

/** What has become of the seat of somebody who looks at the room. */
export type Passage = "out" | "back" | null;

/** What a change of the membership means to them. A block is no loss of a seat; nor is a first seat a return. */
export const passageOf = (before: MembershipState, now: MembershipState): Passage => {
  if (before === "active" && now === "expired") return "out";
  return before === "expired" && now === "active" ? "back" : null;
};

/** Who has come to the ring since it was seen last: one person, or nobody to point at. */
export const arrivedOf = (before: readonly string[], now: readonly string[]): string | null => {
  const added = now.filter((key) => !before.includes(key));
  return before.length > 0 && added.length === 1 ? (added[0] ?? null) : null;
};
