import type { Credentials } from "@tribe/contract";
import * as z from "zod/mini";
import { createStore, useStore } from "../state/store.ts";
import { lasting } from "../storage/browser-storage.ts";

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
    }),
  ),
});

/** This browser's device and, when signed in, its session. */
export type Access = z.output<typeof accessSchema>;
export type Session = NonNullable<Access["session"]>;

const storageKey = "tribe:v1:access";
const empty: Access = { device: null, session: null };

const load = (): Access => {
  const read = z.safeParse(accessSchema, lasting.read(storageKey));
  if (!read.success) return empty;
  const { session } = read.data;
  return session && session.expiresAt <= Date.now() ? { ...read.data, session: null } : read.data;
};

export const access = createStore<Access>(load());

access.subscribe(() => lasting.write(storageKey, access.get()));

// Another tab signed in, out or rotated the secret: this one follows.
addEventListener("storage", (event) => {
  if (event.key !== storageKey) return;
  const loaded = load();
  if (JSON.stringify(loaded) !== JSON.stringify(access.get())) access.set(loaded);
});

/** What the signed caller signs with; null before the device is registered. */
export const credentials = (): Credentials | null => {
  const { device, session } = access.get();
  return device && { ...device, ...(session ? { session } : {}) };
};

export const setSession = (session: Omit<Session, "since"> | null): void =>
  access.set((now) => ({ ...now, session: session && { ...session, since: Date.now() } }));

/** Tells whether this browser holds a session; it may still turn out to have ended on the server. */
export const useIsSignedIn = (): boolean => useStore(access).session !== null;
