/**
 * How long a test waits for an event, ms: the machine may be busy, and the event ends the wait at once. Longer waits are named
 * where they are; none is shorter.
 */
export const waitTimeout = 20_000;
