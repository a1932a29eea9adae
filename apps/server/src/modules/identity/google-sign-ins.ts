import { ApiError, mailCode, type Uid } from "@tribe/contract";
import { and, eq, gt, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { hashOf, randomText } from "../../crypto/secrets.ts";
import type { Executor } from "../../db/client.ts";
import type { Keys } from "../../engines/keys/port.ts";
import type { GoogleAccount, SignInSecrets } from "./google-client.ts";
import { identities, oidcStarts, pendingLinks } from "./schema.ts";

const lifetimeSeconds = 600;
const expiry = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

const secretsSchema = z.object({ nonce: z.string(), verifier: z.string() });
const accountSchema = z.object({ issuer: z.string(), subject: z.string(), email: z.string() });
/** A provider account whose mailbox must be proven before it can be linked. */
type PendingAccount = z.output<typeof accountSchema>;

/** The encryption context of a start's secrets: if the row's device is changed, they can't be decrypted. */
const startContext = (state: string, deviceId: string): string => `oidc:${state}:${deviceId}`;
const linkContext = (deviceId: string): string => `oidc link:${deviceId}`;

/** Stores a start: its `state` works once, on this device, for ten minutes. */
export const beginSignIn = async (
  tx: Executor,
  keys: Keys,
  deviceId: string,
): Promise<{ readonly state: string; readonly nonce: string; readonly challenge: string }> => {
  const state = randomText(32);
  const nonce = randomText(32);
  const verifier = randomText(48);
  const secrets = Buffer.from(JSON.stringify({ nonce, verifier }));
  await tx.insert(oidcStarts).values({
    stateHash: hashOf(state),
    deviceId,
    secrets: await keys.seal("oauth", startContext(state, deviceId), secrets),
    expiresAt: expiry(lifetimeSeconds),
  });
  return { state, nonce, challenge: hashOf(verifier).toString("base64url") };
};

/** Uses a start up by its `state`; null when it is unknown, used, expired, or another device's (which keeps it). */
export const takeSignIn = async (
  tx: Executor,
  keys: Keys,
  deviceId: string,
  state: string,
): Promise<SignInSecrets | null> => {
  const own = and(eq(oidcStarts.stateHash, hashOf(state)), eq(oidcStarts.deviceId, deviceId));
  const [found] = await tx
    .delete(oidcStarts)
    .where(and(own, gt(oidcStarts.expiresAt, sql`now()`)))
    .returning({ secrets: oidcStarts.secrets });
  if (!found) return null;
  const secrets = await keys.open("oauth", startContext(state, deviceId), found.secrets).catch(() => null);
  return secrets && { state, ...secretsSchema.parse(JSON.parse(secrets.toString())) };
};

/** Whose account at the provider this is; null when nobody has linked it. */
export const personOfIdentity = async (tx: Executor, account: PendingAccount): Promise<Uid | null> => {
  const { issuer, subject } = account;
  const [found] = await tx
    .select({ uid: identities.uid })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return found?.uid ?? null;
};

/** Links a provider account to a person, for good. @throws ApiError `conflict` when somebody else has linked it meanwhile */
export const linkIdentity = async (tx: Executor, { issuer, subject }: PendingAccount, uid: Uid): Promise<void> => {
  await tx.insert(identities).values({ issuer, subject, uid }).onConflictDoNothing();
  if ((await personOfIdentity(tx, { issuer, subject, email: "" })) !== uid) throw new ApiError("conflict");
};

/** Stores which mailbox must be proven on this device; a newer sign-in replaces it. */
export const keepPendingLink = async (
  tx: Executor,
  keys: Keys,
  deviceId: string,
  { issuer, subject, email }: GoogleAccount,
): Promise<void> => {
  const plain = Buffer.from(JSON.stringify({ issuer, subject, email } satisfies PendingAccount));
  const fresh = {
    account: await keys.seal("oauth", linkContext(deviceId), plain),
    expiresAt: expiry(mailCode.lifetimeSeconds),
  };
  await tx
    .insert(pendingLinks)
    .values({ deviceId, ...fresh })
    .onConflictDoUpdate({ target: pendingLinks.deviceId, set: fresh });
};

/** The provider account that waits on this device, until it is linked or expires. */
export const readPendingLink = async (tx: Executor, keys: Keys, deviceId: string): Promise<PendingAccount | null> => {
  const [found] = await tx
    .select({ account: pendingLinks.account })
    .from(pendingLinks)
    .where(and(eq(pendingLinks.deviceId, deviceId), gt(pendingLinks.expiresAt, sql`now()`)));
  if (!found) return null;
  const plain = await keys.open("oauth", linkContext(deviceId), found.account).catch(() => null);
  return plain && accountSchema.parse(JSON.parse(plain.toString()));
};

/** Deletes what waits on a device. */
export const dropPendingLink = async (tx: Executor, deviceId: string): Promise<void> => {
  await tx.delete(pendingLinks).where(eq(pendingLinks.deviceId, deviceId));
};
