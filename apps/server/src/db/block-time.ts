/** A stored block time as the API has every one: whole seconds since 1970. */
export const wireBlockTime = (time: Date): number => Math.floor(time.getTime() / 1_000);
