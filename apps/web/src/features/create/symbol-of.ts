import type { LocalUser } from "@tribe/contract";
import { deriveSymbol } from "@tribe/domain/people";

/** The symbol that this person's token gets; null when their names make none. */
export const symbolOf = (user: LocalUser): string | null =>
  deriveSymbol(user.displayName, user.twitter?.handle ?? user.farcaster?.handle ?? null);
