import { base64Schema } from "@tribe/contract";
import * as z from "zod/mini";
import { utf8 } from "../keys/bytes.ts";
import { openBytes, sealBytes } from "../keys/prf.ts";
import { fromBase64Url, toBase64Url } from "../passkeys/authenticator.ts";
import { deleteCookie, readCookie, writeCookie } from "./cookies.ts";

const linkSchema = z.object({ request: z.string(), token: z.string() });

/** What a window of the wallet gives its frame, after a press there. */
const toFrameSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("page") }),
  /** A mailed link that was opened in the window. */
  z.object({ kind: z.literal("link"), purpose: z.enum(["recovery", "proof"]), link: linkSchema }),
  /** A passkey that was made in the window, since browsers make none in a frame. */
  z.object({
    kind: z.literal("passkey"),
    passkey: z.object({ id: z.string(), publicKey: base64Schema, hasPrf: z.boolean() }),
  }),
]);
export type ToFrame = z.infer<typeof toFrameSchema>;

/** What the frame gives a window: for whom to make a passkey. */
const toWindowSchema = z.object({ uid: z.string(), email: z.string(), exclude: z.array(z.string()) });
export type ToWindow = z.infer<typeof toWindowSchema>;

/** Enough to load the page between them. */
const validSeconds = 120;

/**
 * One direction. The app's page lies between: what goes through its address is sealed with a key that only pages of this host can
 * read or write, in a cookie, and that works once.
 */
const between = <T>(name: string, schema: z.ZodMiniType<T>) => ({
  /** @returns the sealed text, for the address */
  seal: async (what: T): Promise<string> => {
    const key = crypto.getRandomValues(new Uint8Array(32));
    const sealed = await sealBytes(await keyOf(key), name, utf8(JSON.stringify(what)));
    writeCookie(name, toBase64Url(key), validSeconds);
    return toBase64Url(sealed);
  },
  /** @returns null for anything but what was given last, once and in time */
  open: async (sealed: string): Promise<T | null> => {
    const key = readCookie(name);
    if (key === null) return null;
    try {
      const plain = await openBytes(await keyOf(fromBase64Url(key)), name, fromBase64Url(sealed));
      if (!plain) return null;
      deleteCookie(name);
      return schema.safeParse(JSON.parse(new TextDecoder().decode(plain))).data ?? null;
    } catch {
      return null; // neither is ours
    }
  },
});

const keyOf = (bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);

export const toFrame = between("tribe-wallet-to-frame", toFrameSchema);
export const toWindow = between("tribe-wallet-to-window", toWindowSchema);

/** The fragment with which the frame opens a window that makes a passkey. */
export const passkeyFragment = (sealed: string): string => `#passkey=${sealed}`;

/** Parses such a fragment; null for any other. */
export const readPasskeyFragment = (fragment: string): string | null =>
  /^#passkey=([A-Za-z0-9_-]{1,4000})$/.exec(fragment)?.[1] ?? null;
