/**
 * How long a test waits for what comes by itself, ms: other work may hold the machine up, and what comes ends the wait at
 * once. Whoever waits longer names it; nobody waits for less.
 */
export const waitTimeout = 20_000;
