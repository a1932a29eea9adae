import type { Base64 } from "@tribe/contract";

/**
 * The `devicePublicKey` of a sharing that belongs to no device: when the last device is ended, its shares are encrypted again
 * under this name, only to be recovered from. It is not a key, so nobody can sign as it.
 */
export const noDevice = "recovery" as Base64;
