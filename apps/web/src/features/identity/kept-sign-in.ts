import { mailCode } from "@tribe/contract";
import * as z from "zod/mini";
import { passing } from "../../shared/storage/browser-storage.ts";

const storageKey = "tribe:v1:sign-in";
const schema = z.object({
  email: z.string(),
  /** Milliseconds since 1970. */
  sentAt: z.number(),
});

/** An address that a code is on its way to, or has come to. */
export type KeptSignIn = z.output<typeof schema>;

/** The sign-in that a reload of this tab interrupted; null when there is none, or its code has expired. */
export const readSignIn = (now: number): KeptSignIn | null => {
  const read = z.safeParse(schema, passing.read(storageKey));
  return read.success && now >= read.data.sentAt && now - read.data.sentAt < mailCode.lifetimeSeconds * 1_000
    ? read.data
    : null;
};

/** Kept in this tab alone, until the person is in. */
export const keepSignIn = (kept: KeptSignIn | null): void => passing.write(storageKey, kept);

/** Whole seconds until another code may be asked for. */
export const resendSeconds = ({ sentAt }: KeptSignIn, now: number): number =>
  Math.max(0, Math.ceil((sentAt - now) / 1_000 + mailCode.resendSeconds));
