import { type Address, addressSchema } from "@tribe/contract";
import * as z from "zod/mini";
import { storageKeys } from "./keys.ts";
import { stored } from "./stored.ts";

const kept = stored(storageKeys.inviter, addressSchema);

/**
 * Stores who invited this person, from a link with `?invite=ADDRESS`. The first invitation counts. index.html stores a likely
 * address before the script runs; an invalid one is ignored.
 */
export const rememberInviter = (search: string): void => {
  const read = z.safeParse(addressSchema, new URLSearchParams(search).get("invite"));
  if (read.success && inviter() === null) kept.write(read.data);
};

/** The invitation link of this address. */
export const inviteLink = (address: Address): string => `${location.origin}/?invite=${address}`;

/** The address of whoever invited this person, or null. */
export const inviter = (): Address | null => kept.read();
