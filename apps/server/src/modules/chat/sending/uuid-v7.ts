import { randomUUID } from "node:crypto";

/**
 * A UUID of version 7 (RFC 9562, section 5.7): the first 48 bits are the time, so that rows inserted one after another are
 * adjacent in an index. @param now milliseconds since 1970
 */
export const uuidV7 = (now: number): string => {
  const time = now.toString(16).padStart(12, "0");
  // After the version digit a random UUID has the same variant and random bits; Node generates many of them at once.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
};
