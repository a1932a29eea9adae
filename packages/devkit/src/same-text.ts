import { createHash, timingSafeEqual } from "node:crypto";

/** Compares in constant time; of different lengths are never the same. */
export const sameText = (a: string, b: string): boolean => {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
};
