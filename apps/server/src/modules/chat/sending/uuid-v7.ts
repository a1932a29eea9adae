import { randomBytes } from "node:crypto";

/**
 * A UUID of version 7 (RFC 9562, section 5.7): the time in its first 48 bits, so that rows that come one after another stand
 * beside each other in an index. @param now milliseconds since 1970
 */
export const uuidV7 = (now: number): string => {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt8(0x70 | ((bytes[6] ?? 0) & 0x0f), 6);
  bytes.writeUInt8(0x80 | ((bytes[8] ?? 0) & 0x3f), 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
};
