import { type Credentials, type LoginMethod, loginMethodSchema } from "@tribe/contract";
import * as z from "zod/mini";
import { createStoredStore, useStorePart } from "../state/store.ts";
import { storageKeys } from "../storage/keys.ts";
import { stored } from "../storage/stored.ts";

const accessSchema = z.object({
  device: z.nullable(z.object({ deviceId: z.string(), deviceSecret: z.string() })),
  session: z.nullable(
    z.object({
      sessionId: z.string(),
      accessToken: z.string(),
      sessionSecret: z.string(),
      expiresAt: z.number(),
      /** When the secret was given, to know when to rotate it. */
      since: z.number(),
      /** How the person signed in; absent in older stored values, from when mail was the only way. */
      method: z.optional(loginMethodSchema),
    }),
  ),
});

/** This browser's device and, when signed in, its session. */
export type Access = z.output<typeof accessSchema>;
export type Session = NonNullable<Access["session"]>;

const kept = stored(storageKeys.access, accessSchema);

// Whether the session has ended is the server's to say: a wrong clock of the device must sign nobody out.
const load = (): Access => kept.read() ?? { device: null, session: null };

export const access = createStoredStore<Access>({ read: load, write: kept.write });

/** Reads the stored value again: another tab may have changed it, and the browser's event may not have arrived yet. */
export const rereadAccess = (): void => {
  const loaded = load();
  if (JSON.stringify(loaded) !== JSON.stringify(access.get())) access.set(loaded);
};

/** Follows sign-ins, sign-outs and rotated secrets of other tabs. Returns a function that stops it. */
export const followOtherTabs = (): (() => void) => {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === storageKeys.access.name) rereadAccess();
  };
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
};

/** The credentials that sign calls; null before the device is registered. */
export const credentialsOf = ({ device, session }: Access): Credentials | null =>
  device && { ...device, ...(session ? { session } : {}) };

/** Stores a new session from the server, or new secrets of the same session. */
export const setSession = (session: Omit<Session, "since" | "method">, method: LoginMethod): void =>
  access.set((now) => ({ ...now, session: { ...session, method, since: Date.now() } }));

export const endSession = (): void => access.set((now) => ({ ...now, session: null }));

/**
 * The id of this browser's session, or null; the server may already have ended it. Registering a device, or rotating a secret,
 * does not cause a render.
 */
export const useSessionId = (): string | null => useStorePart(access, ({ session }) => session?.sessionId ?? null);

/** Whether this browser has a session. */
export const useIsSignedIn = (): boolean => useSessionId() !== null;
