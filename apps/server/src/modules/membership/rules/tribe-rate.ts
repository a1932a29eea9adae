/** Rate limit of a Tribe's messages, far above the sum of its members' own limits: burst, and per second. */
export const tribeRate = { burst: 1_000, perSecond: 150 } as const;
