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
      /** How the person signed in; missing in what pages of before have kept: they knew mail alone. */
      method: z.optional(loginMethodSchema),
    }),
  ),
});

/** This browser's device and, when signed in, its session. */
export type Access = z.output<typeof accessSchema>;
export type Session = NonNullable<Access["session"]>;

const kept = stored(storageKeys.access, accessSchema);

const load = (): Access => {
  const read = kept.read() ?? { device: null, session: null };
  return read.session && read.session.expiresAt <= Date.now() ? { ...read, session: null } : read;
};

export const access = createStoredStore<Access>({ read: load, write: kept.write });

/** Takes what another tab has stored, though the browser has not told of it yet. */
export const rereadAccess = (): void => {
  const loaded = load();
  if (JSON.stringify(loaded) !== JSON.stringify(access.get())) access.set(loaded);
};

/** Another tab signed in, out or rotated the secret: this one follows. Answers how to stop. */
export const followOtherTabs = (): (() => void) => {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === storageKeys.access.name) rereadAccess();
  };
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
};

/** What the signed caller signs with; null before the device is registered. */
export const credentialsOf = ({ device, session }: Access): Credentials | null =>
  device && { ...device, ...(session ? { session } : {}) };

/** Begins a session as the server gave it, or with the same id goes on with its new secrets. */
export const setSession = (session: Omit<Session, "since" | "method">, method: LoginMethod): void =>
  access.set((now) => ({ ...now, session: { ...session, method, since: Date.now() } }));

export const endSession = (): void => access.set((now) => ({ ...now, session: null }));

/**
 * The id of this browser's session, or null; it may still turn out to have ended on the server. A device that is registered
 * while a new visitor's page is being drawn, or a secret that is renewed, draws nothing anew.
 */
export const useSessionId = (): string | null => useStorePart(access, ({ session }) => session?.sessionId ?? null);

/** Tells whether this browser holds a session. */
export const useIsSignedIn = (): boolean => useSessionId() !== null;
