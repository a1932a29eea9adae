/**
 * The timeout of a test's wait for an event, ms: generous for busy machines, and the event ends the wait at once. Longer
 * timeouts have their own constants; none is shorter.
 */
export const waitTimeout = 20_000;
