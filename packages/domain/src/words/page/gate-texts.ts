/** Why somebody is asked for SOL. */
export const fundReasons = {
  trade: "You need more SOL for this. Add some and we'll continue.",
  any: "Everything in Tribe is paid in SOL. Add some now, or later from your wallet.",
} as const;
