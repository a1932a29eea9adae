import { mailCode } from "@tribe/contract";
import * as z from "zod/mini";
import { storageKeys } from "../../shared/storage/keys.ts";
import { stored } from "../../shared/storage/stored.ts";

const schema = z.object({
  email: z.string(),
  /** Milliseconds since 1970. */
  sentAt: z.number(),
  /** Whether the code also links the Google account that was used on this device. */
  linksGoogle: z.optional(z.boolean()),
});

/** An address to which a code was sent. */
export type KeptSignIn = z.output<typeof schema>;

const kept = stored(storageKeys.signIn, schema);

/** The sign-in that a reload of this tab interrupted; null if there is none, or its code has expired. */
export const readSignIn = (now: number): KeptSignIn | null => {
  const read = kept.read();
  const age = read ? now - read.sentAt : -1;
  return age >= 0 && age < mailCode.lifetimeSeconds * 1_000 ? read : null;
};

/** Stores it in this tab only, until the sign-in is complete. */
export const keepSignIn = kept.write;

/** Whole seconds until another code may be requested. */
export const resendSeconds = ({ sentAt }: KeptSignIn, now: number): number =>
  Math.max(0, Math.ceil((sentAt - now) / 1_000 + mailCode.resendSeconds));
