import type { LocalUser } from "@tribe/contract";
import { deriveSymbol } from "@tribe/domain/people";

/** The symbol of this person's token; null if none can be made from their names. */
export const symbolOf = (user: LocalUser): string | null =>
  deriveSymbol(user.displayName, user.twitter?.handle ?? user.farcaster?.handle ?? null);
