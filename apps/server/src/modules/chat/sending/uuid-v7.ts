import { randomUUID } from "node:crypto";

/**
 * A UUID of version 7 (RFC 9562, section 5.7): the time in its first 48 bits, so that rows that come one after another stand
 * beside each other in an index. @param now milliseconds since 1970
 */
export const uuidV7 = (now: number): string => {
  const time = now.toString(16).padStart(12, "0");
  // Behind its version a random UUID has the variant and the random bits of this one; Node draws them many at a time.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
};
