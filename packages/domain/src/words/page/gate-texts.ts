/** Why a person needs SOL. */
export const fundReasons = {
  trade: "You need more SOL for this. Add some and we'll continue.",
  any: "A Tribe is a creator's private chat. With SOL you buy its token, and enough of it is your seat. Add some now, or later from your wallet.",
} as const;
